"""What kind of product a passage is about, told by words of its title, headings and text.

A rule for devices is hardly the counterpart of a rule for cosmetics, however alike they read. Of all signals this one
helps in every language pair and direction (see docs/alignment.md).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

CLASSES = ("drug", "biologic", "narcotic", "device", "cosmetic", "food", "tobacco", "veterinary", "radiation")

_EN = {
    "drug": r"\b(?:drugs?|pharmaceuticals?|medicinal products?|medicines?|new drug|anda|nda|apis?)\b",
    "biologic": r"\b(?:biologics?|biological|vaccines?|blood|plasma|sera|antitoxins?|allergenic|human cells|tissues?)\b",
    "narcotic": r"\b(?:narcotics?|controlled substances?|psychotropic|schedules? (?:i|ii|iii|iv|v)\b|listed chemicals?|"
    r"precursors?|opium)",
    "device": r"\b(?:medical devices?|devices?|in vitro diagnostic|ivd|udi|notified bod(?:y|ies))\b",
    "cosmetic": r"\bcosmetics?\b",
    "food": r"\b(?:foods?|dietary|infant formula|nutrition|juice|seafood|low-acid|shell eggs?|bottled water)\b",
    "tobacco": r"\b(?:tobacco|cigarettes?|smokeless)\b",
    "veterinary": r"\b(?:veterinary|animal (?:drugs?|feeds?|foods?)|new animal|medicated feeds?|vich)\b",
    "radiation": r"\b(?:radiation|radiological|x-ray|laser products?|electronic products?|mammography|"
    r"radiopharmaceuticals?|radioactive)\b",
}
_ZH = {
    "drug": r"药品|药物|制剂|原料药|中药|处方|化学药",
    "biologic": r"生物制品|疫苗|血液|血浆|单采血浆|批签发",
    "narcotic": r"麻醉药品|精神药品|易制毒|毒品|第一类精神",
    "device": r"医疗器械|器械|体外诊断|植入",
    "cosmetic": r"化妆品",
    "food": r"食品|保健食品|婴幼儿|食用农产品",
    "tobacco": r"烟草|卷烟|电子烟",
    "veterinary": r"兽药|动物|饲料",
    "radiation": r"放射|辐射|射线",
}
_PATTERNS = {
    "en": [re.compile(_EN[c], re.IGNORECASE) for c in CLASSES],
    "zh": [re.compile(_ZH[c]) for c in CLASSES],
}
_ANY = {lang: re.compile("|".join(p.pattern for p in patterns), patterns[0].flags) for lang, patterns in _PATTERNS.items()}
_RELATED = frozenset({"drug", "biologic", "narcotic"})
_RELATED_BITS = sum(1 << i for i, c in enumerate(CLASSES) if c in _RELATED)
_VETERINARY = 1 << CLASSES.index("veterinary")
_AGENCY = re.compile(r"food and drug(?: administration|s\b)|食品药品监督", re.IGNORECASE)  # the agency's name names no product

_HUMAN = re.compile(r"\bhuman(?: drugs?| medicin\w+)?\b(?! (?:cells|tissue|food|blood))|人用", re.IGNORECASE)
"""Of a title that names animals too: a part on "human drugs and animal drugs" is about both."""

SHARED, GENERAL, RELATED, FOREIGN = 1.0, 0.5, 0.4, 0.0


def classes_of(context: str, text: str, lang: str) -> int:
    """The classes as bits. The title and headings decide; only where they name none does the text.

    0 is general: a rule on hearings, electronic records or institutional review boards holds for all.
    """
    bits = _bits_of_context(context, lang) or _bits(text, lang)
    if bits & _VETERINARY and not _HUMAN.search(context):
        return _VETERINARY  # "new animal drug" is no human drug
    return bits


def _bits(text: str, lang: str) -> int:
    key = "zh" if lang == "zh" else "en"
    text = _AGENCY.sub(" ", text)
    if not _ANY[key].search(text):
        return 0
    return sum(1 << i for i, pattern in enumerate(_PATTERNS[key]) if pattern.search(text))


_bits_of_context = lru_cache(maxsize=1 << 12)(_bits)  # many passages in a row share their headings


def class_score(a: int, b: int) -> float:
    """1 where a class is shared, .5 where one side is general, .4 among drug, biologic and narcotic, else 0."""
    if a & b:
        return SHARED
    if not a or not b:
        return GENERAL
    return RELATED if a & _RELATED_BITS and b & _RELATED_BITS else FOREIGN


def class_names(bits: int) -> tuple[str, ...]:
    """The names of the classes, () for general."""
    return tuple(c for i, c in enumerate(CLASSES) if bits >> i & 1)


def class_rows(sources: Sequence[int], targets: NDArray[np.int64]) -> dict[int, NDArray[np.float32]]:
    """For each distinct class of a source, its score with every target."""
    distinct, inverse = np.unique(targets, return_inverse=True)
    return {s: np.array([class_score(s, int(t)) for t in distinct], np.float32)[inverse] for s in set(sources)}
