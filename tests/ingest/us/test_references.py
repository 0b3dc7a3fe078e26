"""References of US texts: (text, targets, why). A missed or misread reference hides a rule that the reader must follow."""

from __future__ import annotations

import pytest

from ingest.references import find_references

HERE = "21 CFR 312.23(a)(3)(iv)"


@pytest.mark.parametrize(
    ("text", "targets", "why"),
    [
        ("under § 211.84(d)(2) of this chapter", ["21 CFR 211.84(d)(2)"], "a section with paragraphs"),
        ("§§ 1.326 through 1.368 of this chapter", ["21 CFR 1.326..1.368"], "a range of sections"),
        ("§§ 1301.71-1301.76", ["21 CFR 1301.71..1301.76"], "a range with a hyphen"),
        ("§§ 610.62 through 610.65 and § 809.10", ["21 CFR 610.62..610.65", "21 CFR 809.10"], "a list of a range and one"),
        ("§ 101.9(j)(18)(i) or (j)(18)(ii)", ["21 CFR 101.9(j)(18)(i)", "21 CFR 101.9(j)(18)(ii)"],
         "the second written in full"),
        ("paragraph (b)(2) of this section", ["21 CFR 312.23(b)(2)"], "relative to the section"),
        ("paragraphs (a) (2) and (3) of this section", ["21 CFR 312.23(a)(2)", "21 CFR 312.23(a)(3)"], "a blank within"),
        ("paragraphs (d) through (h) of this section", ["21 CFR 312.23(d)..(h)"], "a range of paragraphs"),
        ("paragraph (b)(1)(i) or (c)", ["21 CFR 312.23(b)(1)(i)", "21 CFR 312.23(c)"],
         "a letter after a numeral is the first level"),
        ("paragraph (b)(3)(vi), (ix), and (x)", [f"21 CFR 312.23(b)(3)({n})" for n in ("vi", "ix", "x")], "numerals go on"),
        ("paragraph (a)(1) of § 10.30", ["21 CFR 10.30(a)(1)"], "a paragraph of another section"),
        ("this paragraph (a)(3)", ["21 CFR 312.23(a)(3)"], "itself, named"),
        ("this paragraph", [HERE], "itself"),
        ("this part and this chapter", ["21 CFR part 312", "21 CFR chapter I"], "what it stands in"),
        ("this subpart", ["21 CFR part 312 subpart B"], "known from the path"),
        ("part 1, subpart J of this chapter", ["21 CFR part 1 subpart J"], "subpart after part"),
        ("subparts A and B of part 20", ["21 CFR part 20 subpart A", "21 CFR part 20 subpart B"], "subparts before part"),
        ("parts 211, 600 through 680, and 1271", ["21 CFR part 211", "21 CFR parts 600..680", "21 CFR part 1271"], "parts"),
        ("40 CFR part 58 and 45 CFR 46.116(b)", ["40 CFR part 58", "45 CFR 46.116(b)"], "other titles"),
        ("section 505(k) of the Federal Food, Drug, and Cosmetic Act", ["FD&C Act 505(k)"], "a statute by name"),
        ("sections 201(n) and 502(a), (c), and (f) of the act",
         ["FD&C Act 201(n)", "FD&C Act 502(a)", "FD&C Act 502(c)", "FD&C Act 502(f)"], "the act of the chapter"),
        ("section 802(b)(1), (f), or (g) of the act", ["FD&C Act 802(b)(1)", "FD&C Act 802(f)", "FD&C Act 802(g)"], "letters"),
        ("section 351 of the Public Health Service Act", ["PHS Act 351"], "another act"),
        ("21 U.S.C. 321(n) and 352(a), 42 U.S.C. 262", ["21 U.S.C. 321(n)", "21 U.S.C. 352(a)", "42 U.S.C. 262"], "codes"),
        ("secs. 201-902, 52 Stat. 1040 et seq.", ["FD&C Act 201..902", "52 Stat. 1040"], "sections and the statutes"),
        ("section 360bbb-3", ["FD&C Act 360bbb-3"], "a hyphen that is no range"),
        ("42 FR 15553 and Executive Order 12291", ["42 FR 15553", "Executive Order 12291"], "register and order"),
        ("ISO/IEC 15459-4 and ICH Q7", ["ISO/IEC 15459-4", "ICH Q7"], "standards"),
        ("NIST Special Publication 800-63-1", ["NIST SP 800-63-1"], "a standard by its long name"),
        ("13th Ed. (1980), sections 7.004 and 7.005, and 3 parts 10 percent acid", [], "a book's sections and a recipe"),
        ("part 3: Titanium", [], "a part of a standard"),
    ],
)  # fmt: skip
def test_targets(text: str, targets: list[str], why: str) -> None:
    found = find_references(text, "US", HERE, path=("Part 312", "Subpart B", "§ 312.23"))
    assert [r.target for r in found] == targets, why
    assert all(text[r.start : r.end] == r.text for r in found)


def test_the_act_of_another_chapter() -> None:
    found = find_references("section 303(f) of the Act (21 U.S.C. 823(f))", "US", "21 CFR 1301.13(e)")
    assert [r.target for r in found] == ["CSA 303(f)", "21 U.S.C. 823(f)"]


def test_what_can_not_be_told_is_kept_as_unresolved() -> None:
    assert [r.target for r in find_references("for purposes of this subpart", "US", "21 CFR 1.500")] == [""]


def test_a_long_text_does_not_hang() -> None:
    for piece in ("(a)", "§ 1.1(a), ", "section 5 ", "Act of ", "A A ", "paragraph (a)(1) through ", "21 U.S.C. 1, "):
        find_references(piece * 20_000, "US", HERE)
