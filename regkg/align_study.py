"""`make study`: what each ingredient of the search gives, and how far the probabilities can be trusted.

    python -m regkg.align_study [--shared ../shared] [--graph .regkg/score/graph]

Reads the graph that `make score` built and the development gold; writes docs/alignment_study.md and
docs/pictures/reliability.svg. Everything is computed in memory over the gold's sources; the graph is not changed.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from align.candidates import PARTS, Hits, PairIndex, most_of_one, weights
from align.corpus import AlignCorpus
from align.embeddings import VectorCache, make_embedder
from align.graph_input import GraphInput, read_graph
from align.judging import Judge, SourceVerdict
from align.paper_method import PaperMethod
from kg.settings import settings
from kg.tree import Tree
from regkg.gold import Gold, GoldItem
from regkg.opening import open_graph

PAGE = Path("docs/alignment_study.md")
PICTURE = Path("docs/pictures/reliability.svg")
SETS = {"us-cn": ("CN", "US"), "us-eu": ("EU", "US")}
DEPTHS = (1, 5, 10, 50)
BINS = (0.0, 0.1, 0.2, 0.4, 0.6, 0.8, 1.01)


@dataclass(frozen=True, slots=True)
class Told:
    """One probability that was told, and whether what it speaks of was so."""

    what: str
    direction: str
    probability: float
    so: bool


@dataclass
class Study:
    """The gold's items of one pair of jurisdictions, placed in the corpus."""

    corpus: AlignCorpus
    pair: PairIndex
    gold: Gold
    items: list[GoldItem]
    rows: Mapping[str, int]

    def asked(self, direction: str) -> list[tuple[int, GoldItem]]:
        """Items of a direction with the row of their source."""
        found = ((next((self.rows[s] for s in i.sources if s in self.rows), -1), i) for i in self.items)
        return [(row, item) for row, item in found if row >= 0 and item.direction == direction]

    def directions(self) -> list[str]:
        return sorted({item.direction for item in self.items})

    def search(self, direction: str, given: Mapping[str, float] | None = None) -> Iterator[tuple[GoldItem, Hits, int]]:
        """Each item with the hits that hold it and its place among them."""
        source = self.corpus.sides[direction[:2]]
        by_row: dict[int, list[GoldItem]] = {}
        for row, item in self.asked(direction):
            by_row.setdefault(row, []).append(item)
        for hits in self.pair.search(source, np.array(sorted(by_row), np.int64), given):
            for at, row in enumerate(hits.sources):
                for item in by_row[int(row)]:
                    yield item, hits, at

    def rank(self, item: GoldItem, hits: Hits, at: int, *, by_score: bool = False) -> int:
        """Of the first right candidate, from 0; past the end where there is none. In the order shown, or that of the scores."""
        target = self.corpus.sides[item.direction[-2:]]
        order = np.argsort(-hits.score[at], kind="stable") if by_score else np.arange(hits.units.shape[1])
        units = [target.units[u] for u in hits.units[at][order]]
        copies = ((u, *target.copies.get(u, ())) for u in units)
        return next((k for k, same in enumerate(copies) if any(self.gold.is_right(item, u) for u in same)), len(units))


def recall(ranks: Sequence[int]) -> dict[str, float]:
    return {f"R@{k}": float(np.mean([rank < k for rank in ranks])) if ranks else float("nan") for k in DEPTHS}


def ablation(study: Study) -> Iterator[dict[str, Any]]:
    """R@k of each direction as shipped, with one signal left out, and with any number of one instrument on the first page."""
    chosen = weights()[study.pair.recipe()]
    settings_ = [("as shipped", chosen)] + [(f"without {p}", {**chosen, p: 0.0}) for p in PARTS if chosen[p]]
    for name, given in settings_:
        for direction in study.directions():
            found = [f for f in study.search(direction, given) if f[0].targets]
            ranks = [study.rank(*f) for f in found]
            yield {"direction": direction, "search": name, "n": len(ranks), **recall(ranks)}
            if given is chosen and most_of_one()[study.pair.recipe()]:
                ranks = [study.rank(*f, by_score=True) for f in found]
                yield {"direction": direction, "search": "without limit an instrument", "n": len(ranks), **recall(ranks)}


def paper(study: Study, vectors: VectorCache) -> Iterator[dict[str, Any]]:
    """R@k of the first paper's method (align/paper_method.py) with its phrases from the lexicon; n counts those it can rank."""
    for direction in study.directions():
        source, target = (study.corpus.sides[name] for name in direction.split("->"))
        method = PaperMethod(study.corpus, source, target, vectors)
        unit = target.unit[method.targets]
        ranks = []
        for row, item in study.asked(direction):
            if item.targets:
                order = np.argsort(-method.cosines(np.array([row]))[0], kind="stable")
                units = [target.units[u] for u in dict.fromkeys(int(unit[k]) for k in order[: 20 * max(DEPTHS)])]
                shown = units[: max(DEPTHS)]
                ranks.append(next((k for k, u in enumerate(shown) if study.gold.is_right(item, u)), max(DEPTHS)))
        yield {"direction": direction, "search": "the first paper's method", "n": len(ranks), **recall(ranks)}


