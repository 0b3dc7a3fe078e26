"""Writes the guideline of the bundled sample as a PDF in the layout of EMA guidelines (needs reportlab, a tool only).

python tools/make_sample_pdf.py regkg/sample/eu/sample-guideline.pdf
"""

from __future__ import annotations

import sys

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

TITLE = "Guideline on sample good manufacturing practice"
REFERENCE = "EMA/SAMPLE/9999/2026"
COVER = [
    "5 January 2026",
    REFERENCE,
    "Committee for Sample Products (CSP)",
    "",
    TITLE,
    "",
    "Date for coming into effect    1 March 2026",
]
SECTIONS: list[tuple[str, str, list[str]]] = [
    ("1", "Introduction", ["This guideline was written for the demonstration of regkg and is not a text of any authority."]),
    ("2", "Quality management", []),
    (
        "2.1",
        "",
        [
            "An independent quality unit should approve or reject all starting materials,",
            "packaging materials and finished products.",
        ],
    ),
    ("2.2", "", ["The production records should be reviewed before a batch is certified for release."]),
    ("2.3", "", ["A product quality review should be conducted at least once a year for each product."]),
    ("3", "Personnel and premises", []),
    ("3.1", "", ["All personnel should have the education, training and experience that their tasks need."]),
    ("3.2", "", ["Training in hygiene should be given to each employee at least once a year."]),
    ("3.3", "", ["Equipment should be cleaned at defined intervals and a cleaning log should be kept."]),
    ("4", "Self inspection", []),
    (
        "4.1",
        "",
        ["Self inspections should be conducted by designated competent persons.", "All self inspections should be recorded."],
    ),
]


def main(path: str) -> None:
    canvas = Canvas(path, pagesize=A4, invariant=1)
    canvas.setTitle(TITLE)
    canvas.setAuthor("regkg")
    y = 780
    for line in COVER:
        canvas.setFont("Helvetica-Bold" if line == TITLE else "Helvetica", 16 if line == TITLE else 10)
        canvas.drawString(72, y, line)
        y -= 26
    canvas.drawString(72, y, "Table of contents")
    for number, heading, _ in SECTIONS:
        if heading:
            y -= 16
            canvas.drawString(72, y, f"{number}. {heading} " + "." * 60 + " 2")
    canvas.drawString(72, 40, "Page 1/2")
    canvas.showPage()
    y = 780
    canvas.setFont("Helvetica", 8)
    canvas.drawString(72, 810, TITLE)
    canvas.drawString(72, 30, f"{REFERENCE}    Page 2/2")
    for number, heading, lines in SECTIONS:
        if heading:
            y -= 12
            canvas.setFont("Helvetica-Bold", 12)
            canvas.drawString(72, y, f"{number}. {heading}")
            y -= 18
        canvas.setFont("Helvetica", 10)
        for position, line in enumerate(lines):
            canvas.drawString(72, y, f"{number}. {line}" if not heading and position == 0 else line)
            y -= 14
    canvas.showPage()
    canvas.save()


if __name__ == "__main__":
    main(sys.argv[1])
