"""What the lexicon's size is worth: R@k of a ranking by concepts alone, over random parts of the lexicon.

`python -m align.lexicon_curve CORPUS GOLD.jsonl --plot docs/lexicon-curve.svg` prints the table of docs/lexicon.md.
The ranking is BM25 over concept weights (heading, lead-in and text), idf the geometric mean of both sides; no vectors, no
class, no prior: it measures the lexicon, not the aligner.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from align.passages import Passage, read_passages
from ingest.concepts import ConceptMatcher, Lexicon, lexicon
from ingest.reading import list_files, read_file
from kg.text import squeeze

SHARES = (0.25, 0.5, 0.75, 1.0)
SEEDS = 5
DEPTHS = (1, 10, 50)
_K1, _B = 1.2, 0.75
_IDF_FLOOR = 0.05
_SHORTEST_MATCH = 8
"""A passage shorter than this many characters is contained in too many texts to be taken for the target."""


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """Recall of one direction at one share of the lexicon, mean over the draws: `recall[k]` within the first k."""

    direction: str
    share: float
    concepts: int
    items: int
    recall: dict[int, float]


@dataclass(frozen=True)
class ConceptPool:
    """Passages of one jurisdiction, texts that say the same taken together, with their concept weights."""

    texts: tuple[str, ...]
    units: tuple[int, ...]
    """The unit (section, article, 条) of each text, as a number."""
    weights: sparse.csr_matrix
    lengths: NDArray[np.float64]

    @classmethod
    def build(cls, passages: Iterable[Passage], matcher: ConceptMatcher, columns: dict[str, int]) -> ConceptPool:
        texts: dict[str, Passage] = {}
        for p in passages:
            texts.setdefault(squeeze(p.text) if p.lang == "zh" else f"{p.unit} {squeeze(p.text)}", p)
        kept = list(texts.values())
        unit_numbers: dict[str, int] = {}
        units = tuple(unit_numbers.setdefault(p.unit, len(unit_numbers)) for p in kept)
        whole = [f"{p.heading} . {p.lead_in} . {p.text}" if p.lang == "en" else f"{p.chapter}。{p.text}" for p in kept]
        rows = [matcher.weights(text, p.lang) for text, p in zip(whole, kept, strict=True)]
        return cls(
            tuple(squeeze(p.text) for p in kept), units, _matrix(rows, columns), np.array([len(t) for t in whole], dtype=float)
        )

    @cached_property
    def saturated(self) -> sparse.csr_matrix:
        return saturate(self.weights, self.lengths, float(self.lengths.mean()))

    @cached_property
    def idf(self) -> NDArray[np.float64]:
        frequency = np.diff(self.weights.tocsc().indptr)
        idf: NDArray[np.float64] = np.log((self.weights.shape[0] - frequency + 0.5) / (frequency + 0.5) + 1)
        return np.where(frequency > 0, np.maximum(idf, _IDF_FLOOR), 0.0)


def saturate(weights: sparse.csr_matrix, lengths: NDArray[np.float64], average: float) -> sparse.csr_matrix:
    """BM25's (k1 + 1) tf / (tf + k1 (1 - b + b length / average)), entry by entry."""
    out = weights.copy()
    rows = np.repeat(np.arange(out.shape[0]), np.diff(out.indptr))
    out.data = (_K1 + 1) * out.data / (out.data + _K1 * (1 - _B + _B * lengths[rows] / average))
    return out


def _matrix(rows: Sequence[dict[str, float]], columns: dict[str, int]) -> sparse.csr_matrix:
    entries = [(i, columns[name], value) for i, row in enumerate(rows) for name, value in row.items()]
    i, j, v = zip(*entries, strict=True) if entries else ((), (), ())
    return sparse.csr_matrix((v, (i, j)), shape=(len(rows), len(columns)), dtype=float)


