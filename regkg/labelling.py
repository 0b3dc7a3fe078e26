"""Sheets of demands with their best candidates for a reader to label, and the answers gathered into one file of labels.

    python -m regkg.labelling draw --out SHEETS [--sources 600] [--twice 100] [--likely]
    python -m regkg.labelling gather SHEETS [--labels align/data/labels.tsv]

The draw reads the graph that `make score` built and leaves out every unit that holds a source of the gold. `--likely` draws
from the two fifths with the best match: a draw from everything shows what is there, and few counterparts. A sheet is text with
numbered demands; the answers to `NAME.md` stand in `NAME.answers.jsonl`, a line a demand: {"n": 1, "answers":
[["answers", "time"], ["topic", ""], ...]}.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from align.candidates import PairIndex
from align.corpus import AlignCorpus
from align.judging import judge_direction
from align.labels import ANSWERS, FIELDS, PairLabel, hash_of, write_labels
from align.object_class import class_names
from align.passages import Passage
from align.run import read_corpus
from align.side import Side
from kg.settings import settings
from regkg.gold import Gold
from regkg.opening import open_graph

LABELS = Path("align/data/labels.tsv")
DIRECTIONS = ("US->CN", "CN->US", "US->EU", "EU->US")
SHOWN = 5
A_SHEET = 10
"""Demands on one sheet."""
_SOURCE_CHARACTERS, _PASSAGE_CHARACTERS = 900, 450


@dataclass(frozen=True, slots=True)
class Asked:
    """One demand on a sheet: its key and those of its candidates, without the texts."""

    n: int
    direction: str
    source: str
    source_text: str
    targets: tuple[tuple[str, str], ...]
    """Unit and the hash of the passages shown of it."""


def draw_sources(side: Side, n: int, shut_out: set[str], rng: random.Random) -> list[int]:
    """`n` rows of demands: classes by the root of their size, within a class one of each instrument in turn."""
    by_class: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for row in side.stating():
        p = side.passages[row]
        if p.unit not in shut_out and len(p.text) >= 40:
            by_class[int(side.classes[row])][p.part].append(int(row))
    sizes = {c: sum(map(len, parts.values())) ** 0.5 for c, parts in by_class.items()}
    total = sum(sizes.values())
    wanted = {c: max(1, round(n * size / total)) for c, size in sizes.items()}
    largest = max(sizes, key=lambda c: (sizes[c], c))
    wanted[largest] += n - sum(wanted.values())
    return [row for c in sorted(by_class) for row in _in_turn(by_class[c], wanted[c], rng)]


def _in_turn(parts: dict[str, list[int]], n: int, rng: random.Random) -> list[int]:
    names = sorted(parts)
    rng.shuffle(names)
    piles = [rng.sample(parts[name], len(parts[name])) for name in names]
    out: list[int] = []
    while len(out) < n and any(piles):
        out.extend(pile.pop() for pile in piles if pile)
    return out[:n]


def draw(corpus: AlignCorpus, shut_out: set[str], n: int, seed: int = 7, likely: bool = False) -> Iterator[tuple[Asked, str]]:
    """Every demand drawn with the text that its reader sees, direction by direction; numbered from 1000 times the seed."""
    rng = random.Random(seed)
    count = 1000 * seed
    for direction in DIRECTIONS:
        source, target = (corpus.sides[name] for name in direction.split("->"))
        a, b = sorted((source, target), key=lambda side: side.jurisdiction)
        pair = PairIndex.build(corpus, a, b)
        wanted = n // len(DIRECTIONS)
        rows = draw_sources(source, 5 * wanted if likely else wanted, shut_out, rng)
        if likely:
            verdicts = judge_direction(corpus, pair, source, target, np.array(rows, np.int64))
            match = {row: max(c.match for c in v.compared) for row, v in zip(rows, verdicts, strict=True)}
            rows = rng.sample(sorted(rows, key=lambda row: (-match[row], row))[: 2 * wanted], wanted)
        for hits in pair.search(source, np.array(rows, np.int64)):
            for i, row in enumerate(hits.sources):
                found = [[target.passages[p] for p in hits.passages[i, j] if p >= 0] for j in range(SHOWN)]
                count += 1
                keys = tuple((shown[0].unit, hash_of(shown)) for shown in found)
                demand = source.passages[row]
                asked = Asked(count, direction, demand.id, hash_of([demand]), keys)
                yield asked, _sheet_of(asked, demand, int(source.classes[row]), found)


def _sheet_of(asked: Asked, demand: Passage, classes: int, found: Sequence[Sequence[Passage]]) -> str:
    lines = [
        f"## {asked.n} ({asked.direction}; {', '.join(class_names(classes)) or 'general'})",
        f"DEMAND {demand.citation} | {demand.title} | {demand.chapter} | {demand.heading}",
        *([f"(lead-in) {demand.lead_in}"] if demand.lead_in else []),
        demand.text[:_SOURCE_CHARACTERS],
        "",
    ]
    for letter, shown in zip("abcde", found, strict=False):
        p = shown[0]
        lines.append(f"{letter}) {p.citation} | {p.title[:100]} | {p.chapter[:80]} | {p.heading[:120]}")
        for k, q in enumerate(shown):
            lead = f"(lead-in) {q.lead_in[-150:]} // " if q.lead_in else ""
            lines.append(f"   {lead}{q.text[: _PASSAGE_CHARACTERS if k == 0 else _PASSAGE_CHARACTERS // 2]}")
    return "\n".join([*lines, "", ""])


def write_sheets(drawn: Sequence[tuple[Asked, str]], folder: Path, twice: int, seed: int = 8) -> None:
    """Sheets of all demands, and blind ones of `twice` of them, drawn evenly from the directions."""
    folder.mkdir(parents=True, exist_ok=True)
    rng = random.Random(seed)
    order = rng.sample(range(len(drawn)), len(drawn))
    again = [
        k
        for direction in DIRECTIONS
        for k in [k for k in order if drawn[k][0].direction == direction][: twice // len(DIRECTIONS)]
    ]
    for name, chosen in (("sheet", order), ("again", rng.sample(again, len(again)))):
        for at in range(0, len(chosen), A_SHEET):
            text = "\n".join(drawn[k][1] for k in chosen[at : at + A_SHEET])
            (folder / f"{name}-{at // A_SHEET + 1:02d}.md").write_text(text, encoding="utf-8")
    keys = [json.dumps(asdict(asked), ensure_ascii=False) for asked, _ in drawn]
    (folder / "asked.jsonl").write_text("\n".join(keys) + "\n", encoding="utf-8")


def _answers(folder: Path, name: str, known: set[int]) -> tuple[dict[int, list[list[str]]], list[str]]:
    """Answers by demand, and what is wrong with lines that are left out."""
    out: dict[int, list[list[str]]] = {}
    faults: list[str] = []
    for path in sorted(folder.glob(f"{name}-*.answers.jsonl")):
        for at, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            try:
                row = json.loads(line)
                n, given = int(row["n"]), [[str(a), str(f)] for a, f in row["answers"]]
            except (ValueError, KeyError, TypeError) as fault:
                faults.append(f"{path.name}:{at}: not an answer ({fault})")
                continue
            if n not in known or len(given) > SHOWN or any(a not in ANSWERS or f not in FIELDS for a, f in given):
                faults.append(f"{path.name}:{at}: answers are {', '.join(ANSWERS)}; fields {', '.join(FIELDS[1:])} or empty")
            else:
                out[n] = given
    return out, faults


def gather(folder: Path) -> tuple[list[PairLabel], list[str]]:
    """Labels of all sheets answered, in the order of the draw, and the lines that could not be read."""
    asked = [json.loads(line) for line in (folder / "asked.jsonl").read_text(encoding="utf-8").splitlines()]
    known = {row["n"] for row in asked}
    (first, faults), (second, more) = (_answers(folder, name, known) for name in ("sheet", "again"))
    labels = [
        PairLabel(row["source"], row["source_text"], unit, text, *first[row["n"]][k], *_second(second, row["n"], k))
        for row in asked
        if row["n"] in first
        for k, (unit, text) in enumerate(row["targets"])
        if k < len(first[row["n"]])
    ]
    return labels, faults + more


def _second(answers: dict[int, list[list[str]]], n: int, k: int) -> list[str]:
    given = answers.get(n, [])
    return given[k] if k < len(given) else ["", ""]


def _gold_units(corpus: AlignCorpus, gold: Gold, folder: Path) -> set[str]:
    unit = {p.id: p.unit for side in corpus.sides.values() for p in side.passages}
    return {
        unit[s] for name in ("us-cn", "us-eu") for i in gold.items(folder / f"{name}.jsonl") for s in i.sources if s in unit
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    todo = parser.add_subparsers(dest="todo", required=True)
    one = todo.add_parser("draw")
    one.add_argument("--out", type=Path, required=True)
    one.add_argument("--sources", type=int, default=600)
    one.add_argument("--twice", type=int, default=100)
    one.add_argument("--likely", action="store_true")
    one.add_argument("--seed", type=int, default=7)
    one.add_argument("--graph", default=".regkg/score/graph")
    one.add_argument("--shared", type=Path, default=Path("../shared"))
    two = todo.add_parser("gather")
    two.add_argument("sheets", type=Path, nargs="+")
    two.add_argument("--labels", type=Path, default=LABELS)
    arguments = parser.parse_args()
    if arguments.todo == "gather":
        gathered = [gather(folder) for folder in arguments.sheets]
        labels = [label for found, _ in gathered for label in found]
        faults = [fault for _, found in gathered for fault in found]
        write_labels(labels, arguments.labels)
        print("\n".join([*faults, f"{len(labels)} labels of {len({x.source for x in labels})} demands: {arguments.labels}"]))
        return
    with open_graph(arguments.graph) as store:
        corpus = read_corpus(store, settings())
    provisions = (
        {"id": p.id, "citation": p.citation, "text": p.text, "level": p.level}
        for side in corpus.sides.values()
        for p in side.passages
    )
    gold = Gold(arguments.shared / "score/score.py", provisions)
    drawn = list(
        draw(corpus, _gold_units(corpus, gold, arguments.shared / "gold"), arguments.sources, arguments.seed, arguments.likely)
    )
    write_sheets(drawn, arguments.out, arguments.twice)
    print(f"{len(drawn)} demands in {arguments.out}")


if __name__ == "__main__":
    main()
