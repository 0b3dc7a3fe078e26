"""C1-C5 ratings and the pools that they put an item into (first paper, 2.3.2 and S1's disposition hierarchy)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal

Rating = Literal["2", "1", "0", "U", "NA"]
"""2 satisfied, 1 a borderline concern that is not material, 0 a material defect, U unable to assess, NA not applicable."""

DIMENSIONS: dict[str, str] = {
    "C1": "the marked answer is correct",
    "C2": "the explanation is correct and fits the answer",
    "C3": "the item can be answered and has one best answer",
    "C4": "the question is well put and fits its task",
    "C5": "the comparison of the two sides is valid (Comparative items only)",
}


class Pool(StrEnum):
    """Where screening puts an item; review and release go on from here."""

    POSITIVE = "screen-positive"
    NEGATIVE = "screen-negative"
    UNABLE = "unable"
    TECHNICAL = "technical-unresolved"


def applicable(item_type: str) -> tuple[str, ...]:
    """The dimensions that an item of this type is rated on."""
    return tuple(DIMENSIONS) if item_type == "Comparative" else tuple(d for d in DIMENSIONS if d != "C5")


def pool_of(ratings: Mapping[str, Rating] | None, item_type: str) -> Pool:
    """The pool of an item: a material defect on any applicable dimension comes first, then an unable rating, then the rest.

    No ratings at all, or one missing on an applicable dimension, is a technical failure of the screener, never a pass.
    """
    if ratings is None or any(ratings.get(d) in (None, "NA") for d in applicable(item_type)):
        return Pool.TECHNICAL
    given = {ratings[d] for d in applicable(item_type)}
    if "0" in given:
        return Pool.POSITIVE
    return Pool.UNABLE if "U" in given else Pool.NEGATIVE
