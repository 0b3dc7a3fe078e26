"""The official texts: nothing lost, unique ids, parents that exist, and each text in its order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest.building import in_order
from ingest.eu.xhtml import inline_text, page
from ingest.pdf.hyphens import Vocabulary
from ingest.pdf.lines import open_pdf, read_pages
from ingest.pdf.margins import without_heads, without_line_numbers
from ingest.reading import read_file
from ingest.source import Source
from kg.text import squeeze

pytestmark = [pytest.mark.corpus, pytest.mark.slow, pytest.mark.timeout(300)]

PDFS = ("eu/*/*.pdf", "us-guidance/*/*.pdf", "us/guidance/pdf/*.pdf")


def files(corpus: Path, *patterns: str) -> Iterator[tuple[Path, str]]:
    for pattern in patterns:
        for path in sorted(corpus.glob(pattern)):
            yield path, str(path.relative_to(corpus))


def test_every_file_gives_a_document_or_tells_why(corpus: Path) -> None:
    """A user would claim absence over a text that was never read."""
    for path, name in files(corpus, "eu/*/*", *PDFS):
        reading = read_file(path, name)
        assert reading.documents or reading.findings, name
        assert not [f for f in reading.findings if f.code in {"I003", "I010", "I016"}], (name, reading.findings)
        for parsed in reading.documents:
            ids = {p.id for p in parsed.provisions}
            assert len(ids) == len(parsed.provisions), name
            assert all(p.parent is None or p.parent in ids for p in parsed.provisions), name
            assert [p.order for p in parsed.provisions] == list(range(len(parsed.provisions))), name
            assert parsed.document.characters_out >= 0.995 * parsed.document.characters_in, name


def test_pdf_texts_hold_every_character(corpus: Path) -> None:
    """Concatenating a guidance gives its pages back, without running heads and line numbers."""
    for path, name in files(corpus, *PDFS):
        reading = read_file(path, name)
        if not reading.documents:
            continue
        pages = list(read_pages(open_pdf(Source.open(path, name))))
        pages, _ = without_line_numbers(without_heads(Vocabulary(pages).resolve(pages))[0])
        want = Counter(squeeze("\n".join(line.text for p in pages for line in p.lines)).replace("-", ""))
        assert Counter(squeeze(in_order(reading.documents[0].provisions)).replace("-", "")) == want, name


@pytest.mark.parametrize("file", ["32017R0745-oj-en.html", "32025R0327-oj-en.xhtml", "layout-modern_1_raw.html"])
def test_acts_in_their_order(corpus: Path, file: str) -> None:
    """Concatenating an act gives the Official Journal's page back, letter by letter."""
    name = f"eu/eur-lex-html/{file}"
    parsed = read_file(corpus / name, name).documents[0]
    source = squeeze(inline_text(page(Source.open(corpus / name, name)).find("body")))
    assert squeeze(in_order(parsed.provisions)) == source