def told(study: Study) -> Iterator[Told]:
    """Every probability of the verdicts on covered items, with the truth."""
    for direction in study.directions():
        source, target = (study.corpus.sides[name] for name in direction.split("->"))
        judge = Judge(study.pair, source, target)
        block: Hits | None = None
        verdicts: list[SourceVerdict] = []
        for item, hits, at in study.search(direction):
            if hits is not block:
                block, verdicts = hits, list(judge.judge(hits))
            if item.covered:
                yield from _of_item(study, direction, item, verdicts[at])


def _of_item(study: Study, direction: str, item: GoldItem, verdict: SourceVerdict) -> Iterator[Told]:
    if verdict.p_silent is not None:
        yield Told("p_silent", direction, verdict.p_silent, item.label == "SILENT")
    for candidate in verdict.compared:
        right = study.gold.is_right(item, candidate.unit)
        yield Told("match", direction, candidate.match, right)
        if right and item.label != "SILENT":
            same = candidate.verdict.label == item.label
            yield Told("label, right counterpart given", direction, candidate.verdict.probability, same)


def reliability(found: Sequence[Told]) -> Iterator[dict[str, Any]]:
    """What was told against what was so, in bins."""
    for low, high in pairwise(BINS):
        inside = [t for t in found if low <= t.probability < high]
        if inside:
            yield {
                "told": f"{low:.1f}-{min(high, 1.0):.1f}",
                "n": len(inside),
                "mean": float(np.mean([t.probability for t in inside])),
                "so": float(np.mean([t.so for t in inside])),
            }


def brier(found: Sequence[Told]) -> float:
    """Mean squared difference (Brier 1950), 0 best."""
    return float(np.mean([(t.probability - t.so) ** 2 for t in found]))


def read_gold(given: GraphInput, shared: Path) -> Gold:
    """The gold's reader over all provisions of the graph."""
    tree = Tree(given.provisions)
    provisions = (
        {"id": p.id, "citation": p.citation, "text": p.text, "level": p.level, "full_text": tree.full_text(p)}
        for p in given.provisions
    )
    return Gold(shared / "score/score.py", provisions)


def studies(corpus: AlignCorpus, gold: Gold, shared: Path) -> Iterator[Study]:
    """One for each pair of jurisdictions that the corpus holds and the gold speaks of."""
    rows = {p.id: at for side in corpus.sides.values() for at, p in enumerate(side.passages)}
    for name, (a, b) in SETS.items():
        if {a, b} <= corpus.sides.keys():
            items = list(gold.items(shared / f"gold/{name}.jsonl"))
            yield Study(corpus, PairIndex.build(corpus, corpus.sides[a], corpus.sides[b]), gold, items, rows)


def page(table: Sequence[dict[str, Any]], found: Sequence[Told]) -> str:
    lines = [
        "# What the search and the probabilities are worth",
        "",
        "Written by `make study` over the graph of `make score` and the development half of the gold, in memory. The constants",
        "were fitted on the same items, so these figures flatter; docs/alignment.md has the held-out ones. Few items: see *n*.",
        "",
        "## One signal left out",
        "",
        "| direction | search | n | R@1 | R@5 | R@10 | R@50 |",
        "|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {row['direction']} | {row['search']} | {row['n']} | " + " | ".join(f"{row[f'R@{k}']:.2f}" for k in DEPTHS) + " |"
        for row in sorted(table, key=lambda row: row["direction"])
    ]
    for what in dict.fromkeys(t.what for t in found):
        chosen = [t for t in found if t.what == what]
        base = float(np.mean([t.so for t in chosen]))
        lines += ["", f"## Reliability of {what}", ""]
        lines += [f"{len(chosen)} told; Brier {brier(chosen):.3f}, always telling the mean {base * (1 - base):.3f}.", ""]
        lines += ["| told | n | mean told | was so |", "|---|---|---|---|"]
        lines += [f"| {r['told']} | {r['n']} | {r['mean']:.2f} | {r['so']:.2f} |" for r in reliability(chosen)]
    return "\n".join([*lines, "", "![reliability](pictures/reliability.svg)", ""])


def plot(found: Sequence[Told], path: Path) -> None:
    from matplotlib.figure import Figure  # noqa: PLC0415 - half a second that only this needs

    figure = Figure(figsize=(6, 4.5), layout="constrained")
    axes = figure.subplots()
    axes.plot([0, 1], [0, 1], color="0.7", linewidth=1)
    for what in dict.fromkeys(t.what for t in found):
        rows = list(reliability([t for t in found if t.what == what]))
        axes.plot([r["mean"] for r in rows], [r["so"] for r in rows], marker="o", label=what)
    axes.set(xlabel="told", ylabel="was so", xlim=(0, 1), ylim=(0, 1))
    axes.legend()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--graph", default=".regkg/score/graph")
    arguments = parser.parse_args()
    with open_graph(arguments.graph) as store:
        given = read_graph(store)
    vectors = VectorCache(settings().workspace / "cache", make_embedder(settings()))
    corpus = AlignCorpus.build(
        given.documents, given.provisions, given.extractions, vectors, settings().workers, given.half_read
    )
    table: list[dict[str, Any]] = []
    found: list[Told] = []
    for study in studies(corpus, read_gold(given, arguments.shared), arguments.shared):
        table.extend(ablation(study))
        table.extend(paper(study, vectors))
        found.extend(told(study))
    PAGE.write_text(page(table, found), encoding="utf-8")
    plot(found, PICTURE)
    print(PAGE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
