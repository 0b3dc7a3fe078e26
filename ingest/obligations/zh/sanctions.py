"""Sanctions: what an authority does to one who broke a rule, told by the verb at the head of the predicate."""

from __future__ import annotations

import re

_PENALTY = r"罚款|拘留|徒刑|罚金|拘役|处分|处罚|警告|违法所得|(?:\d|[一二三四五六七八九十])[^，]{0,12}倍"
VERB = re.compile(
    r"(?:永久|终身)?禁止其[^，]{0,14}(?:从事|进口|参加)|责令|勒令|没收|追缴|吊销|撤销|取消|暂扣|取缔|通报批评|警告|罚款|降级|撤职|开除|拘留"
    r"|暂停[^，]{1,20}?(?:业务|执业|许可|资格)"
    rf"|(?:并|单|分别)?处(?:以|罚款|罚金|[^，理置方于在分所]{{0,60}}?(?:{_PENALTY}))"
    r"|(?:给予|予以|处以)[^，]{0,40}?(?:处分|处罚|警告|罚款|通报|批评|降级|撤职|开除|记过|取缔|没收|撤销|吊销"
    r"|惩戒|关闭|拘留|除名|追究|治安管理处罚)"
    r"|追究(?!溯)[^，]{0,30}?责任|(?:承担)[^，]{0,30}?(?:赔偿|民事|刑事|连带|法律|行政|侵权|违约|相应(?:的)?)[^，]{0,8}?责任"
    r"|(?:依照|按照|根据|依据|依)[^，]{0,60}?(?:处罚|追究[^，]{0,10}责任|给予处分|予以处理)\Z|不予受理|不受理"
    r"|不予(?:再次)?(?:注册|备案|办理|许可|批准)"
    r"|(?:\d+|[一二三四五六七八九十]+)年(?:内)?(?:直至终身)?(?:不得|禁止|不受理|不予)|终身(?:禁止|不得)"
    r"|列入[^，]{0,20}(?:黑名单|失信)|记入[^，]{0,20}(?:信用|诚信)档案"
)
"""The verbs that open a sanction; 处 only with what is imposed."""
CUE_WORD = re.compile(
    r"责令|勒令|没收|追缴|吊销|撤销|取消|暂扣|取缔|通报批评|给予警告|警告|不予受理|不受理|不予办理|禁止"
    r"|追究[^，]{0,10}?责任|承担[^，]{0,10}?责任"
    r"|(?:给予|予以)[^，]{0,40}?(?:处分|处罚|罚款)|并处|处以|处罚|处(?=[^，理置方于在分]{0,60}?(?:罚款|拘留|徒刑|罚金))|罚款"
)
WEAK = re.compile(
    r"撤销|取消|查封|暂扣|暂停|不予|不受理|降级|终身|\d|[一二三四五六七八九十]+年|列入|记入|警告|承担|依|按照|根据"
)
"""Verbs that are sanctions only behind a condition (…的，撤销…): elsewhere they are powers or duties."""

_PREFIX_WORDS = (
    "区别情况", "视情节", "可以", "应当", "必须", "依法", "依规", "分别", "一并", "一律",
    "直接", "从重", "从严", "单独", "视情", "当场", "立即", "及时", "同时", "并", "还", "也", "且", "又", "但", "可",
    "应", "须", "有权", "要",
    "由", "先", "再",
)  # fmt: skip
_BY_COMPETENCE = r"(?:依据|按照|依照|根据|在|按)(?:各自|有关|规定的|法定|其){0,2}的?(?:职责|职权|权限)(?:分工|范围内|范围)?"
BARE = re.compile(r"(?:永久|终身)?禁止其|不予|不受理|终身|(?:\d+|[一二三四五六七八九十]+)年|列入|记入|暂停")
BARRING = re.compile(r"(?:\d+|[一二三四五六七八九十]+)年|终身")
AUTHORITY = re.compile(r"(?:管理|主管|监督|行政|有关)部门|行政机关|公安机关|政府|海关|监管局|药监局|管理局|管理总局")

PREFIX = re.compile("(?:" + "|".join((*_PREFIX_WORDS, _BY_COMPETENCE)) + "){0,6}")
"""What stands between the doer and the measure."""
NO_CARRY_AUTHORITY = re.compile(r"追究[^，]{0,10}刑事责任|承担")
"""Who prosecutes or awards damages is not the authority that fined."""
RECORD_KEEPER = re.compile(r"备案(?:部门|机关)|(?:原)?(?:发证|批准|许可|登记|审批|注册)(?:部门|机关)")
"""由备案部门取消备案 names who strikes out the record; the fines behind it are others' to impose."""
