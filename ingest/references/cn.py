"""References of Chinese texts: 《行政许可法》第十二条第二项, 本法第三十条, 前两款, 第五十六条至第五十九条.

A tokenizer finds names of documents, 本法 and 本条, 前款, and units (第X条, 第X款, 第（X）项); a parser reads a run of tokens
with nothing but 、和 至 between them as one reference with a target for each unit named. Targets are written as citations
of provisions are: 《药品管理法》第九十八条第二款第（三）项; a range is 第五十六条..第五十九条.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from ingest.cn.naming import bare_title
from ingest.cn.numerals import NUMERAL, to_han, to_int
from kg.records import Reference

Kind = Literal["internal", "same-title", "other-title", "statute", "external"]

# 《关于修改〈药品管理法〉的决定》 and one 《》 within another
_NAME = r"(?P<name>《[^《》]{1,120}(?:《[^《》]{1,80}》[^《》]{0,80})*》)"
_SELF_WORDS = (
    "法典|法|实施条例|条例|暂行办法|办法|规定|实施细则|细则|规则|规范|程序|准则|决定|解释"
    "|指导原则|指南|附录|制度|规程|原则|章|节|条|款"
)
_SELF = rf"(?P<self>本(?P<selfword>{_SELF_WORDS}))"
# 前款, 前两款, 前三条; not 前条件
_PREVIOUS = r"(?P<previous>前(?P<count>[一二两三四五六七八九十]?)(?P<prevunit>款|条(?!件|例|约|文)|项(?!目)))"
_UNIT = (
    rf"(?P<unit>第\s*(?:[（(]\s*(?P<bracketed>{NUMERAL})\s*[）)]|(?P<number>{NUMERAL}))\s*"
    r"(?P<level>编|章|节|条(?!件|例|约)|款|项(?!目)|目(?!录|标|的))(?:之(?P<sub>[一二三四五六七八九十]{1,3}))?)"
)
_ANNEX = r"(?P<annex>附(?:表|件|录)\s*[0-9一二三四五六七八九十]*)"
# GB 9706.1-2020, GB/T 16886, YY/T 0287, ISO 13485
_STANDARD = (
    r"(?P<standard>(?<![A-Za-z])(?:GB(?:/?[TZ])?|YY(?:/T)?|ISO(?:/IEC)?|IEC|ICH)\s*"
    r"[A-Z]?[0-9]{1,5}(?:\.[0-9]+)*(?:[-—－:][0-9]{1,4})*(?:\([A-Z0-9]+\))?)"
)
# 刑法第一百四十二条, 税法第一条: a law named without 《》 right before one of its articles
_BARE = re.compile(r"[\u4e00-\u9fff]{1,24}(?:法典|法|条例|细则|办法|规定|宪法)$")
# 依照治安管理处罚法的规定: a law named without 《》 after a word that takes a norm
_CUED = (
    r"(?:(?<=依照)|(?<=按照)|(?<=违反)|(?<=根据)|(?<=适用)|(?<=符合)|(?<=遵守))"
    r"(?P<cued>(?:中华人民共和国)?(?:刑法|宪法|民法典|民法通则|(?!本|该|其他|有关|国家|法)[\u4e00-\u9fff]{2,16}?(?<![方办司执违合立守非普依用书])法))"
    r"(?=的规定|的有关规定|等|、|和|及|有关|规定|，|追究|处罚|以及|与|或者)"
)
_TOKEN = re.compile("|".join((_NAME, _SELF, _PREVIOUS, _UNIT, _STANDARD, _CUED)))
_JOIN = re.compile(r"\s*(?P<join>、|，|,|以及|和|及|或者|或|与|至|到|—|-|－)\s*")
# （以下简称行政许可法）, （国务院令第739号） between a name and its article
_ASIDE = re.compile(
    r"\s*[（(](?:以下(?:统?简?称)[^（）()]{1,30}|[^（）()]{0,40}(?:令|公告|〔)[^（）()]{0,30}号[^（）()]{0,10})[）)]"
)
_SHORT = re.compile(
    r"(?P<name>《[^《》]{1,80}》)\s*[（(](?:[^（）()]{0,40}[，,])?以下(?:统?简?称)[“‘《]?(?P<short>[\u4e00-\u9fffA-Za-z]{1,20})[”’》]?[）)]"
)
_CITATION = re.compile(
    rf"(?P<title>《.+》(?:[（(][^（）()]*[）)])?|[^第《》]+)?(?P<article>第{NUMERAL}条(?:之[一二三四五六七八九十]+)?)?(?P<paragraph>第{NUMERAL}款)?"
    rf"(?P<item>第[（(]{NUMERAL}[）)]项)?"
)
# words that end the name of a document; a name that ends otherwise is a certificate, a form or a book
_DOCUMENT = re.compile(
    r"(?:法|法典|条例|办法|规定|规则|规范|细则|程序|决定|通知|公告|通告|意见|目录|名录|标准|药典|指导原则|指南|原则|要求|方案|解释|公约|协定"
    r"|议定书|制度|准则|规程|要点|附录|纲要|规划|批复|宪法|修正案|宣言|命令|体系|指引|名单|须知)$"
)
_NOT_A_DOCUMENT = re.compile(
    r"产品技术要求$|(?:方法|书法|用法)$|^(?!.*关于).*(?:审核|审查|检查|评审|处理|专家)意见$|预通知$|^(?!.*关于).{0,12}通知$"
)
_STATUTE = re.compile(r"(?:(?<![办方])法|法典|宪法|修正案|公约|协定|议定书)$")
_STANDARD_NAME = re.compile(r"药典|标准$|^GB|^YY|^ISO|指导原则$|指南$|宣言$|指引$")
_LEADING = re.compile(
    r"^.*?(?:依照|按照|违反|根据|适用|符合|遵守|依据|属于|具有|有|由|对|以|因|和|或者|及|与|除|是|为|的|在|将|、)(?=.{2,})"
)
# laws that other texts name without 《》; what stands before the name is no part of it
_KNOWN_NAMES = """
    刑法 宪法 民法典 民法通则 刑事诉讼法 民事诉讼法 行政诉讼法 行政许可法 行政处罚法 行政复议法 行政强制法
    国家赔偿法 治安管理处罚法 公务员法 监察法 药品管理法 疫苗管理法 中医药法 食品安全法 产品质量法 农产品质量安全法
    广告法 价格法 专利法 商标法 著作权法 标准化法 计量法 海关法 公司法 合同法 证券法 保险法 审计法 仲裁法
    律师法 个人所得税法 企业所得税法 税收征收管理法 对外贸易法 外商投资法 反不正当竞争法 反垄断法 消费者权益保护法
    电子商务法 网络安全法 数据安全法 个人信息保护法 密码法 传染病防治法 职业病防治法 精神卫生法 母婴保健法 医师法
    执业医师法 献血法 禁毒法 生物安全法 国境卫生检疫法 进出口商品检验法 进出境动植物检疫法 动物防疫法 野生动物保护法
    环境保护法 安全生产法 特种设备安全法 突发事件应对法 劳动法 劳动合同法 立法法 统计法 档案法 招标投标法
    政府采购法 国家安全法 反恐怖主义法 出境入境管理法 医疗器械监督管理条例 药品管理法实施条例 化妆品监督管理条例
    信访条例
