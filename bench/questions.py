"""Questions as a user has them: items in full, or lines with nothing but a question."""

from __future__ import annotations

import json
import re
from pathlib import Path

from kg.errors import UsageError
from qa.items import Item, item_from_row, lines_of

_HAN = re.compile(r"[\u4e00-\u9fff]")


def read_questions(path: Path) -> list[Item]:
    """Items of a JSON Lines file; a line needs only `question`. Raises UsageError that names the first bad line."""
    if not path.is_file():
        raise UsageError(f"{path}: no such file")
    out = []
    for number, line in lines_of(path):
        try:
            row = json.loads(line)
            question = str(row["question"])
            lang = "CN" if _HAN.search(question) else "EN"
            out.append(item_from_row({"id": str(number), "type": "", "lang": lang, "choices": [], "answer": "", **row}))
        except (KeyError, TypeError, ValueError) as error:
            raise UsageError(f'{path}, line {number}: not a question ({error}); a line is {{"question": ...}}') from None
    return out
