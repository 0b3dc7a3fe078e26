"""Doer, act, conditions and exceptions. A user would read a duty as another's, or as unconditional."""

from __future__ import annotations

import pytest

from ingest.obligations.zh import find_obligations

# text, subjects, actions, conditions with exceptions
CASES = [
    (
        "经营企业发现可疑产品的，应当立即停止销售。",
        ["经营企业"],
        ["立即停止销售"],
        [["发现可疑产品的"]],
        "the doer stands in the condition",
    ),
    (
        "承运人应当核对单据；单据不符的，不得启运。",
        ["承运人", "承运人"],
        ["核对单据", "启运"],
        [[], ["单据不符的"]],
        "the doer is carried over",
    ),
    (
        "企业变更地址的，审批部门应当核实。",
        ["审批部门"],
        ["核实"],
        [["企业变更地址的"]],
        "the doer beside the cue wins",
    ),
    (
        "除紧急情况外，检查人员应当出示证件。",
        ["检查人员"],
        ["出示证件"],
        [["除紧急情况外"]],
        "an exception in front",
    ),
    (
        "检验报告应当载明批号。",
        [None],
        ["检验报告应当载明批号"],
        [[]],
        "a thing has no duty: the action starts at it",
    ),
    (
        "样品除应当密封外，还应当加贴标签。",
        [None, None],
        ["密封", "加贴标签"],
        [[], []],
        "除应当…外，还应当 adds, and excepts nothing",
    ),
    (
        "公民、法人或者其他组织可以申请公开。",
        ["公民、法人或者其他组织"],
        ["申请公开"],
        [[]],
        "coordinated doers are one",
    ),
    (
        "运输样品的，除取得许可外，还应当报告。",
        [None],
        ["报告"],
        [["运输样品的"]],
        "除…外，还 adds",
    ),
    (
        "受理部门应当自收到申请之日起五日内作出答复。",
        ["受理部门"],
        ["作出答复"],
        [[]],
        "the deadline is a quantity, not a part of the act",
    ),
    (
        "情况复杂的，经负责人批准，可以延长十日，并应当告知申请人。",
        [None, None],
        ["延长十日", "告知申请人"],
        [["情况复杂的", "经负责人批准"], ["情况复杂的"]],
        "a shared condition is repeated, the procedure is not",
    ),
    (
        "药品应当由药师调配。",
        ["药师"],
        ["药品应当由药师调配"],
        [[]],
        "the agent behind 由 is the doer",
    ),
    (
        "企业必须取得证书后，方可开工。",
        ["企业", "企业"],
        ["取得证书", "开工"],
        [[], ["取得证书后"]],
        "what must be done first is the condition of the permission",
    ),
    (
        "国家药监局规定的其他制品出厂前，应当检验。",
        [None],
        ["检验"],
        [["国家药监局规定的其他制品出厂前"]],
        "a body that qualifies a thing is no doer",
    ),
    (
        "国家鼓励高校、企业等，开展联合研究。",
        ["高校、企业等"],
        ["开展联合研究"],
        [[]],
        "those encouraged are the doers",
    ),
]


@pytest.mark.parametrize(("text", "subjects", "actions", "conditions", "why"), CASES, ids=[row[4] for row in CASES])
def test_slots(text: str, subjects: list[str | None], actions: list[str], conditions: list[list[str]], why: str) -> None:
    found = find_obligations(text)
    assert [o.subject for o in found] == subjects, why
    assert [o.action for o in found] == actions, why
    assert [[*o.conditions, *o.exceptions] for o in found] == conditions, why


def test_quantities_of_the_clause_are_on_the_obligation() -> None:
    (obligation,) = find_obligations("企业应当在获知后24小时内报告。")
    assert [(q.comparator, q.value, q.unit) for q in obligation.quantities] == [("<=", 24, "hour")]


def test_a_designator_left_in_the_text_is_no_part_of_the_doer() -> None:
    (obligation,) = find_obligations("第十二条 企业应当自查。")
    assert obligation.subject == "企业"
