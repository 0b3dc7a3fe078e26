"""Which sentences can be asked about, and how a part is left out."""

from __future__ import annotations

import re

from qa.generation.wording import BLANK
from qa.graph import Place, undated

_LENGTHS = {"en": (60, 460), "zh": (16, 170)}
_FRAGMENT = re.compile(
    r"(?:Must|Shall|May|Should|To|Is|Are|Be|Not|And|Or|Whichever|Each of|That|Which|Will|Have|Has|Provided|Except that)\b"
)
"""A sentence that begins so is the end of a list's lead-in."""
_WHOLE = {
    "en": re.compile(r"""["“(]?[A-Z§].*[.!?]["”)]?""", re.DOTALL),
    "zh": re.compile(r"[^，。；、）].*[。；！？”]?", re.DOTALL),
}
_EXAMPLE_OR_AMENDMENT = re.compile(r"例：|例如|修改为|删去|改为第|\bfor example\b|\be\.g\.|\bis amended\b")
_TABLE = re.compile(r"\t|\n|_{2,}|\.{4,}|…|□|附件\d*：|\|")
_TABLE_CITATION = re.compile(r"表\d*|第\d+行")
_POINTS_ELSEWHERE = {
    "en": re.compile(
        r"^(?:It|They|This|These|Those|Such|Thereafter|However|If so|In such|In that|In this case"
        r"|The (?:same|latter|former|above))\b"
    ),
    "zh": re.compile(r"^(?:其|该|此|上述|前款|前项|同时|但|但是|并|且|如|以下|其中|另外|此外)"),
}
_UNIT_KEY = re.compile(
    r"^(?P<unit>[^#]*?(?:/Article_\w+|\d+\.\d+\w*|第[〇零一二三四五六七八九十百千]+条(?:之[一二三四五六七八九十]+)?))(?![\w.])"
)


def unit_key(place: Place) -> str:
    """The section, article or 条 that a provision belongs to; what its siblings say is said there too."""
    key = undated(place.id)
    match = _UNIT_KEY.match(key)
    return match["unit"] if match else key


def ends_well(sentence: str, lang: str) -> bool:
    """A whole sentence of reading length that can stand by itself."""
    low, high = _LENGTHS[lang]
    if not low <= len(sentence) <= high or _TABLE.search(sentence) or _EXAMPLE_OR_AMENDMENT.search(sentence):
        return False
    if not _WHOLE[lang].fullmatch(sentence) or _POINTS_ELSEWHERE[lang].match(sentence):
        return False
    return not (lang == "en" and _FRAGMENT.match(sentence)) and _balanced(sentence)


def _balanced(text: str) -> bool:
    return all(text.count(a) == text.count(b) for a, b in ("()", "“”", "（）", "《》", "[]"))


def in_a_table(place: Place) -> bool:
    return place.lang == "zh" and _TABLE_CITATION.search(place.citation.rpartition("》")[2]) is not None


def blanked(sentence: str, part: str) -> str | None:
    """The sentence with `part` left out; None where it stands there not exactly once, or inside a word or number."""
    if not part or sentence.count(part) != 1:
        return None
    at = sentence.index(part)
    before, after = sentence[at - 1 : at] if at else "", sentence[at + len(part) : at + len(part) + 1]
    if (before.isascii() and before.isalnum() and part[0].isascii() and part[0].isalnum()) or (
        after.isascii() and after.isalnum() and part[-1].isascii() and part[-1].isalnum()
    ):
        return None
    if before == "." and at >= 2 and sentence[at - 2].isdigit():
        return None
    return sentence[:at] + BLANK + sentence[at + len(part) :]
