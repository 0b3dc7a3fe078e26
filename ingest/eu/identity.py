"""Which act a text is: its type, number, CELEX key, date and short citation, read from its title or its address."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kg.text import collapse

MONTHS = {
    name: number
    for number, name in enumerate(
        "january february march april may june july august september october november december".split(), start=1
    )
}

# "Commission Implementing Regulation", "Council Directive", "REGULATION": the type is the last word.
_TYPE = r"(?P<adjective>(?:Implementing|Delegated|Framework)\s+)?(?P<type>Regulation|Directive|Decision)"
# "(EU) 2017/745" is year/number since 2015; "(EC) No 726/2004" is number/year; "2001/83/EC" is year/number.
_NUMBER = (
    r"(?:\(\s*(?P<body>EU|EC|EEC|Euratom|EU,\s*Euratom|EC,\s*Euratom)\s*\)\s*(?P<no>No\.?\s*)?(?P<first>\d{1,4})/(?P<second>\d{1,4})"
    r"|(?P<year>\d{2,4})/(?P<number>\d{1,4})/(?P<suffix>EU|EC|EEC|Euratom))"
)
ACT_NAME = re.compile(rf"{_TYPE}\s+{_NUMBER}", re.IGNORECASE)
_DATED = re.compile(r"\bof\s+(\d{1,2})\s+([A-Z][a-z]+|[A-Z]+)\s+(\d{4})", re.IGNORECASE)
CELEX = re.compile(r"\b(?P<sector>[0-9])(?P<year>\d{4})(?P<letter>[RLD])(?P<number>\d{4})(?:-(?P<date>\d{8}))?\b")
_LETTER = {"regulation": "R", "directive": "L", "decision": "D"}


@dataclass(frozen=True, slots=True)
class Act:
    """An act: `short` is "Regulation (EU) 2017/745", `celex` "32017R0745", `signed` the ISO date of its title or None."""

    short: str
    celex: str
    signed: str | None = None

    @property
    def work(self) -> str:
        return f"EU:{self.celex}"


def iso_date(day: str, month: str, year: str) -> str | None:
    """`5`, `April`, `2017` as 2017-04-05; None for a word that is no month."""
    number = MONTHS.get(month.lower())
    return f"{int(year):04d}-{number:02d}-{int(day):02d}" if number and 1 <= int(day) <= 31 else None


def _full_year(year: str) -> int:
    return int(year) if len(year) == 4 else 1900 + int(year)


def act_from_match(found: re.Match[str]) -> Act:
    """The act that a match of ACT_NAME names."""
    kind = found["type"].capitalize()
    adjective = f"{collapse(found['adjective']).capitalize()} " if found["adjective"] else ""
    if found["suffix"]:
        year, number = _full_year(found["year"]), int(found["number"])
        short = f"{adjective}{kind} {found['year']}/{found['number']}/{found['suffix']}"
    else:
        first, second = found["first"], found["second"]
        year_first = not found["no"] and len(first) == 4 and int(first) >= 1950
        year, number = (int(first), int(second)) if year_first else (_full_year(second), int(first))
        body = re.sub(r",\s*", ", ", found["body"])
        short = f"{adjective}{kind} ({body}) {'No ' if found['no'] else ''}{first}/{second}"
    return Act(short, f"3{year:04d}{_LETTER[kind.lower()]}{number:04d}")


def act_from_title(title: str) -> Act | None:
    """The act whose title this is; acts that the title says it amends come after its own number and are not meant."""
    text = collapse(title)
    found = ACT_NAME.search(text)
    if not found:
        return None
    act = act_from_match(found)
    dated = _DATED.search(text)
    return Act(act.short, act.celex, iso_date(*dated.groups()) if dated else None)


def sentence_case(title: str) -> str:
    """`REGULATION (EU) 2017/745 OF THE EUROPEAN PARLIAMENT ...` with the capitals of a running text."""
    words = []
    for word in collapse(title).split(" "):
        letters = re.sub(r"[^A-Za-z]", "", word)
        if len(letters) > 1 and letters.isupper() and not re.fullmatch(r"[IVXL]+|\(?(EU|EC|EEC|EEA|TFEU)\)?[,;.]?|.*/.*", word):
            small = letters.lower() in {"of", "the", "and", "on", "for", "in", "to"}
            words.append(word.lower() if small else word.capitalize())
        else:
            words.append(word)
    return " ".join(words)
