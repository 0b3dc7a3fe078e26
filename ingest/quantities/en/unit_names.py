"""Unit names as English texts print them, with the canonical names of `ingest.quantities.units`."""

from __future__ import annotations

import re

TIME = {
    "second": "second", "sec": "second", "minute": "minute", "min": "minute", "hour": "hour", "hr": "hour", "day": "day",
    "week": "week", "month": "month", "year": "year", "yr": "year",
}  # fmt: skip

_MEASURES = {
    "microgram": "microgram", "mcg": "microgram", "µg": "microgram", "μg": "microgram", "ug": "microgram",
    "nanogram": "nanogram", "ng": "nanogram", "milligram": "milligram", "mg": "milligram", "gram": "gram", "g": "gram",
    "kilogram": "kilogram", "kg": "kilogram", "ounce": "ounce", "oz": "ounce", "pound": "pound", "lb": "pound", "ton": "ton",
    "milliliter": "milliliter", "millilitre": "milliliter", "ml": "milliliter", "mL": "milliliter", "microliter": "microliter",
    "µL": "microliter", "liter": "liter", "litre": "liter", "L": "liter", "deciliter": "deciliter", "dL": "deciliter",
    "gallon": "gallon", "fluid ounce": "fluid ounce", "fl oz": "fluid ounce",
    "nanometer": "nanometer", "nm": "nanometer", "mµ": "nanometer", "mμ": "nanometer",
    "micrometer": "micrometer", "micron": "micrometer", "µm": "micrometer",
    "μm": "micrometer", "millimeter": "millimeter", "mm": "millimeter", "centimeter": "centimeter", "cm": "centimeter",
    "meter": "meter", "metre": "meter", "m": "meter", "kilometer": "kilometer", "km": "kilometer", "inch": "inch",
    "foot": "foot", "feet": "foot", "mile": "mile", "square inch": "square inch", "square foot": "square foot",
    "square feet": "square foot", "square meter": "square meter", "square centimeter": "square centimeter",
    "cm2": "square centimeter", "m2": "square meter", "milliequivalent": "milliequivalent", "mEq": "milliequivalent",
    "millimole": "millimole", "mmol": "millimole", "mole": "mole", "mM": "millimolar", "pascal": "Pa", "Pa": "Pa", "kPa": "kPa",
    "psi": "psi", "pounds per square inch": "psi", "volt": "volt", "watt": "watt", "kilowatt": "kilowatt", "W": "watt",
    "hertz": "hertz", "Hz": "hertz", "kHz": "kilohertz", "MHz": "megahertz", "decibel": "decibel", "dB": "decibel",
    "joule": "joule", "kcal": "kilocalorie", "calorie": "calorie", "kilocalorie": "kilocalorie",
    "rad": "rad", "roentgen": "roentgen", "milliroentgen": "milliroentgen", "gray": "gray", "kilogray": "kilogray",
    "international unit": "IU", "IU": "IU", "I.U.": "IU", "USP unit": "USP unit", "U.S.P. unit": "USP unit",
    "colony forming unit": "CFU", "colony-forming unit": "CFU", "CFU": "CFU", "cfu": "CFU", "PFU": "PFU",
    "part per million": "ppm", "ppm": "ppm", "part per billion": "ppb", "ppb": "ppb",
    "degree Celsius": "°C", "degree C": "°C", "°C": "°C", "° C": "°C", "ºC": "°C", "º C": "°C", "degree Centigrade": "°C",
    "degree centigrade": "°C", "degree Fahrenheit": "°F", "degree F": "°F", "°F": "°F", "° F": "°F", "ºF": "°F",
    "percent": "percent", "per cent": "percent", "%": "percent", "percentage point": "percent",
}  # fmt: skip

_COUNTED = (
    "dosage unit|unit|tablet|capsule|dose|person|individual|people|member|patient|subject|animal|device|batch|lot|sample|copy|"
    "container|package|expert|employee|physician|donor|child|participant|investigator|reviewer|occasion|time|site|"
    "page|character|word|laboratory|clinical trial|consultation|request|vote|manufacturer|bed|position"
)
"""Things whose number is demanded: "at least two members", "no more than 40 dosage units"."""

_PLURALS = {"people": "person", "children": "child", "inches": "inch", "batches": "batch", "copies": "copy", "boxes": "box",
            "laboratories": "laboratory", "feet": "foot", "square inches": "square inch"}  # fmt: skip

