"""Numbers of Chinese legal texts: 一百二十, 二〇一九, １２ and 12."""

from __future__ import annotations

import unicodedata

DIGITS = "〇零○一二三四五六七八九两"
UNITS = "十百千"
NUMERAL = rf"[{DIGITS}{UNITS}0-9０-９]+"
"""A numeral in a regular expression, Chinese, half-width or full-width."""

_VALUE = {"〇": 0, "零": 0, "○": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
_UNIT = {"十": 10, "百": 100, "千": 1000}
_HAN = "〇一二三四五六七八九"


def to_int(numeral: str) -> int | None:
    """The value of `numeral`, None where it is no number. Without units the digits are read in order: 二〇一九 is 2019."""
    text = unicodedata.normalize("NFKC", numeral)
    if text.isascii():
        return int(text) if text.isdigit() else None
    if not any(c in _UNIT for c in text):
        digits = [_VALUE[c] if c in _VALUE else int(c) for c in text if c in _VALUE or c.isdigit()]
        return int("".join(map(str, digits))) if len(digits) == len(text) else None
    total = current = 0
    for c in text:
        if c in _UNIT:
            total += (current or 1) * _UNIT[c]
            current = 0
        elif c in _VALUE:
            current = _VALUE[c]
        elif c.isdigit():
            current = current * 10 + int(c)
        else:
            return None
    return total + current


def to_han(number: int) -> str:
    """`number` from 1 to 9999 as legal texts print it: 120 is 一百二十, 108 is 一百零八, 10 is 十."""
    out, pending_zero = "", False
    for unit, name in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit = number // unit % 10
        if digit:
            out += ("零" if pending_zero else "") + _HAN[digit] + name
            pending_zero = False
        elif out:
            pending_zero = True
    return out[1:] if out.startswith("一十") else out
