"""Sentences and list items of English legal text, with offsets.

A full stop ends a sentence unless it belongs to an abbreviation, a number or a citation. Items of a list in running text,
"the following: (1) ...; (2) ...", stay in the sentence of their lead-in; `list_items` tells them apart.
"""

from __future__ import annotations

import re

_ABBREVIATIONS = frozenset(
    "sec secs no nos art arts e.g i.e vs viz etc al inc co corp ltd dr mr mrs ms prof st dept approx fig figs vol vols ed "
    "eds cf c.f ref refs "
    "u.s u.s.c u.s.p d.c pub l stat fed reg subpt pt pts para paras ch chap supp supps ex jan feb mar apr aug sept oct "
    "nov dec n.e m.d ph.d "
    "i.v f.r c.f.r u.k e.u b.v a.m p.m min max app id ibid seq resp incl temp wt est rev"
    .split()
)  # fmt: skip

# A mark that may end a sentence, with closing quotes and brackets and footnote numbers, before the start of another.
_END = re.compile(r"[.!?][\"'”’)\]]*(?:\d{1,3}(?=\s+[A-Z]))?(?=\s+[\"'“‘(\[§A-Z0-9•—–-])")
_OTHER_ENDS = re.compile(
    r"\n\s*\n|;(?=\s+(?:The|This|These|Those|Such|It|They|Where|In|Any)\s)"
)  # a full stop left out after a last item
_LAST_WORD = re.compile(r"[\w.’'&-]*$")
_MARKER_ONLY = re.compile(r"(?:^|\s)\(?(?:\d{1,2}|[A-Za-z]|[ivx]{1,4})$")

MARKER = re.compile(
    r"(?:(?<=[:;,.—–])|(?<=\band)|(?<=\bor)|^)\s*(?P<marker>\([a-z]{1,4}\)|\(\d{1,2}\)|\([A-Z]\)|(?<![\w(])[a-z]\)"
    r"|\d{1,2}\))(?=\s(?!(?:of|or|and|through|to|above)\b))"
)
"""The marker of a list item in running text: it follows punctuation, "and" or "or"."""


def split_sentences(text: str) -> list[tuple[int, int]]:
    """Start and end of each sentence of `text`, trimmed; linear in the text's length."""
    cuts = [match.end() for match in _END.finditer(text) if _ends_sentence(text, match)]
    cuts.extend(match.start() + 1 for match in _OTHER_ENDS.finditer(text))
    cuts.append(len(text))
    spans, start = [], 0
    for cut in sorted(set(cuts)):
        trimmed = _trim(text, start, cut)
        if trimmed[0] < trimmed[1]:
            spans.append(trimmed)
        start = cut
    return spans


def list_items(text: str) -> list[tuple[int, int]]:
    """Where the items of a list in running text start (at their marker) and end; the outermost markers only.

    A list needs a marker right after a colon or a dash, or two markers.
    """
    marks = [(m.start("marker"), _shape(m["marker"])) for m in MARKER.finditer(text)]
    if not marks:
        return []
    outer = marks[0][1]
    starts = [at for at, shape in marks if shape == outer]
    if len(starts) < 2 and not text[: starts[0]].rstrip().endswith((":", "—", "–")):
        return []
    return [(start, end) for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]


def lowered(text: str) -> str:
    """`text` in lower case at the same offsets (the few letters whose lower case is longer stay)."""
    lower = text.lower()
    return lower if len(lower) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def _shape(marker: str) -> str:
    core = marker.strip("()")
    kind = "digit" if core.isdigit() else "upper" if core.isupper() else "roman" if len(core) > 1 or core in "iv" else "letter"
    return kind + ("(" if marker.startswith("(") else "")


def _ends_sentence(text: str, match: re.Match[str]) -> bool:
    if text[match.start()] != ".":
        return True
    before = text[max(0, match.start() - 24) : match.start()]
    found = _LAST_WORD.search(before)
    word = found[0] if found else ""
    if word.lower() in _ABBREVIATIONS:
        return False
    if len(word) == 1 and word.isupper():  # an initial: "Food, Drug, and Cosmetic Act, by J. Smith"; "Class A." is rarer
        return False
    return not (_MARKER_ONLY.fullmatch(before.strip()) and len(before.strip()) < 4)


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
