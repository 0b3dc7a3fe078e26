"""The statistics of both papers, one a file, each with its formula and source."""

from bench.statistics.bootstrap import stratified_bootstrap
from bench.statistics.f1 import ClassScore, class_scores, macro_f1
from bench.statistics.holm import holm
from bench.statistics.interval import Interval
from bench.statistics.kappa import cohen_kappa, kappa_interval
from bench.statistics.mcnemar import exact_p, mid_p
from bench.statistics.noise import Noise, retest_noise
from bench.statistics.odds_ratio import OddsRatio, matched_pairs
from bench.statistics.pabak import pabak
from bench.statistics.power import detectable_difference, power
from bench.statistics.wilson import wilson

__all__ = [
    "ClassScore",
    "Interval",
    "Noise",
    "OddsRatio",
    "class_scores",
    "cohen_kappa",
    "detectable_difference",
    "exact_p",
    "holm",
    "kappa_interval",
    "macro_f1",
    "matched_pairs",
    "mid_p",
    "pabak",
    "power",
    "retest_noise",
    "stratified_bootstrap",
    "wilson",
]
