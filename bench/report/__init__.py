"""The report of runs: one HTML page that needs no network, figures, and tables as CSV and LaTeX."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bench.report.reading import Shown, read_runs

if TYPE_CHECKING:
    from bench.report.page import write_report

__all__ = ["Shown", "read_runs", "write_report"]


def __getattr__(name: str) -> Any:
    """matplotlib takes half a second to load, and reading a run needs none of it."""
    if name == "write_report":
        from bench.report.page import write_report  # noqa: PLC0415

        return write_report
    raise AttributeError(name)
