"""Terms that a Chinese text defines: 本法所称药品，是指…; 本办法下列用语的含义; 药品监督管理部门（以下简称…）."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.cn.numerals import NUMERAL
from kg.records import DefinedTerm

_WHOLE = "法典|法|条例|办法|规定|实施细则|细则|规则|规范|程序|准则|决定|解释|公告|通知|意见|指导原则|原则|指南|附录|制度|规程"
_TERM = r"[“\"]?(?P<term>[^，。；：“”\"（）()]{1,40}?)[”\"]?(?:[（(][^（）()]{1,60}[）)])?"
_MEANS = r"\s*(?:，|,|：|:)?\s*(?:是指|系指|指的是|是(?=[^否]{4})|包括|指(?=[^定导令示标]))"
# 本法所称药品，是指; 前款所称行政行为，包括; 本条例所称的…
_CALLED = re.compile(
    rf"(?P<whole>本(?:{_WHOLE})|本[章节条款]|前[两二三四]?款|上述)中?(?:所(?:称|说|述|指)|中所指)的?{_TERM}{_MEANS}"
)
# 药品上市许可持有人是指取得药品注册证书的企业, at the beginning of a sentence
_PLAIN = re.compile(rf"(?:^|(?<=[。；\n]))\s*{_TERM}\s*[，,：:]?\s*(?:是指|系指|指的是)")
# 纠偏限度 系统的关键参数超出…; 包装\n待包装产品变成成品…: an item of a list of terms
_ITEM = re.compile(
    r"^[“\"]?(?P<term>[^，。；：:“”\"\n]{1,40}?)[”\"]?(?:\s*[，,：:]\s*(?:是指|系指|指)?|\s*(?:是指|系指)|\n|\s+(?:是指|指)?)(?=\S)"
)
_GLOSSARY = re.compile(
    r"(?:下列|以下|有关|主要)[^。；]{0,12}(?:用语|术语|词语|名词|概念)[^。]{0,30}(?:含义|定义|解释|是指|如下)|(?:用语|术语|名词)[^。]{0,20}(?:含义|定义)"
)
# 国务院药品监督管理部门（以下简称国家药监局）
_SHORT = re.compile(
    r"(?P<long>[^，。；：、（）()《》]{2,40}|《[^《》]{2,80}》)[（(][^（）()]{0,30}?以下(?:统|合)?(?:简)?称(?:为)?[“‘\"《]?(?P<term>[^（）()“”‘’\"《》]{1,24})[”’\"》]?[）)]"
)
# 本规范是指导…, 前款所称…: no term by itself
_REFERS = re.compile(rf"^本(?:{_WHOLE})|所[称说述指]|^[其这该它]")
_TITLE = re.compile(r"《.+》(?:[（(][^（）()]*[）)])?")
_ARTICLE = re.compile(rf"^.*?第{NUMERAL}条(?:之[一二三四五六七八九十]+)?")
_SENTENCE_END = re.compile(r"[。；\n]|$")


def find_terms(text: str, citation: str = "", lead_in: str = "") -> tuple[DefinedTerm, ...]:
    """The terms that `text` defines, in order. `lead_in` tells an item of a glossary: 本规范下列术语的含义是."""
    found = {
        term.start: term
        for term in (
            *_shorts(text, citation),
            *_items(text, citation, lead_in),
            *_plain(text, citation),
            *_called(text, citation),
        )
    }
    return tuple(found[start] for start in sorted(found))


def _called(text: str, citation: str) -> Iterator[DefinedTerm]:
    for match in _CALLED.finditer(text):
        yield _term(match, text, _scope(match["whole"], citation))


def _plain(text: str, citation: str) -> Iterator[DefinedTerm]:
    for match in _PLAIN.finditer(text):
        if not _REFERS.search(match["term"]):
            yield _term(match, text, _document(citation))


def _items(text: str, citation: str, lead_in: str) -> Iterator[DefinedTerm]:
    if _GLOSSARY.search(lead_in):
        match = _ITEM.match(text)
        if match:
            yield DefinedTerm(match["term"].strip(), _document(citation), text, match.start("term"), match.end("term"))


def _shorts(text: str, citation: str) -> Iterator[DefinedTerm]:
    for match in _SHORT.finditer(text):
        yield _term(match, text, _document(citation))


def _term(match: re.Match[str], text: str, scope: str) -> DefinedTerm:
    end = _SENTENCE_END.search(text, match.end())
    start = max(text.rfind(mark, 0, match.start() + 1) for mark in "。；\n") + 1
    whole = text[start : end.end() if end else len(text)].strip()
    return DefinedTerm(match["term"].strip(), scope, whole, match.start("term"), match.end("term"))


def _document(citation: str) -> str:
    found = _TITLE.match(citation)
    return found.group(0) if found else citation.split("第", 1)[0]


def _scope(whole: str, citation: str) -> str:
    """How far the definition reaches: the document, its chapter (本章 is kept as it stands), or the article."""
    if whole.startswith("本") and whole[1:] in ("章", "节"):
        return f"{_document(citation)}{whole}"
    if whole in ("本条", "本款", "上述") or whole.startswith("前"):
        found = _ARTICLE.match(citation)
        return found.group(0) if found else citation
    return _document(citation)
