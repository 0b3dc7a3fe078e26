"""Lists: items that are acts are demanded each, contents are counted. A user would lose duties, or see fields as duties."""

from __future__ import annotations

from ingest.obligations.zh import find_obligations

DUTIES = "企业应当履行下列职责：（一）建立档案；（二）培训员工。"


def test_items_that_are_acts_are_obligations() -> None:
    found = find_obligations(DUTIES)
    assert [(o.subject, o.action) for o in found] == [("企业", "建立档案"), ("企业", "培训员工")]


def test_items_that_are_contents_are_counted() -> None:
    (obligation,) = find_obligations("申请表应当包括下列内容：（一）名称；（二）地址；（三）联系人。")
    assert obligation.n_items == 3


def test_items_below_items_are_not_counted() -> None:
    found = find_obligations("档案应当包括下列内容：（一）基本信息： 1.名称； 2.地址。 （二）检验记录。")
    assert found[0].n_items == 2


def test_items_with_their_own_cue_are_obligations_beside_the_lead_in() -> None:
    text = "受理部门收到申请后，应当按照下列情况办理：（一）材料齐全的，应当受理；（二）材料不全的，应当告知申请人。"
    found = find_obligations(text)
    assert [o.action for o in found] == ["按照下列情况办理", "受理", "告知申请人"]
    assert {o.subject for o in found} == {"受理部门"}


def test_an_item_takes_cue_doer_and_condition_from_the_lead_in_above_it() -> None:
    (obligation,) = find_obligations("停止使用有关产品；", "发生事故的，使用单位应当采取下列措施：")
    assert (obligation.modality, obligation.subject, obligation.action) == ("MANDATORY", "使用单位", "停止使用有关产品")
    assert obligation.conditions == ("发生事故的",)
    assert obligation.text.startswith("发生事故的，使用单位")


def test_an_item_that_is_content_demands_nothing_by_itself() -> None:
    assert find_obligations("企业名称；", "标签应当载明下列事项：") == ()


def test_a_fragment_without_its_lead_in_demands_nothing() -> None:
    assert find_obligations("（三）其他违反规定的行为。") == ()
