"""Checks whose answer is known beforehand: a text against its own copy, two copies of one guideline, sides swapped.

What is right is told by the words alone, never by what the aligner computes: the twin of a passage is the unit over there
that holds most of its word sequences.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from align.candidates import PairIndex
from align.corpus import AlignCorpus
from align.judging import JudgedCandidate, SourceVerdict, judge_direction
from align.side import Side
from kg.records import Jurisdiction, ParsedDocument, Relation
from kg.text import squeeze

SEQUENCE = 5
"""Words in a row that are compared; in Chinese characters."""
FEWEST = 4
"""Sequences that a passage needs to be told apart: eight words."""
SHARED = 0.6
"""Share of a passage's sequences that its twin holds: two editions of one guideline differ in spelling and hyphens."""

SWAPPED: Mapping[Relation, Relation] = {
    "subset_of": "superset_of",
    "superset_of": "subset_of",
    "equivalent": "equivalent",
    "intersects": "intersects",
    "none": "none",
}

_WORD = re.compile(r"[㐀-鿿]|[^\W_]+")


@dataclass
class Twins:
    """How the passages of one side that have a twin on the other came out; counts of `n` sources."""

    n: int = 0
    first: int = 0
    """Whose first candidate is the twin."""
    agree: int = 0
    """Of these, labelled AGREE."""
    equivalent: int = 0
    """Of those of `first`, the relation `equivalent`."""
    silent: int = 0
    """Labelled SILENT though the twin is there, in whatever state."""
    misses: list[tuple[str, str, str]] = field(default_factory=list)
    """(source, what went wrong, first candidate) of each that is not first, or not AGREE."""

    def figures(self) -> dict[str, float]:
        """The shares as they are shown."""
        return {
            "sources": self.n,
            "twin first": self.first / max(self.n, 1),
            "twin AGREE": self.agree / max(self.first, 1),
            "twin equivalent": self.equivalent / max(self.first, 1),
            "twin SILENT": self.silent / max(self.n, 1),
        }


def moved(parsed: ParsedDocument, jurisdiction: Jurisdiction) -> ParsedDocument:
    """The document as if `jurisdiction` had issued it, under ids of its own."""

    def renamed(key: str) -> str:
        return f"{jurisdiction}:{key.partition(':')[2]}"

    document = replace(
        parsed.document, id=renamed(parsed.document.id), work=renamed(parsed.document.work), jurisdiction=jurisdiction
    )
    provisions = tuple(
        replace(
            p,
            id=renamed(p.id),
            document=document.id,
            parent=renamed(p.parent) if p.parent else None,
            jurisdiction=jurisdiction,
        )
        for p in parsed.provisions
    )
    return replace(parsed, document=document, provisions=provisions)


def sequences(text: str) -> list[str]:
    """Each run of SEQUENCE words, in any case, without punctuation."""
    words = _WORD.findall(text.lower())
    return [" ".join(words[i : i + SEQUENCE]) for i in range(len(words) - SEQUENCE + 1)]


def twins_of(source: Side, rows: Iterable[int], target: Side) -> dict[int, frozenset[str]]:
    """For each of `rows` that has a twin the units that hold it: several where one text stands in several places."""
    holders: dict[str, set[int]] = defaultdict(set)
    for row in target.targets:
        for run in sequences(target.passages[row].text):
            holders[run].add(int(target.unit[row]))
    out: dict[int, frozenset[str]] = {}
    for row in rows:
        runs = set(sequences(source.passages[row].text))
        if len(runs) < FEWEST:
            continue
        shared = Counter(unit for run in runs for unit in holders.get(run, ()))
        most = max(shared.values(), default=0)
        if most >= SHARED * len(runs):
            out[int(row)] = frozenset(target.units[u] for u, count in shared.items() if count == most)
    return out


def verdicts(corpus: AlignCorpus, source: str, target: str) -> list[SourceVerdict]:
    """Every verdict of one direction."""
    a, b = sorted((source, target))
    pair = PairIndex.build(corpus, corpus.sides[a], corpus.sides[b])
    return list(judge_direction(corpus, pair, corpus.sides[source], corpus.sides[target]))


def twins(corpus: AlignCorpus, source: str, target: str, found: Sequence[SourceVerdict]) -> Twins:
    """How the verdicts `found` of one direction treat the sources that have a twin."""
    side, other = corpus.sides[source], corpus.sides[target]
    row_of = {p.id: row for row, p in enumerate(side.passages)}
    known = twins_of(side, [row_of[v.source] for v in found], other)
    out = Twins()
    for v in found:
        right = known.get(row_of[v.source])
        if right is None:
            continue
        out.n += 1
        first = v.compared[0] if v.compared else None
        is_first = first is not None and first.unit in right
        out.first += is_first
        if v.label == "SILENT":
            out.silent += 1
        if first is not None and is_first:
            out.agree += v.label == "AGREE"
            out.equivalent += v.relation == "equivalent"
        if first is None or not is_first or v.label != "AGREE":
            went = "not first" if not is_first else _what(v, first)
            out.misses.append((v.source, went, first.unit if first else ""))
    return out


def same_text(corpus: AlignCorpus, source: str, target: str, found: Iterable[SourceVerdict]) -> list[SourceVerdict]:
    """The verdicts whose first candidate reads word for word as the source does."""
    mine, theirs = ({p.id: squeeze(p.text) for p in corpus.sides[name].passages} for name in (source, target))
    return [v for v in found if v.compared and mine[v.source] == theirs[v.compared[0].passages[0]]]


def _what(v: SourceVerdict, first: JudgedCandidate | None) -> str:
    rules = ", ".join(d.rule for d in first.verdict.differences) if first else ""
    return f"{v.label} {rules}".strip()


@dataclass(frozen=True, slots=True)
class Swap:
    """One pair of passages judged from either side."""

    source: str
    target: str
    there: JudgedCandidate
    back: JudgedCandidate

    @property
    def wrong(self) -> str:
        """What does not swap, "" where all does."""
        there, back = self.there.verdict, self.back.verdict
        if there.label != back.label:
            return f"label {there.label} {back.label}"
        if SWAPPED[there.relation] != back.relation:
            return f"relation {there.relation} {back.relation}"
        if there.differs_in != back.differs_in:
            return f"fields {there.differs_in} {back.differs_in}"
        if {d.swapped() for d in there.differences} != set(back.differences):
            return "spans"
        return ""


def swaps(there: Iterable[SourceVerdict], back: Iterable[SourceVerdict]) -> Iterator[Swap]:
    """The pairs of passages that were compared in both directions."""
    seen = {(v.source, c.passages[0]): c for v in back for c in v.compared}
    for v in there:
        for c in v.compared:
            other = seen.get((c.passages[0], v.source))
            if other is not None:
                yield Swap(v.source, c.passages[0], c, other)
