"""Quantities of Chinese legal text: 自收到之日起十五日内, 每年至少一次, 五万元以上十万元以下, 不低于2℃.

One scan finds numbers with their units; what stands just before and just behind tells comparator and kind. All looking around
is bounded, so the time is linear in the text's length.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ingest.quantities.zh_dates import find_dates
from ingest.quantities.zh_frequencies import find_frequencies
from ingest.quantities.zh_numbers import NUMBER, to_number, to_percent
from ingest.quantities.zh_units import CLASS_OF, NAME_OF, UNIT
from kg.records import Quantity

_JOIN = (
    r"(?:至|到|[-－—–~～]{1,2}|或(?:者)?|以上(?:至|，)?(?:不超过|不满|不足|未满)?|以上至"
    r"|(?<=[天日月年岁时元倍%℃])(?:、|，)?(?:不超过|低于|小于))"
)
_QUANTITY = re.compile(
    rf"(?<![\d.第〔\[【〇零一二三四五六七八九十百千])(?P<low>{NUMBER})(?P<low_unit>(?:余|多)?\s?{UNIT})?(?P<low_share>(?<=.))"
    rf"(?:\s?(?P<join>{_JOIN})\s?(?P<high>{NUMBER})(?P<high_unit>\s?{UNIT})?)?"
)
_SIGN_OF_NUMBER = re.compile(r"[\d半百千万一二两三四五六七八九十]")
_LOOK = 24

_BEFORE = re.compile(
    r"(?P<text>(?:(?:一般|最多|最长|最高|最低|最少|至少|总计|累计|应当|应|均|应该)?"
    r"(?:(?P<least>(?:不得|不应|不能|不可|不)(?:少于|低于|小于|短于|早于)|(?:至少|最少|最低)(?:应当?)?(?:为|有"
    r"|具有|保存|保留|提前|达到?)?|年满|(?<![不未期届])满|达到(?:了)?|[≥≧])"
    r"|(?P<most>(?:不得|不应|不能|不可|不)(?:超过|超出|高于|多于|大于|长于|迟于|晚于)|(?:至多|最多|最长|最高"
    r"|最大)(?:为|可|可以)?|[≤≦])"
    r"|(?P<more>(?<!不)(?<!不得)(?:大于|超过|高于|多于|超出|逾|[>＞]))"
    r"|(?P<less>(?<!不)(?:小于|低于|少于|不足|未满|不满|未超过|未达到?|[<＜]))"
    r"|(?P<about>一般为|通常为|约为?|应?为|共计|是)))(?:人民币|药品|其|注册资本)?\s?)\Z"
)
_GAP_LEAST = re.compile(r"(?:不得少于|不少于|至少|不得低于|不低于|不短于)[^，。；]{1,22}\Z")
_GAP_MOST = re.compile(r"(?:不得超过|不超过|不得迟于|最长不超过|不高于)[^，。；]{1,22}\Z")
_BEHIND = re.compile(
    r"\s?(?:(?P<within>之内|以内|内(?!容|部|包|服|毒|控|径|外|审(?![核查批评议定结])))|(?P<above>(?:（含[^，。）]{0,8}）)?(?:及|或"
    r"|或者)?以上|及更[高长多])|(?P<below>(?:（含[^，。）]{0,8}）)?(?:及|或|或者)?以下)"
    r"|(?P<before>之前|以前|(?<!目)前(?!款|述|项|提|期))|(?P<after>之后|以后|后(?!果|续)))"
)
_PROHIBITED_FOR = re.compile(r"(?:，)?(?:不得|不予|不受理|禁止|不再|不能|不准|不批准|限制|停止|暂停|免|未(?!按|能|予))")
_IN_ADVANCE = re.compile(
    r"提前\Z|届满前\Z|期满前\Z|到期前\Z|(?:开始|实施|施行|举行|生产|上市|销售|使用|出厂|之日|活动|日期|实验|变更"
    r"|停产)前\Z|(?<![以之目日月年天时])前\Z"
)
_ANCHOR = re.compile(
    r"(?:自(?!治|然|主|己|行|查)|从(?!业|事))[^，。；]{1,50}?起(?:的|，)?\Z|[在于][^，。；]{1,40}之日起\Z"
    r"|[^，。；自从应在]{1,30}后(?:的)?(?:在)?\Z|在[^，。；应]{1,30}后(?:的)?\Z"
)
_FINE = re.compile(r"[^，。；]{0,24}?(?:罚款|罚金)")
_FINED_BEFORE = re.compile(r"处(?:以)?[^，。；]{0,20}\Z")
_LEADING_IN = re.compile(r"在\Z")
_ORDINAL_CONTEXT = re.compile(r"(?:第|〔|号|附件|表|图|GB|YY|/T|[A-Za-z]\-?)\Z")


@lru_cache(maxsize=8)
def find_quantities(text: str) -> tuple[Quantity, ...]:
    """The quantities that `text` demands, in order of place and without overlaps.

    The last results are kept, since obligations ask for those of the text whose quantities are asked for next.
    """
    if not _SIGN_OF_NUMBER.search(text) and "每" not in text:
        return ()
    due, idle = find_dates(text)
    frequencies, counts = find_frequencies(text)
    found = [*due, *frequencies]
    taken = _Taken([*idle, *counts, *((q.start, q.end) for q in found)])
    for m in _QUANTITY.finditer(text):
        quantity = _read(text, m, taken)
        if quantity is not None:
            found.append(quantity)
    return tuple(sorted(found, key=lambda q: q.start))


class _Taken:
    """Places that dates and frequencies hold, asked from left to right."""

    def __init__(self, spans: list[tuple[int, int]]) -> None:
        self._spans = sorted(spans)
        self._next = 0

    def overlaps(self, start: int, end: int) -> bool:
        while self._next < len(self._spans) and self._spans[self._next][1] <= start:
            self._next += 1
        return self._next < len(self._spans) and self._spans[self._next][0] < end


def _read(text: str, m: re.Match[str], taken: _Taken) -> Quantity | None:
    low_unit = _unit(m.group("low_unit"))
    high_unit = _unit(m.group("high_unit"))
    low, high = m.group("low"), m.group("high")
    join = m.group("join") or ""
    share_low, share_high = to_percent(low), to_percent(high) if high else None
    if high is not None and not high_unit and share_high is None:
        high = None  # 三年以上5…: the second number belongs to something else
    if high is None or (not low_unit and share_low is None and not high_unit and share_high is None):
        end = m.end("low_unit") if low_unit else m.end("low")
        high_value = None
        join = ""
    else:
        end = m.end()
        high_value = share_high if share_high is not None else to_number(high)
    unit_word = low_unit or (high_unit if high is not None else "")
    value = share_low if share_low is not None else to_number(low)
    if high_value is not None and value is not None and low_unit and high_unit and NAME_OF[low_unit] != NAME_OF[high_unit]:
        common = _common(NAME_OF[low_unit], NAME_OF[high_unit])
        if common is None:
            high, high_value, end = None, None, m.end("low_unit")
        else:  # 六个月以上一年以下: 6 to 12 months
            unit_word, first, second = common
            value, high_value = value * first, high_value * second
    if value is None or (not unit_word and share_low is None) or taken.overlaps(m.start(), end):
        return None
    if high_value is not None and high is not None and not low_unit and share_low is None:
        scale = _shared_scale(low, high)
        value *= scale
    unit = "percent" if share_low is not None and not unit_word else NAME_OF[unit_word]
    if unit == "permille":
        unit, value = "percent", value / 10
    cls = "ratio" if share_low is not None and not unit_word else CLASS_OF[unit_word]
    if low == "半" and unit == "year":
        value, unit = 6, "month"
    return _compare(text, m.start(), end, value, high_value if high is not None else None, join, unit, cls, unit_word)


def _unit(word: str | None) -> str:
    return word.strip().lstrip("余多") if word else ""


_FAMILIES = ({"个月": ("month", 1), "个季度": ("quarter", 3), "年": ("year", 12)}, {"小时": ("hour", 1), "天": ("day", 24)})


def _common(low: str, high: str) -> tuple[str, int, int] | None:
    """The smallest unit of the family that two units of time share, and the factors to it; None for other units."""
    for family in _FAMILIES:
        factors = dict(family.values())
        if low in factors and high in factors:
            return next(iter(family)), factors[low], factors[high]
    return None


def _shared_scale(low: str, high: str) -> int:
    """1至3万元: the first number shares the second's 万."""
    if low[-1] in "万亿千" or not low[-1].isdigit():
        return 1
    return {"万": 10_000, "亿": 100_000_000}.get(high[-1], 1)


