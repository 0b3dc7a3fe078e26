"""Units of both languages: their canonical names, what they convert to, and how two demands compare.

A canonical unit is written as the gold writes it: time and count units as English singulars (`day`, `dosage unit`),
measures as English singulars (`microgram`, `square inch`), ratios as symbols (`mg/kg`), money as ISO 4217 codes.
Common units convert by the table below; any other name is asked of pint, once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from kg.records import Quantity

Comparison = Literal["equal", "near", "stricter", "looser", "incomparable"]

DAYS_IN_MONTH = 365.2425 / 12
"""A month on average, in days: 3 months are 91.3 days, near 90 but not equal to them."""

WORKING_DAY = 7 / 5
"""A working day in calendar days, on average and without holidays."""

NEAR = 0.05
"""Two values are near when they differ by at most this share of the larger: 3 months and 90 days, 1 inch and 25 mm."""

# unit -> (dimension, factor to the dimension's base). Days and months are two families of time: within one the
# conversion is exact, between them it holds on average only (see `_comparable`).
_TABLE: dict[str, tuple[str, float]] = {
    "second": ("time", 1 / 86400),
    "minute": ("time", 1 / 1440),
    "hour": ("time", 1 / 24),
    "day": ("time", 1.0),
    "week": ("time", 7.0),
    "month": ("months", 1.0),
    "quarter": ("months", 3.0),
    "year": ("months", 12.0),
    "per_day": ("rate", 1.0),
    "per_week": ("rate", 1 / 7),
    "per_month": ("rate", 1 / DAYS_IN_MONTH),
    "per_quarter": ("rate", 1 / (3 * DAYS_IN_MONTH)),
    "per_year": ("rate", 1 / (12 * DAYS_IN_MONTH)),
    "percent": ("share", 0.01),
    "percent w/w": ("share w/w", 0.01),
    "percent v/v": ("share v/v", 0.01),
    "ppm": ("share", 1e-6),
    "ppb": ("share", 1e-9),
    "nanogram": ("mass", 1e-9),
    "microgram": ("mass", 1e-6),
    "milligram": ("mass", 1e-3),
    "gram": ("mass", 1.0),
    "kilogram": ("mass", 1e3),
    "ounce": ("mass", 28.349523125),
    "pound": ("mass", 453.59237),
    "microliter": ("volume", 1e-6),
    "milliliter": ("volume", 1e-3),
    "deciliter": ("volume", 0.1),
    "liter": ("volume", 1.0),
    "gallon": ("volume", 3.785411784),
    "fluid ounce": ("volume", 0.0295735295625),
    "nanometer": ("length", 1e-9),
    "micrometer": ("length", 1e-6),
    "millimeter": ("length", 1e-3),
    "centimeter": ("length", 1e-2),
    "inch": ("length", 0.0254),
    "foot": ("length", 0.3048),
    "meter": ("length", 1.0),
    "kilometer": ("length", 1e3),
    "mile": ("length", 1609.344),
    "square inch": ("area", 0.00064516),
    "square foot": ("area", 0.09290304),
    "square centimeter": ("area", 1e-4),
    "square meter": ("area", 1.0),
    "Pa": ("pressure", 1.0),
    "kPa": ("pressure", 1e3),
    "psi": ("pressure", 6894.757293168),
    "mg/kg": ("share", 1e-6),
    "µg/kg": ("share", 1e-9),
    "g/kg": ("share", 1e-3),
    "g/L": ("mass/volume", 1.0),
    "mg/L": ("mass/volume", 1e-3),
    "µg/L": ("mass/volume", 1e-6),
    "g/dL": ("mass/volume", 10.0),
    "mg/dL": ("mass/volume", 1e-2),
    "g/mL": ("mass/volume", 1e3),
    "mg/mL": ("mass/volume", 1.0),
    "µg/mL": ("mass/volume", 1e-3),
    "°C": ("temperature", 1.0),
}

_AS_BOUND = {"deadline": "<=", "frequency": "<=", "duration": ">="}
"""What a bare value demands: "every 3 years" at the latest after 3 years, "for 2 years" at least 2 years."""


@lru_cache(maxsize=4096)
def base(unit: str) -> tuple[str, float]:
    """The dimension of a unit and its factor to the dimension's base; a unit of its own kind has itself as dimension."""
    if unit in _TABLE:
        return _TABLE[unit]
    return _ask_pint(unit) or (unit, 1.0)


