"""Modal cues of Chinese legal text, and which of their occurrences command nothing."""

from __future__ import annotations

import re
from typing import NamedTuple

from kg.records import Modality


class Cue(NamedTuple):
    """A cue in a clause: offsets in the clause, its modality, and whether it permits only what it names (方可)."""

    start: int
    end: int
    modality: Modality
    restrictive: bool = False
    negative: bool = False


_EXEMPTED = (
    r"(?:可以|可|应当)?免予|(?:可以|可)?免于(?!在)|(?:可以|可)?(?:无需|无须|毋须|毋需|不必)(?!要的)|可以不(?:再"
    r"|予)?(?!超过|少于|同)|可不(?:再|予)?(?!同)|不需要(?:再)?|不要求"
)
_PROHIBITED = r"不得(?!已|当|力|到|以的)(?:再)?|(?:严格)?禁止(?!令|性|区|类)|严禁|不准(?!确|予)|不许|不应当|不应(?!答|期)"
_RESTRICTIVE = r"方可|方能|始得|方准|才可以|只能|仅能|只可(?:以)?|仅可(?:以)?|只有"
_MANDATORY = r"应当|必须|务必|(?<!必)(?<!无)(?<!毋)(?<!胡)须(?!知|要的|发|弥)|{bare_ying}|负责(?!人|任|制|、)"
# 应 alone is 应当 only where it is not part of a word: 应急, 供应, 反应, 相应.
_BARE_YING = (
    r"(?<![反适相供响对效感回顺呼因照理本既报接和与、])应(?!急|用|聘|诉|税|付|收|征|届|答|力|变|激|运|允|战|邀"
    r"|酬|验|景|时|许|声|标|计|然|当知|[^，]{0,8}[人者方]的?(?:请求|要求|邀请))"
    r"(?!对(?:突发|风险|疫情|紧急|措施|工作|能力|处置|挑战|和|与|、|重大|公共))"
)
_PERMITTED = (
    r"可以(?!说|看出|看作|理解为|分为)|{bare_ke}|(?<![所没享拥持占具国私股产著使共])有权(?!机关|部门|的|人|单位|威|限|益|利)"
)
# 可 alone permits where it is not part of a word: 许可, 可能, 可靠, 可追溯.
_BARE_KE = (
    r"(?<![许认不方宁即皆只仅才两尚否未无尽恰、])可(?!以|不|能|靠|行[性的]|疑|见|控|追溯|读|接受|比|信|溶|燃|视"
    r"|观|变|持续|移|卡|待因|的|口|否|操作性|乐|逆|重复[性使]|调|用性|复|及性"
    r"|获得|触|折|降解|吸收|植入|穿|编程|编辑|扩展|更|预|及|核查|识别|互换|辨|耐|移动|食用|浸|拆|充|知|怕|惜|恶"
    r"|谓|是|有效|回收|检测|测|验证|选|被|再生|计|执行性|解释|分辨|供|为|达|产生|引起|导致|致|负压|造成|影响"
    r"|由于)"
)
_RECOMMENDED = (
    r"(?:支持(?:、|和|与|并))?(?<!国家不)鼓励(?:(?:、|和|与|并)(?:支持|引导|推动|提倡|促进|扶持))*|支持(?:(?:、|和|与"
    r"|并)(?:鼓励|引导|推动|促进|发展|扶持))*|提倡|倡导|(?<![适便事相权得合失时机制不])宜(?!居|的)|不宜|建议(?!书|稿|和"
    r"|、|的|或|，)"
)

_GROUPS = (
    ("EXEMPTED", _EXEMPTED),
    ("PROHIBITED", _PROHIBITED),
    ("RESTRICTIVE", _RESTRICTIVE),
    ("MANDATORY", _MANDATORY.format(bare_ying=_BARE_YING)),
    ("PERMITTED", _PERMITTED.format(bare_ke=_BARE_KE)),
    ("RECOMMENDED", _RECOMMENDED),
)
_CUE = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in _GROUPS))
QUICK = re.compile(r"[应须得禁严鼓支宜可权需免必负准许责没处吊撤取追给罚只才建提承倡要]")
"""One of these characters stands in every cue: a text without any needs no reading."""

