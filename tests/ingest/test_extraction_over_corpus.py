"""Extraction over the official texts: what gave no obligation and why, spans, definitions. A rule that became too strict would
drop a tenth of all duties without any other sign."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from ingest.extraction import extract_provision
from ingest.obligations import find_obligations, why_none
from ingest.reading import list_files, read_file
from ingest.sentences import split_sentences
from kg.records import Extraction, ParsedDocument, Provision
from kg.text import squeeze
from kg.tree import Tree

pytestmark = [pytest.mark.corpus, pytest.mark.slow]

TITLE_21 = "us/ecfr/title-21_2026-01-29.xml"
STATING = frozenset({"body", "definition", "table"})
LARGEST = 1_500_000


def _sample(corpus: Path, folder: str, count: int) -> Iterator[ParsedDocument]:
    """Documents of files drawn by a fixed seed."""
    files = [(path, name) for path, name in list_files([corpus / folder]) if path.stat().st_size < LARGEST]
    random.Random(21).shuffle(files)
    read = 0
    for path, name in files:
        documents = read_file(path, name).documents
        yield from documents
        read += bool(documents)
        if read == count:
            return


@pytest.fixture(scope="module")
def documents(corpus: Path) -> list[ParsedDocument]:
    """80 parts of Title 21, 60 Chinese and 20 EU files."""
    parts = list(read_file(corpus / TITLE_21, TITLE_21).documents)
    random.Random(21).shuffle(parts)
    return [*parts[:80], *_sample(corpus, "cn", 60), *_sample(corpus, "eu", 20)]


@pytest.fixture(scope="module")
def found(documents: list[ParsedDocument]) -> list[tuple[ParsedDocument, Provision, Extraction]]:
    out = []
    for parsed in documents:
        tree = Tree(parsed.provisions)
        out.extend((parsed, p, extract_provision(p, tree, parsed.document.title)) for p in parsed.provisions)
    return out


@dataclass
class Cues:
    """The sentences of one document that hold a cue: how many, and why some gave no obligation."""

    sentences: int = 0
    reasons: Counter[str] = field(default_factory=Counter)

    @property
    def without(self) -> float:
        return self.reasons.total() / self.sentences if self.sentences else 0.0


def _cues(found: list[tuple[ParsedDocument, Provision, Extraction]]) -> dict[str, Cues]:
    by_document: dict[str, Cues] = {}
    for parsed, provision, extraction in found:
        cues = by_document.setdefault(parsed.document.id, Cues())
        for start, end in split_sentences(provision.text, provision.lang):
            stated = any(o.start < end and start < o.end for o in extraction.obligations)
            reason = None if stated else why_none(provision.text[start:end], provision.lang)
            cues.sentences += stated or reason is not None
            if reason is not None:
                cues.reasons[reason if provision.role in STATING else provision.role] += 1
    return by_document


def test_few_sentences_with_a_cue_give_no_obligation_and_all_say_why(
    found: list[tuple[ParsedDocument, Provision, Extraction]],
) -> None:
    """The list is printed by `pytest -s`; the bounds lie a little above what was measured."""
    by_document = _cues(found)
    for key, cues in sorted(by_document.items()):
        print(f"{cues.without:5.0%} of {cues.sentences:4}  {key}  {dict(cues.reasons.most_common())}")
    for jurisdiction, most in BOUNDS.items():
        ours = [cues for key, cues in by_document.items() if key.startswith(jurisdiction)]
        reasons: Counter[str] = sum((cues.reasons for cues in ours), Counter())
        sentences = sum(cues.sentences for cues in ours)
        print(jurisdiction, sentences, {name: round(n / sentences, 3) for name, n in reasons.most_common()})
        assert reasons.total() / sentences < most.without
        assert reasons["unexplained"] / sentences < most.unexplained
    worst = [key for key, cues in by_document.items() if cues.sentences >= 30 and cues.without > 0.75 and not _excused(cues)]
    assert worst == []


def _excused(cues: Cues) -> bool:
    """Whether a document is mostly recitals, notes and headings."""
    return sum(n for role, n in cues.reasons.items() if role in ("recital", "note", "heading", "meta")) > cues.sentences / 2


@dataclass(frozen=True)
class Bound:
    without: float
    unexplained: float


BOUNDS = {"US": Bound(0.22, 0.02), "CN": Bound(0.05, 0.01), "EU": Bound(0.40, 0.015)}


def test_every_span_is_found_again(found: list[tuple[ParsedDocument, Provision, Extraction]]) -> None:
    """A reader who is shown where a duty stands must be shown its words."""
    for _, p, extraction in found:
        text = f"{p.text}\n{p.tail}" if p.tail else p.text
        for part in (*extraction.quantities, *extraction.references):
            assert text[part.start : part.end] == part.text, p.id
        for term in extraction.terms:
            assert 0 <= term.start < term.end <= len(text), p.id
        for o in extraction.obligations:
            assert 0 <= o.start < o.end <= len(text), p.id
            if squeeze(text[o.start : o.end]) in squeeze(o.text):
                continue
            assert o.start == 0 or squeeze(o.action) in squeeze(text), p.id


_SAYS_WHAT_IT_MEANS = {
    "en": re.compile(r"(?:The term )?[“‘\"]?[A-Z][\w -]{2,60}[”’\"]? means (?:an?|any|the) [^.;:]{20,400}[.;]?"),
    "zh": re.compile(r"[^。；，]{2,40}，(?:是|系)指[^。；]{10,300}[。；]?"),
}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_none_of_200_definitions_gives_an_obligation(documents: list[ParsedDocument], lang: str) -> None:
    texts = sorted({p.text for parsed in documents for p in parsed.provisions if p.lang == lang})
    definitions = [text for text in texts if _SAYS_WHAT_IT_MEANS[lang].fullmatch(text)]
    random.Random(21).shuffle(definitions)
    assert len(definitions) > 60
    assert [text for text in definitions[:200] if find_obligations(text, lang)] == []
