"""English words as the lexicon compares them: tokens, singular forms, one spelling, regular inflections of verbs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

TOKEN = re.compile(
    r"[^\W_]+(?:['’]s(?![^\W_]))?"  # a word or number; the possessive belongs to it: "investigator's brochure"
    r"|[,;:.()]"  # marks that part phrases; kept, so that a phrase runs across one only where the lexicon writes it
)

_BRITISH = (
    (re.compile(r"(?<=[a-z]{3})is(e|ed|es|ing|ation|ations|er|ers)$"), r"iz\1"),  # authorise, sterilisation
    (re.compile(r"(label|ancel|model|annel|avel|unsel|ignal|total|level)l(ed|ing|ers?)$"), r"\1\2"),  # labelled
    (re.compile(r"^(h)?aem(?=[ao])"), r"\1em"),  # haemoglobin, haemophilia
    (re.compile(r"^(p|orthop)aed"), r"\1ed"),  # paediatric
    (re.compile(r"^(col|fav|behavi|lab|tum|vap)our"), r"\1or"),
    (re.compile(r"^centre"), "center"),
    (re.compile(r"^programme"), "program"),
    (re.compile(r"^licence"), "license"),
    (re.compile(r"^(o)?estrogen"), "estrogen"),
    (re.compile(r"^(analy|cataly)s(e|ed|ing)$"), r"\1z\2"),
)
_SINGULAR = {
    "criteria": "criterion",
    "data": "data",
    "gauze": "gauze",
    "series": "series",
    "species": "species",
    "basis": "basis",
}
_KEEPS_S = ("ss", "us", "is", "ous")
_VOWELS = "aeiou"


@lru_cache(maxsize=1 << 17)
def normal(word: str) -> str:
    """`word` in lower case, singular, in American spelling, without a possessive s."""
    word = word.lower()
    if word.endswith(("'s", "’s")):
        word = word[:-2]
    for pattern, replacement in _BRITISH:
        word = pattern.sub(replacement, word)
    return _singular(word)


def _singular(word: str) -> str:
    if word in _SINGULAR:
        return _SINGULAR[word]
    if len(word) < 4 or not word.endswith("s") or word.endswith(_KEEPS_S):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "ches", "shes", "xes")):
        return word[:-2]
    return word[:-1]


def is_abbreviation(word: str) -> bool:
    """Whether a word is told by its capitals, so that IND is not "ind" and AIDS is not "aids"."""
    return len(word) > 1 and word[:2].isupper() and word.rstrip("s").isupper()


def inflections(verb: str) -> Iterator[str]:
    """The regular forms of a verb: "ship" gives ship, ships, shipped, shipping. A doubled and a single consonant are both
    given, as spelling differs ("labeled", "labelled"); a form that does not exist matches nothing."""
    yield verb
    stem = verb
    if verb.endswith("e"):
        yield verb + "d"
        yield verb[:-1] + "ing"
        return
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        yield verb[:-1] + "ied"
        yield verb + "ing"
        return
    yield stem + "ed"
    yield stem + "ing"
    if len(verb) > 2 and verb[-1] not in _VOWELS + "wxy" and verb[-2] in _VOWELS and verb[-3] not in _VOWELS:
        yield stem + verb[-1] + "ed"
        yield stem + verb[-1] + "ing"
