"""The self-contained HTML report: gap register with both quotes side by side, filters, coverage and findings."""

from regkg.report.page import write_report

__all__ = ["write_report"]
