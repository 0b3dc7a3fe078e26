"""The words of comparative questions in both languages."""

from __future__ import annotations

ASK: dict[tuple[str, str], tuple[str, ...]] = {
    ("values", "en"): (
        "Compare {a} with {b}. Which statement gives the {what} of both provisions correctly?",
        "{a} and {b} each set one {what} in figures. Which pair is right?",
        "Which option states correctly what {what} {a} sets and what {what} {b} sets?",
    ),
    ("values", "zh"): (
        "比较{a}与{b}，下列哪一项对两者所定{what}的表述均正确？",
        "{a}和{b}各规定了一个具体的{what}，下列哪一组是正确的？",
        "关于{a}与{b}分别规定的{what}，下列哪一项正确？",
    ),
    ("shorter", "en"): (
        "Which of the two provisions sets the {way} {what}: {a} or {b}?",
        "Of {a} and {b}, which one gives the {way} {what}?",
        "Taken by their own words, which provision sets the {way} {what}, {a} or {b}?",
    ),
    ("shorter", "zh"): (
        "{a}与{b}相比，哪一条规定的{what}更{way}？",
        "就{what}而言，{a}和{b}中哪一条规定得更{way}？",
        "仅依条文文字，{a}与{b}中哪一条的{what}更{way}？",
    ),
    ("statements", "en"): (
        "Statement 1: {a} sets a {what} of {x}. Statement 2: {b} sets a {what} of {y}. Which assessment is right?",
        "Judge both statements. Statement 1: under {a} the {what} is {x}. Statement 2: under {b} the {what} is {y}.",
    ),
    ("statements", "zh"): (
        "陈述一：{a}规定的{what}为{x}。陈述二：{b}规定的{what}为{y}。下列判断哪一项正确？",
        "请判断两项陈述。陈述一：依据{a}，{what}为{x}；陈述二：依据{b}，{what}为{y}。",
    ),
    ("one-sided", "en"): (
        "Which of the two provisions sets a time by a number (a period, an interval or a deadline): {a} or {b}?",
        "Of {a} and {b}, which states a period or a deadline as a number?",
    ),
    ("one-sided", "zh"): (
        "{a}与{b}中，哪一条以具体数字规定了时间要求（期限、间隔或者期间）？",
        "就时间要求而言，{a}和{b}中哪一条写明了具体数字？",
    ),
    ("force", "en"): (
        "How binding are {a} and {b}? Choose the option that is right on both.",
        "Compare the force of {a} with that of {b}. Which statement is right on both provisions?",
    ),
    ("force", "zh"): (
        "比较{a}与{b}的约束力，下列哪一项对两者的表述均正确？",
        "{a}和{b}的规范性质分别是什么？请选择对两者均正确的一项。",
    ),
}

STATEMENTS = {
    "en": (
        "Both statements are right",
        "Statement 1 is right, statement 2 is wrong",
        "Statement 1 is wrong, statement 2 is right",
        "Both statements are wrong",
    ),
    "zh": ("两项陈述均正确", "陈述一正确，陈述二错误", "陈述一错误，陈述二正确", "两项陈述均错误"),
}

FORCE = {
    "en": {
        "MANDATORY": "requires the act",
        "PROHIBITED": "forbids the act",
        "RECOMMENDED": "advises the act",
        "PERMITTED": "permits the act",
    },
    "zh": {"MANDATORY": "强制要求", "PROHIBITED": "禁止", "RECOMMENDED": "推荐或者鼓励", "PERMITTED": "允许"},
}

WHAT = {
    "en": {
        "deadline <=": "time limit",
        "deadline <": "time limit",
        "deadline >=": "minimum lead time",
        "deadline >": "minimum lead time",
        "interval": "interval",
        "retention": "retention period",
        "duration": "period",
        "percent": "percentage",
        "°C": "temperature",
    },
    "zh": {
        "deadline <=": "期限",
        "deadline <": "期限",
        "deadline >=": "最短提前时间",
        "deadline >": "最短提前时间",
        "interval": "时间间隔",
        "retention": "保存期限",
        "duration": "期间",
        "percent": "百分比",
        "°C": "温度",
    },
}
WAYS = {"en": ("shorter", "longer"), "zh": ("短", "长")}
ONE_SIDE = {
    "en": ("Only the {a} provision", "Only the {b} provision", "Both provisions", "Neither provision"),
    "zh": ("仅{a}的规定", "仅{b}的规定", "两者均有", "两者均无"),
}
SHORTER = {
    "en": ("The {a} provision", "The {b} provision", "Both set the same", "Neither gives a figure"),
    "zh": ("{a}的规定", "{b}的规定", "两者相同", "两者均未写明"),
}
PAIR = {"en": "{a}: {x}; {b}: {y}", "zh": "{a}：{x}；{b}：{y}"}
ON = {"en": "{citation} ({side}, on {subjects})", "zh": "{citation}（{side}，涉及{subjects}）"}
PLAIN = {"en": "{citation} ({side})", "zh": "{citation}（{side}）"}
SAYS = {"en": "{citation}: “{sentence}”", "zh": "{citation}：“{sentence}”"}
