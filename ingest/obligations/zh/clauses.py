"""What a clause does in its sentence: condition, exception, frame, deadline, or statement."""

from __future__ import annotations

import re
from enum import Enum, auto


class Kind(Enum):
    """Role of a clause that has no cue of its own."""

    CONDITION = auto()
    EXCEPTION = auto()
    FRAME = auto()  # 依照…的规定, 为了…: neither condition nor act
    DEADLINE = auto()
    PLAIN = auto()


_EXCEPTION = re.compile(r"除(?!尘|草|虫|菌|湿|去|名|了?应|热)[^，]*?(?:以外|之外|外)\Z|[^，]*除外\Z")
_FRAME = re.compile(
    r"(?:依照|按照|根据|依据|依|按|参照|遵照|遵循|本着|为了?(?![^，]*提供|[^，]*服务的)|鉴于|结合)[^，]*\Z"
    r"|[^，]{0,12}(?:如下|规定)\Z|依法|同时|此外|另外|其中|因此|但是?|并|原则上|一般情况下|例如"
)
_CONDITION_END = re.compile(
    r"(?:(?<!目)(?<!标)的|时(?!间|限|期)|(?<![前今最])后|之前|以前|前(?!提)|期间|期内|过程中|的?情况下|的?情形下"
    r"|必要时|条件下|届满|的基础上|之日起|紧急情况|特殊情况|(?<!其)中|的范围内|前提下)\Z"
)
_CONDITION_START = re.compile(
    r"如果|如需|如有|如(?!实|期|下)|若|凡(?!士)|倘|一旦|当(?!事|地|场|日|年|时|前|月|天)|对(?!外|其)|对于"
    r"|因(?!此|而)|由于|经(?!营|济|办|销|费|纪|理)|未经|在[^，]*(?:前|后|时|中|期间|期内|下|过程|内|间|上)\Z|在"
    r"|涉及|需要|确需|确有|经[^，]*(?:批准|同意|审查|审核|检验|评估|合格)|有(?:下列|以下|证据|条件)|必要时\Z"
    r"|情况紧急|紧急情况下|以[^，]*方式|没有|无正当理由|有正当理由"
)
_DEADLINE = re.compile(
    r"(?:自|从|应当自|于|在|应当在|最迟)?[^，]{0,60}?(?:[\d一二两三四五六七八九十百半]+个?(?:工作)?(?:日|天|小时"
    r"|月|年|周|分钟)(?:之|以)?(?:内|前)|月底前|日前|年前)\Z"
)
_ANCHORED = re.compile(r"(?:自|从)[^，]*?之日起\Z")


def kind_of(text: str) -> Kind:
    """The role of a clause by its first and last words."""
    if _EXCEPTION.match(text):
        return Kind.EXCEPTION
    if text.endswith("的"):
        return Kind.CONDITION
    if _DEADLINE.match(text) or _ANCHORED.match(text):
        return Kind.DEADLINE
    if text.endswith(("后", "时", "前")) and _CONDITION_END.search(text):
        return Kind.CONDITION
    if _FRAME.fullmatch(text):
        return Kind.FRAME
    if _CONDITION_START.match(text) or _CONDITION_END.search(text):
        return Kind.CONDITION
    return Kind.PLAIN


CONNECTIVES = re.compile(
    r"(?:但是|但|并且|并应(?=当)|并|且|同时|此外|另外|其中|因此|而且|而|也|还|又|或者|或|以及|及|则|另|、|同样"
    r"|特别是|尤其是|再|即|否则){1,3}"
)
"""Joining words before a clause proper."""
ADVERBS = re.compile(
    r"(?:均|都|也|还|则|一般|原则上|依法|只|同时|至少|亦|仍|一律|又|不仅|首先|立即|及时|就|才|通常|最好|尽可能"
    r"|尽量|另|另行|再|统一|分别|共同|同样|严格|全部|必要时|既|不但|主动|如实|定期|书面|除|全面|具体|主要|直接"
    r"|不|，|、){0,4}\Z"
)
"""Adverbs between a subject and its cue."""
LEADING_DEADLINE = re.compile(
    r"(?:(?:自|从)[^，]{1,60}?之日起|(?:在|于)[^，的]{0,30}?(?:后|届满)(?:的)?)?(?:在"
    r"|于)?(?:[\d一二两三四五六七八九十百半]+个?(?:工作)?(?:日|天|小时|月|年|周|分钟))(?:之|以)?内，?"
)
"""A deadline at the head of an action, which the action is stated without: 自收到之日起10个工作日内对…进行审查."""
REPEATED_BASE = re.compile(r"经[^，]*(?:批准|同意|负责人)")
"""A permission's procedure (经负责人批准), which belongs to its own clause and is not shared."""
INNER_TOPIC_END = re.compile(r"(?:时|(?<![前今最])后|前|期间|期内|过程中|情况下|情形下|之前|之后|条件下|中|届满)\Z")
FRAME_START = re.compile(r"依照|按照|根据|依据|依法|参照|遵照|遵循|通过|为|与|和|向|以|按|从|结合")
VERB_START = re.compile(
    r"从事|申请(?!人|者|材料|资料|书|表|单|事项|文件)|开展|办理|使用(?!说明|单位|者|人|期限|场所)|采购(?!人|员"
    r"|合同|记录|价)|购进|销售(?!者|单位|记录|企业|包装|人)|运输(?!工具|单位|条件|车|记录|过程|设备)|储存(?!条件"
    r"|区|场|设)|委托(?!方|人|合同|协议|书|单位|生产合同)|发布|设立"
    r"|举办|进行|购买(?!者|人)|利用|建立|配制(?!记录|工艺|间)|实施|提供|接受|邮寄|携带|捐赠|变更(?!后|申请|控制"
    r"|注册|事项|记录|的)|转让|收购|种植|违反|未|拟|需要|参加|制作|采集|研制(?!单位|机构)|处理"
)
"""Verbs that open a topic clause without a doer: 申请药品注册应当提交…"""
SURE_VERB_START = re.compile(
    r"从事|申请(?!人|者|材料|资料|书|表|单|事项|文件)|开展|进行|办理|举办|发布|设立|委托(?!方|人|合同|协议|书"
    r"|单位|生产合同)|接受|提供|违反|需要|购买(?!者|人)|邮寄|携带|利用|参加|收购"
)
"""Of these, the verbs that do not also open compound nouns (配制操作, 运输记录)."""
THING_END = re.compile(
    r"(?:报告|文件|制度|标准|系统|信息|记录|场所|设施|设备|产品|药品|器械|证|书|申请|内容|期限|期|条件|程序|办法"
    r"|名称|标签|广告|责任|职责|措施|环境|区|过程|人数|资料|合同|协议|体系|规程|档案|范围|比例|费用|数量|面积"
    r"|样品|证明|决定|结果|数据|地址|原则|方案|计划|行为|资格|编号|库|室)\Z"
)
RESTRICTS = re.compile(r"的(?!权|确)")