"""
_KNOWN = re.compile("(?:" + "|".join(sorted(_KNOWN_NAMES.split(), key=len, reverse=True)) + ")$")
_NO_NAME = re.compile(r"^(?:该|本|其|上述|前述|有关|相关|法律|法规|行政法规|规章)|^(?:办法|规定|条例|细则|方法)$")
_PARAGRAPH_LINE = re.compile(r"^(?=[^\S\n]*\S)(?![^\S\n]*(?:[（(]|[0-9]{1,2}[.．、]))", re.MULTILINE)
_LEVELS = ("编", "章", "节", "条", "款", "项", "目")


@dataclass(frozen=True, slots=True)
class _Place:
    """A citation in the making: the document's name and the label at each level that is named."""

    title: str
    steps: tuple[tuple[str, str], ...] = ()

    def at(self, level: str, label: str) -> _Place:
        """The place with `label` at `level`; what stood at or below that level goes."""
        depth = _LEVELS.index(level)
        return replace(self, steps=(*(s for s in self.steps if _LEVELS.index(s[0]) < depth), (level, label)))

    def up_to(self, level: str) -> _Place:
        depth = _LEVELS.index(level)
        return replace(self, steps=tuple(s for s in self.steps if _LEVELS.index(s[0]) <= depth))

    def get(self, level: str) -> str:
        return next((label for name, label in self.steps if name == level), "")

    def __str__(self) -> str:
        return self.title + "".join(label for _, label in self.steps)


