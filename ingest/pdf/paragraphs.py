"""Lines put together to paragraphs, with what their type says about them."""

from __future__ import annotations

import statistics
from collections.abc import Iterable
from dataclasses import dataclass, field

from ingest.pdf.hyphens import Vocabulary
from ingest.pdf.lines import Line, Page
from ingest.pdf.marks import mark_of

_ENDS = (".", ";", ":", "!", "?", ".”", ".’", ".)")


@dataclass
class Paragraph:
    """One paragraph: its text, where it begins, its type's height and weight, and whether white space sets it off."""

    text: str
    page: int
    x0: float
    height: float
    bold: bool
    apart: bool
    lines: list[Line] = field(default_factory=list)

    @property
    def caps(self) -> bool:
        letters = [c for c in self.text if c.isalpha()]
        return len(letters) >= 3 and all(c.isupper() for c in letters)


class Joiner:
    """Joins the lines of one document."""

    def __init__(self, pages: Iterable[Page]) -> None:
        self.pages = list(pages)
        self.vocabulary = Vocabulary(self.pages)
        steps: list[float] = []
        rights: list[float] = []
        for page in self.pages:
            rights += [line.x1 for line in page.lines]
            steps += [round(a.y0 - b.y0, 1) for a, b in zip(page.lines, page.lines[1:], strict=False) if 4 < a.y0 - b.y0 < 40]
        self.step = statistics.median_low(steps) if steps else 14.0
        self.right = sorted(rights)[int(len(rights) * 0.9)] if rights else 500.0

    def paragraphs(self) -> list[Paragraph]:
        out: list[Paragraph] = []
        before: Line | None = None
        for page in self.pages:
            for line in page.lines:
                if before is None or self._breaks(before, line, out[-1]):
                    apart = before is None or before.page != line.page or before.y0 - line.y0 > 1.35 * self.step
                    out.append(Paragraph(line.text, line.page, line.x0, line.height, line.bold, apart, [line]))
                else:
                    self._append(out[-1], line)
                before = line
        return out

    def _append(self, paragraph: Paragraph, line: Line) -> None:
        joined = self.vocabulary.joined(paragraph.text, line.text)
        paragraph.text = joined if joined is not None else f"{paragraph.text} {line.text}"
        paragraph.bold = paragraph.bold and line.bold
        paragraph.lines.append(line)

    def _breaks(self, before: Line, line: Line, paragraph: Paragraph) -> bool:
        lone = mark_of(before.text)
        is_lone = lone is not None and lone.length >= len(before.text) and len(paragraph.lines) == 1
        if is_lone and lone is not None and lone.kind in {"bullet", "list"}:
            return False  # the glyph or letter stands on a line of its own before its text
        if is_lone:
            return True
        if abs(line.height - before.height) > 0.12 * max(line.height, before.height):
            return True
        if line.bold != before.bold and (line.bold or len(paragraph.text) < 150):
            return True
        ended = before.text.rstrip().endswith(_ENDS)
        mark = mark_of(line.text)
        if mark:
            if mark.kind == "module":
                return line.bold or self._apart(before, line) or (ended and mark.length < len(line.text))
            if mark.kind in {"bullet", "addendum"}:
                own = mark_of(paragraph.text)
                again = own is not None and own.printed == mark.printed and abs(line.x0 - paragraph.x0) < 3
                return mark.kind != "bullet" or mark.printed not in "-–—−*" or again or (ended and line.x0 > before.x0 + 3)
            if ended or line.bold or before.x1 < 0.85 * self.right or self._apart(before, line):
                return True
            return mark.kind == "list" and mark.printed.startswith("(") and before.text.rstrip().endswith(("and", "or", ","))
        if before.page != line.page:
            return not (line.text[:1].islower() or not ended) or before.bold
        if self._apart(before, line):
            return True
        return ended and before.x1 < 0.8 * self.right and not line.text[:1].islower() and not line.text[:1].isdigit()

    def _apart(self, before: Line, line: Line) -> bool:
        down = before.y0 - line.y0
        return down > 1.35 * max(self.step, 0.9 * line.height) or down < -self.step
