"""Quantities of Chinese text. A user would compare 15 working days with 15 days, or take a date for a duration."""

from __future__ import annotations

import pytest

from ingest.quantities.zh import find_quantities
from ingest.quantities.zh_numbers import to_number, to_percent

# text, (kind, comparator, value, value_high, unit, qualifier)
CASES = [
    ("应当自受理之日起二十日内答复", ("deadline", "<=", 20, None, "day", None)),
    ("应当在3个工作日内公开", ("deadline", "<=", 3, None, "day", "working")),
    ("在发现后48小时内上报", ("deadline", "<=", 48, None, "hour", None)),
    ("有效期届满前3个月申请换证", ("deadline", ">=", 3, None, "month", None)),
    ("于每年4月30日前报送", ("deadline", "<=", "--04-30", None, "date", None)),
    ("2031年6月30日前完成", ("deadline", "<=", "2031-06-30", None, "date", None)),
    ("每月5日前上报", ("deadline", "<=", 5, None, "day_of_month", None)),
    ("到期前60个工作日至20个工作日期间提出", ("deadline", "between", 20, 60, "day", "working")),
    ("三年内不得再次申请", ("duration", "=", 3, None, "year", None)),
    ("保存期限不得少于五年", ("duration", ">=", 5, None, "year", None)),
    ("记录保存不得少于有效期满后2年", ("duration", ">=", 2, None, "year", None)),
    ("监测期不超过四年", ("duration", "<=", 4, None, "year", None)),
    ("处三日以上七日以下的拘留", ("duration", "between", 3, 7, "day", None)),
    ("暂停六个月以上一年以下执业活动", ("duration", "between", 6, 12, "month", None)),
    ("每年检查", ("frequency", "=", 1, None, "year", None)),
    ("至少每三个月核对", ("frequency", "<=", 3, None, "month", None)),
    ("每半年校准", ("frequency", "=", 6, None, "month", None)),
    ("每季度至少评估一次", ("frequency", "<=", 3, None, "month", None)),
    ("每年不少于四次", ("frequency", ">=", 4, None, "per_year", None)),
    ("处三万元以上五万元以下罚款", ("amount", "between", 30_000, 50_000, "CNY", None)),
    ("处1至3万元罚款", ("amount", "between", 10_000, 30_000, "CNY", None)),
    ("货值金额不足五千元的", ("threshold", "<", 5_000, None, "CNY", None)),
    ("销售金额十万元以上不满二十万元的", ("threshold", "between", 100_000, 200_000, "CNY", None)),
    ("处货值金额二倍以上五倍以下罚款", ("amount", "between", 2, 5, "times", None)),
    ("处收入百分之二十以下的罚款", ("amount", "<=", 20, None, "percent", None)),
    ("湿度不高于65%", ("threshold", "<=", 65, None, "percent", None)),
    ("在2℃～8℃保存", ("threshold", "between", 2, 8, "°C", None)),
    ("在2-8℃保存", ("threshold", "between", 2, 8, "°C", None)),
    ("压差大于10Pa", ("threshold", ">", 10, None, "Pa", None)),
    ("由3名以上专家评审", ("amount", ">=", 3, None, "person", None)),
    ("50克以下的样品", ("amount", "<=", 50, None, "gram", None)),
    ("年满十八周岁", ("threshold", ">=", 18, None, "year", None)),
    ("菌落数不超过1×10³CFU/g", ("threshold", "<=", 1000, None, "CFU/g", None)),
]

NOTHING = [
    "第十五条第二款",
    "2019年8月26日通过",
    "日常监督",
    "一次性使用",
    "一名负责人",
    "附件3",
    "一般规定",
    "三个方面的内容",
    "一周期",
]


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[row[0] for row in CASES])
def test_quantity(text: str, expected: tuple[object, ...]) -> None:
    found = [(q.kind, q.comparator, q.value, q.value_high, q.unit, q.qualifier) for q in find_quantities(text)]
    assert expected in found
    assert len(found) == 1


@pytest.mark.parametrize("text", NOTHING)
def test_no_quantity(text: str) -> None:
    assert find_quantities(text) == ()


def test_a_period_names_what_it_counts_from() -> None:
    (deadline,) = find_quantities("省级部门应当自收到报告之日起10日内审核")
    assert deadline.anchor == "自收到报告之日起"


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("十五", 15),
        ("一百零五", 105),
        ("二十万", 200_000),
        ("1.5万", 15_000),
        ("5,000", 5_000),
        ("两", 2),
        ("半", 0.5),
        ("１２", 12),
        ("章", None),
    ],
)
def test_number_words(word: str, value: float | None) -> None:
    assert to_number(word) == value


@pytest.mark.parametrize(
    ("word", "value"), [("百分之五", 5), ("千分之三", 0.3), ("二分之一", 50), ("三分之二", 66.67), ("五", None)]
)
def test_shares(word: str, value: float | None) -> None:
    assert to_percent(word) == value