def _ask_pint(unit: str) -> tuple[str, float] | None:
    """Dimension and SI factor of a unit that the table lacks, as pint knows it; None for counts and offset scales."""
    if not unit.isascii() or not any(mark in unit for mark in ("/", "meter", "gram", "liter", "watt", "joule", "pascal")):
        return None
    import pint  # noqa: PLC0415  (loading its registry takes longer than most runs need)

    try:
        quantity = pint.UnitRegistry().Quantity(1.0, unit).to_base_units()
    except (pint.errors.PintError, ValueError, TypeError, AttributeError):
        return None
    return f"pint {quantity.units}", float(quantity.magnitude)


def to_base(value: float, unit: str) -> tuple[str, float]:
    """A value in the base of its dimension; 50 °F is converted with its offset."""
    if unit == "°F":
        return "temperature", (value - 32) * 5 / 9
    if unit == "K":
        return "temperature", value - 273.15
    dimension, factor = base(unit)
    return dimension, value * factor


def compare(a: Quantity, b: Quantity) -> Comparison:
    """How the demand of `a` stands to that of `b`: `stricter` when whatever satisfies `a` also satisfies `b`.

    `near` is for values that differ by no more than `NEAR` or that are equal only on average (1 month, 30 days).
    A bare deadline, frequency or duration counts as a bound (`_AS_BOUND`). Demands of different dimensions, or whose
    ranges overlap or part, are incomparable.
    """
    ranges = _comparable(a, b)
    if ranges is None:
        return "equal" if _same_date(a, b) else "incomparable"
    (low_a, high_a), (low_b, high_b), exact = ranges
    if exact and _close(low_a, low_b, 1e-9) and _close(high_a, high_b, 1e-9):
        return "equal" if _strict(a) == _strict(b) else ("stricter" if _strict(a) else "looser")
    if _close(low_a, low_b, NEAR) and _close(high_a, high_b, NEAR):
        return "near"
    if low_a >= low_b and high_a <= high_b:
        return "stricter"
    return "looser" if low_a <= low_b and high_a >= high_b else "incomparable"


def _comparable(a: Quantity, b: Quantity) -> tuple[tuple[float, float], tuple[float, float], bool] | None:
    """Both demands as ranges in one base, and whether the conversion between them is exact; None when there is none."""
    one, other = _range(a), _range(b)
    if one is None or other is None:
        return None
    (dimension_a, *range_a), (dimension_b, *range_b) = one, other
    exact = True
    if {dimension_a, dimension_b} == {"time", "months"}:
        exact = False
        if dimension_a == "months":
            range_a = [x * DAYS_IN_MONTH for x in range_a]
        else:
            range_b = [x * DAYS_IN_MONTH for x in range_b]
    elif dimension_a != dimension_b:
        return None
    if (a.qualifier == "working") != (b.qualifier == "working"):
        exact = False
        if a.qualifier == "working":
            range_a = [x * WORKING_DAY for x in range_a]
        else:
            range_b = [x * WORKING_DAY for x in range_b]
    return (range_a[0], range_a[1]), (range_b[0], range_b[1]), exact


def _range(q: Quantity) -> tuple[str, float, float] | None:
    """Dimension, lowest and highest value that satisfy a demand; None for a date."""
    if isinstance(q.value, str):
        return None
    dimension, value = to_base(float(q.value), q.unit)
    infinity = float("inf")
    comparator = _AS_BOUND.get(q.kind, "=") if q.comparator == "=" else q.comparator
    if comparator == "between" and q.value_high is not None:
        return dimension, value, to_base(float(q.value_high), q.unit)[1]
    if comparator in ("<=", "<"):
        return dimension, -infinity, value
    if comparator in (">=", ">"):
        return dimension, value, infinity
    return dimension, value, value


def _strict(q: Quantity) -> bool:
    return q.comparator in ("<", ">")


def _same_date(a: Quantity, b: Quantity) -> bool:
    return isinstance(a.value, str) and a.value == b.value and a.comparator == b.comparator


def _close(a: float, b: float, share: float) -> bool:
    if a == b:
        return True
    if float("inf") in (abs(a), abs(b)):
        return False
    return abs(a - b) <= share * max(abs(a), abs(b))