def find_references(text: str, citation: str = "", title: str = "") -> tuple[Reference, ...]:
    """Every reference of `text`, one entry a target, in order; coordinated targets share one text.

    `citation` is that of the provision the text stands in, so that 前款 and 第二项 can be resolved. A reference that it can't
    resolve is left with an empty target.
    """
    return tuple(_Reader(text, citation, title).read())


class _Reader:
    def __init__(self, text: str, citation: str, title: str) -> None:
        self.text = text
        self.here, self.own = _locate(citation, title)
        self.shorts = {
            m["short"]: _quoted(m["name"]) for m in _SHORT.finditer(text) if _DOCUMENT.search(_without_version(m["name"][1:-1]))
        }
        self.last: _Place | None = None
        self.amended = ""
        self.amending = bool(re.search(r"关于(?:修改|废止|修订)", self.own))
        """A decision that changes several acts: a bare article is of the act that the text named last."""

    def read(self) -> Iterator[Reference]:
        at = 0
        while found := _TOKEN.search(self.text, at):
            start = found.start()
            targets, end, start = self._reference(found, start)
            at = max(end, found.end())
            written = self.text[start:end]
            for target in targets:
                yield Reference(written, target, self._kind(target) if target else "other-title", start, end)

    def _reference(self, found: re.Match[str], start: int) -> tuple[list[str], int, int]:
        """The targets that begin at token `found`, where they end and where they begin."""
        end = found.end()
        if found["standard"]:
            return [" ".join(found["standard"].split())], end, start
        if found["name"] or found["cued"]:
            name, start = self._name(found)
            if not name:
                return [], end, start
            base = _Place(name)
            aside = _ASIDE.match(self.text, end)
            unit = self._unit(aside.end() if aside else end)
            if unit is None:
                self.last, self.amended = base, name
                return [name], end, start
            self.amended = name
            return *self._chain(base, unit), start
        if found["self"]:
            return *self._own_reference(found), start
        if found["previous"]:
            return *self._previous(found), start
        if found["level"] == "条" and (bare := _BARE.search(self.text[max(0, start - 26) : start])):
            name, cut = self._bare_name(bare.group(0))
            if name:
                return *self._chain(_Place(name), found), start - cut
        return *self._chain(self._base_of_bare_unit(found, start), found), start

    def _name(self, found: re.Match[str]) -> tuple[str, int]:
        """The document's name as a citation writes it ("" for a certificate) and where it begins."""
        if found["name"]:
            name = found["name"][1:-1]
            bare = _without_version(name)
            if name in self.shorts:
                return ("" if self._is_aside(found.start()) else self.shorts[name]), found.start()
            known = bool(_DOCUMENT.search(bare)) and not _NOT_A_DOCUMENT.search(bare) and not self._is_aside(found.start())
            return (_quoted(found["name"]) if known else ""), found.start()
        name, _ = self._bare_name(found["cued"])
        return name, found.start()

    def _is_aside(self, at: int) -> bool:
        """True for a short name where it is given: （以下简称《规则》）."""
        opened = max(self.text.rfind("（", max(0, at - 60), at), self.text.rfind("(", max(0, at - 60), at))
        return opened >= 0 and bool(re.fullmatch(r"[（(][^（）()]*以下[^（）()]{0,4}称[^（）()]*", self.text[opened:at]))

    def _bare_name(self, raw: str) -> tuple[str, int]:
        """The name of a law written without 《》 at the end of `raw` ("" where it is none) and its length."""
        short = next((short for short in self.shorts if raw.endswith(short)), "")
        if short:
            return self.shorts[short], len(short)
        own = self.own.strip("《》")
        law = re.sub(r"实施(?:条例|细则|办法)$", "", own)
        if law != own and raw.endswith(law):
            return f"《{law}》", len(law)
        known = _KNOWN.search(raw)
        if known:
            return f"《{known.group(0)}》", len(known.group(0))
        if law != own and len(law) > 2 and raw.endswith(law[-2:]):  # 税法 in the rules for 个人所得税法
            return f"《{law}》", 2
        while cut := _LEADING.match(raw):
            raw = raw[cut.end() :]
        if len(raw) < 2 or _NO_NAME.search(raw):
            return "", 0
        return f"《{bare_title(raw)}》", len(raw)

    def _own_reference(self, found: re.Match[str]) -> tuple[list[str], int]:
        """本法第三十条, 本条第一款, 本条例附表; 本法 by itself is no reference."""
        unit = self._unit(found.end())
        word = found["selfword"]
        if word in ("条", "款"):
            base = self.here.up_to(word)
            return self._chain(base, unit) if unit and base.get("条") else ([], found.end())
        own = self.own
        if word in ("章", "节"):
            return self._chain(_Place(own), unit) if unit and unit["level"] == "条" else ([], found.end())
        if unit:
            return self._chain(_Place(own), unit)
        annex = re.compile(r"\s*(?:的)?" + _ANNEX).match(self.text, found.end())
        if annex and own:
            return [own + re.sub(r"\s", "", annex["annex"])], annex.end()
        return [], found.end()

    def _previous(self, found: re.Match[str]) -> tuple[list[str], int]:
        """前款 is the paragraph before this one, 前两款 the two before; 前款第三项 an item of it."""
        level, count = found["prevunit"], (to_int(found["count"]) if found["count"] else 1) or 1
        places = self._before(level, count, found.start())
        unit = self._unit(found.end())
        if unit and len(places) == 1 and _LEVELS.index(unit["level"]) > _LEVELS.index(level):
            return self._chain(places[0], unit)
        if places:
            self.last = places[-1]
        return [str(place) for place in places], found.end()

    def _before(self, level: str, count: int, at: int) -> list[_Place]:
        if not self.here.get("条"):
            return []
        if level == "条":
            number, sub = _article_numbers(self.here.get("条"))
            if sub:
                labels = [f"第{to_han(number)}条" + (f"之{to_han(k)}" if k else "") for k in range(max(0, sub - count), sub)]
            else:
                labels = [f"第{to_han(k)}条" for k in range(max(1, number - count), number)]
            return [_Place(self.here.title).at("条", label) for label in labels]
        current = self._paragraph(at) if level == "款" else _number_of(self.here.get("项"))
        if not current or current <= 1:
            return [self.here.up_to("条").at("款", "第一款")] if level == "款" else []
        base = self.here.up_to("条") if level == "款" else self.here.up_to("款")
        form = "第{}款" if level == "款" else "第（{}）项"
        return [base.at(level, form.format(to_han(k))) for k in range(max(1, current - count), current)]

    def _paragraph(self, at: int) -> int:
        """The number of the 款 at `at`: from the citation, or by counting lines that are no items."""
        if self.here.get("款"):
            return _number_of(self.here.get("款"))
        return max(1, bisect_right(self._paragraph_starts, at))

    @cached_property
    def _paragraph_starts(self) -> list[int]:
        """Where each line begins that is no item."""
        return [m.start() for m in _PARAGRAPH_LINE.finditer(self.text)]

    def _base_of_bare_unit(self, found: re.Match[str], start: int) -> _Place:
        level = found["level"]
        own = self.amended if self.amending else self.own
        if level in ("编", "章", "节", "条"):
            return _Place(own)
        aside = self.text.rfind("（", max(0, start - 30), start)
        inside = aside >= 0 and "）" not in self.text[aside:start] and not re.search(r"[。；]", self.text[aside:start])
        if inside and self.last is not None and self.last.get("条"):
            return self.last.up_to("条" if level in ("款", "项") else "项")
        if level == "款":
            return self.here.up_to("条")
        return self.here.up_to("款" if level == "项" else "项")

    def _unit(self, at: int) -> re.Match[str] | None:
        return _UNIT_ONLY.match(self.text, at)

    def _chain(self, base: _Place, unit: re.Match[str]) -> tuple[list[str], int]:
        """Reads units with nothing or a joining word between them: 第十条第一款、第三款和第十二条至第十五条."""
        if not base.title and self.amending:
            return self._unresolved(unit)
        if not base.title or (unit["level"] in ("款", "项", "目") and not base.get("条") and not base.steps):
            return ([], unit.end())
        place, end = base.at(unit["level"], _label(unit)), unit.end()
        targets: list[str] = []
        while True:
            following = self._unit(end)
            if following and _LEVELS.index(following["level"]) > _LEVELS.index(place.steps[-1][0]):
                place, end = place.at(following["level"], _label(following)), following.end()
                continue
            join = _JOIN.match(self.text, end)
            following = self._unit(join.end()) if join else None
            if join is None or following is None:
                break
            level = following["level"]
            if join["join"] in "至到—-－" and level == place.steps[-1][0]:
                targets.append(f"{place}..{_label(following)}")
                place, end = place.at(level, _label(following)), following.end()
                more = _JOIN.match(self.text, end)
                after = self._unit(more.end()) if more else None
                if more is None or after is None or more["join"] in "至到—-－":
                    self.last = place
                    return targets, end
                place, end = self._next(place, after, base), after.end()
                continue
            targets.append(str(place))
            place, end = self._next(place, following, base), following.end()
        targets.append(str(place))
        self.last = place
        return targets, end

    def _unresolved(self, unit: re.Match[str]) -> tuple[list[str], int]:
        """An article of an act that this text does not name: one empty target for the whole run of units."""
        end = unit.end()
        while True:
            join = _JOIN.match(self.text, end)
            following = self._unit(end) or (self._unit(join.end()) if join else None)
            if following is None:
                return [""], end
            end = following.end()

    @staticmethod
    def _next(place: _Place, unit: re.Match[str], base: _Place) -> _Place:
        """The place of a coordinated unit: 第三款 after 第十条第一款 is of 第十条, 第（三）项 after it of that 款."""
        return (
            place.at(unit["level"], _label(unit)) if unit["level"] != "条" else replace(base, steps=()).at("条", _label(unit))
        )

    def _kind(self, target: str) -> Kind:
        if not target.startswith("《"):
            return "external"
        name = target[1 : target.rindex("》")]
        if self.own and f"《{name}》" == self.own:
            return "internal"
        bare = _without_version(name)
        if _STATUTE.search(bare):
            return "statute"
        return "external" if _STANDARD_NAME.search(bare) else "other-title"


