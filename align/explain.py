"""One or two sentences that name the field and quote both spans, in English or Chinese."""

from __future__ import annotations

from collections.abc import Sequence

from align.demand import Demand, shorten
from align.fields import Difference
from align.silence import NOT_IN_CORPUS

_NAMES = {
    "en": {"US": "US", "CN": "China", "EU": "EU"},
    "zh": {"US": "美国", "CN": "中国", "EU": "欧盟"},
}
_NOTHING = {"en": "nothing comparable", "zh": "无相应规定"}

_EN = {
    "times differ": "The time limits differ: {a} sets {x}, {b} sets {y}.",
    "time on one side": "Only {one} sets a time: {span}.",
    "at once on one side": "Only {one} demands it at once: {span}.",
    "threshold differs": "The limits differ: {a} sets {x}, {b} sets {y}.",
    "shall against should": "{a} says {x}, {b} says {y}: one is a duty, the other a recommendation.",
    "strength gap": "The force differs: {a} says {x}, {b} says {y}.",
    "opposite sense": "One commands and the other forbids: {a} says {x}, {b} says {y}.",
    "weakened on one side": "Only {one} leaves it to circumstances: {span}.",
    "authority on one side": "The actor differs: {a} addresses {x}, {b} addresses {y}.",
    "roles differ": "The actor differs: {a} addresses {x}, {b} addresses {y}.",
    "acts differ": "They regulate different acts: {a} {x}, {b} {y}.",
    "exception on one side": "Only {one} makes an exception: {span}.",
}
_ZH = {
    "times differ": "时限不同：{a}为{x}，{b}为{y}。",
    "time on one side": "仅{one}规定了时限：{span}。",
    "at once on one side": "仅{one}要求立即办理：{span}。",
    "threshold differs": "限值不同：{a}为{x}，{b}为{y}。",
    "shall against should": "{a}用{x}，{b}用{y}：一为义务，一为建议。",
    "strength gap": "约束力不同：{a}用{x}，{b}用{y}。",
    "opposite sense": "一为要求，一为禁止：{a}用{x}，{b}用{y}。",
    "weakened on one side": "仅{one}留有裁量：{span}。",
    "authority on one side": "义务主体不同：{a}为{x}，{b}为{y}。",
    "roles differ": "义务主体不同：{a}为{x}，{b}为{y}。",
    "acts differ": "规范的行为不同：{a}为{x}，{b}为{y}。",
    "exception on one side": "仅{one}设有例外：{span}。",
}
_NONE = {
    "en": "No difference found in time, limit, force, actor or exception: ",
    "zh": "时限、限值、约束力、主体和例外均未见差异：",
}
_SMALL = {"en": "Only a small difference found. ", "zh": "仅见细微差异。"}


def _quoted(text: str, lang: str) -> str:
    if not text:
        return _NOTHING[lang]
    return f"“{shorten(text, 90)}”" if lang == "en" else f"“{shorten(text, 60)}”"


def explain_difference(d: Difference, source: str, target: str, lang: str = "en") -> str:
    """The sentence for one difference; `source` and `target` are jurisdictions."""
    names = _NAMES[lang]
    one = source if d.source else target
    return (_EN if lang == "en" else _ZH)[d.rule].format(
        a=names.get(source, source),
        b=names.get(target, target),
        x=_quoted(d.source, lang),
        y=_quoted(d.target, lang),
        one=names.get(one, one),
        span=_quoted(d.source or d.target, lang),
    )


def explain_pair(
    label: str, differences: Sequence[Difference], a: Demand, b: Demand, source: str, target: str, lang: str = "en"
) -> str:
    """What was compared and found, true of the two texts whether or not one answers the other: the first difference, or for
    AGREE that none was found, with the two demands side by side."""
    names = _NAMES[lang]
    left, right = _quoted(a.text, lang), _quoted(b.text, lang)
    if label == "AGREE":
        small = [d for d in differences if d.rule != "acts differ"]  # acts are told by single words: no ground for a doubt
        if small:
            told = explain_difference(small[0], source, target, lang)
            return f"{_SMALL[lang]}{told}"
        gap = "" if lang == "zh" else " "
        ends = ("；", "。") if lang == "zh" else ("; ", ".")
        return f"{_NONE[lang]}{names.get(source, source)}{gap}{left}{ends[0]}{names.get(target, target)}{gap}{right}{ends[1]}"
    if differences:
        return explain_difference(differences[0], source, target, lang)
    if lang == "zh":
        return f"二者内容重合较少：{names.get(source, source)}{left}；{names.get(target, target)}{right}。"
    return f"The two have little in common: {names.get(source, source)} {left}; {names.get(target, target)} {right}."


def explain_silence(nearest: str, missing: Sequence[str], searched: int, target: str, lang: str = "en") -> str:
    """What was looked through, what of the source is not found there, and what came nearest."""
    name = _NAMES[lang].get(target, target)
    if lang == "zh":
        lacking = f"，最接近者缺少：{'、'.join(missing)}" if missing else ""
        near = f"最接近的是{nearest}{lacking}。" if nearest else ""
        return f"在{name}{searched_words(searched, lang)}中未找到对应规定（未经核实）。{near}"
    lacking = f", which does not speak of {', '.join(missing)}" if missing else ""
    near = f" The nearest is {nearest}{lacking}." if nearest else ""
    return f"No counterpart found {searched_words(searched)} of {name} law (unverified).{near}"


def searched_words(n: int, lang: str = "en") -> str:
    """How much was looked through, as it stands in the explanation of a silence: later runs bring the number up to date."""
    return f"的{n}个条款" if lang == "zh" else f"among {n} passages"


_MATCH = {
    ("low", "en"): " A weak match: of such candidates about three in a hundred are counterparts.",
    ("low", "zh"): "匹配较弱：此类候选中约百分之三为对应规定。",
    ("middle", "en"): " A middling match: of such candidates about one in six is a counterpart.",
    ("middle", "zh"): "匹配一般：此类候选约六分之一为对应规定。",
    ("high", "en"): " A good match: of such candidates one in four (two languages) to three in five is a counterpart.",
    ("high", "zh"): "匹配较好：此类候选中四分之一（跨语言）至五分之三为对应规定。",
}


def explain_match(level: str, lang: str = "en") -> str:
    """How likely the candidate is a counterpart at all, as measured on labelled pairs (docs/labels.md)."""
    return _MATCH[level, lang]


def explain_lacking(state: str, instruments: Sequence[str], lang: str = "en") -> str:
    """What of the other side's law could not be searched, so that nothing is concluded from the absence."""
    if lang == "zh":
        names = "、".join(instruments)
        return (
            f"应予规定的{names}未收录，故不能得出结论。" if state == NOT_IN_CORPUS else f"{names}未完整收录，故不能得出结论。"
        )
    names = ", ".join(instruments)
    if state == NOT_IN_CORPUS:
        return f" Not in the graph, and the counterpart would stand there: {names}. So nothing is concluded."
    return f" In the graph only in part: {names}. So nothing is concluded."
