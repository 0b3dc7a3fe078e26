"""Whatever stands in a file: no crash, no hanging, and every span is found again at its offset."""

from __future__ import annotations

import random
import re
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest.obligations import find_obligations
from ingest.quantities import find_quantities
from ingest.sentences import split_sentences
from kg.text import squeeze

_PIECES = (
    *(
        "The sponsor ",
        "shall ",
        "must not ",
        "may only ",
        "if ",
        "unless ",
        "which ",
        "that ",
        ", ",
        "; ",
        ": ",
        "(a) ",
        "(1) ",
        "and ",
    ),
    *(
        "10 ",
        "within ",
        "days ",
        "is exempt from ",
        "FDA ",
        "recommends ",
        "(",
        ")",
        "“",
        "”",
        "§ 211.1 ",
        "no ",
        "later than ",
        "be ",
    ),
    *("tested ", "by ", ". ", "\n", "—", "1/0 ", "10^99 ", "should ", "the ", "label ", "only if ", "nor ", "in which case "),
    *("Provided, That ", "İ", "½ ", "\u00a0"),
)
_TEXTS = st.lists(st.one_of(st.sampled_from(_PIECES), st.text(max_size=12)), max_size=60).map("".join)


def check(text: str, lead_in: str = "") -> None:
    for start, end in split_sentences(text, "en"):
        assert 0 <= start < end <= len(text)
        assert text[start:end] == text[start:end].strip()
    quantities = find_quantities(text, "en")
    for q in quantities:
        assert text[q.start : q.end] == q.text
    for o in find_obligations(text, "en", lead_in):
        assert 0 <= o.start < o.end <= len(text)
        for part in (o.action, o.subject, o.target, *o.conditions, *o.exceptions):
            assert part is None or squeeze(part) in squeeze(f"{lead_in} {text}")
        if not lead_in:
            assert all(text[q.start : q.end] == q.text for q in o.quantities)


@settings(max_examples=300, deadline=2000, suppress_health_check=[HealthCheck.too_slow])
@given(_TEXTS)
def test_spans_are_found_again_in_any_text(text: str) -> None:
    check(text)


@settings(max_examples=150, deadline=2000, suppress_health_check=[HealthCheck.too_slow])
@given(_TEXTS, _TEXTS)
def test_spans_are_found_again_under_any_lead_in(text: str, lead_in: str) -> None:
    check(text, lead_in)


@pytest.mark.parametrize(
    "unit",
    [
        "The sponsor shall submit a report if the drug is used and ",
        "shall ",
        "1",
        "((((",
        "12 34 days, ",
        "twenty-",
        "no later than ",
        "“a ",
        "it may only ",
    ],
)
def test_time_grows_with_length_and_not_faster(unit: str) -> None:
    def seconds(size: int) -> float:
        text = (unit * (size // len(unit) + 1))[:size]
        begin = time.process_time()
        find_obligations(text, "en")
        find_quantities(text, "en")
        return time.process_time() - begin

    seconds(5_000)
    assert seconds(80_000) < 12 * max(seconds(20_000), 0.02)


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_a_paragraph_of_five_megabytes_does_not_hang() -> None:
    text = (
        "Each maker shall keep records for 2 years, as the label, the box and the vial are kept with them in a store, " * 45_000
    )
    begin = time.process_time()
    find_obligations(text, "en")
    find_quantities(text, "en")
    assert time.process_time() - begin < 120


@pytest.mark.corpus
def test_spans_are_found_again_in_title_21(corpus: Path) -> None:
    path = corpus / "us" / "ecfr" / "title-21_2026-01-29.xml"
    if not path.is_file():
        pytest.skip("Title 21 is not in the corpus")
    with path.open(encoding="utf-8") as lines:
        head = lines.read(4_000_000)
    paragraphs = [" ".join(re.sub(r"<[^>]+>", "", p).split()) for p in re.findall(r"<P>(.*?)</P>", head, re.DOTALL)]
    for text in random.Random(21).sample(paragraphs, 1500):
        check(text)
