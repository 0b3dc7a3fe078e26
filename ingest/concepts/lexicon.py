"""The bilingual lexicon: regulatory concepts, each with the ways that US, EU and Chinese law say it.

`lexicon.tsv` is the data, one concept a line; docs/lexicon.md explains the columns and how an entry is written.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Literal, cast, get_args

from ingest.concepts.words import inflections

Kind = Literal["actor", "object", "activity", "record", "event", "quality", "place", "time", "general", "none"]
"""What a concept is. `general` is vocabulary of any law; `none` is a phrase that only looks like a concept (水平 is not 水)."""

LEXICON = Path(__file__).with_name("lexicon.tsv")
COLUMNS = ("id", "kind", "domain", "broader", "level", "en", "zh", "eu", "note")
_BETWEEN = " | "


@dataclass(frozen=True, slots=True)
class Concept:
    """A concept of the lexicon. Two are the same when their `id` is; the variants are how texts name it.

    `broader` are concepts that a text naming this one also names (a provincial drug authority is a drug authority).
    `level` is the rank of a public authority: national, provincial, local; "" for all other concepts.
    """

    id: str
    kind: Kind
    domain: str
    en: tuple[str, ...]
    zh: tuple[str, ...]
    eu: tuple[str, ...] = ()
    broader: tuple[str, ...] = ()
    level: str = ""
    note: str = ""

    @property
    def label_en(self) -> str:
        """The first English variant, for display; the EU's where US law has none."""
        variants = self.en or self.eu
        return variants[0].removeprefix("~") if variants else self.id.replace("-", " ")

    @property
    def label_zh(self) -> str:
        return self.zh[0] if self.zh else ""

    @property
    def general(self) -> bool:
        return self.kind == "general"

    def variants(self, lang: str) -> tuple[str, ...]:
        """Every variant in `lang`, verbs ("~ship") in all their forms. English holds the US and the EU variants."""
        return self.zh if lang == "zh" else tuple(_spell_out((*self.en, *self.eu)))


@dataclass(frozen=True)
class Lexicon:
    """Concepts in the order of the file."""

    concepts: tuple[Concept, ...]

    @cached_property
    def by_id(self) -> dict[str, Concept]:
        return {concept.id: concept for concept in self.concepts}

    def with_broader(self, concept: str) -> tuple[str, ...]:
        """`concept` and all that is broader, itself first."""
        found = [concept]
        for name in found:
            found.extend(b for b in self.by_id[name].broader if b not in found)
        return tuple(found)


def _spell_out(variants: Iterable[str]) -> Iterable[str]:
    for variant in variants:
        if variant.startswith("~"):
            verb, _, rest = variant[1:].partition(" ")
            yield from (f"{form} {rest}".strip() for form in inflections(verb))
        else:
            yield variant


def read_lexicon(path: Path) -> Lexicon:
    """Reads a lexicon file. Raises ValueError with file and line for a line that does not fit the columns."""
    lines = path.read_text(encoding="utf-8").splitlines()
    if not lines or tuple(lines[0].split("\t")) != COLUMNS:
        raise ValueError(f"{path}: line 1: the columns must be {', '.join(COLUMNS)}")
    concepts = tuple(_concept(line, f"{path}: line {n}") for n, line in enumerate(lines[1:], 2) if line.strip())
    names = {concept.id for concept in concepts}
    for concept in concepts:
        for name in concept.broader:
            if name not in names:
                raise ValueError(f"{path}: {concept.id}: the broader concept {name} is not in the lexicon")
    if len(names) < len(concepts):
        raise ValueError(f"{path}: two concepts have one id; see `regkg lexicon lint`")
    return Lexicon(concepts)


def _concept(line: str, place: str) -> Concept:
    cells = line.split("\t")
    if len(cells) != len(COLUMNS):
        raise ValueError(f"{place}: {len(cells)} cells, not {len(COLUMNS)}")
    row = dict(zip(COLUMNS, cells, strict=True))
    if row["kind"] not in get_args(Kind):
        raise ValueError(f"{place}: {row['kind']!r} is no kind; the kinds are {', '.join(get_args(Kind))}")
    return Concept(
        id=row["id"],
        kind=cast(Kind, row["kind"]),
        domain=row["domain"],
        en=_variants(row["en"]),
        zh=_variants(row["zh"]),
        eu=_variants(row["eu"]),
        broader=_variants(row["broader"]),
        level=row["level"],
        note=row["note"],
    )


def _variants(cell: str) -> tuple[str, ...]:
    return tuple(variant for variant in (part.strip() for part in cell.split(_BETWEEN)) if variant)


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """The lexicon of the package."""
    return read_lexicon(LEXICON)
