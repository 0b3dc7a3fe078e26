"""Numbers of Chinese legal text: 15, 1.5万, 十五, 一百二十, 百分之五十, 三分之二, 半."""

from __future__ import annotations

import re
import unicodedata

HAN = r"[〇零一二两三四五六七八九十百千万亿]"
ARABIC = r"(?:\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(?:[.．]\d{1,9})?"
"""12, 5,000, 1.5; full-width digits are digits too."""
NUMBER = (
    rf"(?:(?:百|千|万)分之(?:{HAN}{{1,12}}|{ARABIC})|{HAN}{{1,6}}分之{HAN}{{1,6}}|{ARABIC}(?:[×xX]10\^?(?:\d{{1,2}}"
    rf"|[⁰¹²³⁴⁵⁶⁷⁸⁹]{{1,2}}))?(?:[百千]?[万亿]|千)?|{HAN}{{1,16}}|半)"
)
"""A number as a regular expression without groups; bounded, so that digits without end cost no more than their length."""

_DIGIT = {"〇": 0, "零": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
_UNIT = {"十": 10, "百": 100, "千": 1000}
_GROUP = {"万": 10_000, "亿": 100_000_000}
_PERCENT = {"百": 1.0, "千": 0.1, "万": 0.01}
_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_POWERED = re.compile(r"([\d.,]+)[×xX]10\^?(\d+)")
_SCALED = re.compile(r"([\d.,]+)([百千万亿]*)")


def to_percent(text: str) -> float | int | None:
    """The percents of 百分之五 (5), 千分之一 (0.1) and 三分之二 (66.67); None where `text` is no share."""
    head, mark, tail = text.partition("分之")
    if not mark:
        return None
    part = to_number(tail)
    if part is None:
        return None
    if head in _PERCENT:
        return tidy(part * _PERCENT[head])
    whole = to_number(head)
    return tidy(round(100 * part / whole, 2)) if whole else None


def to_number(text: str) -> float | int | None:
    """The value of a number word, None where it is none: 1.5万 is 15000, 一百零五 is 105, 二〇二四 is 2024."""
    text = unicodedata.normalize(
        "NFKC", text.translate(_SUPERSCRIPT).replace("半", "0.5") if text == "半" else text.translate(_SUPERSCRIPT)
    )
    powered = _POWERED.fullmatch(text)
    if powered:
        base = _arabic(powered.group(1))
        return None if base is None else tidy(base * 10 ** int(powered.group(2)))
    scaled = _SCALED.fullmatch(text)
    if scaled:
        number = _arabic(scaled.group(1))
        for mark in scaled.group(2):
            number = None if number is None else number * (_UNIT.get(mark) or _GROUP[mark])
        return None if number is None else tidy(number)
    return _han(text)


def _arabic(text: str) -> float | int | None:
    try:
        return tidy(float(text.replace(",", "")))
    except ValueError:
        return None


def _han(text: str) -> int | None:
    if not text or any(c not in _DIGIT and c not in _UNIT and c not in _GROUP for c in text):
        return None
    if not any(c in _UNIT or c in _GROUP for c in text):
        return int("".join(str(_DIGIT[c]) for c in text))
    total = group = digit = 0
    for c in text:
        if c in _DIGIT:
            digit = _DIGIT[c]
        elif c in _UNIT:
            group += (digit or 1) * _UNIT[c]
            digit = 0
        else:
            total = (total + group + digit) * _GROUP[c]
            group = digit = 0
    return total + group + digit


def tidy(value: float) -> float | int:
    """A whole number as an int, any other rounded to what a text can have said."""
    return int(value) if float(value).is_integer() and abs(value) < 1e15 else round(value, 9)
