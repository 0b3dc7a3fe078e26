"""Sanctions with their tiers, authority and target. A user would take a fine for a duty, or not see whom it hits."""

from __future__ import annotations

from ingest.obligations.zh import find_obligations

TIERS = (
    "经营企业伪造记录的，由市级药品监督管理部门责令改正，有违法所得的，没收违法所得，可以并处二万元以下的罚款；"
    "情节严重的，吊销许可证，对主要负责人处一万元以下的罚款；构成犯罪的，依法追究刑事责任。"
)


def test_measures_of_one_tier_are_one_sanction_and_each_tier_is_its_own() -> None:
    found = find_obligations(TIERS)
    assert [o.modality for o in found] == ["SANCTION"] * 4
    assert [o.action for o in found] == [
        "责令改正，有违法所得的，没收违法所得，可以并处二万元以下的罚款",
        "吊销许可证",
        "处一万元以下的罚款",
        "依法追究刑事责任",
    ]


def test_authority_and_target_are_carried_through_the_tiers() -> None:
    found = find_obligations(TIERS)
    authority = "市级药品监督管理部门"
    assert [o.subject for o in found] == [authority, authority, authority, None], "who prosecutes is another"
    assert [o.target for o in found[:3]] == ["经营企业", "经营企业", "主要负责人"]


def test_a_higher_tier_does_not_repeat_the_base_condition() -> None:
    assert [o.conditions for o in find_obligations(TIERS)][1:] == [("情节严重的",), ("情节严重的",), ("构成犯罪的",)]


def test_the_fine_is_an_amount_between_two_bounds() -> None:
    (obligation,) = find_obligations("逾期不改正的，处五万元以上十万元以下罚款。")
    (fine,) = obligation.quantities
    assert (fine.kind, fine.comparator, fine.value, fine.value_high, fine.unit) == ("amount", "between", 50_000, 100_000, "CNY")


def test_a_sanction_that_one_may_object_to_is_no_sanction() -> None:
    (obligation,) = find_obligations("当事人有权拒绝罚款。")
    assert obligation.modality == "PERMITTED"


def test_a_separate_authority_with_a_power_of_its_own_is_a_new_sanction() -> None:
    found = find_obligations("屡次违法的，处五千元以下罚款，并可以由公安机关处五日以下的拘留。")
    assert [(o.modality, o.subject) for o in found] == [("SANCTION", None), ("SANCTION", "公安机关")]
