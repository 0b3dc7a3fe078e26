"""What questions and answers are worded in, in both languages. Several phrasings a kind; one is chosen by seed."""

from __future__ import annotations

from functools import lru_cache

from ingest.concepts import lexicon
from kg.records import Quantity
from qa.graph import Duty

BLANK = "____"

CLOZE: dict[tuple[str, str], tuple[str, ...]] = {
    ("deadline", "en"): (
        "Which time belongs in the blank of {citation}? “{sentence}”",
        "{citation} sets a time in this sentence: “{sentence}” Which one is it?",
        "Complete the sentence with the time that {citation} sets: “{sentence}”",
    ),
    ("deadline", "zh"): (
        "{citation}规定：“{sentence}”空格处应填写哪一时间要求？",
        "根据{citation}，下列句子的空格处应为哪一期限或频次？“{sentence}”",
        "请选择{citation}所规定的时间，补全该句：“{sentence}”",
    ),
    ("threshold", "en"): (
        "Which figure belongs in the blank of {citation}? “{sentence}”",
        "{citation} sets a limit or an amount in this sentence: “{sentence}” Which one is it?",
        "Complete the sentence with the figure that {citation} sets: “{sentence}”",
    ),
    ("threshold", "zh"): (
        "{citation}规定：“{sentence}”空格处应填写哪一数值要求？",
        "根据{citation}，下列句子的空格处应为哪一限度或数量？“{sentence}”",
        "请选择{citation}所规定的数值，补全该句：“{sentence}”",
    ),
    ("actor", "en"): (
        "Who is named in the blank of {citation}? “{sentence}”",
        "Whom does {citation} address in this sentence? “{sentence}”",
        "Complete the sentence of {citation} with the party it names: “{sentence}”",
    ),
    ("actor", "zh"): (
        "{citation}规定：“{sentence}”空格处的主体是谁？",
        "根据{citation}，下列句子由哪一主体承担或者享有？“{sentence}”",
        "请选择{citation}所规定的主体，补全该句：“{sentence}”",
    ),
    ("modality", "en"): (
        "Which word gives this sentence of {citation} its force? “{sentence}”",
        "How binding is this sentence of {citation}? Choose the word in the blank: “{sentence}”",
        "Complete the sentence of {citation} so that it has the force of the original: “{sentence}”",
    ),
    ("modality", "zh"): (
        "{citation}规定：“{sentence}”空格处应为哪一用语？",
        "根据{citation}，下列句子的约束力如何？请选择空格处的用语：“{sentence}”",
        "请选择与{citation}原文效力一致的用语，补全该句：“{sentence}”",
    ),
    ("condition", "en"): (
        "On which condition does this sentence of {citation} rest? “{sentence}”",
        "In which case does {citation} say this? “{sentence}”",
        "Complete the sentence of {citation} with its condition: “{sentence}”",
    ),
    ("condition", "zh"): (
        "{citation}规定：“{sentence}”空格处的适用条件是什么？",
        "根据{citation}，下列规定在何种情形下适用？“{sentence}”",
        "请选择{citation}所规定的条件，补全该句：“{sentence}”",
    ),
    ("exception", "en"): (
        "Which exception does {citation} make in this sentence? “{sentence}”",
        "What does {citation} leave out of this rule? “{sentence}”",
        "Complete the sentence of {citation} with its exception: “{sentence}”",
    ),
    ("exception", "zh"): (
        "{citation}规定：“{sentence}”空格处的例外是什么？",
        "根据{citation}，下列规定的除外情形是哪一项？“{sentence}”",
        "请选择{citation}所规定的例外，补全该句：“{sentence}”",
    ),
    ("definition", "en"): (
        "Which term does {citation} define in these words? “{sentence}”",
        "What is the name for this under {citation}? “{sentence}”",
        "{citation} gives this definition: “{sentence}” Which term belongs in the blank?",
    ),
    ("definition", "zh"): (
        "{citation}中的下列定义对应哪一术语？“{sentence}”",
        "根据{citation}，下列表述界定的是哪一概念？“{sentence}”",
        "{citation}规定：“{sentence}”空格处应填写哪一术语？",
    ),
    ("reference", "en"): (
        "To which provision does {citation} refer in the blank? “{sentence}”",
        "Which reference belongs in this sentence of {citation}? “{sentence}”",
        "Complete the sentence of {citation} with what it cites: “{sentence}”",
    ),
    ("reference", "zh"): (
        "{citation}规定：“{sentence}”空格处引用的是哪一规定？",
        "根据{citation}，下列句子引用了哪一文件或者条款？“{sentence}”",
        "请选择{citation}所引用的规定，补全该句：“{sentence}”",
    ),
}

