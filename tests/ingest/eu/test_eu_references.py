"""References in EU law and guidance: text, where it stands, the targets it must give, and why."""

from __future__ import annotations

import time

import pytest

from ingest.references import find_references

_R = "Regulation (EU) 2031/77"
_HERE = f"{_R} Article 38(3)"
_ANNEX = f"{_R} Annex IX 2.2(c)"
_GVP = "GVP Module I I.C.1.1"

CASES = [
    ("laid down in Article 10(9)", _HERE, [f"{_R} Article 10(9)"], "an article of the act itself"),
    ("Articles 85 to 90 and 92 apply", _HERE, [f"{_R} Article 85..90", f"{_R} Article 92"], "ranges and lists"),
    ("Articles 92(5) and (7)", _HERE, [f"{_R} Article 92(5)", f"{_R} Article 92(7)"], "a mark after a list takes the article"),
    ("paragraph 1", _HERE, [f"{_R} Article 38(1)"], "relative to the article"),
    ("points (a), (c) and (d) of paragraph 1", _HERE, [f"{_R} Article 38(1)({x})" for x in "acd"], "list of points"),
    ("points (a) to (d) of Article 5(1)", _HERE, [f"{_R} Article 5(1)(a)..(d)"], "range of points"),
    ("point (30) of Article 2", _HERE, [f"{_R} Article 2(30)"], "numbered points"),
    ("Article 5(2), point (b)", _HERE, [f"{_R} Article 5(2)(b)"], "the drafting style since 2020"),
    ("the second subparagraph of paragraph 4 of this Article", _HERE, [f"{_R} Article 38(4) subparagraph 2"], "ordinals"),
    (
        "point (b) of the first subparagraph of this paragraph",
        _HERE,
        [f"{_R} Article 38(3) subparagraph 1 (b)"],
        "chain of three",
    ),
    ("Part C of Annex VI", _HERE, [f"{_R} Annex VI Part C"], "annex parts"),
    ("Annex XIV Part A", _HERE, [f"{_R} Annex XIV Part A"], "part after its annex"),
    (
        "Sections 1 and 8",
        f"{_R} Annex I Section 9",
        [f"{_R} Annex I Section 1", f"{_R} Annex I Section 8"],
        "relative to the annex",
    ),
    (
        "Sections 2.3 and 3 of Chapter II of Annex XV",
        _ANNEX,
        [f"{_R} Annex XV Chapter II Section {n}" for n in ("2.3", "3")],
        "three levels",
    ),
    ("Section 10 or Section 18 of Annex XI", _HERE, [f"{_R} Annex XI Section 10", f"{_R} Annex XI Section 18"], "shared annex"),
    ("Annex IX and in Section 4 of that Annex", _HERE, [f"{_R} Annex IX", f"{_R} Annex IX Section 4"], "that Annex"),
    ("this Regulation.", _HERE, [_R], "the act itself, before a full stop"),
    ("Annex I to this Regulation", _HERE, [f"{_R} Annex I"], "annexes are to an act"),
    ("Article 5 of Regulation (EC) No 178/2002", _HERE, ["Regulation (EC) No 178/2002 Article 5"], "another act"),
    ("Council Directive 90/385/EEC", _HERE, ["Directive 90/385/EEC"], "the Council is not part of the name"),
    ("Directives 90/385/EEC and 93/42/EEC", _HERE, ["Directive 90/385/EEC", "Directive 93/42/EEC"], "several acts"),
    (
        "Commission Implementing Regulation (EU) No 520/2012",
        _HERE,
        ["Commission Implementing Regulation (EU) No 520/2012"],
        "full name",
    ),
    ("Article 114 TFEU", _HERE, ["TFEU Article 114"], "treaties"),
    (
        "Article 127a of this Directive",
        "Directive 2001/83/EC Article 107g(4)",
        ["Directive 2001/83/EC Article 127a"],
        "letters in numbers",
    ),
    ("from 26 November 2017 and 5 % of 3 devices", _HERE, [], "numbers that refer to nothing"),
    ("Part of the chapter on articles", _HERE, [], "unit words without a number"),
    (
        "so decided [IR Art 10(3), Art 14(2)]",
        _GVP,
        [f"Commission Implementing Regulation (EU) No 520/2012 Article {n}" for n in ("10(3)", "14(2)")],
        "square brackets of GVP",
    ),
    ("[DIR Art 104(3)(a)]", _GVP, ["Directive 2001/83/EC Article 104(3)(a)"], "square brackets of GVP"),
    ("(see I.B.5..)", _GVP, ["GVP Module I I.B.5"], "a reference that ends in two dots"),
    ("Modules VI and IX", _GVP, ["GVP Module VI", "GVP Module IX"], "other modules"),
    ("(see 4.1, 4.2)", "E6(R2) 5.6.1", ["E6(R2) 4.1", "E6(R2) 4.2"], "ICH sections"),
    ("see 6.", "E6(R2) 5.4.2", ["E6(R2) 6"], "a whole chapter"),
    ("described in ICH Q10", "EU GMP Chapter 1, Principle", ["ICH Q10"], "other guidance"),
    ("ICH Q8, Q9 and Q10", "EU GMP Chapter 1, 1.1", ["ICH Q8", "ICH Q9", "ICH Q10"], "list of guidelines"),
    ("EN ISO 13485:2016", _HERE, ["EN ISO 13485:2016"], "standards"),
]


@pytest.mark.parametrize(("text", "citation", "targets", "why"), CASES)
def test_targets(text: str, citation: str, targets: list[str], why: str) -> None:
    """A user would follow a citation to the wrong place, or find none."""
    assert [r.target for r in find_references(text, "EU", citation)] == targets, why


def test_offsets_give_the_text_back() -> None:
    """A report would quote words that the provision does not have there."""
    text = "Where point (b) of Article 87(1) applies, Annex IX and Directive 90/385/EEC apply."
    for r in find_references(text, "EU", _HERE):
        assert text[r.start : r.end] == r.text


def test_a_very_long_text_does_not_hang() -> None:
    """One strange file would stop a build."""
    for piece in ("Article 1(1), (2) and ", "point (a) of ", "see 4.1, ", "IR Art 1 ", "(((", "1.1.1.1.", "IR Art 1 I.B.5 "):
        text = piece * (100_000 // len(piece))
        begun = time.process_time()
        find_references(text, "EU", _HERE)
        find_references(text, "EU", _GVP)
        assert time.process_time() - begun < 10, piece
