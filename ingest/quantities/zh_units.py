"""Units of Chinese legal text and their canonical names (`ingest.quantities.units`)."""

from __future__ import annotations

import re

TIME = {
    "个工作日": "day", "工作日": "day", "个自然日": "day", "自然日": "day", "个日历日": "day", "日历日": "day", "个日历天": "day",
    "日历天": "day", "天": "day", "日": "day", "个小时": "hour", "小时": "hour", "分钟": "minute", "秒钟": "second", "秒": "second",
    "个星期": "week", "星期": "week", "周": "week", "个月": "month", "个季度": "quarter", "季度": "quarter", "个年度": "year", "周年": "year", "周岁": "year",
    "岁": "year", "年": "year",
}  # fmt: skip
MONEY = {"元人民币": "CNY", "元": "CNY", "美元": "USD", "欧元": "EUR", "港元": "HKD"}
RATIO = {"倍": "times", "%": "percent", "％": "percent", "‰": "permille"}
TEMPERATURE = {"℃": "°C", "°C": "°C", "摄氏度": "°C"}
MEASURE = {
    "毫克/千克": "mg/kg", "毫克/公斤": "mg/kg", "mg/kg": "mg/kg", "μg/kg": "µg/kg", "mg/L": "mg/L", "毫克/升": "mg/L", "mg/ml": "mg/mL",
    "mg/mL": "mg/mL", "μg/ml": "µg/mL", "CFU/g": "CFU/g", "CFU/ml": "CFU/mL", "CFU/mL": "CFU/mL", "cfu/ml": "CFU/mL", "CFU/皿": "CFU/plate",
    "EU/ml": "EU/mL", "CFU": "CFU", "cfu": "CFU", "帕斯卡": "Pa", "帕": "Pa", "千帕": "kPa", "Pa": "Pa", "kPa": "kPa", "MPa": "MPa",
    "毫米": "millimeter", "厘米": "centimeter", "微米": "micrometer", "纳米": "nanometer", "米": "meter", "公里": "kilometer", "千米": "kilometer",
    "mm": "millimeter", "cm": "centimeter", "μm": "micrometer", "µm": "micrometer", "nm": "nanometer", "平方米": "square meter",
    "㎡": "square meter", "m2": "square meter", "m²": "square meter", "平方厘米": "square centimeter", "立方米": "cubic meter", "m3": "cubic meter",
    "m³": "cubic meter", "m/s": "meter per second", "lx": "lux", "勒克斯": "lux", "分贝": "decibel", "kV": "kilovolt", "V": "volt",
    "kHz": "kilohertz", "Hz": "hertz", "MHz": "megahertz", "W": "watt", "磅": "point", "伏": "volt", "瓦": "watt",
}  # fmt: skip
MASS = {
    "微克": "microgram", "毫克": "milligram", "千克": "kilogram", "公斤": "kilogram", "克": "gram", "吨": "ton", "μg": "microgram", "mg": "milligram",
    "kg": "kilogram", "g": "gram", "毫升": "milliliter", "微升": "microliter", "公升": "liter", "升": "liter", "ml": "milliliter",
    "mL": "milliliter", "μl": "microliter", "L": "liter", "国际单位": "IU", "IU": "IU",
}  # fmt: skip
PERSON = {"名": "person", "人": "person", "位": "person"}
COUNT = {
    "人份": "dose", "人次": "person-time", "次": "time", "批次": "batch", "批": "batch", "份": "copy", "例": "case", "家": "institution", "件": "piece",
    "台": "device", "片": "tablet", "支": "vial", "粒": "capsule", "瓶": "bottle", "盒": "box", "袋": "bag", "头": "animal", "只": "animal", "个学时": "class hour", "学时": "class hour",
    "个品种": "product", "种": "kind", "页": "page", "字": "character", "张": "sheet", "剂": "dose", "个班次": "shift", "个批次": "batch", "床": "bed", "张床位": "bed",
    "个": "item", "所": "institution", "学分": "credit", "个剂量单位": "dosage unit",
}  # fmt: skip

CLASS_OF: dict[str, str] = {
    **dict.fromkeys(TIME, "time"),
    **dict.fromkeys(MONEY, "money"),
    **dict.fromkeys(RATIO, "ratio"),
    **dict.fromkeys(TEMPERATURE, "measure"),
    **dict.fromkeys(MEASURE, "measure"),
    **dict.fromkeys(MASS, "mass"),
    **dict.fromkeys(PERSON, "person"),
    **dict.fromkeys(COUNT, "count"),
}
NAME_OF: dict[str, str] = {**TIME, **MONEY, **RATIO, **TEMPERATURE, **MEASURE, **MASS, **PERSON, **COUNT}

_NOT_BEFORE = {
    "日": "(?![常期光程志本报用语化元])(?!剂量|内瓦)", "年": "(?![度版第代龄检鉴级报份])(?!以来)", "周": "(?![岁围边期转密年末一二三四五六日])", "天": "(?![然津平性])",
    "秒": "", "岁": "(?![月])", "人": "(?![体民类身工数用参员份次血口以的格为才机])", "名": "(?![称义单录誉下列目牌])", "位": "(?![置于数点移])",
    "米": "(?![粉糠诺])", "克": "(?![服隆林])", "升": "(?![级高降温])", "次": "(?![品要级生数日年月于序性])", "批": "(?![准号签发件])", "份": "(?![额])", "例": "(?![如外子])",
    "家": "(?![庭禽畜属长用具])", "件": "", "台": "(?![账州湾])", "片": "(?![剂面])", "支": "(?![持付出架撑队行付])", "种": "(?![类植养子群禽质畜])", "头": "(?![部孢])",
    "只": "(?![能可有是要])", "页": "(?![面码])", "字": "(?![体号样])", "张": "(?![贴力])", "剂": "(?![型量])", "床": "", "袋": "", "盒": "", "瓶": "", "粒": "(?![度径])",
    "个": "(?![人体别性案月])(?!工作日)", "所": "(?![有在需列述属用称])", "磅": "", "伏": "(?!特加)", "瓦": "", "g": "(?![a-zA-Z])", "L": "(?![a-zA-Z])", "V": "(?![a-zA-Z])", "W": "(?![a-zA-Z])",
    "元": "(?![素件旦])", "倍": "(?!他)", "mg": "(?![a-zA-Z])", "kg": "(?![a-zA-Z])", "mm": "(?![a-zA-Z])", "帕": "", "吨": "", "Pa": "(?![a-zA-Z])",
}  # fmt: skip
"""What a unit is not when it goes on: 日常 is no day, 人员 no person."""

UNIT = "(?:" + "|".join(re.escape(u) + _NOT_BEFORE.get(u, "") for u in sorted(NAME_OF, key=len, reverse=True)) + ")"
