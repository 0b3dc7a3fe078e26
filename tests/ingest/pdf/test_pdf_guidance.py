"""Guidance PDFs of every family, made line by line with the irregularities of the real ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from pdf_making import T, lines, pdf

from ingest.building import in_order
from ingest.reading import Reading, read_file
from kg.records import Provision
from kg.text import squeeze

_FILLER = "The holder should keep the records of the system and of the people that work in it for the time of the law."


def read(tmp_path: Path, pages: list[list[T]], name: str = "guide.pdf") -> Reading:
    path = tmp_path / name
    path.write_bytes(pdf(pages))
    return read_file(path, f"x/{name}")


def by_path(reading: Reading) -> dict[str, Provision]:
    return {"/".join(p.path): p for p in reading.documents[0].provisions}


def running(page: int) -> list[T]:
    return [T(63, 60, "Guideline on samples", 7), T(63, 50, f"EMA/1234/2031 Page {page}/4", 7)]


COVER = [
    T(63, 700, "22 June 2031"),
    T(63, 686, "EMA/1234/2031"),
    T(63, 660, "Guideline on samples", 18, True),
    T(63, 600, "Date for coming into effect"),
    T(300, 600, "2 July 2031"),
    T(63, 400, "European Medicines Agency"),
]
CONTENTS = [
    *lines(
        780,
        "Table of contents",
        "1. Introduction ................ 3",
        "1.1. Records of the samples and of the",
        "copies ............ 4",
    )
]
BODY_1 = [
    T(63, 780, "1. Introduction", 13, True),
    *lines(755, _FILLER, _FILLER),
    T(63, 700, "1.1. "),
    *lines(
        680,
        "The sponsor should keep records that are product-",
        "specific and tell of the sub-",
        "jects; the subjects are told:",
    ),
    *lines(630, "a) that the trial is done;", "b) what the"),
    *lines(602, "ADDENDUM"),
    *lines(588, "The record should be made by the one who sees."),
    T(63, 574, "i) one that is no list of Roman numerals;"),
    T(63, 200, "1", 5),
    T(68, 197, "See the law of the samples.", 7),
]
BODY_2 = [
    *lines(780, "1.2. Bullets", bold=True),
    *lines(755, "The system shall be documented by:"),
    T(63, 735, "•"),
    T(63, 721, "•"),
    T(75, 735, "documents on the"),
    T(75, 721, "plans [IR Art 10(3)];"),
    *lines(690, "It is recommended that it also has:"),
    *lines(670, "• a method;", "• a record."),
    *lines(640, "Records are kept."),
]


def guidance(tmp_path: Path) -> Reading:
    return read(tmp_path, [COVER, [*CONTENTS, *running(2)], [*BODY_1, *running(3)], [*BODY_2, *running(4)]])


def test_cover_gives_title_number_and_date(tmp_path: Path) -> None:
    """A user would find the guideline under a file name, or not know from when it holds."""
    document = guidance(tmp_path).documents[0].document
    assert (document.title, document.number, document.valid_from, document.jurisdiction) == (
        "Guideline on samples",
        "EMA/1234/2031",
        "2031-07-02",
        "EU",
    )


def test_sections_lists_and_addenda(tmp_path: Path) -> None:
    """A user would cite 1.1(a) and find another text."""
    found = by_path(guidance(tmp_path))
    assert found["1"].heading == "Introduction"
    assert found["1/1.1"].text.startswith("The sponsor should keep records that are product-specific and tell of the subjects;")
    assert found["1/1.1/(a)"].text == "that the trial is done;"
    assert found["1/1.1/(b)/addendum"].text == "The record should be made by the one who sees."
    assert found["1/1.2/bullet 2"].text == "plans [IR Art 10(3)];"
    assert found["1/1.2/paragraph 2/bullet 1"].text == "a method;"
    assert found["1/1.2"].tail == "Records are kept."


def test_running_heads_contents_and_notes(tmp_path: Path) -> None:
    """A user would read page heads in the middle of a sentence, or each heading twice."""
    reading = guidance(tmp_path)
    found = by_path(reading)
    assert [f.code for f in reading.findings] == ["I061"]
    assert found["Table of contents"].role == "meta"
    assert found["Notes/note ¹"].text == "See the law of the samples."
    assert "Page" not in in_order(reading.documents[0].provisions).replace("Page 2", "Page")


def test_nothing_is_lost(tmp_path: Path) -> None:
    """Absence could not be claimed over a text that was half read."""
    reading = guidance(tmp_path)
    document = reading.documents[0].document
    assert document.characters_in == document.characters_out
    text = squeeze(in_order(reading.documents[0].provisions))
    for piece in (*CONTENTS, *BODY_1, *BODY_2):
        assert squeeze(piece.text.rstrip("-")) in text


def test_line_numbers_of_drafts_are_left_out(tmp_path: Path) -> None:
    """A user would read "for the 19 treatment" where the draft says "for the treatment"."""
    pages = []
    number = 1
    for page in range(2):
        numbered = []
        for row in range(20):
            numbered += [
                T(40, 780 - 14 * row, str(number), 10),
                T(63, 780 - 14 * row, f"The sponsor should do the work of page {page} and of", 10),
            ]
            number += 1
        pages.append(numbered)
    reading = read(tmp_path, pages)
    assert "I063" in [f.code for f in reading.findings]
    assert not any(
        c.isdigit() for c in squeeze(in_order(reading.documents[0].provisions)).replace("page0", "").replace("page1", "")
    )


def test_fda_outline_and_jurisdiction(tmp_path: Path) -> None:
    """IV.A.1 of an FDA guidance would hang under the wrong section, or count as EU law."""
    cover = [
        T(100, 650, "Guidance for Industry", 20, True),
        T(100, 600, "Sample Systems", 20, True),
        T(100, 200, "Food and Drug Administration"),
        T(100, 180, "September 2026"),
    ]
    body = [
        *lines(760, "I. INTRODUCTION", bold=True),
        *lines(735, *[_FILLER] * 4),
        *lines(665, "II. SYSTEMS", bold=True),
        *lines(640, "A. Leadership", bold=True, x=75),
        *lines(615, *[_FILLER] * 4),
        *lines(545, "1. Plans", bold=True, x=85),
        *lines(520, *[_FILLER] * 4),
        *lines(450, "B. Resources", bold=True, x=75),
        *lines(425, *[_FILLER] * 4),
    ]
    found = by_path(read(tmp_path, [cover, body, lines(700, *[_FILLER] * 10)]))
    assert {"I", "II", "II/II.A", "II/II.A/II.A.1", "II/II.B"} <= set(found)
    assert found["II/II.B"].jurisdiction == "US"
    assert found["II/II.A/II.A.1"].citation == "FDA Sample Systems II.A.1"


def test_gmp_chapter_paragraphs_and_unnumbered_headings(tmp_path: Path) -> None:
    """1.8 would hang under the heading before it, where nobody cites it."""
    cover = [
        T(100, 700, "European Commission"),
        T(100, 660, "EudraLex"),
        T(100, 620, "Chapter 1", 14, True),
        T(100, 600, "Sample System", 14, True),
        T(100, 500, "Deadline for coming into operation: 31 January 2033"),
    ]
    body = [
        *lines(760, "Principle", bold=True),
        *lines(735, *[_FILLER] * 4),
        *lines(660, "1.1 A system is a wide thing. It covers all."),
        *lines(630, "Good Practice for Samples", bold=True),
        *lines(605, "1.2 Good practice ensures that:"),
        *lines(585, "(i) All is clear;", "(ii) All needed is there including:"),
        *lines(557, "• people;", "• rooms;", x=80),
        *lines(529, "(iii) Nothing is lost."),
    ]
    found = by_path(read(tmp_path, [cover, body, lines(700, *[_FILLER] * 10)]))
    assert found["Chapter 1/Principle"].text.startswith(_FILLER)
    assert found["Chapter 1/1.2/(ii)/bullet 2"].text == "rooms;"
    assert found["Chapter 1/1.2/(iii)"].citation == "EU GMP Chapter 1 1.2(iii)"
    assert found["Chapter 1/1.1"].valid_from == "2033-01-31"


@pytest.mark.parametrize(
    ("data", "code", "why"),
    [
        (pdf([[]]), "I006", "a scan would count as read"),
        (pdf([lines(700, _FILLER)], encrypt=True), "I007", "a protected file would count as empty"),
        (b"%PDF-1.4\nbroken", "I017", "a truncated file would end the build"),
        (
            pdf(
                [
                    lines(
                        700,
                        *["Liikmesriigid ja komisjon on artikli lõike kohta või selle muudatuse ning müügiloa see et ei"] * 4,
                    )
                ]
            ),
            "I011",
            "Estonian text would be read as English",
        ),
    ],
)
def test_what_cannot_be_read_is_a_finding(tmp_path: Path, data: bytes, code: str, why: str) -> None:
    path = tmp_path / "x.pdf"
    path.write_bytes(data)
    reading = read_file(path, "x/x.pdf")
    assert [f.code for f in reading.findings] == [code], why


def test_cover_without_text_is_told(tmp_path: Path) -> None:
    """A user would not know that page one is a picture."""
    reading = read(tmp_path, [[T(63, 700, "EN EN")], lines(700, *[_FILLER] * 10), lines(700, *[_FILLER] * 10)])
    assert "I062" in [f.code for f in reading.findings]


def test_two_names_of_one_file_are_one_document(tmp_path: Path) -> None:
    """The same guidance would count twice in every gap table."""
    pages = [COVER, [*BODY_1], [*BODY_2]]
    assert read(tmp_path, pages, "a.pdf").documents[0].document.id == read(tmp_path, pages, "b.pdf").documents[0].document.id
