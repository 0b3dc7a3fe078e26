"""`gaps`: the register of what one side demands and the other answers otherwise or, as far as found, not at all."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from align.coverage import coverage
from align.gap_register import LABELS, STATE_WORDS, Gap, GapFilter, by_risk, gap_rows, gaps, matrix_of, topic_matrix
from align.review import FIELDS
from kg.errors import UsageError
from kg.queries import get_query
from kg.records import JURISDICTIONS
from regkg.cli.output import JsonOption, StoreOption, print_json_lines, print_rows, words
from regkg.opening import open_graph
from regkg.report import write_report

_SHORT = {
    "agree": "agree",
    "differ": "differ",
    "no counterpart found (unverified)": "not found",
    "silent (judged or reviewed)": "silent",
    "can't be told": "untold",
}
"""Heads of a matrix on the screen; what they stand for is said below it."""
_LEGEND = (
    "not found: no counterpart found (unverified). silent: so judged by a model or reviewed by a person. "
    "untold: not in the corpus, not searched or not read."
)


def directions(source: str, target: str) -> list[tuple[str, str]]:
    """All directions that fit. Raises UsageError for a jurisdiction that is none."""
    for given in (source, target):
        if given and given not in JURISDICTIONS:
            raise UsageError(f"unknown jurisdiction {given}; known: {', '.join(JURISDICTIONS)}")
    return [(a, b) for a in JURISDICTIONS for b in JURISDICTIONS if a != b and source in ("", a) and target in ("", b)]


def _one_of(what: str, given: str, known: tuple[str, ...]) -> str:
    if given and given not in known:
        raise UsageError(f"unknown {what} {given}; known: {', '.join(known)}")
    return given


def _matrix_rows(rows: list[dict[str, object]]) -> list[dict[str, object]]:
    return [{_SHORT.get(name, name): value for name, value in row.items()} for row in rows]


def _topics_abreast(rows: list[dict[str, object]], pairs: list[tuple[str, str]]) -> list[dict[str, object]]:
    """One row a topic, a column a direction with agree/differ/not found, so that it fits 80 columns."""
    out: dict[object, dict[str, object]] = {}
    for row in rows:
        line = out.setdefault(row["topic"], {"topic": row["topic"], **{f"{a}>{b}": "" for a, b in pairs}})
        numbers = (row["agree"], row["differ"], row["no counterpart found (unverified)"])
        line[f"{row['from']}>{row['to']}"] = "/".join(map(str, numbers))
    return list(out.values())


def _line(gap: Gap) -> dict[str, Any]:
    """A line that stays readable on 80 columns."""
    tags = [gap.finding, *([f"confidence {gap.confidence}"] if gap.confidence else []), *(["disputed"] if gap.disputed else [])]
    tags += ["stale"] if gap.stale else []
    answer = f"{gap.counterpart}: " if gap.counterpart else ""
    return {
        "demand": gap.citation,
        "in": gap.jurisdiction,
        "finding": "; ".join(tags),
        "why": f"{answer}{gap.explanation}",
        "risk": gap.risk,
    }


def gaps_command(
    source: Annotated[str, typer.Option("--from", help="Whose demands: US, CN or EU.")] = "",
    target: Annotated[str, typer.Option("--to", help="Where counterparts are looked for: US, CN or EU.")] = "",
    both: Annotated[bool, typer.Option("--both", help="With --from and --to: the other direction too.")] = False,
    topic: Annotated[str, typer.Option(help="A domain (device, food ...), or words of citation, heading or text.")] = "",
    actor: Annotated[str, typer.Option(help="A role: sponsor, drug-manufacturer ...")] = "",
    modality: Annotated[str, typer.Option(help="MANDATORY, PROHIBITED, RECOMMENDED, PERMITTED, EXEMPTED, SANCTION.")] = "",
    binding: Annotated[bool | None, typer.Option("--binding/--guidance", help="Only binding law, or only guidance.")] = None,
    state: Annotated[str, typer.Option(help="unverified, judged, reviewed, not_in_corpus, not_searched, parse_failed.")] = "",
    label: Annotated[str, typer.Option(help="AGREE, DIVERGE, SILENT or UNTOLD. Without it: all but AGREE.")] = "",
    differs_in: Annotated[str, typer.Option(help=", ".join(FIELDS) + ".")] = "",
    as_of: Annotated[str, typer.Option("--as-of", help="The law as it stood on this date (YYYY-MM-DD).")] = "",
    limit: Annotated[int, typer.Option(help="Lines on the screen; files and --json hold all.", min=0)] = 25,
    html: Annotated[Path | None, typer.Option(help="Write the report as one HTML file.")] = None,
    xlsx: Annotated[Path | None, typer.Option(help="Write the register as a spreadsheet.")] = None,
    store: StoreOption = "",
    as_json: JsonOption = False,
) -> None:
    """The gap register: what one side demands and the other answers otherwise or, as far as found, not at all."""
    pairs = directions(source, target)
    if both:
        if not (source and target):
            raise UsageError("--both needs --from and --to")
        pairs += [(target, source)]
    for parameter in get_query("gap_register").parameters:
        if parameter.name == "as_of" and as_of:
            parameter.read(as_of)
    only = GapFilter(
        topic=topic,
        actor=actor,
        modality=modality.upper(),
        binding=binding,
        state=_one_of("state", state, tuple(STATE_WORDS)),
        label=_one_of("label", label.upper(), LABELS),
        differs_in=_one_of("field", differs_in, FIELDS),
    )
    with open_graph(store) as graph:
        whole = [gap for a, b in pairs for gap in gaps(graph, a, b, only=only, as_of=as_of, agreements=True)]
        found = sorted((gap for gap in whole if gap.label != "AGREE" or label), key=by_risk)
        written = html is not None or xlsx is not None
        instruments = [row for a, b in pairs for row in coverage(graph, a, b, as_of=as_of)] if written else []
        if html is not None:
            shown = write_report(graph, html, pairs, whole, instruments, as_of=as_of)
            words.print(f"{html}: {shown} lines", markup=False, soft_wrap=True)
    if xlsx is not None:
        from regkg.report.spreadsheet import write_spreadsheet  # noqa: PLC0415 - loaded only when asked for

        write_spreadsheet(found, xlsx, matrix_of(whole, pairs), topic_matrix(whole), instruments)
        words.print(f"{xlsx}: {len(found)} lines", markup=False, soft_wrap=True)
    if as_json:
        print_json_lines(gap_rows(found))
        return
    print_rows(_matrix_rows(matrix_of(whole, pairs)), title="By direction")
    print_rows(_topics_abreast(topic_matrix(whole), pairs), title="By topic: agree/differ/not found")
    words.print(_LEGEND, markup=False)
    if old := sum(bool(gap.stale) for gap in found):
        words.print(f"{old} stale: a text changed after the verdict; `regkg align` judges them again", markup=False)
    shown = min(limit, len(found))
    print_rows([_line(gap) for gap in found[:limit]], title=f"{shown} of {len(found)} gaps, highest risk first")
    if shown < len(found) and not sys.stdout.isatty():
        words.print(f"{shown} of {len(found)} gaps; --limit shows more", markup=False)


def register(app: typer.Typer) -> None:
    app.command("gaps")(gaps_command)
