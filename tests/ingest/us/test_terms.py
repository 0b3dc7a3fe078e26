"""Definitions in English: a missed scope makes a term of one section look like one of the whole law."""

from __future__ import annotations

import pytest

from ingest.terms import find_terms


@pytest.mark.parametrize(
    ("text", "citation", "lead_in", "expected"),
    [
        ("Act means the law, as amended.", "21 CFR 58.3(a)", "As used in this part, the following terms apply:",
         ("Act", "21 CFR part 58")),
        ("Disability. A substantial disruption.", "21 CFR 310.305(b)", "The following definitions apply to this section:",
         ("Disability", "21 CFR 310.305")),
        ("The term “device” means an instrument.", "21 CFR 801.4", "", ("device", "21 CFR part 801")),
        ("For purposes of this section, the term label means a display.", "21 CFR 1.3(b)", "", ("label", "21 CFR 1.3")),
        ("‘medical device’ means any instrument;", "MDR Article 2(1)",
         "For the purposes of this Regulation, these definitions apply:",
         ("medical device", "MDR")),
        ("By these means the maker shall test.", "21 CFR 1.3", "", None),
        ("The maker shall provide means of control.", "21 CFR 1.3", "", None),
    ],
)  # fmt: skip
def test_terms(text: str, citation: str, lead_in: str, expected: tuple[str, str] | None) -> None:
    found = find_terms(text, "en", citation, lead_in)
    assert [(t.term, t.scope) for t in found] == ([expected] if expected else [])
