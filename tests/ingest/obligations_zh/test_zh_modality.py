"""Which modality a Chinese clause has, and which clauses demand nothing. A user would align a definition, or miss a ban."""

from __future__ import annotations

import pytest

from ingest.obligations.zh import find_obligations

MODALITIES = [
    ("企业应当建立召回制度。", ["MANDATORY"], "应当"),
    ("操作人员必须经过培训。", ["MANDATORY"], "必须"),
    ("样品应在低温下保存。", ["MANDATORY"], "应 alone is a cue"),
    ("代用包装箱应当有醒目的标识。", ["MANDATORY"], "an object with 的"),
    ("其他任何单位均不得收购样品。", ["PROHIBITED"], "其他 before a body"),
    ("市级药品监督管理部门负责本市的抽样工作。", ["MANDATORY"], "负责 as a verb"),
    ("企业不得涂改记录，不得销毁样品。", ["PROHIBITED", "PROHIBITED"], "a repeated cue is a new obligation"),
    ("严禁无关人员进入洁净区。", ["PROHIBITED"], "严禁"),
    ("国家鼓励企业采用新技术。", ["RECOMMENDED"], "鼓励"),
    ("申请人可以撤回申请。", ["PERMITTED"], "可以"),
    ("仓库内可设退货区。", ["PERMITTED"], "可 alone is a cue"),
    ("企业有权申请复验。", ["PERMITTED"], "有权"),
    ("小型企业可以不设专职人员。", ["EXEMPTED"], "可以不"),
    ("境内生产的样品无需另行检验，但应当留样。", ["EXEMPTED", "MANDATORY"], "a second clause with 但"),
    ("企业逾期不改正的，处一万元以下的罚款。", ["SANCTION"], "处 … 罚款"),
    ("复审后认为原决定不当的，应当撤销原决定。", ["MANDATORY"], "an annulment that punishes nobody"),
    ("企业应当保存记录，并不得涂改。", ["MANDATORY", "PROHIBITED"], "并 goes on to another cue"),
    ("构成犯罪的，依法追究刑事责任。", ["SANCTION"], "追究责任"),
]

SILENT = [
    ("本规定所称标签，是指贴在包装上、应当载明名称的标识。", "a definition, with a cue inside"),
    ("网络销售药品，适用本办法。", "scope"),
    ("逾期未答复的，视为同意。", "a legal fiction"),
    ("本办法自2030年1月1日起施行。", "commencement"),
    ("第二章 生产许可", "a heading"),
    ("部门建立档案，公布结果。", "a bare statement of duty"),
    ("直接负责的主管人员名单", "负责 inside a noun"),
    ("许可证可能失效。", "epistemic 可能"),
    ("其他依法应当备案的情形。", "a cue inside a 的-clause"),
    ("按照规定应当报批而未报批", "a breach told with its duty"),
    ("机构应当具备的条件，由部门制定。", "应当 inside a noun phrase"),
    ("供应商提供的反应釜和应急设备清单。", "应 inside words"),
    ("产品可按用途分为三类。", "a classification"),
    ("符合条件的，准予许可；不符合条件的，不予许可。", "a refusal that punishes no breach"),
    ("本条例由卫生行政部门负责解释。", "who interprets"),
    ("由部门将该原料纳入禁止用于生产的原料目录。", "a list named by what it bans"),
]


@pytest.mark.parametrize(("text", "expected", "why"), MODALITIES, ids=[row[2] for row in MODALITIES])
def test_modality(text: str, expected: list[str], why: str) -> None:
    assert [o.modality for o in find_obligations(text)] == expected, why


@pytest.mark.parametrize(("text", "why"), SILENT, ids=[row[1] for row in SILENT])
def test_nothing_is_demanded(text: str, why: str) -> None:
    assert find_obligations(text) == (), why


def test_permission_that_shuts_out_all_else_is_restrictive() -> None:
    (obligation,) = find_obligations("审查合格的，方可投入使用。")
    assert obligation.restrictive
    assert obligation.conditions == ("审查合格的",)


def test_should_not_is_negative() -> None:
    (obligation,) = find_obligations("取样点不宜设在通道处。")
    assert (obligation.modality, obligation.polarity) == ("RECOMMENDED", "negative")


def test_cue_words_that_stand_apart_are_joined() -> None:
    (obligation,) = find_obligations("新工艺应当在验证后方可采用。")
    assert obligation.cue == "应当 ... 方可"
    assert obligation.action == "采用"
