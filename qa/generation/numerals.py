"""The numeral inside a quantity's words, and the same words with another number: "within five days", "within ten days"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ingest.quantities.units import DAYS_IN_MONTH, WORKING_DAY, to_base
from kg.records import Quantity

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = dict(zip("twenty thirty forty fifty sixty seventy eighty ninety".split(), range(20, 100, 10), strict=True))
WORDS: dict[str, int] = {
    **{word: number for number, word in enumerate(_ONES)},
    **_TENS,
    **{f"{ten}-{_ONES[one]}": value + one for ten, value in _TENS.items() for one in range(1, 10)},
}
_WORD_OF = {number: word for word, number in WORDS.items()}
_HAN = "零一二三四五六七八九"
_HAN_DIGITS = {**{sign: value for value, sign in enumerate(_HAN)}, "两": 2, "〇": 0}

_DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_ENGLISH = re.compile(
    rf"(?<![\w.,/-])(?:{_DIGITS}|{'|'.join(sorted(WORDS, key=len, reverse=True))})(?![\w,/]|\.\d)", re.IGNORECASE
)
_CHINESE = re.compile(rf"{_DIGITS}|[零〇一二两三四五六七八九十百千万]+")
_UNIT_WORD = re.compile(r"\s+((?:calendar |working |business )?(?:day|week|month|year|hour|minute))(s?)(?!\w)")


def han(number: int) -> str:
    """A whole number below 10,000 in Chinese numerals: 15 is 十五, 105 is 一百零五."""
    out, rest, gap = "", number, False
    for unit, sign in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit, rest = divmod(rest, unit)
        if digit:
            out += ("零" if gap and out else "") + _HAN[digit] + sign
        gap = bool(out) and not digit
    return (out.removeprefix("一") if out.startswith("一十") else out) or _HAN[0]


def _read_han(text: str) -> int | None:
    total, digit = 0, 0
    for sign in text:
        if sign in _HAN_DIGITS:
            digit = _HAN_DIGITS[sign]
        elif sign in "十百千":
            total += (digit or 1) * {"十": 10, "百": 100, "千": 1000}[sign]
            digit = 0
        else:
            return None
    return total + digit


@dataclass(frozen=True, slots=True)
class Numeral:
    """Where the number stands in `text` and how it is written: digits, words or han."""

    text: str
    start: int
    end: int
    style: str
    value: float

    def with_value(self, value: float) -> str | None:
        """The words with another number in the same style; None where the style can't write it."""
        after = self.text[self.end :]
        if self.style == "digits":
            written = f"{value:,.0f}" if "," in self.text[self.start : self.end] else f"{value:g}"
        elif not float(value).is_integer() or value < 1:
            return None
        elif self.style == "words":
            written = _WORD_OF.get(int(value), "")
        elif value >= 10_000:
            return None
        else:
            written = "两" if value == 2 and after[:1] in "年个周倍次人名份天" else han(int(value))
        if not written:
            return None
        if unit := _UNIT_WORD.match(after):
            plural = "" if value == 1 else "s"
            after = f" {unit[1]}{plural}" + after[unit.end() :]
        return self.text[: self.start] + written + after


def numeral_of(quantity: Quantity, lang: str) -> Numeral | None:
    """The one numeral in a quantity's words; None where there are none or several, or it is not the quantity's value."""
    if isinstance(quantity.value, str):
        return None
    found = list((_CHINESE if lang == "zh" else _ENGLISH).finditer(quantity.text))
    if len(found) != 1:
        return None
    written = found[0].group()
    bare = written.replace(",", "").lower()
    if re.fullmatch(r"[\d.]+", bare):
        style, value = "digits", float(bare)
    elif lang == "zh":
        number = _read_han(bare)
        style, value = "han", float(number) if number is not None else -1.0
    else:
        style, value = "words", float(WORDS[bare])
    if value != float(quantity.value) or value <= 0:
        return None
    return Numeral(quantity.text, found[0].start(), found[0].end(), style, value)


def amount(quantity: Quantity) -> tuple[str, float] | None:
    """Dimension and size, time in days on average; None for a date. Two amounts within 5 % count as the same for a reader."""
    if isinstance(quantity.value, str):
        return None
    dimension, value = to_base(float(quantity.value), quantity.unit)
    if dimension == "months":
        dimension, value = "time", value * DAYS_IN_MONTH
    return dimension, value * (WORKING_DAY if quantity.qualifier == "working" else 1.0)


def same_amount(a: tuple[str, float], b: tuple[str, float], share: float = 0.05) -> bool:
    return a[0] == b[0] and abs(a[1] - b[1]) <= share * max(abs(a[1]), abs(b[1]))
