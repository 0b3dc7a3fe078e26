"""Who a Chinese clause speaks of: the noun phrase of a person or body at its start.

Chinese law names bodies by their last word (…部门, …企业, …持有人), so a phrase is an actor by its head. No segmentation
model is needed: heads are a closed list, and the words that cannot stand inside a body's name (prepositions, verbs of doing)
end the search.
"""

from __future__ import annotations

import re

_BODIES = """
部门 机关 机构 企业法人 公司 社会组织 经济组织 行业组织 国际组织 外国组织 其他组织 非法人组织
合作组织 自治组织 境外组织 研究组织 群众组织 公益组织 集团 人民政府 国务院 法院 检察院 医院 卫生院
科学院 研究院 院校 学校 高校 海关 银行 药店 药房 诊所 研究所 检验所 事务所 派出所 戒毒所 看守所
监狱 戒毒场所 康复场所 实验室 血站 血浆站 防疫站 工厂 药厂 管理局 总局 监局 监管局 药监局 分局
公安局 总署 卫生部 公安部 商务部 财政部 农业部 农业农村部 卫健委 居民委员会 村民委员会 居委会 村委会
办事处 伦理委员会 审评中心 检验中心 核查中心 监测中心 评价中心 药审中心 器审中心 信息中心 受理中心
药典委 中检院 食品药品审核查验中心 核查组 检查组 调查组 专家组 工作组 领导小组 小组 国家 军队 本市
媒体 媒介 公众 卫生室 服务中心 服务站 平台 秘书处 办公室 卫生所 医务室 保健所 卫生站 保健院
"""
_PERSONS = """
法定代表人 主要负责人 负责人 代理人 人员 员工 职工 专家 厂家 商家 货主 雇主 广告主 用户 家属 亲属
代表 学生 公民 双方 多方 各方 对方 甲方 乙方 买方 卖方 供方 需方 第三方 委托方 受托方 供应方
供货方 购买方 承运方 提供方 申请方 受让方 转让方 使用方 采购方 接受方 合作方 组织方 承办方 主办方
进口方 出口方 供应商 生产商 制造商 进口商 销售商 经销商 代理商 承包商 运营商 服务商 药师 医师 技师
护师 律师 教师 工程师 护士 医生 院长 主任 组长 局长 县长 省长 厂长
"""
_GUARDED_HEADS = (
    r"被[^，的、]{1,6}?(?:人|单位|者|方|企业|机构)",
    r"(?<![或])者(?!的?行为)",
    r"(?<![每某病超])人(?!体|民|类|身|工|数|用|参|血|口|力|为|才|格|均|文|道|畜|群|员|次|间|兽|源|凝|胎|免|胰|生)",
    r"(?<=[察查管审协监公成会委检核督理验护疗店络察导学])员(?!工|会)",
    r"(?:协会|学会|商会|联合会|红十字会|工会|委员会)(?!议)",
    r"政府(?!信息|采购|定价|指导|网站|规章|投资|购买)",
    r"(?:企业|单位)(?!标准|名称|信用|信息|所得税|文化|登记|面积|时间|剂量|制剂|年金|产品|内部管理制度)",
    r"(?:(?<=其他)|(?<=公民[、和])|(?<=[个法]人[、和与])|(?<=[个法]人或者)|(?<=单位[、和]))组织|\A组织(?=和个人"
    r"|、个人|或者个人)",
)
_HEAD = re.compile(
    "|".join((_GUARDED_HEADS[0], *sorted((_BODIES + _PERSONS).split(), key=len, reverse=True), *_GUARDED_HEADS[1:]))
)

_BREAK = re.compile(
    r"[，；。：！？]|对(?!外)|向|在|从(?!业)|自(?!治|主)|将|把|被|为(?!主)|以(?!上|下|及|内|外)|因|经(?!营|济|办"
    r"|销|费|纪)|未(?!成)|不(?!良)|已|(?<!供)应(?!急|商|方)"
    r"|(?<![许认])可|须|(?<!或)按(?!摩)|依(?!托)|根据|(?<!自)由|直至|通过|发现|收到|接到|认为|违反|违法"
    r"|提供(?!者|方|单位)|采取|获知|得知|知道|需要|拒|(?<![持拥所])有(?!关|限)|是|没|进行|履行|予以|给予|具有"
    r"|具备"
    r"|建立|制定|符合|达到|属于|作出|取得|使用(?!者|单位|人|部门|机构|方)|购进|逾期|擅自|无正当|故意"
)
"""Words that do not stand inside a body's name: behind one of them a head belongs to another phrase."""

_JOIN = re.compile(
    r"[、]|以及(?:其他)?|及其(?:他)?|及(?:其他)?|和(?:其他)?|与(?:其他)?|或者(?:其他)?|或(?!者)(?:其他)?"
    r"|等(?:有关|相关|其他)?(?!级)"
)
"""What joins two bodies in one phrase."""

_CONTINUES = re.compile(
    r"所在地|注册地|住所地|法定代表人|主要负责人|企业负责人|负责人|工作人员|执法人员|从业人员|质量|内部|主管"
    r"|有关|相关|直接|各级|下属|药事|药品监督|食品|卫生|医疗|行政|派出|指定|设立|设置|委托的|中|内|之间|授权的"
)
"""A head before one of these is only the first part of the phrase."""

_OPEN_HEADS = frozenset({"国务院", "人民政府", "政府", "国家", "本市", "军队", "海关", "平台"})
"""Heads that often stand before the name proper: 国务院药品监督管理部门, 国家药品监督管理局."""