SIDE = {
    "en": {"US": "US", "CN": "China", "EU": "EU"},
    "zh": {"US": "美国", "CN": "中国", "EU": "欧盟"},
}

OF_SIDE = {"en": {"US": "US", "CN": "Chinese", "EU": "EU"}, "zh": SIDE["zh"]}
"""The adjective: the Chinese provision."""

_UNITS = {
    "minute": ("minute", "分钟"),
    "hour": ("hour", "小时"),
    "day": ("day", "日"),
    "week": ("week", "周"),
    "month": ("month", "个月"),
    "year": ("year", "年"),
    "percent": ("%", "%"),
    "°C": ("°C", "℃"),
}
TIMES = frozenset({"minute", "hour", "day", "week", "month", "year"})
SHARED_UNITS = frozenset(_UNITS)
"""Units that both languages write; only quantities in these are compared across languages."""


def render(quantity: Quantity, lang: str, value: float | None = None) -> str:
    """A quantity as "15 working days" or "15个工作日", with another value where one is given."""
    number = f"{float(quantity.value) if value is None else value:g}"
    english, chinese = _UNITS[quantity.unit]
    working = quantity.qualifier == "working"
    if quantity.unit not in TIMES:
        return f"{number} {english}" if english != "%" and lang == "en" else f"{number}{english if lang == 'en' else chinese}"
    if lang == "zh":
        return f"{number}个工作日" if working else f"{number}{chinese}"
    plural = "" if number == "1" else "s"
    return f"{number} {'working ' if working else ''}{english}{plural}"


@lru_cache(maxsize=8192)
def label(concept: str, lang: str) -> str:
    """The lexicon's word for a concept, "" where it has none."""
    found = lexicon().by_id.get(concept)
    if found is None:
        return ""
    return found.label_zh if lang == "zh" else found.label_en


_TELLING = ("event", "record", "activity", "object")


def subjects(duty: Duty, lang: str, first: frozenset[str] = frozenset(), most: int = 2) -> list[str]:
    """Labels of what a duty speaks of, those in `first` first, then by kind and name; actors are left out."""
    known = lexicon().by_id
    told = [c for c in duty.concepts if c in known and known[c].kind in _TELLING and label(c, lang)]
    wider = {b for c in told for b in _all_broader(c)}
    told = [c for c in told if c not in wider]
    told.sort(key=lambda c: (c not in first, _TELLING.index(known[c].kind), c))
    return [label(c, lang) for c in told[:most]]


@lru_cache(maxsize=8192)
def _all_broader(concept: str) -> frozenset[str]:
    """Every concept that is named whenever this one is."""
    known = lexicon().by_id
    out, todo = set[str](), list(known[concept].broader) if concept in known else []
    while todo:
        one = todo.pop()
        if one not in out:
            out.add(one)
            todo += list(known[one].broader) if one in known else []
    return frozenset(out)


def related(a: str, b: str) -> bool:
    """True where one concept is the other or a kind of it."""
    return a == b or a in _all_broader(b) or b in _all_broader(a)


def telling(duty: Duty) -> frozenset[str]:
    """The concepts that say what a duty is about; no actors and no vocabulary of any law."""
    known = lexicon().by_id
    return frozenset(c for c in duty.concepts if c in known and known[c].kind in _TELLING)
