"""Units of Chinese legal text and their canonical names (`ingest.quantities.units`)."""

from __future__ import annotations

import re

_TABLE = """
time day 个工作日 工作日 个自然日 自然日 个日历日 日历日 个日历天 日历天 天 日
time hour 个小时 小时
time minute 分钟
time second 秒钟 秒
time week 个星期 星期 周
time month 个月
time quarter 个季度 季度
time year 个年度 周年 周岁 岁 年
money CNY 元人民币 元
money USD 美元
money EUR 欧元
money HKD 港元
ratio times 倍
ratio percent % ％
ratio permille ‰
measure °C ℃ °C 摄氏度
measure mg/kg 毫克/千克 毫克/公斤 mg/kg
measure µg/kg μg/kg
measure mg/L mg/L 毫克/升
measure mg/mL mg/ml mg/mL
measure µg/mL μg/ml
measure CFU/g CFU/g
measure CFU/mL CFU/ml CFU/mL cfu/ml
measure CFU/plate CFU/皿
measure EU/mL EU/ml
measure CFU CFU cfu
measure Pa 帕斯卡 帕 Pa
measure kPa 千帕 kPa
measure MPa MPa
measure millimeter 毫米 mm
measure centimeter 厘米 cm
measure micrometer 微米 μm µm
measure nanometer 纳米 nm
measure meter 米
measure kilometer 公里 千米
measure square_meter 平方米 ㎡ m2 m²
measure square_centimeter 平方厘米
measure cubic_meter 立方米 m3 m³
measure meter_per_second m/s
measure lux lx 勒克斯
measure decibel 分贝
measure kilovolt kV
measure volt V 伏
measure kilohertz kHz
measure hertz Hz
measure megahertz MHz
measure watt W 瓦
measure point 磅
mass microgram 微克 μg
mass milligram 毫克 mg
mass kilogram 千克 公斤 kg
mass gram 克 g
mass ton 吨
mass milliliter 毫升 ml mL
mass microliter 微升 μl
mass liter 公升 升 L
mass IU 国际单位 IU
person person 名 人 位
count dose 人份 剂
count person-time 人次
count time 次
count batch 批次 批 个批次
count copy 份
count case 例
count institution 家 所
count piece 件
count device 台
count tablet 片
count vial 支
count capsule 粒
count bottle 瓶
count box 盒
count bag 袋
count animal 头 只
count class_hour 个学时 学时
count product 个品种
count kind 种
count page 页
count character 字
count sheet 张
count shift 个班次
count bed 床 张床位
count item 个
count credit 学分
count dosage_unit 个剂量单位
"""
"""A line a unit: its class, its canonical name (spaces as _), and how texts write it."""

_NOT_BEFORE = r"""
日 (?![常期光程志本报用语化元])(?!剂量|内瓦)
年 (?![度版第代龄检鉴级报份])(?!以来)
周 (?![岁围边期转密年末一二三四五六日])
天 (?![然津平性])
岁 (?![月])
人 (?![体民类身工数用参员份次血口以的格为才机])
名 (?![称义单录誉下列目牌])
位 (?![置于数点移])
米 (?![粉糠诺])
克 (?![服隆林])
升 (?![级高降温])
次 (?![品要级生数日年月于序性])
批 (?![准号签发件])
份 (?![额])
例 (?![如外子])
家 (?![庭禽畜属长用具])
台 (?![账州湾])
片 (?![剂面])
支 (?![持付出架撑队行付])
种 (?![类植养子群禽质畜])
头 (?![部孢])
只 (?![能可有是要])
页 (?![面码])
字 (?![体号样])
张 (?![贴力])
剂 (?![型量])
粒 (?![度径])
个 (?![人体别性案月])(?!工作日)
所 (?![有在需列述属用称])
伏 (?!特加)
g (?![a-zA-Z])
L (?![a-zA-Z])
V (?![a-zA-Z])
W (?![a-zA-Z])
元 (?![素件旦])
倍 (?!他)
mg (?![a-zA-Z])
kg (?![a-zA-Z])
mm (?![a-zA-Z])
Pa (?![a-zA-Z])
"""
"""What a unit is not when it goes on: 日常 is no day, 人员 no person."""

CLASS_OF: dict[str, str] = {}
NAME_OF: dict[str, str] = {}
for _line in _TABLE.strip().splitlines():
    _class, _name, *_words = _line.split()
    CLASS_OF.update(dict.fromkeys(_words, _class))
    NAME_OF.update(dict.fromkeys(_words, _name.replace("_", " ")))

_GUARDS = dict(line.split() for line in _NOT_BEFORE.strip().splitlines())
UNIT = "(?:" + "|".join(re.escape(u) + _GUARDS.get(u, "") for u in sorted(NAME_OF, key=len, reverse=True)) + ")"
"""Any unit as a regular expression without groups, the longest first."""
