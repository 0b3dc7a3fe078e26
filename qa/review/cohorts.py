"""Who is reviewed: all that screening doubted, and a stratified sample of what it passed."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from qa.items import Item
from qa.pools import Pool

SAMPLE = 500
SEED = 2025
"""Size and seed of cohort B in the first paper."""


@dataclass(frozen=True, slots=True)
class Cohorts:
    """Ids to review: A all screen-positive, B the sample of the screen-negative, C all unable. Technical ones go out unseen."""

    a: tuple[str, ...]
    b: tuple[str, ...]
    c: tuple[str, ...]

    @property
    def reviewed(self) -> int:
        return len(self.a) + len(self.b) + len(self.c)


def hamilton(sizes: Mapping[str, int], seats: int) -> dict[str, int]:
    """`seats` shared out by `sizes` with the method of largest remainders; the shares sum to `seats`, or to all there is.

    Of equal remainders the larger stratum comes first, then the first by name; a stratum never gets more than it has.
    """
    total = sum(sizes.values())
    if total <= seats:
        return dict(sizes)
    exact = {name: Fraction(size * seats, total) for name, size in sizes.items()}
    shares = {name: int(share) for name, share in exact.items()}
    order = sorted(sizes, key=lambda name: (-(exact[name] - shares[name]), -sizes[name], name))
    for name in order[: seats - sum(shares.values())]:
        shares[name] += 1
    return shares


def draw_cohorts(items: Sequence[Item], pools: Mapping[str, Pool], sample: int = SAMPLE, seed: int = SEED) -> Cohorts:
    """Cohorts of `items` by their `pools`; B is drawn within type and language. The order of `items` changes nothing."""
    by_pool: dict[Pool, list[Item]] = defaultdict(list)
    for item in sorted(items, key=lambda item: item.id):
        by_pool[pools[item.id]].append(item)
    strata: dict[str, list[str]] = defaultdict(list)
    for item in by_pool[Pool.NEGATIVE]:
        strata[f"{item.type} {item.lang}"].append(item.id)
    shares = hamilton({name: len(ids) for name, ids in strata.items()}, sample)
    drawn = [i for name in sorted(strata) for i in random.Random(f"{seed} {name}").sample(strata[name], shares[name])]
    return Cohorts(
        a=tuple(item.id for item in by_pool[Pool.POSITIVE]),
        b=tuple(sorted(drawn)),
        c=tuple(item.id for item in by_pool[Pool.UNABLE]),
    )
