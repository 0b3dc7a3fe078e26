"""The bundled sample: three small made-up jurisdictions with planted agreements, divergences and silences."""

from __future__ import annotations

import csv
import shutil
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path

from kg.queries import run_query
from kg.stores import GraphStore


@dataclass(frozen=True, slots=True)
class Planted:
    """What a provision of the sample should come out as in another jurisdiction, and what it came out as."""

    source: str
    jurisdiction: str
    label: str
    differs_in: tuple[str, ...]
    got: str
    got_differs_in: tuple[str, ...]

    @property
    def as_planted(self) -> bool:
        return self.got == self.label and set(self.differs_in) <= set(self.got_differs_in)


def copy_sample(folder: Path) -> list[Path]:
    """Copies the sample's files under `folder`; the folders to build from."""
    with as_file(files("regkg") / "sample") as sample:
        for name in ("us", "cn", "eu"):
            shutil.copytree(sample / name, folder / name, dirs_exist_ok=True)
    return [folder / name for name in ("us", "cn", "eu")]


def planted(store: GraphStore) -> list[Planted]:
    """Every planted case beside the graph's verdict."""
    with (files("regkg") / "sample" / "expected.tsv").open(encoding="utf-8") as lines:
        expected = list(csv.DictReader(lines, delimiter="\t"))
    out = []
    for row in expected:
        found = run_query(store, "verdict_on", citation=row["source"], target=row["jurisdiction"])
        out.append(
            Planted(
                source=row["source"],
                jurisdiction=row["jurisdiction"],
                label=row["label"],
                differs_in=tuple(filter(None, row["differs_in"].split(","))),
                got=found[0]["label"] if found else "none",
                got_differs_in=tuple(found[0]["differs_in"] or ()) if found else (),
            )
        )
    return out
