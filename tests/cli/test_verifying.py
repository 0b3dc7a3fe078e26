"""Verifying at the keyboard: what is pressed is what is kept, and the screen never runs over its edges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest
from rich.cells import cell_len
from rich.text import Text as Styled

from align.review import reviews
from align.worklist import Case, Pair, Text, open_pairs
from kg.runs import start_run
from kg.stores import GraphStore
from regkg.verifying import Session, View, screen, verify
from tests.kg.small_graph import build


@pytest.fixture
def graph(embedded_store: GraphStore) -> GraphStore:
    build(embedded_store)
    embedded_store.write("MATCH (:Provision)-[a:ALIGNED_WITH]->() SET a.state = 'unverified'")
    return embedded_store


def sit(
    graph: GraphStore, keys: Iterable[str], lines: tuple[str, ...] = (), models: dict[Pair, str] | None = None
) -> tuple[Session, list[list[Styled]]]:
    """A sitting over US->CN with these keys; each asked line takes the next of `lines`, then ""."""
    pressed, typed = iter(keys), iter(lines)
    shown: list[list[Styled]] = []
    todo: list[tuple[Pair, str]] = open_pairs(graph, "US", "CN")
    with start_run(graph, "verify", "t") as run:
        session = verify(
            graph,
            todo,
            {},
            "Ann",
            run.id,
            read_key=lambda: next(pressed, "q"),
            ask_line=lambda prompt: next(typed, ""),
            show=shown.append,
            size=lambda: (80, 24),
            models=models,
        )
    return session, shown


def decided(graph: GraphStore) -> Iterator[tuple[str, str, str, list[str]]]:
    for row in reviews(graph):
        yield row["source"].split(":")[1].split("@")[0], row["decision"], row["note"], row["differs_in"]


@pytest.mark.parametrize(
    ("keys", "lines", "expected", "why"),
    [
        ("n", ("not there",), [("21 CFR 900.1(b)", "SILENT", "not there", [])], "none answers, with a note"),
        ("sd", ("1", ""), [("21 CFR 900.1(a)", "DIVERGE", "", ["timeline"])], "differs in the first field"),
        ("sa", (), [("21 CFR 900.1(a)", "AGREE", "", [])], "answers"),
        ("sd", ("", ""), [], "to differ a field is needed"),
        ("a", (), [], "without a candidate nothing can answer"),
        ("nu", (), [], "undone"),
        ("nuu", (), [], "nothing more to undo"),
        ("q", (), [], "left at once"),
        ("xyz \x1b\x00", (), [], "keys that mean nothing"),
        ("snq", (), [("21 CFR 900.1(a)", "SILENT", "", [])], "skipped ones stay open"),
    ],
)
def test_keys(graph: GraphStore, keys: str, lines: tuple[str, ...], expected: list[tuple[str, ...]], why: str) -> None:
    session, _ = sit(graph, keys, lines)
    assert list(decided(graph)) == expected, why
    assert session.reviewed == len(expected), why


@pytest.mark.parametrize("fault", [KeyboardInterrupt, EOFError])
def test_ctrl_c_ends_it_like_q_and_keeps_what_was_answered(graph: GraphStore, fault: type[BaseException]) -> None:
    def keys() -> Iterator[str]:
        yield "n"
        raise fault

    session, _ = sit(graph, keys())
    assert session.reviewed == 1
    assert [d[1] for d in decided(graph)] == ["SILENT"]
    assert graph.run("MATCH (r:Run {stage: 'verify'}) RETURN r.state AS state") == [{"state": "complete"}]


def test_what_a_model_said_against_the_rules_is_shown(graph: GraphStore) -> None:
    _, shown = sit(graph, "q", models={("US:21 CFR 900.1(b)@2025-01-01", "CN"): "AGREE"})
    assert "rules: no counterpart found (unverified); model: agrees" in shown[0][0].plain


def test_it_goes_on_where_it_was_left(graph: GraphStore) -> None:
    sit(graph, "nq")
    _, shown = sit(graph, "q")
    assert "1 of 2" in shown[0][0].plain


@pytest.mark.parametrize("size", [(80, 24), (40, 16), (200, 60)])
def test_the_screen_fits_and_says_what_is_missing(size: tuple[int, int]) -> None:
    width, height = size
    law = "The sponsor shall report each serious adverse event to the agency. " * 40
    case = Case(
        Text("US:x", "21 CFR 1.1", "Reports " * 30, law, "en", "h", "d"),
        "CN",
        "SILENT",
        (Text("CN:y", "《办法》第一条", "", "申办者应当在七日内报告药品监督管理部门。" * 60, "zh", "h", "d"),),
    )
    view = View(message="a message")
    lines = screen(case, view, 1, 9, width, height)
    assert len(lines) <= height
    assert all(cell_len(line.plain) <= width for line in lines)
    text = "\n".join(line.plain for line in lines)
    assert "missing" in text
    assert "no counterpart found (unverified)" in text if width >= 80 else True
    if height < 60:
        view.down = 1
        assert [x.plain for x in screen(case, view, 1, 9, width, height)] != [x.plain for x in lines], "space shows more"
