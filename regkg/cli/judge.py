"""`judge`: verdicts on bare pairs of texts, without a graph."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from kg.errors import UsageError
from kg.settings import settings
from regkg.cli.output import print_json_lines


def judge_command(
    file: Annotated[
        Path | None, typer.Argument(help="JSON Lines {id, fda_text, ema_text}; standard input where left out.")
    ] = None,
    lang: Annotated[str, typer.Option(help="Language of the explanations: en or zh.")] = "en",
) -> None:
    """Verdicts on pairs in the RegDivergence format: {id, label, explanation, probability, differs_in} a line."""
    from align.embeddings import make_embedder  # noqa: PLC0415 - the model is loaded only when asked for
    from align.judge_pairs import judge_pairs  # noqa: PLC0415

    if lang not in ("en", "zh"):
        raise UsageError(f"unknown language {lang}; known: en, zh")
    if file is not None and not file.exists():
        raise UsageError(f"{file}: no such file")
    rows = _pairs(file)
    print_json_lines(judge_pairs(rows, make_embedder(settings()), lang))


def _pairs(file: Path | None) -> list[dict[str, Any]]:
    text = sys.stdin.read() if file is None else file.read_text(encoding="utf-8-sig", errors="replace")
    rows = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if not isinstance(row, dict) or not {"id", "fda_text", "ema_text"} <= row.keys():
            place = f"{file or 'standard input'}, line {number}"
            raise UsageError(f"{place}: a JSON object with `id`, `fda_text` and `ema_text` is needed")
        rows.append(row)
    return rows


def register(app: typer.Typer) -> None:
    app.command("judge")(judge_command)
