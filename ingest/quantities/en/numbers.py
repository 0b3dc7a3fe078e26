"""Numbers in English legal text: digits, decimal commas, fractions, words, powers of ten."""

from __future__ import annotations

import re

_ONES = dict(
    zip(
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
        "nineteen".split(),
        range(1, 20),
        strict=True,
    )
)
_TENS = dict(zip("twenty thirty forty fifty sixty seventy eighty ninety".split(), range(20, 100, 10), strict=True))
_PARTS = {
    "half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10, "twelfth": 12,
    "sixteenth": 16, "twentieth": 20, "thirty-second": 32, "sixty-fourth": 64, "hundredth": 100, "thousandth": 1000,
}  # fmt: skip
_MULTIPLES = {"hundred": 100, "thousand": 1000, "million": 1_000_000, "billion": 1_000_000_000}
_ORDINALS = dict(
    zip(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
        "sixteenth seventeenth eighteenth nineteenth twentieth".split(),
        range(1, 21),
        strict=True,
    )
) | {"thirtieth": 30}

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_DECIMALS_AFTER_A_COMMA = re.compile(r"\d{1,3},(?!\d{3}\b)\d+")
_FRACTION = re.compile(r"(?:(\d+)[ -])?(\d+)/(\d+)")
_POWER = re.compile(r"(?:(\d+(?:\.\d+)?) ?[×x] ?)?10 ?\^?(⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2}|-?\d{1,2})")

_CARDINAL = rf"(?:{'|'.join((*_ONES, *_TENS))})"
_WORDS = (
    rf"(?:one[- ](?:{'|'.join(sorted(_PARTS, key=len, reverse=True))})(?: of an?)?"  # one-sixteenth inch
    rf"|{_CARDINAL}(?:[- ]{_CARDINAL})?(?: (?:hundred|thousand|million))?)"  # twenty-one, two hundred
)
_DIGITS = (
    r"[-−–]?\d{1,6}[ -]\d{1,6}/\d{1,6}|[-−–]?\d{1,6}/\d{1,6}"  # 1 1/2 inches, 1/16 of an inch
    r"|[-−–]?\d{1,3}(?:,\d{3}){1,5}(?:\.\d{1,12})?"  # 3,699
    r"|[-−–]?\d{1,15}(?:[.,]\d{1,12})?"  # 0.5; the Official Journal's 0,1
)
_POWERS = (
    r"(?:\d{1,15}(?:\.\d{1,12})? ?[×x] ?)?10(?:⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2}|\^-?\d{1,2}"
    # 10 7 CFU: the superscript is lost
    r"| \d{1,2}(?= (?:colony|cfu\b|cells?\b|organisms|pfu\b|spores|copies|microorganisms)))"
)
NUMBER = rf"(?:{_POWERS}|(?:{_DIGITS})(?: (?:hundred|thousand|million|billion)\b)?|\b{_WORDS}\b)"
"""A number as a regex without groups; `value_of` reads what it matched (case is ignored)."""

ORDINAL = rf"(?:{'|'.join(_ORDINALS)}|\d{{1,2}}(?:st|nd|rd|th))"
"""The ordinals of days: "the tenth day of each month"."""


def value_of(text: str) -> float | int:
    """The number that `NUMBER` matched, an int where it is whole."""
    text = text.strip().lower().replace("−", "-").replace("–", "-")
    power = _POWER.fullmatch(text)
    if power and (len(text) > 4 or not text.isdecimal()):
        return _tidy(float(power[1] or 1) * 10.0 ** int(power[2].translate(_SUPERSCRIPTS)))
    factor = 1
    words = text.split()
    if len(words) > 1 and words[-1] in _MULTIPLES:
        factor = _MULTIPLES[words.pop()]
        text = " ".join(words)
    if fraction := _FRACTION.fullmatch(text.lstrip("-")):
        whole, above, below = int(fraction[1] or 0), int(fraction[2]), int(fraction[3])
        return _tidy((whole + above / below if below else 0) * (-1 if text.startswith("-") else 1) * factor)
    if text.lstrip("-")[:1].isdigit():
        text = text.replace(",", "." if _DECIMALS_AFTER_A_COMMA.fullmatch(text.lstrip("-")) else "")
        return _tidy(float(text) * factor)
    return _tidy(_words_value(text) * factor)


def ordinal_of(text: str) -> int:
    """The number of an ordinal that `ORDINAL` matched."""
    text = text.lower()
    return _ORDINALS.get(text) or int(re.sub(r"\D", "", text))


def _words_value(text: str) -> float:
    text = re.sub(r" of an?$", "", text)
    head, _, part = text.partition("-") if "-" in text else text.partition(" ")
    if head == "one" and part in _PARTS:
        return 1 / _PARTS[part]
    return sum(_ONES.get(word) or _TENS.get(word) or 0 for word in re.split(r"[- ]", text))


def _tidy(value: float) -> float | int:
    return int(value) if value == int(value) else round(value, 12)
