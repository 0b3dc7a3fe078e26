"""Probabilities brought in line with what people decided: an intercept and a slope on the log odds, from the workspace.

`align/calibrating.py` fits them. They change what is shown and stored, and AGREE or DIVERGE where a probability passes one
half; they make no silence and take none away, since those rest on thresholds of their own over the first probabilities.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, get_args

from kg.errors import SettingsError
from kg.settings import settings

What = Literal["match", "silent", "diverge"]
"""That a candidate is a counterpart at all; that nothing answers the source; that a counterpart differs."""
WHATS: tuple[What, ...] = get_args(What)

_NEAREST = 0.0005
"""Stored probabilities have three digits: 0 and 1 stand for half a step beside them."""


@dataclass(frozen=True, slots=True)
class Recalibration:
    """log odds -> intercept + slope * log odds; the slope is positive, so that the order stays."""

    intercept: float
    slope: float

    def apply(self, p: float) -> float:
        return 1 / (1 + math.exp(-self.intercept - self.slope * log_odds(p)))

    def undo(self, p: float) -> float:
        return 1 / (1 + math.exp(-(log_odds(p) - self.intercept) / self.slope))


def log_odds(p: float) -> float:
    inside = min(max(p, _NEAREST), 1 - _NEAREST)
    return math.log(inside / (1 - inside))


def calibration_path() -> Path:
    return settings().workspace / "calibration.json"


def read_calibration(text: str) -> dict[What, Recalibration]:
    """The recalibrations of a calibration file, or of a Run's parameter. Raises ValueError, KeyError or TypeError for
    another text."""
    rows = json.loads(text)
    if not isinstance(rows, dict):
        raise TypeError("an object is needed")
    found = {what: Recalibration(float(rows[what]["intercept"]), float(rows[what]["slope"])) for what in WHATS if what in rows}
    if any(not (math.isfinite(r.intercept) and math.isfinite(r.slope) and r.slope > 0) for r in found.values()):
        raise ValueError("a slope must be positive")
    return found


@lru_cache(maxsize=1)
def _in_force() -> tuple[str, dict[What, Recalibration]]:
    path = calibration_path()
    if not path.exists():
        return "", {}
    try:
        text = path.read_text(encoding="utf-8")
        return text, read_calibration(text)
    except (ValueError, KeyError, TypeError) as error:
        raise SettingsError(
            f"{path} is no calibration file ({error}); `regkg align calibrate` writes it, `--remove` takes it away"
        ) from None


def calibration_text() -> str:
    """The file in force as it stands, "" without one: part of what an alignment rests on."""
    return _in_force()[0]


def calibration_parameters() -> dict[str, str]:
    """What the Run of an alignment keeps of it, so that a later calibration finds the first probabilities again."""
    found = _in_force()[1]
    kept = {what: {"intercept": r.intercept, "slope": r.slope} for what, r in found.items()}
    return {"calibration": json.dumps(kept, sort_keys=True)} if kept else {}


def recalibrated(p: float, what: What) -> float:
    """`p` by the calibration in force, as it is without one."""
    found = _in_force()[1].get(what)
    return p if found is None else found.apply(p)


def write_calibration(rows: Mapping[What, Mapping[str, Any]]) -> Path:
    """Puts it in force. A row holds `intercept` and `slope`, and how they were fitted."""
    path = calibration_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text(json.dumps(rows, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    part.replace(path)
    _in_force.cache_clear()
    return path


def remove_calibration() -> bool:
    """Whether there was one."""
    path = calibration_path()
    there = path.exists()
    path.unlink(missing_ok=True)
    _in_force.cache_clear()
    return there