SYMBOLS = {
    "microgram": "µg", "nanogram": "ng", "milligram": "mg", "gram": "g", "kilogram": "kg", "milliliter": "mL",
    "deciliter": "dL",
    "liter": "L", "microliter": "µL", "milliequivalent": "mEq", "millimole": "mmol", "meter": "m", "square meter": "m2",
    "square centimeter": "cm2", "centimeter": "cm", "millimeter": "mm", "pound": "lb", "watt": "W",
}  # fmt: skip
"""How units are written in ratios: milligrams per kilogram is `mg/kg`."""

MONEY = {"$": "USD", "US$": "USD", "€": "EUR", "EUR": "EUR", "£": "GBP", "USD": "USD", "dollar": "USD", "euro": "EUR"}


def _names(table: dict[str, str]) -> str:
    """Alternation of names, longest first, with plural endings for words (not for symbols such as `mg`)."""
    words = sorted(table, key=len, reverse=True)
    return "|".join(re.escape(word) + ("s?" if len(word) > 3 and word[-1].isalpha() else "") for word in words)


# "degrees Celsius" has its plural inside, "parts per million" likewise.
_MEASURE = _names(_MEASURES).replace(r"degree\ ", r"degrees?\ ").replace(r"part\ per", r"parts?\ per")
_END = r"(?![A-Za-z0-9µμ°])"

_TIME_UNIT = re.compile(
    r"(?P<qualifier>(?:(?:Federal|federal) )?(?:(?:Government|government) )?(?:calendar|working|business|work"
    r"|consecutive))?[ -]?"
    rf"(?P<unit>{'|'.join(TIME)})s?['’]?{_END}",
    re.IGNORECASE,
)
_MEASURE_UNIT = re.compile(
    rf"(?:of an? )?(?P<unit>{_MEASURE}|square inches|inches){_END}"
    r"(?: of [a-z]+(?: [a-z]+)?(?= per ))?"  # grams of hemoglobin per deciliter
    rf"(?:(?: per |/| ?/ ?)(?P<below>{_MEASURE}|day|hour|minute|second){_END})?"
    r"(?P<basis> (?:weight by weight|by weight|by volume|w/w|v/v)| \((?:w/w|v/v)\))*"
)
_COUNT_UNIT = re.compile(
    rf"(?:[a-z]+(?:-[a-z]+)? ){{0,1}}?(?P<unit>{_COUNTED})(?:s|es)?{_END}|(?P<plural>{'|'.join(_PLURALS)}){_END}"
)


def time_unit(text: str, at: int) -> tuple[str, str | None, int] | None:
    """Canonical time unit, its qualifier (`working`, `calendar`) and where it ends, when one stands at `at`."""
    match = _TIME_UNIT.match(text, at)
    if match is None:
        return None
    word = (match["qualifier"] or "").lower()
    qualifier = "calendar" if word == "calendar" else "working" if word.endswith(("working", "business", "work")) else None
    return TIME[match["unit"].lower()], qualifier, match.end()


def measure_unit(text: str, at: int) -> tuple[str, int] | None:
    """Canonical measure (also a ratio such as `mEq/L`) and where it ends, when one stands at `at`."""
    match = _MEASURE_UNIT.match(text, at)
    if match is None:
        return None
    unit = _canonical(match["unit"])
    end = match.end()
    if match["below"]:
        below = _canonical(match["below"])
        unit = f"{SYMBOLS.get(unit, unit)}/{SYMBOLS.get(below, below)}"
    elif unit == "percent" and match["basis"]:
        unit = "percent v/v" if "v" in match["basis"] and "w" not in match["basis"].replace("by volume", "") else "percent w/w"
    return unit, end


def counted_unit(text: str, at: int) -> tuple[str, int] | None:
    """The thing that is counted at `at` ("representative device" is `device`) and where its name ends."""
    match = _COUNT_UNIT.match(text, at)
    if match is None:
        return None
    return (match["unit"] or _PLURALS[match["plural"]]).replace("people", "person").replace("individual", "person"), match.end()


def _canonical(printed: str) -> str:
    printed = _PLURALS.get(printed, printed).replace("degrees", "degree").replace("parts per", "part per")
    for name in (printed, printed.removesuffix("s"), printed.lower(), printed.lower().removesuffix("s")):
        if name in _MEASURES:
            return _MEASURES[name]
    return TIME.get(printed, printed)
