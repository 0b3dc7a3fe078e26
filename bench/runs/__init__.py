"""Running models over items: an append-only log, resumed where it ended, and the predictions that it comes to."""

from bench.runs.log import Call, Log
from bench.runs.plan import Plan, Price, Task, make_plan, read_prices
from bench.runs.predictions import prediction_rows, write_predictions
from bench.runs.runner import CostCeiling, ModelUnavailable, RunOutcome, run

__all__ = [
    "Call",
    "CostCeiling",
    "Log",
    "ModelUnavailable",
    "Plan",
    "Price",
    "RunOutcome",
    "Task",
    "make_plan",
    "prediction_rows",
    "read_prices",
    "run",
    "write_predictions",
]
