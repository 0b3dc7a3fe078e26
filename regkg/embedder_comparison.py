"""What each embedder gives the search: recall on the development gold with all else equal, and its speed.

Every embedder has the corpus built and searched in the same way; only the vectors differ, each from its own cache. With
a sample, the corpus is cut down to some sections, articles and 条 of each jurisdiction beside those that the gold names:
the same for all embedders, and easier than the whole, so such figures compare embedders and say nothing else.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from align.candidates import PARTS
from align.corpus import AlignCorpus
from align.embeddings import Embedder, VectorCache, make_embedder
from align.graph_input import GraphInput
from align.passages import unit_of
from kg.errors import Missing, UsageError
from kg.progress import Report, silent
from kg.records import ABOVE_A_PROVISION
from kg.settings import Settings
from kg.tree import Tree
from regkg.align_study import SETS, Study, read_gold, recall, studies
from regkg.gold import Gold, GoldItem

_TIMED = 512
"""Passages that an embedder is timed over, after one to load it."""
_SEED = 20
_ALONE = {part: float(part == "vectors") for part in PARTS}


@dataclass(frozen=True, slots=True)
class Contender:
    """An embedder as it was named, with what was measured of it by itself: values a vector, passages a second."""

    spec: str
    embedder: Embedder
    dimension: int = 0
    speed: float = 0.0

    def timed(self, texts: Sequence[str]) -> Contender:
        """Over `texts` without the cache: USE in one process, the others on `REGKG_JOBS` threads."""
        self.embedder.encode(texts[:1])
        start = time.perf_counter()
        vectors = self.embedder.encode(texts)
        return replace(self, dimension=vectors.shape[1], speed=len(texts) / (time.perf_counter() - start))


def compare_embedders(
    given: GraphInput,
    names: Sequence[str],
    settings: Settings,
    shared: Path,
    sample: int = 0,
    only: Sequence[str] = (),
    progress: Report = silent,
) -> Iterator[dict[str, Any]]:
    """A row for each embedder, direction and search (all signals; its vectors alone): recall, passages a second, values.

    `sample` is the number of passages of each jurisdiction beside the gold's own, 0 takes all; `only` names sets of the gold
    (`us-eu` for an English model), none takes all whose jurisdictions are in the graph. Raises Missing where the
    gold, a model or its package is not there, before anything is embedded.
    """
    if not names:
        raise UsageError("name the embedders to compare, for example use,st:MODEL,onnx:FOLDER")
    chosen = _sets(given, shared, only)
    contenders = [Contender(name, make_embedder(settings.model_copy(update={"embedder": name}))) for name in names]
    gold = read_gold(given, shared)
    sides = {side for name in chosen for side in SETS[name]}
    given = _of_jurisdictions(given, sides)
    if sample:
        items = [item for name in chosen for item in gold.items(_gold_file(shared, name))]
        given = sampled(given, gold, items, sample)
    texts = [p.text for p in given.provisions if p.text and p.level not in ABOVE_A_PROVISION]
    probe = [text[:600] for text in random.Random(_SEED).sample(texts, min(_TIMED, len(texts)))]
    for at, contender in enumerate(contenders):
        progress("embedders", at, len(contenders))
        yield from _rows(contender.timed(probe), given, gold, settings, shared)
    progress("embedders", len(contenders), len(contenders))


def _rows(contender: Contender, given: GraphInput, gold: Gold, settings: Settings, shared: Path) -> Iterator[dict[str, Any]]:
    vectors = VectorCache(settings.workspace / "cache", contender.embedder)
    corpus = AlignCorpus.build(given.documents, given.provisions, given.extractions, vectors, settings.workers, given.half_read)
    for study in studies(corpus, gold, shared):
        for search, weights in (("all signals", None), ("vectors alone", _ALONE)):
            for direction in study.directions():
                yield {
                    "embedder": contender.spec,
                    "direction": direction,
                    "search": search,
                    **_recall(study, direction, weights),
                    "passages": sum(len(corpus.sides[side].passages) for side in direction.split("->")),
                    "passages/s": round(contender.speed),
                    "dimension": contender.dimension,
                }


def _recall(study: Study, direction: str, weights: Mapping[str, float] | None) -> dict[str, Any]:
    ranks = [study.rank(*found) for found in study.search(direction, weights) if found[0].targets]
    return {"n": len(ranks)} | {name: round(value, 3) for name, value in recall(ranks).items()}


def _gold_file(shared: Path, name: str) -> Path:
    return shared / f"gold/{name}.jsonl"


def _sets(given: GraphInput, shared: Path, only: Sequence[str]) -> list[str]:
    """The gold's sets to compare on: those whose two jurisdictions are in the graph."""
    unknown = sorted(set(only) - SETS.keys())
    if unknown:
        raise UsageError(f"the gold has no set {unknown[0]}: use {' or '.join(SETS)}")
    there = {d.jurisdiction for d in given.documents}
    chosen = [name for name, sides in SETS.items() if there.issuperset(sides) and (name in only or not only)]
    if not chosen:
        raise UsageError(
            f"the gold compares {' and '.join('-'.join(sides) for sides in SETS.values())}, the graph holds "
            f"{', '.join(sorted(there)) or 'nothing'}: build a graph of both sides, or name it with --store"
        )
    for path in (shared / "score/score.py", *(_gold_file(shared, name) for name in chosen)):
        if not path.is_file():
            raise Missing(f"the development gold is not there ({path}): name its folder with --shared")
    return chosen


def _of_jurisdictions(given: GraphInput, sides: set[str]) -> GraphInput:
    return replace(
        given,
        documents=[d for d in given.documents if d.jurisdiction in sides],
        provisions=[p for p in given.provisions if p.jurisdiction in sides],
    )


def sampled(given: GraphInput, gold: Gold, items: Sequence[GoldItem], size: int) -> GraphInput:
    """`given` with the sections, articles and 条 that `items` name and a random draw of others, `size` passages of each
    jurisdiction; headings above them are kept. The same draw each time."""
    tree = Tree(given.provisions)
    passages = [p for p in given.provisions if p.level not in ABOVE_A_PROVISION]
    unit = {p.id: unit_of(p, tree) for p in passages}
    counts: dict[str, dict[str, int]] = {}
    for p in passages:
        of_side = counts.setdefault(p.jurisdiction, {})
        of_side[unit[p.id].id] = of_side.get(unit[p.id].id, 0) + 1
    kept = {unit[source].id for item in items for source in item.sources if source in unit}
    kept |= gold.holding(items, {i: side for side, units in counts.items() for i in units})
    for _, units in sorted(counts.items()):
        left = size
        for i in random.Random(_SEED).sample(sorted(units), len(units)):
            if left <= 0:
                break
            if i not in kept:
                kept.add(i)
                left -= units[i]
    return replace(given, provisions=[p for p in given.provisions if p.id not in unit or unit[p.id].id in kept])