def _compare(
    text: str, start: int, end: int, value: float | int, high: float | int | None, join: str, unit: str, cls: str, word: str
) -> Quantity | None:
    """The quantity at `start`, read with the words just before and just behind it."""
    left = text[max(0, start - _LOOK) : start]
    if _ORDINAL_CONTEXT.search(left):
        return None
    before = _BEFORE.search(left)
    behind = _BEHIND.match(text, end)
    first = start - len(before.group("text")) if before else start
    last = behind.end() if behind else end
    if high is not None:
        if join.startswith("或") and not (behind and behind.group("below")):
            return None  # 3年或者5年: alternatives, no range
        value, high = min(value, high), max(value, high)
        due = cls == "time" and (left.endswith("前") or (behind is not None and behind.lastgroup in ("within", "before")))
        comparator, kind = "between", "deadline" if due else ""
        first = start if before and before.group("about") else first
    else:
        bound = _bound(text, last, left, before, behind, cls)
        if bound is None:
            bound = _bare(text, start, left, value, cls, word)
            if bound is None:
                return None
            last = last if behind and behind.group("within") else end
        comparator, kind = bound
    anchor = None
    if cls == "time" and kind == "deadline":
        anchor = _anchor(text, first)
        if comparator in (">=", "between"):
            first = min(first, _event_start(text, start))
        if _LEADING_IN.search(text, max(0, first - 1), first):
            first -= 1
    kind = kind or _kind(text, cls, unit, word, first, last, _clause_end(text, last))
    qualifier = "working" if "工作日" in word else "calendar" if "自然" in word or "日历" in word else None
    return Quantity(
        text[first:last],
        kind,
        comparator,
        value,
        unit,
        qualifier=qualifier,
        value_high=high,
        anchor=anchor,
        start=first,
        end=last,
    )


