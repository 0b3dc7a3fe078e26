"""The verdict on one source and one candidate: AGREE or DIVERGE, how they relate, what differs and how sure that is."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from align.calibration import recalibrated
from align.demand import STRENGTH, Demand
from align.fields import Difference, compare
from kg.records import Relation, Verdict

WHOLE, PART = 0.6, 0.4
"""Shares of concepts above which one side holds the other, and below which it does not."""

ALIKE = 0.2
"""Likeness from which a demand is held against its best match though that one has a better match: a part of a long passage
must not be blamed for what the rest of it says. From 0 to 0.2 no figure of the gold falls; the copies of one guideline
agree more (`align.sanity`)."""
SAME_WORDS = 0.8
"""Share of words in common from which two demands of one language are the same one, and are held against no other."""
_SAME_LIKENESS = 1e-9

DECIDES = {"times differ": 0.85, "threshold differs": 0.8, "time on one side": 0.65, "shall against should": 0.6}
"""Differences that mean DIVERGE whatever else is alike, with the probability that they give at least."""

FEATURES = ("times", "modality", "actor", "uncovered", "uncovers", "dissimilar")


@dataclass(frozen=True, slots=True)
class PairVerdict:
    """`probability` is that of the label, calibrated; `strict_label` is the label when modal verbs are taken at their word,
    `label` when "should" in a binding guideline is read as it is meant."""

    label: Verdict
    relation: Relation
    differs_in: tuple[str, ...]
    differences: tuple[Difference, ...]
    probability: float
    source: Demand
    target: Demand
    label_modal_aside: Verdict


def _mass(concepts: Set[str], weight: Mapping[str, float]) -> float:
    return math.fsum(weight.get(c, 1.0) for c in concepts)  # fsum: the order of a set changes nothing


def _likeness(a: Demand, b: Demand, masses: float, weight: Mapping[str, float]) -> float:
    """Cosine-like overlap of concepts, weighted, with a little for acts in common: which demands speak of the same thing.

    `masses` is the product of the weights of all concepts of each.
    """
    shared = a.concepts & b.concepts
    acts = a.acts & b.acts
    return (_mass(shared, weight) / math.sqrt(masses) if shared and masses else 0.0) + (
        0.3 * len(acts) / len(a.acts | b.acts) if acts else 0.0
    )


def matches(sources: Sequence[Demand], targets: Sequence[Demand], weight: Mapping[str, float]) -> list[tuple[Demand, Demand]]:
    """Each demand of either side with the one of the other that speaks most of the same thing, the best pair first: where
    each is the other's best match, or they are ALIKE and neither has found its own words.

    Of equals those with most words in common, then those at the same place. Neither side is preferred: swapped sides give
    swapped pairs.
    """
    mass_there = [_mass(b.concepts, weight) for b in targets]
    liked = [
        [_likeness(a, b, mass * there, weight) for b, there in zip(targets, mass_there, strict=True)]
        for a, mass in ((a, _mass(a.concepts, weight)) for a in sources)
    ]
    rows, columns = range(len(sources)), range(len(targets))

    def closeness(at: tuple[int, int]) -> tuple[float, float, bool, int, int, list[str]]:
        i, j = at
        a, b = sources[i], targets[j]
        alike = round(liked[i][j], 9), _words_in_common(a, b), a.cue == b.cue  # one clause may hold "may" and "should not"
        return *alike, -abs(i - j), -(i + j), sorted((a.text, b.text))

    of_sources = {_first([(i, j) for j in columns], liked, closeness) for i in rows}
    of_targets = {_first([(i, j) for i in rows], liked, closeness) for j in columns}
    mutual = of_sources & of_targets
    settled = [at for at in mutual if _words_in_common(sources[at[0]], targets[at[1]]) >= SAME_WORDS]
    left, right = {i for i, _ in settled}, {j for _, j in settled}
    best = mutual | {(i, j) for i, j in of_sources ^ of_targets if liked[i][j] >= ALIKE and i not in left and j not in right}
    ordered = sorted(best, key=closeness, reverse=True) if len(best) > 1 else best
    return [(sources[i], targets[j]) for i, j in ordered]


def best_match(sources: Sequence[Demand], targets: Sequence[Demand], weight: Mapping[str, float]) -> tuple[Demand, Demand]:
    """The two demands that speak most of the same thing."""
    return matches(sources, targets, weight)[0]


def _first(
    places: list[tuple[int, int]], liked: list[list[float]], closeness: Callable[[tuple[int, int]], tuple[object, ...]]
) -> tuple[int, int]:
    """The closest of `places`; words are looked at only where two are liked alike."""
    most = max(liked[i][j] for i, j in places) - _SAME_LIKENESS
    equals = [at for at in places if liked[at[0]][at[1]] >= most]
    return equals[0] if len(equals) == 1 else max(equals, key=closeness)


def _words_in_common(a: Demand, b: Demand) -> float:
    if a.lang != b.lang:
        return 0.0
    left, right = set(a.text.lower().split()), set(b.text.lower().split())
    return len(left & right) / max(1, len(left | right))


@lru_cache(maxsize=1)
def model() -> dict[str, float]:
    """Intercept and weights of the DIVERGE model, with how they were fitted beside them (`data/verdict.json`)."""
    stored = json.loads(files("align").joinpath("data/verdict.json").read_text(encoding="utf-8"))
    return {name: float(stored["weights"][name]) for name in ("intercept", *FEATURES)}


def features(differences: Sequence[Difference], covered: float, covers: float, cosine: float) -> dict[str, float]:
    """What the model reads, each between 0 and 1: the weightiest difference of three fields, and what neither side holds."""
    by_field: dict[str, float] = {}
    for d in differences:
        by_field[d.field] = max(by_field.get(d.field, 0.0), d.weight)
    return {
        "times": by_field.get("timeline", 0.0),
        "modality": by_field.get("modality", 0.0),
        "actor": by_field.get("actor", 0.0),
        "uncovered": 1.0 - covered,
        "uncovers": 1.0 - covers,
        "dissimilar": 1.0 - max(cosine, 0.0),
    }


def p_diverge(values: Mapping[str, float]) -> float:
    weights = model()
    return 1 / (1 + math.exp(-weights["intercept"] - sum(weights[name] * values[name] for name in FEATURES)))


def relation_of(label: Verdict, covered: float, covers: float) -> Relation:
    """How the source stands to the candidate, from how much each holds of the other."""
    if covered >= WHOLE and covers >= WHOLE:
        return "equivalent" if label == "AGREE" else "intersects"
    if covered >= WHOLE or (covered > covers and covers < PART):
        return "subset_of"
    if covers >= WHOLE or (covers > covered and covered < PART):
        return "superset_of"
    return "intersects"


def all_differences(matched: Sequence[tuple[Demand, Demand]]) -> tuple[Difference, ...]:
    """The differences of all matched demands, each rule once (of the closest pair), the most telling first.

    A deadline often stands in another sentence than the best match of the first (development gold: a time on one side
    only, in any demand, was DIVERGE in 19 of 22).
    """
    found: dict[str, Difference] = {}
    for a, b in matched:
        for d in compare(a, b):
            found.setdefault(d.rule, d)
    return tuple(sorted(found.values(), key=lambda d: (-d.weight, d.field, d.rule)))


def _said_elsewhere(d: Difference, sources: Sequence[Demand], targets: Sequence[Demand]) -> bool:
    """Whether a time or exception that one demand lacks stands in another of its passage: then it is not on one side only."""
    lacking = sources if not d.source else targets
    if d.rule == "exception on one side":
        return any(demand.exceptions or demand.strength == STRENGTH["EXEMPTED"] for demand in lacking)
    return d.rule == "time on one side" and any(demand.periods for demand in lacking)


def _chance(differences: Sequence[Difference], covered: float, covers: float, cosine: float) -> float:
    """The probability of DIVERGE, as people's decisions calibrated it where they did."""
    chance = p_diverge(features(differences, covered, covers, cosine))
    return recalibrated(max([chance, *(DECIDES[d.rule] for d in differences if d.rule in DECIDES)]), "diverge")


def judge(
    sources: Sequence[Demand],
    targets: Sequence[Demand],
    covered: float,
    covers: float,
    cosine: float,
    weight: Mapping[str, float],
) -> PairVerdict:
    """Rules first, then the model: a difference of DECIDES decides alone, as far as no calibration says otherwise."""
    matched = matches(sources, targets, weight)
    a, b = matched[0]
    found = tuple(d for d in all_differences(matched) if not _said_elsewhere(d, sources, targets))
    chance = _chance(found, covered, covers, cosine)
    without_modal = _chance([d for d in found if d.rule != "shall against should"], covered, covers, cosine)
    label: Verdict = "DIVERGE" if chance >= 0.5 else "AGREE"
    told = found if label == "DIVERGE" else ()
    return PairVerdict(
        label=label,
        relation=relation_of(label, covered, covers),
        differs_in=tuple(dict.fromkeys(d.field for d in found)) if told else (("design",) if label == "DIVERGE" else ()),
        differences=found,
        probability=chance if label == "DIVERGE" else 1 - chance,
        source=a,
        target=b,
        label_modal_aside="DIVERGE" if without_modal >= 0.5 else "AGREE",
    )
