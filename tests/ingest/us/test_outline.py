"""Paragraph depth and the cutting at markers: a wrong depth gives a wrong citation, and the reader the wrong rule."""

from __future__ import annotations

import pytest

from ingest.us.node import Node
from ingest.us.section import Block, fill_section


def citations(paragraphs: list[str], italics_known: bool = True) -> list[str]:
    """Citations below the section; `<` and `>` stand for italics on and off."""
    unit = Node("§ 1.1", "section")
    blocks = [Block("p", p.replace("<", "\x01").replace(">", "\x02")) for p in paragraphs]
    fill_section(unit, blocks, italics_known)
    out: list[str] = []

    def walk(node: Node, above: str) -> None:
        for child in node.children:
            if not child.attached:
                out.append(above + child.cite)
                walk(child, above + child.cite)

    walk(unit, "")
    return out


@pytest.mark.parametrize(
    ("paragraphs", "expected", "why"),
    [
        (["(a) x", "(1) x", "(i) x", "(A) x", "(<1>) x", "(<i>) x"], ["(a)", "(a)(1)", "(a)(1)(i)", "(a)(1)(i)(A)",
         "(a)(1)(i)(A)(1)", "(a)(1)(i)(A)(1)(i)"], "the scheme of the Document Drafting Handbook"),
        (["(h) x", "(i) x", "(j) x"], ["(h)", "(i)", "(j)"], "(i) after (h) is a letter"),
        (["(h) x", "(1) x:", "(i) x", "(ii) x", "(i) x", "(j) x"], ["(h)", "(h)(1)", "(h)(1)(i)", "(h)(1)(ii)", "(i)", "(j)"],
         "the first (i) is a numeral and the second a letter, as only what follows tells"),
        (["(u) x", "(v) x", "(w) x", "(x) x", "(y) x"], ["(u)", "(v)", "(w)", "(x)", "(y)"], "v and x as letters"),
        (["(a) x", "(1) x", "(iv) x", "(v) x", "(2) x"], ["(a)", "(a)(1)", "(a)(1)(iv)", "(a)(1)(v)", "(a)(2)"],
         "a list whose beginning was removed"),
        (["(a) x", "(1) x", "(i) x", "(<a>) x", "(<b>) x", "(ii) x", "(b) x"],
         ["(a)", "(a)(1)", "(a)(1)(i)", "(a)(1)(i)(a)", "(a)(1)(i)(b)", "(a)(1)(ii)", "(b)"],
         "old outlines reuse letters, in italics"),
        (["(a)(1)(i) x", "(ii) x", "(2) x"], ["(a)", "(a)(1)", "(a)(1)(i)", "(a)(1)(ii)", "(a)(2)"], "stacked markers"),
        (["(e) <Exemptions.> (1) x", "(2) x"], ["(e)", "(e)(1)", "(e)(2)"], "a marker after an italic heading"),
        (["(b) <Grounds>—(1) <Form.> x", "(i) x"], ["(b)", "(b)(1)", "(b)(1)(i)"], "a dash between heading and marker"),
        (["(ii) x", "(iii) <Toxicology. (a>) x", "(<b>) x"], ["(ii)", "(iii)", "(iii)(a)", "(iii)(b)"],
         "italics that end within the marker"),
        (["(a) x", "(1) The plan has: (<i>) x; (<ii>) y; and (<iii>) z.", "(2) x"],
         ["(a)", "(a)(1)", "(a)(1)(i)", "(a)(1)(ii)", "(a)(1)(iii)", "(a)(2)"], "a list within a line, after a colon"),
        (["(a) See paragraph (b) of this section or (1) x.", "(b) x"], ["(a)", "(b)"], "a reference is no marker"),
        (["(a)-(f) [Reserved]", "(g) x"], ["(a)-(f)", "(g)"], "a range that is reserved"),
        (["(a) and (b) [Reserved]", "(c) x"], ["(a)-(b)", "(c)"], "two that are reserved"),
        (["(z) x", "(aa) x", "(bb) x"], ["(z)", "(aa)", "(bb)"], "letters go on after z"),
    ],
)  # fmt: skip
def test_depth(paragraphs: list[str], expected: list[str], why: str) -> None:
    assert citations(paragraphs) == expected, why


def test_depth_without_italics() -> None:
    """Conversions lose the italics; the outline must still come out."""
    assert citations(["(a) x", "(1) x", "(i) x", "(A) x", "(1) x", "(2) x", "(B) x", "(ii) x", "(2) x", "(b) x"], False) == [
        "(a)", "(a)(1)", "(a)(1)(i)", "(a)(1)(i)(A)", "(a)(1)(i)(A)(1)", "(a)(1)(i)(A)(2)",
        "(a)(1)(i)(B)", "(a)(1)(ii)", "(a)(2)", "(b)",
    ]  # fmt: skip


def test_a_long_paragraph_does_not_hang() -> None:
    citations(["(a) " + "word (1) of: (i) " * 200_000, "(b) " + "(" * 1_000_000, "\x01" * 500_000 + "(1)" * 300_000])
