"""The release: what passed, split and described, byte for byte the same from the same items, screening and reviews."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kg.errors import UsageError
from qa.generation.draft import generator_random
from qa.generation.leaks import leaks
from qa.items import TYPES, Item, write_items
from qa.pools import Pool, Rating
from qa.release_card import appendix, croissant, dataset_card
from qa.review import Disposition, reconcile
from qa.validation import validate_items

SHOTS = 5
LANGS = ("EN", "CN")


@dataclass(frozen=True, slots=True)
class Released:
    """The items kept, and what became of every item."""

    items: list[Item]
    dispositions: dict[str, Disposition]

    def counts(self) -> dict[str, int]:
        return dict(sorted(Counter(str(d) for d in self.dispositions.values()).items()))


def decide(
    items: Sequence[Item],
    screened: Mapping[str, tuple[Pool, Mapping[str, Rating] | None]],
    reviews: Sequence[Mapping[str, Mapping[str, Rating]]],
) -> Released:
    """The disposition of each item: its form first, then its pool and reviews. An item that was not screened goes out."""
    faulty = {line for _, line in validate_items(items).faulty}
    dispositions: dict[str, Disposition] = {}
    for number, item in enumerate(items, 1):
        pool, ratings = screened.get(item.id, (Pool.TECHNICAL, None))
        of_item = [review[item.id] for review in reviews if item.id in review]
        dispositions[item.id] = Disposition.FORMAT if number in faulty else reconcile(pool, ratings, of_item, item.type)
    kept = [
        replace(i, disposition=str(dispositions[i.id])) for i in items if dispositions[i.id].released and _proven(i, reviews)
    ]
    return Released(sorted(kept, key=lambda item: (item.type, item.lang, item.id)), dispositions)


def _proven(item: Item, reviews: Sequence[Mapping[str, Mapping[str, Rating]]]) -> bool:
    """An item that no rule proves (a model worded it) goes out only when a person has reviewed it."""
    return item.disposition != "unverified" or any(item.id in review for review in reviews)


def write_release(
    out: Path, released: Released, seed: int, name: str = "regkg-qa", screeners: Sequence[str] = ()
) -> dict[str, str]:
    """Writes everything under `out`, which must be new or empty; the files with their SHA-256.

    `screeners` say who screened, with the settings of models, for the appendix.
    """
    if out.exists() and any(out.iterdir()):
        raise UsageError(f"{out} is not empty; a release is written into a new folder")
    if not released.items:
        raise UsageError("nothing to release: no item was screened negative or cleared by review")
    items = released.items
    write_items(out / "data" / "0-shot" / "all.jsonl", items)
    for kind in TYPES:
        of_kind = [item for item in items if item.type == kind]
        for lang in LANGS:
            chosen = [item for item in of_kind if item.lang == lang]
            if chosen:
                write_items(out / "data" / "0-shot" / f"{kind}_{lang}.jsonl", chosen)
        if len(of_kind) > SHOTS:
            shown = set(_shots(of_kind, seed))
            write_items(out / "data" / "5-shot" / f"dev-{kind}.jsonl", [i for i in of_kind if i.id in shown])
            write_items(out / "data" / "5-shot" / f"test-{kind}.jsonl", [i for i in of_kind if i.id not in shown])
    _write(out / "counts.tsv", counts_table(items))
    _write(
        out / "dispositions.jsonl",
        "".join(
            json.dumps({"id": key, "disposition": str(value)}, ensure_ascii=False) + "\n"
            for key, value in sorted(released.dispositions.items())
        ),
    )
    _write(out / "README.md", dataset_card(name, items, released.counts(), leaks(items), seed))
    _write(out / "S1_appendix.md", appendix(screeners))
    data = sorted(path for path in (out / "data").rglob("*.jsonl"))
    digests = {path.relative_to(out).as_posix(): _digest(path) for path in data}
    _write(out / "croissant.json", croissant(name, digests, items))
    digests |= {p.name: _digest(p) for p in sorted(out.iterdir()) if p.is_file()}
    _write(out / "SHA256SUMS", "".join(f"{digest}  {path}\n" for path, digest in sorted(digests.items())))
    return digests


def _shots(items: Sequence[Item], seed: int) -> list[str]:
    """Five examples of a type, both languages, drawn by seed."""
    rng = generator_random(seed, items[0].type, "shots")
    by = {lang: [item.id for item in items if item.lang == lang] for lang in LANGS}
    drawn = [key for lang, share in (("EN", 3), ("CN", 2)) for key in rng.sample(by[lang], min(share, len(by[lang])))]
    rest = [item.id for item in items if item.id not in drawn]
    return drawn + rng.sample(rest, SHOTS - len(drawn))


def counts_table(items: Sequence[Item]) -> str:
    """Tab-separated: items by type, language, domain, subdomain and kind."""
    lines = ["by\tname\titems"]
    for by, names in (
        ("type and language", [f"{i.type} {i.lang}" for i in items]),
        ("domain", [i.category for i in items]),
        ("subdomain", [i.subdomain for i in items]),
        ("kind", [f"{i.type} {i.kind}" for i in items]),
    ):
        lines += [f"{by}\t{name}\t{count}" for name, count in sorted(Counter(names).items())]
    return "\n".join(lines) + "\n"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8"))


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