_EMBEDS = re.compile(
    r"(?:的、|(?<!未)规定|是否|存在|属于|作为|认为|知道|明知|列为|列入|包括|以及其他|其他|各项|如何|何时|哪些"
    r"|何种|有关|涉及|对于?|将|按照|根据|因|向|由于|视为|(?<![场诊究务验毒守出站])所|明令"
    r"|不|未|或者(?=应当知)|有|无|用于|的条件|具有|具备)\Z"
)
"""A cue behind one of these stands inside another clause: 规定禁止销售的产品, 对应当提交的材料."""
_ALWAYS_EMBEDS = re.compile(
    r"(?:是否|如何|何时|哪些|何种|(?<![场诊究务验毒守出站])所|对于?|将|未|存在|属于|明令|国家明令|知道|明知|列入|视为)\Z"
)
_REPORTED = re.compile(
    r"(?:告知|通知|提示|提醒|要求(?!）)|责令|允许|说明|证明|承诺|声明)(?!书|函|文件|单|义务"
    r"|的)[^，的]{0,25}(?:人|者|方|企业|单位|机构|部门|其|公众|患者|对象)\Z"
)
"""The doer of a reported clause: 告知申请人可以…, whose cue tells what is said and demands nothing here."""
_NOMINAL_BEFORE = re.compile(
    r"(?:的|技术|资金|政策|财政|经费|决策|生命|信息|提供|给予|予以|大力|服务|支持|数据|证据|网络|人员|主要|直接"
    r"|全面|共同|法律|相互|多方|社会|和|与|、)\Z"
)
_AFTER_SUPPORT = re.compile(
    r"(?:性|作用|系统|材料|文件|证据|能力|力度|体系|下|和保障|条件|服务|政策|措施|保障|活动|工作|、|和|与|的|，|。|\Z)"
)
_LIST_BEFORE = re.compile(
    r"(?:纳入|列入|移出|调整|制定|修订|公布|发布|编制|更新|属于|建立|执行|查阅|依据|根据|按照|以及|和|与|或者|、)\Z"
)
_LIST_AFTER = re.compile(r"[^，]{1,24}的[^，的]{0,10}(?:目录|名录|清单|名单)(?:\Z|(?=[、和及]))")
"""A list that is named by what it bans: 纳入禁止用于化妆品生产的原料目录."""
_DEFINES = re.compile(r"视为|即为|是指|适用(?!范围|于[^，]*的要求|本(?:办法|规定|条例)第|[^，]*程序)")


def _duty_of(text: str, m: re.Match[str]) -> bool:
    """负责 as a verb of duty, not inside 负责药品监督管理的部门 or 直接负责的主管人员."""
    before, after = text[: m.start()], text[m.end() :]
    if after.startswith("的") or before.endswith(("直接", "主要", "承担", "专人", "认真", "、")):
        return False
    if re.match(r"解释|修订", after):
        return False
    ends_at_noun = re.match(r"[^，、]{0,24}?的(?:部门|机构|人员|单位|机关|人民政府|主管|企业|组织|其他)", after)
    return ends_at_noun is None


def _supports(text: str, m: re.Match[str]) -> bool:
    """鼓励, 支持, 建议 as the verb of a recommendation."""
    before, after = text[: m.start()], text[m.end() :]
    if _AFTER_SUPPORT.match(after) or _NOMINAL_BEFORE.search(before):
        return False
    return len(before) <= 24 and not re.search(r"的|[应须](?:当)?|提出|有|得到|获得|需要|根据|为", before)


_COMPOSES = re.compile(r"(?:按|由|用|采用|分|单独)[^，]{0,80}?(?:分为|组成|制成|构成)|(?:包括|包含|含有)")
"""A make-up or a classification, which permits nothing: 可按材质分为若干型号."""


_OTHER_CASES = re.compile(r"其他(?!任何)|法律|行政法规")
_ENDS_AS_NOUN = re.compile(r"的(?:其他)?(?:情形|事项|情况|条件|内容|行为|义务|材料|文件|资料|信息|活动|职责)\Z")
"""其他应当备案的情形 names a case."""


_BAN_AS_OBJECT = re.compile(r"(?:提出|采取|作出|宣布|决定)[^，]{0,6}\Z")
_PURPOSE = re.compile(r"(?:以便|确保|(?<!质量)(?<!自我)保证(?!书|金|人|措施|体系|系统))[^，]*\Z")
"""A cue behind one of these tells what the act is for."""
_NOUN_OF_DUTY = re.compile(r"(?:依法)?[^，的]{1,4}的[^，的]{1,8}\Z")
"""办理权利丧失前应当办理的手续: the cue qualifies the object."""
_BEFORE_EVENT = re.compile(r"(?:办理|提交|补办|履行|完成)[^，的]{1,20}[前后时]\Z")


