"""What must hold over the whole of Title 21: every section once, every character once and in order, one citation once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import etree

from ingest.reading import Reading, read_file
from ingest.us.metadata import section_counts
from kg.records import Provision
from kg.text import squeeze
from kg.tree import Tree

pytestmark = [pytest.mark.corpus, pytest.mark.slow]


@pytest.fixture(scope="module")
def title_21(corpus: Path) -> Reading:
    return read_file(corpus / "us/ecfr/title-21_2026-01-29.xml", "us/ecfr/title-21_2026-01-29.xml")


def _provisions(reading: Reading) -> Iterator[Provision]:
    return (p for d in reading.documents for p in d.provisions)


def _in_order(tree: Tree, p: Provision) -> str:
    """The provision's text with everything below it, as the source has it: a table's bars are not the source's."""
    own = p.text.replace(" | ", " ") if p.level == "table" else p.text
    return f"{p.marker}{p.heading}{own}{''.join(_in_order(tree, child) for child in tree.children(p))}{p.tail}"


def test_every_part_section_and_appendix_comes_out(title_21: Reading) -> None:
    levels = Counter(p.level for p in _provisions(title_21))
    assert (levels["part"], levels["section"], levels["appendix"]) == (276, 8425, 13)


def test_no_citation_occurs_twice_and_every_parent_exists(title_21: Reading) -> None:
    seen = Counter(p.citation for p in _provisions(title_21))
    assert [c for c, n in seen.items() if n > 1] == []
    for parsed in title_21.documents:
        ids = {p.id for p in parsed.provisions}
        assert all(p.parent in ids for p in parsed.provisions if p.level != "part")


def test_no_character_is_lost(title_21: Reading) -> None:
    documents = [d.document for d in title_21.documents]
    assert sum(d.characters_out for d in documents) == sum(d.characters_in for d in documents)


def test_texts_in_order_give_each_section_back(title_21: Reading, corpus: Path) -> None:
    """A reader who quotes a section from the graph quotes the law, word by word and in its order."""
    root = etree.parse(corpus / "us/ecfr/title-21_2026-01-29.xml").getroot()
    source = {e.get("N"): squeeze("".join(map(str, e.itertext()))) for e in root.iter("DIV8", "DIV9")}
    wrong = []
    for parsed in title_21.documents:
        tree = Tree(parsed.provisions)
        for p in parsed.provisions:
            if p.level in ("section", "appendix"):
                name = p.path[-1].removeprefix("§ ")
                if squeeze(_in_order(tree, p)) != source[name]:
                    wrong.append(name)
    assert wrong == []


def test_sections_agree_with_the_structure(title_21: Reading, corpus: Path) -> None:
    """The structure is nine months older, and 90 sections fewer stand in it: nine parts of ten must agree to the number."""
    listed = section_counts((corpus / "us/ecfr/title-21_structure_2025-04.json").read_text())
    read = {
        d.provisions[0].path[0].removeprefix("Part "): sum(p.level == "section" for p in d.provisions)
        for d in title_21.documents
    }
    assert sum(listed.values()) == 8335
    assert sum(listed.get(part) == n for part, n in read.items()) / len(read) > 0.9
