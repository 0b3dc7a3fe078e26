"""What a paragraph's marker can be read as: (i) is the ninth letter or the first Roman numeral, and only its place tells.

The kinds in use are lower-case letters, Arabic numerals, lower-case Roman numerals, capitals and capital Roman numerals; a
defined term that heads an unmarked paragraph takes a place in the outline like a marker and has a kind of its own.
"""

from __future__ import annotations

from functools import lru_cache

LETTER, DIGIT, ROMAN, CAPITAL, CAPITAL_ROMAN, TERM = "a", "1", "i", "A", "I", "t"

Reading = tuple[str, int]
"""A kind and the place in its sequence, from 1."""

_NUMERALS = {"i": 1, "v": 5, "x": 10, "l": 50}
_LARGEST_ROMAN = 89  # c, d and m are letters: no list of the CFR runs to a hundred Roman numerals


def roman_value(text: str) -> int | None:
    """The value of a lower-case Roman numeral written the regular way, None for anything else."""
    total = 0
    for here, after in zip(text, [*text[1:], ""], strict=True):
        if here not in _NUMERALS:
            return None
        value = _NUMERALS[here]
        total += -value if after and _NUMERALS.get(after, 0) > value else value
    return total if 0 < total <= _LARGEST_ROMAN and roman(total) == text else None


def roman(value: int) -> str:
    """A lower-case Roman numeral up to 89."""
    out = ""
    for size, sign in ((50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")):
        while value >= size:
            out += sign
            value -= size
    return out


@lru_cache(maxsize=4096)
def readings(designator: str) -> tuple[Reading, ...]:
    """Every way to read a designator; empty when it is none.

    After z come aa, bb, ... (21 CFR 1300.01), so only a doubled letter is a letter beyond the 26th.
    """
    if designator.isdigit():
        return ((DIGIT, int(designator)),) if len(designator) <= 3 else ()
    if not designator.isascii() or not designator.isalpha():
        return ()
    lower = designator.lower()
    if lower != designator and designator.upper() != designator:
        return ()
    small = lower == designator
    found: list[Reading] = []
    if len(set(lower)) == 1 and len(lower) <= 3:
        found.append((LETTER if small else CAPITAL, ord(lower[0]) - 96 + 26 * (len(lower) - 1)))
    value = roman_value(lower)
    if value is not None and lower != "l":
        found.append((ROMAN if small else CAPITAL_ROMAN, value))
    return tuple(found)
