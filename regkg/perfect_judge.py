"""What a reader who never errs would make of the candidates: the bound that the search sets to every judge.

The gold's own label is given back where the counterpart is among the candidates, and for a silence; where the search did
not bring the counterpart, such a reader could only say that there is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from regkg.gold import Gold, GoldItem, Line, read_lines


def replayed(gold: Gold, items: Path, verdicts: Path) -> Iterator[Line]:
    """The verdict lines of the gold's sources with the labels of a perfect judge."""
    wanted: dict[tuple[str, str], GoldItem] = {}
    for item in gold.items(items):
        for source in item.sources:
            wanted.setdefault((source, item.direction.split("->")[1]), item)
    for verdict in read_lines(verdicts):
        found = wanted.get((verdict["source"], verdict["jurisdiction"]))
        if found is not None:
            seen = found.label == "SILENT" or any(gold.is_right(found, c["id"]) for c in verdict["candidates"])
            yield {**verdict, "label": found.label if seen else "SILENT"}
