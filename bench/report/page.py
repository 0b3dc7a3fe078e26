"""Writes the report: a page, figures and tables in one folder."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, StrictUndefined

from bench.report.browser import browser_rows
from bench.report.cautions import Constant, cautions
from bench.report.figures import group_figure, overall_figure, save, svg_of
from bench.report.reading import Shown
from bench.report.tables import FIELDS, all_tables, as_cells, write_tables
from bench.tables import by_group, folded
from qa.items import Item

_CAPTIONS = {
    "overall": "Accuracy, coverage and reach",
    "type_language": "By task type and language",
    "domain": "By regulatory object domain",
    "subdomain": "By functional subdomain",
    "pairwise": "Every pair of runs on the same items",
}


def write_report(shown: Shown, items: Sequence[Item], folder: Path) -> Path:
    """Writes `report.html`, `figures/` and `tables/` into `folder`; returns the page. Without items there is no browser."""
    rows = shown.predictions
    tables = all_tables(rows)
    write_tables(tables, folder / "tables")
    constant = Constant.of(items, {row["id"] for row in rows})
    drawn = {"overall": overall_figure(tables["overall"], constant.accuracy if constant else None)}
    for field, name in FIELDS.items():
        figure = group_figure(rows, field, f"By {name}")
        if figure is not None:
            drawn[field] = figure
    pictures = {name: svg_of(figure) for name, figure in drawn.items()}
    for name, figure in drawn.items():
        save(figure, folder / "figures", name)
    template = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True).from_string(
        files("bench.report").joinpath("report.html.j2").read_text(encoding="utf-8")
    )
    groups = {field: by_group(folded(rows, field), field) for field in FIELDS}
    browser = browser_rows(items, shown)
    page = folder / "report.html"
    page.write_text(
        template.render(
            cautions=cautions(tables["overall"], tables["pairwise"], groups, rows, constant),
            tables=[
                {"name": name, "caption": _CAPTIONS[name], "rows": as_cells(table)}
                for name, table in tables.items()
                if not table.empty
            ],
            pictures=pictures,
            items=browser,
            asked=len({row["id"] for row in rows}),
        ),
        encoding="utf-8",
    )
    return page
