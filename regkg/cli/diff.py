"""`diff`: two versions side by side, word by word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from kg.differences import Change, Piece, differences
from regkg.cli.output import JsonOption, StoreOption, print_json_lines, words
from regkg.opening import open_graph

_STYLES = {"same": "", "removed": "red strike", "added": "green underline"}
_SIGNS = {"same": ("", ""), "removed": ("[-", "-]"), "added": ("{+", "+}")}


_CONTEXT = 120
"""Characters of unchanged text shown on either side of a change; a long paragraph is cut there."""


def _shortened(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Unchanged text away from any change as an ellipsis."""
    for i, (kind, text) in enumerate(pieces):
        before = _CONTEXT if i else 0
        after = _CONTEXT if i < len(pieces) - 1 else 0
        if kind == "same" and len(text) > before + after + _CONTEXT:
            yield Piece(kind, f"{text[:before]} … {text[len(text) - after :]}" if after else f"{text[:before]} …")
        else:
            yield Piece(kind, text)


def _print(change: Change, console: Console, whole: bool) -> None:
    console.print(Text(f"{change.citation}  {change.kind}", style="bold"))
    line = Text()
    for kind, text in change.pieces if whole else _shortened(change.pieces):
        before, after = ("", "") if console.is_terminal else _SIGNS[kind]
        line.append(f"{before}{text}{after}", style=_STYLES[kind])
    console.print(line)
    console.print()


def diff_command(
    before: Annotated[str, typer.Argument(help="A document's id, a provision's id, or CITATION@DATE.")],
    after: Annotated[str, typer.Argument(help="The same for the later version.")],
    whole: Annotated[bool, typer.Option("--whole", help="Unchanged text in full, not only near the changes.")] = False,
    store: StoreOption = "",
    as_json: JsonOption = False,
) -> None:
    """What changed between two versions, word by word."""
    with open_graph(store) as graph:
        found = differences(graph, before, after)
    if as_json:
        print_json_lines({"citation": c.citation, "kind": c.kind, "pieces": [list(piece) for piece in c.pieces]} for c in found)
        return
    console = Console(highlight=False)
    for change in found:
        _print(change, console, whole)
    count = Counter(change.kind for change in found)
    words.print(", ".join(f"{count[kind]} {kind}" for kind in ("amended", "added", "removed")), markup=False)


def register(app: typer.Typer) -> None:
    app.command("diff")(diff_command)