_COMPARATORS = {"least": ">=", "most": "<=", "more": ">", "less": "<"}


def _bound(
    text: str, last: int, left: str, before: re.Match[str] | None, behind: re.Match[str] | None, cls: str
) -> tuple[str, str] | None:
    """Comparator and kind ("" where the unit decides it) that the words beside the number give, None where they give none."""
    side = behind.lastgroup if behind else None
    word = next((name for name in _COMPARATORS if before and before.group(name)), None)
    if before and word:
        due = (word == "most" and _LATER_THAN.search(before.group("text"))) or (word == "least" and side == "before")
        return _COMPARATORS[word], "deadline" if due else ""
    if side in ("above", "below"):
        return (">=" if side == "above" else "<="), ""
    if cls != "time":
        return None
    if side == "within":
        return ("=", "duration") if _PROHIBITED_FOR.match(text, last) else ("<=", "deadline")
    if side == "before" or (side is None and _IN_ADVANCE.search(left)):
        return ">=", "deadline"
    return (">=", "duration") if side == "after" else None


def _bare(text: str, start: int, left: str, value: float, cls: str, word: str) -> tuple[str, str] | None:
    """A number without a comparator beside it: one stands further off (不得少于有效期满后2年), or it is an article (一名)."""
    window = left[max(left.rfind(mark) for mark in "，。；") + 1 :]
    if cls in ("time", "count", "person", "mass") and _GAP_LEAST.search(window):
        return ">=", ""
    if cls in ("time", "count", "person") and _GAP_MOST.search(window):
        return "<=", ""
    if cls in ("count", "person") and not (text[start].isdigit() or value > 1):
        return None
    return None if cls == "count" and word in _ENUMERATING else ("=", "")


_LATER_THAN = re.compile(r"[迟晚]于")
_ENUMERATING = frozenset({"个", "种", "次", "所", "家", "件", "例", "头", "只", "字", "张", "页", "批"})
"""Counted in passing (3个方面, 两种): demands only with a comparator."""


_EVENT = re.compile(r"(?:有效期|许可证|期限|证书|批件|资格|合同|协议)?(?:届满|期满|到期|提)?前\Z")


def _event_start(text: str, start: int) -> int:
    m = _EVENT.search(text, max(0, start - 10), start)
    return m.start() if m else start


def _clause_end(text: str, at: int) -> int:
    for i in range(at, min(len(text), at + 40)):
        if text[i] in "，。；：":
            return i
    return min(len(text), at + 40)


def _anchor(text: str, first: int) -> str | None:
    m = _ANCHOR.search(text, max(0, first - 60), first)
    if m is None:
        return None
    words = m.group()
    return words.removesuffix("的").removesuffix("在").lstrip("并应当须必且于") or None


def _kind(text: str, cls: str, unit: str, word: str, first: int, last: int, clause_end: int) -> str:
    if cls == "time":
        return "threshold" if "岁" in word else "duration"
    fined = _FINE.match(text, last) is not None or _FINED_BEFORE.search(text, max(0, first - 24), first) is not None
    if cls == "money":
        conditional = text[clause_end - 1 : clause_end] == "的" and not fined
        return "threshold" if conditional else "amount"
    if cls == "ratio":
        return "amount" if unit == "times" or fined else "threshold"
    return "threshold" if cls == "measure" else "amount"
