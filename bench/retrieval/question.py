"""What a question asks of each jurisdiction: its clauses, and whose law each one speaks of.

"Which statement is right? China requires X, while US rules demand Y" is two questions to two bodies of law; searched for as
one, the words of either side drown those of the other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kg.records import JURISDICTIONS
from qa.items import LETTERS, Item

_NAMES = {
    "US": re.compile(r"\b(?:US|USA|U\.S\.A?|United States|American?|FDA|DEA|CFR|FD&C)(?![a-z])|美国|美方|联邦法规"),
    "CN": re.compile(r"\b(?:China|Chinese|NMPA|CFDA|PRC|SAMR)\b|中国|我国|中方|国家药监局|国家药品监督管理局|中华人民共和国"),
    "EU": re.compile(r"\b(?:EU|European|EMA|EEA|EudraLex)\b|欧盟|欧洲"),
}  # case counts: "us" is a pronoun
_BOTH_ZH = re.compile(r"中美")  # 中美两国: China and the US
_CLAUSE = re.compile(
    r"""
    (?<=[.?!。？！；;\n])\s*        # sentences
    | [,，]\s*                      # and what commas part
    | \s+(?=(?:while|whereas|but)\b)  # "the US requires X while China ..."
    | (?=而(?:美|中|欧))
    """,
    re.VERBOSE,
)
_SENTENCE_END = re.compile(r"[.?!。？！；;\n]\s*$")

OWN, SHARED, FOREIGN = 2.0, 1.0, 0.25
"""How much a clause counts in the search of one jurisdiction: it names that one, none, or only others."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of a question and the jurisdictions that it speaks of; none where it names none."""

    text: str
    sides: frozenset[str]

    def weight(self, jurisdiction: str) -> float:
        if not self.sides:
            return SHARED
        return OWN if jurisdiction in self.sides else FOREIGN


@dataclass(frozen=True, slots=True)
class Question:
    """A free text question as it is searched for. `lang` is `en` or `zh`; `sides` are the jurisdictions it concerns."""

    lang: str
    clauses: tuple[Clause, ...]
    sides: tuple[str, ...]

    def text(self, jurisdiction: str) -> str:
        """What is embedded: all but the clauses that speak of other jurisdictions only."""
        own = [c.text for c in self.clauses if c.weight(jurisdiction) > FOREIGN]
        return " ".join(own or [c.text for c in self.clauses])


def named_sides(text: str) -> frozenset[str]:
    """The jurisdictions that a text names."""
    found = {side for side, pattern in _NAMES.items() if pattern.search(text)}
    return frozenset(found | ({"CN", "US"} if _BOTH_ZH.search(text) else set()))


def split_clauses(text: str) -> list[Clause]:
    """The clauses of a text in order. A clause that names nobody speaks of whom its sentence named last."""
    out: list[Clause] = []
    at = 0
    current: frozenset[str] = frozenset()
    for cut in [*(m.span() for m in _CLAUSE.finditer(text)), (len(text), len(text))]:
        part = text[at : cut[0]].strip()
        if part:
            current = named_sides(part) or current
            out.append(Clause(part, current))
            if _SENTENCE_END.search(part):
                current = frozenset()
        at = cut[1]
    return out


def read_question(item: Item, among: Sequence[str] = JURISDICTIONS) -> Question:
    """The question of an item with its options, for a search among the jurisdictions that a graph holds.

    It concerns those that it names; an item that names fewer than two and says where each side was drawn from concerns
    those sides too; one that says nothing concerns all. Neither the answer nor the explanation is read.
    """
    options = [option for letter in LETTERS if (option := item.option(letter))]
    clauses = [c for text in (item.question, *options) for c in split_clauses(text)]
    named = {side for c in clauses for side in c.sides}
    if len(named) < 2:
        drawn_from = {"US": item.source_us, "CN": item.source_cn, "EU": item.source_eu}
        named |= {side for side, source in drawn_from.items() if source}
    sides = tuple(side for side in among if side in named) or tuple(among)
    return Question("zh" if item.lang in ("CN", "ZH") else "en", tuple(clauses), sides)