_DUTY_NAMED = re.compile(r"(?:具备|承担|履行|遵守|符合|提交|载明|包括|采取|达到|满足|办理|享有|注意|缴纳|取得)的")
"""应当具备的条件 names what is demanded elsewhere."""
_BAN_OR_LIMIT = re.compile(r"(?:或者|和|、)限制[^，]*的")
_JOINS_BAN = ("和", "、", "或者", "或", "被", "以及", "法律", "法规", "规章", "关于")
_QUALIFIES = re.compile(r"的[^，]{1,12}\Z")


def _commands(text: str, m: re.Match[str]) -> bool:
    """Whether this occurrence is the cue of its clause."""
    kind = m.lastgroup
    word = m.group()
    before = text[max(0, m.start() - 30) : m.start()]
    after = text[m.end() :]
    if kind == "MANDATORY" and word == "负责":
        return _duty_of(text, m)
    if kind == "RECOMMENDED":
        return _supports(text, m) if not word.endswith("宜") else not before.endswith(("是", "为"))
    if word == "只有":
        return False
    if after.startswith(("知道", "知晓")) or _ALWAYS_EMBEDS.search(before):
        return False
    if "的" in after and _EMBEDS.search(before):
        return False
    if _OTHER_CASES.match(text) and _ENDS_AS_NOUN.search(after):
        return False
    if _REPORTED.search(before):
        return False
    if (
        kind == "EXEMPTED"
        and re.search(r"的[^，]", after)
        and (not before or before.endswith(("、", "或者", "和", "及")))
        and "免" in word
    ):
        return False
    if kind == "MANDATORY" and word.startswith("应") and re.match(r"(?:依照|依据)?适用(?!于)", after):
        return False
    if kind == "PERMITTED" and (not after or _COMPOSES.match(after)):
        return False
    if "禁止" in word and (_BAN_AS_OBJECT.search(before) or (_LIST_BEFORE.search(before) and _LIST_AFTER.match(after))):
        return False
    if _DUTY_NAMED.match(after) or (len(after) > 2 and after[2] == "的" and after[:2] == text[:2]):
        return False  # 具备产品应当具备的性能
    if _PURPOSE.search(before) or (kind == "MANDATORY" and ("而未" in after or "而不" in after)):
        return False
    if _NOUN_OF_DUTY.match(after) and _BEFORE_EVENT.search(before):
        return False
    if "禁止" in word and (before.endswith(_JOINS_BAN) or _BAN_OR_LIMIT.match(after)):
        return False
    if "禁止" in word and before.endswith(("终身", "国家", "年内", "日起")):
        return not _QUALIFIES.search(after)
    return True


_BRACKETED = re.compile(r"（[^（）]{1,200}）|《[^《》]{1,100}》|“[^“”]{1,60}”|\([^()]{1,200}\)")


def _blank(m: re.Match[str]) -> str:
    """Brackets emptied at equal length: what stands in them commands nothing."""
    return m.group()[0] + "＿" * (len(m.group()) - 2) + m.group()[-1]


def without_brackets(text: str) -> str:
    """`text` of the same length with all that stands in brackets or quotation marks blanked."""
    return _BRACKETED.sub(_blank, text)


def cue_in(text: str) -> bool:
    """Whether the words of a modal cue stand in `text`, whatever they do there."""
    return _CUE.search(text) is not None


def modal_cues(text: str) -> list[Cue]:
    """The cues of one clause that command, in order. 应当 … 方可 in one clause is one restrictive permission."""
    found: list[Cue] = []
    text = without_brackets(text)
    for m in _CUE.finditer(text):
        kind = m.lastgroup
        if not _commands(text, m):
            continue
        if kind == "RESTRICTIVE":
            found.append(Cue(m.start(), m.end(), "PERMITTED", restrictive=True))
        elif kind == "PERMITTED":
            found.append(Cue(m.start(), m.end(), "PERMITTED"))
        elif kind == "MANDATORY":
            found.append(Cue(m.start(), m.end(), "MANDATORY"))
        elif kind == "PROHIBITED":
            found.append(Cue(m.start(), m.end(), "PROHIBITED"))
        elif kind == "EXEMPTED":
            found.append(Cue(m.start(), m.end(), "EXEMPTED"))
        else:
            found.append(Cue(m.start(), m.end(), "RECOMMENDED", negative=m.group() == "不宜"))
    return found


def defines(text: str) -> bool:
    """Whether a clause states a fiction or a scope (视为, 适用本法) and so demands nothing."""
    return bool(_DEFINES.search(text))
