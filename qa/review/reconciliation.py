"""From two reviewers' ratings to one disposition, by severity: the graver rating decides (first paper, 2.3.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from qa.pools import Pool, Rating, applicable


class Disposition(StrEnum):
    """What becomes of an item; `pass` and `borderline` are released."""

    PASS = "pass"
    BORDERLINE = "borderline"
    MATERIAL = "material error"
    UNABLE = "unable to assess"
    TECHNICAL = "technical unresolved"
    FORMAT = "format invalid"

    @property
    def released(self) -> bool:
        return self in (Disposition.PASS, Disposition.BORDERLINE)


def _of_ratings(ratings: Sequence[Mapping[str, Rating]], item_type: str) -> Disposition:
    given = [review.get(d) for review in ratings for d in applicable(item_type)]
    if "0" in given:
        return Disposition.MATERIAL
    if any(all(review.get(d) in ("U", "NA", None) for review in ratings) for d in applicable(item_type)):
        return Disposition.UNABLE
    return Disposition.BORDERLINE if "1" in given or "U" in given else Disposition.PASS


def reconcile(
    pool: Pool, screening: Mapping[str, Rating] | None, reviews: Sequence[Mapping[str, Rating]], item_type: str
) -> Disposition:
    """The disposition of a structurally valid item.

    A 0 from either reviewer on an applicable dimension is a material error. A dimension that no reviewer could assess leaves
    the item unable. Without reviews only a screen-negative item is kept, by its screening ratings; any other waits
    outside the release as unable.
    """
    if pool is Pool.TECHNICAL:
        return Disposition.TECHNICAL
    if reviews:
        return _of_ratings(reviews, item_type)
    if pool is Pool.NEGATIVE and screening is not None:
        return _of_ratings([screening], item_type)
    return Disposition.UNABLE