_NOT_FIRST = re.compile(
    r"直至|对(?!外)|向|在|从(?!业|事[^，]*[者人位业构])|自(?!治|然)|将|把|被(?![^，的、]{1,6}(?:人|单位|者|方"
    r"|企业|机构))|为|以(?!上)|因|由|于|经(?!营|济|办|销|批准[^，]*的)|未[^，的]*$|未(?!成)|不|无(?!效宣告|偿)"
    r"|除|按照|依照|依据|根据|通过|发现|违反|接受|收到|接到|认为|提供(?!者|方)"
    r"|采取|如|若|当(?!事|地)|凡|委托(?!方|人|单位|企业)|申请(?!人|者|单位|企业|机构|方)|与(?!会)|其中|属于"
    r"|有(?!关|限)|是|需要|取得|具有|具备|按|用(?!人|药|户|血|械)|建立|聘|招|雇|告知|通知|责令|要求|组织|督促"
    r"|监督(?!管理|检查员|检查人员|机构|部门|员|人)|追究|给予|处(?!方审)|阻挠|阻碍|妨碍|干扰|拒绝|拒不|伪造|变造"
    r"|泄露|诱导|冒充|侮辱|殴打|威胁|危害|隐瞒|瞒报|擅自|包庇|纵容|指使|强令|授意|出租|出借|买卖|编造|骗取|引诱"
    r"|强迫|教唆|欺骗|扰乱|推荐|《|举办|开办|成立|选择|聘请|需要|导致|致使|造成|损害|干预|危及|侵害|侵犯|破坏"
)
"""Starts of verb and preposition phrases, which end in a body's name without naming the doer: 接受货主, 对当事人."""

_DOES_TO = re.compile(
    r"(?:统一|另行|依法)?(?:规定|批准|指定|认定|公布|制定|核发|颁发|确定|授权|发布|设置|设立|出具|签发|认可|许可"
    r"|提供|提交|持有|委托|聘用|建立)[^，对将在应]{0,8}?的(?![，；。]|\Z)"
)
_REMARK = re.compile(r"（[^（）]{1,60}）")
_LONGEST = 120
_REACH = 45
"""A head further off than this many characters belongs to another phrase."""


def _broken(text: str, start: int, end: int) -> bool:
    """Whether a word that ends names begins in the stretch. It may look past the end: 使用 breaks, 使用单位 does not."""
    m = _BREAK.search(text, start, min(len(text), end + 4))
    return m is not None and m.start() < end


def leading_actor(text: str) -> int:
    """The length of the actor phrase at the start of `text`, 0 where it starts with something else."""
    length = 0 if _NOT_FIRST.match(text) else _plain_actor(text)
    if length:
        return length
    relative = _RELATIVE.match(text)  # 为他人提供服务的经营者, 履行职责的工作人员
    if relative and not _NOT_FIRST.match(text, relative.end()):
        further = _plain_actor(text[relative.end() : relative.end() + _LONGEST])
        return relative.end() + further if further else 0
    return 0


_RELATIVE = re.compile(
    r"(?:为|在|由|经|从事|取得|具有|具备|未|有|申请|委托|接受|使用|违反|被|履行|参加|参与|承担"
    r"|负有)[^，；。的]{2,40}的(?![，；。]|\Z)"
)


def _plain_actor(text: str) -> int:
    limit = min(len(text), _LONGEST)
    position = best = 0
    while position < limit:
        m = _HEAD.search(text, position, min(limit, position + _REACH))
        if m is None or _broken(text, position, m.start()):
            break
        end = m.end()
        remark = _REMARK.match(text, end)
        end = remark.end() if remark else end
        joined = _JOIN.match(text, end)
        if joined:
            best = end
            position = joined.end()
            if joined.group().startswith("等") and _ends_phrase(text, position):
                return position
            continue
        if text.startswith("的", end):
            position = end + 1
            continue
        if _DOES_TO.match(text, end):
            best, position = 0, end  # 国家药监局规定的其他制品: the body qualifies a thing
            continue
        if _CONTINUES.match(text, end):
            further = _HEAD.search(text, end, min(limit, end + 22))
            if (
                further
                and not _broken(text, end, further.start())
                and "、" not in text[end : further.start()].replace("省、自治区、", "")
            ):
                position = end
                continue
        if m.group() in _OPEN_HEADS:
            further = _HEAD.search(text, end, min(limit, end + 16))
            if further and not _broken(text, end, further.start()):
                position = end
                continue
            if m.group() in {"国家", "平台", "本市"} and not _ends_phrase(text, end):
                break
        best = end
        break
    return best


_AFTER_STATE = re.compile(
    r"对|依法|应当|采取|建立|实行|鼓励|支持|加强|保护|发展|完善|推|促进|坚持|制定|不|根据|按照|必须|统一|禁止"
)


def _ends_phrase(text: str, at: int) -> bool:
    return at >= len(text) or text[at] in "，；。：" or bool(_AFTER_STATE.match(text, at))


_ENDS_IN_HEAD = re.compile(rf"(?:{_HEAD.pattern})(?:等)?\Z")
_LAST_REACH = 12


def is_actor(text: str) -> bool:
    """Whether the whole of `text` is one actor phrase, as long as it may be: 生产、使用易制毒化学品的单位."""
    if text.endswith("）") and text.rfind("（") > 1:
        text = text[: text.rfind("（")]
    if not text or not _ENDS_IN_HEAD.search(text, max(0, len(text) - _LAST_REACH)):
        return False
    return not _NOT_FIRST.match(text) or (
        "的" in text and not text.startswith(("对", "向", "由", "将", "把", "按", "依", "根据", "除"))
    )
