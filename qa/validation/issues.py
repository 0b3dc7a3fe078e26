"""The catalogue of validation issues."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Kind:
    """What an issue means and whether the item must go (`fault`) or be looked at (`warning`)."""

    message: str
    severity: Literal["fault", "warning"] = "fault"


CODES: dict[str, Kind] = {
    "D0-JSON": Kind("the line is not a JSON object: {}"),
    "D0-ENCODING": Kind("the line is not UTF-8"),
    "D0-BOM": Kind("the file begins with a byte order mark", "warning"),
    "D0-CRLF": Kind("the lines end with CR LF", "warning"),
    "D1-MISSING": Kind("the field {} is missing"),
    "D1-TYPE": Kind("the field {} is not {}"),
    "D2-QUESTION": Kind("the question is empty"),
    "D2-OPTION": Kind("option {} is empty"),
    "D2-SAME": Kind("options {} and {} say the same"),
    "D2-CUT": Kind("the question seems cut off: it ends with {}", "warning"),
    "D3-LETTER": Kind("the answer {} is no letter A to D"),
    "D3-OPTION": Kind("the answer {} has no option"),
    "D3-LABEL": Kind("the options are not labelled A, B, C, D in this order: {}"),
    "D4-ID": Kind("the id {} has no known prefix of its type"),
    "D4-TYPE": Kind("the type {} is none of Monolingual, Comparative, Parallel"),
    "D4-LANG": Kind("the language is {}, the text is written in {}"),
    "D4-SCRIPT": Kind("the question is in {}, the options are in {}"),
    "D5-SOURCE": Kind("a {} item needs {}"),
    "D5-UNKNOWN": Kind("the source {} is in neither the graph nor the list of the corpus", "warning"),
    "D5-EDGE": Kind("the item was made from {}, which is no longer in the graph"),
    "D6-COUNT": Kind("{} options; exactly four are needed"),
    "D7-ID": Kind("the id is that of line {} too"),
    "D7-SAME": Kind("question and options are those of {}"),
    "D7-NEAR": Kind("nearly the question of {} ({} of 100 alike)", "warning"),
    "D7-CONTRADICTION": Kind("asks what {} asks, and answers otherwise"),
}


@dataclass(frozen=True, slots=True)
class Issue:
    """One fault of one item: where it stands, which item it is, what is wrong."""

    code: str
    file: str
    line: int
    id: str
    message: str
    severity: str


def issue(code: str, file: str, line: int, item_id: str, *details: object) -> Issue:
    kind = CODES[code]
    return Issue(code, file, line, item_id, kind.message.format(*details), kind.severity)