_UNIT_ONLY = re.compile(r"\s?" + _UNIT)


def _without_version(name: str) -> str:
    """A name without what stands in brackets at its end: 药品管理办法（试行）."""
    return re.sub(r"\s*[（(][^（）()]*[）)]$", "", name)


def _quoted(name: str) -> str:
    """A name in 《》 as a citation writes it: without 中华人民共和国."""
    inner = name[1:-1].strip()
    return f"《{re.sub(r'^中华人民共和国(?=.)', '', inner)}》"


def _label(unit: re.Match[str]) -> str:
    number = to_int(unit["bracketed"] or unit["number"])
    han = to_han(number) if number else (unit["bracketed"] or unit["number"])
    level = unit["level"]
    if level == "项":
        return f"第（{han}）项"
    if level == "目":
        return f"第{number}目"
    return f"第{han}{level}" + (f"之{unit['sub']}" if unit["sub"] else "")


def _number_of(label: str) -> int:
    found = re.search(NUMERAL, label)
    return (to_int(found.group(0)) if found else 0) or 0


def _article_numbers(label: str) -> tuple[int, int]:
    found = re.match(rf"第({NUMERAL})条(?:之({NUMERAL}))?", label)
    return (to_int(found[1]) or 0, (to_int(found[2]) if found[2] else 0) or 0) if found else (0, 0)


def _locate(citation: str, title: str) -> tuple[_Place, str]:
    """Where the text stands and the name of its document in 《》, from the citation, else from the title."""
    found = _CITATION.match(citation)
    name = (found["title"] if found else "") or title
    quoted = re.match(r"《.+》", name)
    own = (
        _quoted(quoted.group(0))
        if quoted
        else (f"《{re.sub(r'^中华人民共和国(?=.)', '', name.strip())}》" if name.strip() else "")
    )
    amended = re.search(r"关于修改(《.+》|〈.+〉)(?:部分条款)?的决定", own)
    if amended:
        own = _quoted(amended[1])
    steps: list[tuple[str, str]] = []
    if found and own:
        steps.extend(
            (level, found[group]) for level, group in (("条", "article"), ("款", "paragraph"), ("项", "item")) if found[group]
        )
    return _Place(own, tuple(steps)), own