def lexicon_curve(passages: Sequence[Passage], items: Sequence[dict[str, object]], of: Lexicon) -> list[CurvePoint]:
    """The recall of every direction in `items` (records of the align gold that have targets) at each share of the lexicon.

    A subset is drawn by concept; phrases of concepts left out are still matched and then ignored, so that the texts are read
    once. Whole units are ranked (the best passage counts) except for Chinese targets, which are whole already.
    """
    matcher = ConceptMatcher(of)
    columns = {concept.id: n for n, concept in enumerate(of.concepts)}
    by_jurisdiction: dict[str, list[Passage]] = defaultdict(list)
    for passage in passages:
        if passage.target:
            by_jurisdiction[passage.jurisdiction].append(passage)
    pools = {name: ConceptPool.build(found, matcher, columns) for name, found in sorted(by_jurisdiction.items())}
    points: list[CurvePoint] = []
    for direction in sorted({str(item["direction"]) for item in items}):
        source, target = (pools[name] for name in direction.split("->"))
        chosen = [item for item in items if item["direction"] == direction]
        queries, right = _queries(chosen, direction, matcher, columns, source), [_right_units(i, target) for i in chosen]
        for share in SHARES:
            draws = [_recalls(queries, right, source, target, keep) for keep in _subsets(len(columns), share)]
            recall = {k: float(np.mean([draw[k] for draw in draws])) for k in DEPTHS}
            points.append(CurvePoint(direction, share, round(share * len(columns)), len(chosen), recall))
    return points


def _subsets(size: int, share: float) -> list[NDArray[np.bool_]]:
    if share == 1.0:
        return [np.ones(size, dtype=bool)]
    return [np.random.default_rng(seed).random(size) < share for seed in range(SEEDS)]


def _queries(
    items: Sequence[dict[str, object]], direction: str, matcher: ConceptMatcher, columns: dict[str, int], side: ConceptPool
) -> sparse.csr_matrix:
    lang = "zh" if direction.startswith("CN") else "en"
    texts = []
    for item in items:
        source = item["source"]
        assert isinstance(source, dict)
        texts.append(" . ".join(str(source[key]) for key in ("heading", "context", "text") if source.get(key)))
    weights = _matrix([matcher.weights(text, lang) for text in texts], columns)
    return saturate(weights, np.array([len(t) for t in texts], dtype=float), float(side.lengths.mean()))


def _right_units(item: dict[str, object], pool: ConceptPool) -> set[int]:
    targets = item["targets"]
    assert isinstance(targets, list)
    wanted = [squeeze(str(t["text"])) for t in targets]
    return {
        unit
        for text, unit in zip(pool.texts, pool.units, strict=True)
        if len(text) >= _SHORTEST_MATCH and any(text in one or one in text for one in wanted)
    }


def _recalls(
    queries: sparse.csr_matrix, right: Sequence[set[int]], source: ConceptPool, target: ConceptPool, keep: NDArray[np.bool_]
) -> dict[int, float]:
    idf = np.sqrt(source.idf * target.idf) * keep
    scores = np.asarray((target.saturated @ (queries @ sparse.diags(idf)).T).todense()).T
    units = np.array(target.units)
    ranks = []
    for row, wanted in zip(scores, right, strict=True):
        best = np.full(units.max() + 1, -1.0)
        np.maximum.at(best, units, row)
        top = max((best[u] for u in wanted), default=-1.0)
        ranks.append(int((best > top).sum()) + 1 if wanted and top > 0 else len(best) + 1)
    return {k: float(np.mean([rank <= k for rank in ranks])) for k in DEPTHS}


def _plot(points: Sequence[CurvePoint], path: Path) -> None:
    from matplotlib.figure import Figure  # noqa: PLC0415 - half a second that the table alone does not need

    figure = Figure(figsize=(6, 4), layout="constrained")
    axes = figure.subplots()
    for direction in sorted({p.direction for p in points}):
        line = [p for p in points if p.direction == direction]
        axes.plot([p.concepts for p in line], [p.recall[10] for p in line], marker="o", label=f"{direction} ({line[0].items})")
    axes.set(xlabel="concepts", ylabel="R@10, concepts alone", ylim=(0, 1))
    axes.legend()
    figure.savefig(path)


def main() -> None:
    """Reads the corpus and the gold and prints the table in Markdown."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("corpus", type=Path, nargs="+", help="files or folders to rank over")
    parser.add_argument("--gold", type=Path, required=True)
    parser.add_argument("--plot", type=Path)
    given = parser.parse_args()
    parsed = [d for path, name in list_files(given.corpus) for d in read_file(path, name).documents]
    passages = read_passages([d.document for d in parsed], [p for d in parsed for p in d.provisions], {})
    items = [json.loads(line) for line in given.gold.read_text(encoding="utf-8").splitlines()]
    points = lexicon_curve(passages, [item for item in items if item["targets"]], lexicon())
    print("| direction | share | concepts | items | R@1 | R@10 | R@50 |\n|---|---|---|---|---|---|---|")
    for p in points:
        print(f"| {p.direction} | {p.share:.0%} | {p.concepts} | {p.items} |", *(f"{p.recall[k]:.2f} |" for k in DEPTHS))
    if given.plot is not None:
        _plot(points, given.plot)


if __name__ == "__main__":
    main()
