"""A line of a Chinese legal text as every reader hands it to the grammar, and the cleaning that all readers share."""

from __future__ import annotations

import re
from dataclasses import dataclass

_INVISIBLE = re.compile(r"[\u200b-\u200f\u2060\ufeff\u00ad\x00-\x08\x0b\x0c\x0e-\x1f]")
_BETWEEN_HAN = re.compile(r"(?<=[\u3400-\u9fff])\s+(?=[\u3400-\u9fff])")


@dataclass(frozen=True, slots=True)
class Line:
    """A paragraph, a heading or a table row, without markup.

    `heading` is the depth that the markup gives a heading (1 for the title), 0 for a paragraph. `cells` are the cells of a
    table row; `text` then joins them. `centred` tells that the page centres the line.
    """

    text: str
    heading: int = 0
    centred: bool = False
    cells: tuple[str, ...] = ()
    bullet: bool = False
    """The markup makes it an item of a list; its number, if it had one, is lost."""


@dataclass(frozen=True, slots=True)
class Page:
    """What a reader found: the lines of the text and what the file says about itself beside the text.

    `stated_title` and `stated_date` come from metadata, which lies often; they are used where the text is silent.
    """

    lines: tuple[Line, ...]
    stated_title: str = ""
    stated_date: str = ""
    stated_note: str = ""
    """A history note kept beside the text: 2010年4月2日环境保护部令第10号公布."""
    left_out: tuple[str, ...] = ()
    """Running heads and page numbers, which are no part of the text."""
    unread: int = 0
    """Characters of the file that its format's parser gave up on: a page nested too deeply."""
    attachments: tuple[str, ...] = ()
    """Addresses of attached Word or PDF files that the page links to."""


def tidy(text: str) -> str:
    """`text` with every run of white space as one space and without invisible marks."""
    return " ".join(_INVISIBLE.sub("", text).split())


def close_up(text: str) -> str:
    """A heading without the blanks that only spread it: 总　则 is 总则."""
    return _BETWEEN_HAN.sub("", tidy(text))
