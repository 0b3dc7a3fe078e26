"""The `regkg` command. Each command only parses its arguments; the work is a plain function of nearly the same name.

A command's module is loaded when the command is called: most need a database engine or a language model's client, and
`regkg --help` needs neither.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from kg.errors import RegkgError

COMMANDS: dict[str, tuple[str, str]] = {
    "demo": ("build", "Build the bundled sample, show its gaps, write a report."),
    "build": ("build", "Ingest, extract, embed, align, judge; resumable."),
    "ingest": ("build", "Files into provisions, obligations, quantities, references."),
    "align": ("build", "Candidates, verdicts and silences for what is in the graph."),
    "parse": ("sources", "Provisions of files as JSON Lines, without a graph."),
    "extract": ("sources", "Obligations, quantities, references of bare texts."),
    "judge": ("judge", "Pairs of requirements: agree, diverge or silent."),
    "fetch": ("fetch", "Official sources, politely, cached, resumable."),
    "query": ("graph", "A named query, or a Cypher statement that only reads."),
    "gaps": ("gaps", "The gap register: table, JSON, spreadsheet, HTML."),
    "coverage": ("coverage", "How much of each instrument is answered, and where."),
    "show": ("graph", "One provision with all its edges."),
    "diff": ("diff", "Two versions side by side, word by word."),
    "verify": ("verify", "Read candidates, by a person or a model, and decide."),
    "review": ("review", "Decisions by spreadsheet: export, apply, status."),
    "export": ("graph", "The graph as JSON Lines, CSV or Parquet."),
    "qa": ("qa", "Question items from graph edges."),
    "bench": ("bench", "Models over items and pairs, with statistics."),
    "lexicon": ("lexicon", "The bilingual lexicon: suggest, lint, show."),
    "mcp": ("mcp", "A read-only MCP server over the graph."),
    "up": ("graph", "Start Neo4j by docker compose, or say what to do."),
    "browse": ("browse", "Neo4j Browser with the guide."),
    "doctor": ("graph", "Check the graph and what regkg needs."),
}
"""Every command with its module and its line of help, in the order of use."""


class _OnCall(TyperGroup):
    """Loads the module of a command when it is called."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        group = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
        group.callback()(lambda: None)  # with a callback a Typer of one command stays a group
        import_module(f"regkg.cli.{COMMANDS[cmd_name][0]}").register(group)
        loaded: Any = get_command(group)
        return loaded.commands[cmd_name]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, told) for name, (_, told) in COMMANDS.items()])


app = typer.Typer(
    name="regkg",
    cls=_OnCall,
    help="A knowledge graph over law: what one jurisdiction demands, and whether another agrees, diverges or is silent.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.callback()(lambda: None)


def main() -> None:
    """Runs the command; a fault that a user can mend is one sentence on stderr and an exit code, never a traceback."""
    try:
        app()
    except RegkgError as fault:
        print(f"regkg: {fault}", file=sys.stderr)
        sys.exit(fault.exit_code)
    except KeyboardInterrupt:
        print("regkg: stopped; what was loaded stays, the same command completes it", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)


__all__ = ["COMMANDS", "app", "main"]
