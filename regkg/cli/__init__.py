"""The `regkg` command. Each command only parses its arguments; the work is a plain function of nearly the same name."""

from __future__ import annotations

import os
import sys

import typer

from kg.errors import RegkgError
from regkg.cli import bench, browse, build, diff, fetch, gaps, graph, judge, lexicon, mcp, qa, review, sources, verify

app = typer.Typer(
    name="regkg",
    help="A knowledge graph over law: what one jurisdiction demands, and whether another agrees, diverges or is silent.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for group in (build, fetch, sources, graph, gaps, verify, review, browse, diff, qa, bench, judge, lexicon, mcp):
    group.register(app)


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


__all__ = ["app", "main"]
