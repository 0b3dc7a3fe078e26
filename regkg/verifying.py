"""A person verifies: one source and its candidates on the screen, a key to answer, each answer kept at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text as Styled

from align.gap_register import STATE_WORDS
from align.review import FIELDS, Decision, Pair, record, withdraw
from align.worklist import Case, Text, concepts_found, read_case
from kg.records import Verdict
from kg.stores import GraphStore

KEYS = "a answers d differs n none | j k candidate space more | s skip u undo q quit"
DIFFERS = "differs in: " + "  ".join(f"{n} {name}" for n, name in enumerate(FIELDS, 1)) + "  (digits, Enter): "
_SAID = {"SILENT": STATE_WORDS["unverified"], "DIVERGE": "differs", "AGREE": "agrees"}
_LEAST_CANDIDATE = 5

ReadKey = Callable[[], str]
AskLine = Callable[[str], str]
Show = Callable[[list[Styled]], None]


@dataclass
class View:
    """Where the reader is: which candidate, and how many screens down its text and the source's."""

    candidate: int = 0
    down: int = 0
    message: str = ""


@dataclass
class Session:
    """What was done in one sitting."""

    reviewed: int = 0
    skipped: int = 0
    storing: bool = False
    """Whether a decision is on its way into the graph."""
    done: list[tuple[int, str]] = field(default_factory=list)
    """Place in the list and id of each review, for undo."""


def wrap(text: str, width: int, style: str = "") -> list[Styled]:
    """Lines no wider than `width` cells; a Chinese character takes two."""
    plain = Console(width=width, color_system=None)
    lines: list[Styled] = []
    for paragraph in text.splitlines() or [""]:
        lines += Styled(paragraph, style=style).wrap(plain, width)
    return lines


def screen(case: Case, view: View, at: int, total: int, width: int, height: int) -> list[Styled]:
    """Exactly `height` lines at most: head, source, concepts, candidate, keys."""
    source = case.source
    said = f"rules say: {_SAID[case.label]}"
    if case.model:
        said = f"rules: {_SAID[case.label]}; model: {'none answers' if case.model == 'SILENT' else _SAID[case.model]}"
    head = _fit(f"{at} of {total}  {source.id[:2]} > {case.jurisdiction}  {said}", width, "bold")
    where = _fit(f"{source.citation}  {source.heading}".strip(), width, "bold cyan")
    keys = wrap(KEYS, width, "dim")
    message = [_fit(view.message, width, "yellow")] if view.message else []
    room = height - 2 - len(keys) - len(message) - 2  # a line above the candidate, one above the keys
    candidate = case.candidates[view.candidate] if case.candidates else None
    concepts = _concepts(case, candidate, width)[: max(1, room // 5)] if candidate else []
    own = wrap(source.text, width)
    share = max(3, min(len(own), room - len(concepts) - _LEAST_CANDIDATE, room // 2))
    if len(own) > share:
        own = [*own[: share - 1], _fit(f"... {len(own) - share + 1} more lines: m", width, "dim")]
    lines = [head, where, *own, *concepts]
    if candidate is None:
        lines.append(_fit("no candidates: the lists of the last alignment are not there, or hold none", width, "yellow"))
    else:
        title = f"candidate {view.candidate + 1} of {len(case.candidates)}: {candidate.citation}  {candidate.heading}"
        lines.append(_fit(title, width, "bold green"))
        lines += _page(candidate, view, width, room - len(own) - len(concepts))
    return [*lines[: height - len(keys) - len(message)], *message, *keys]


def _fit(text: str, width: int, style: str) -> Styled:
    if cell_len(text) > width:
        text = set_cell_size(text, width - 1) + "…"
    return Styled(text, style=style)


def _concepts(case: Case, candidate: Text, width: int) -> list[Styled]:
    found = concepts_found(case, candidate)
    if not found:
        return []
    missing = [name for name, there in found if not there]
    there = [name for name, is_there in found if is_there]
    lines = wrap(f"- missing: {', '.join(missing)}", width, "red") if missing else []
    return [*lines, *(wrap(f"+ found: {', '.join(there)}", width, "green") if there else [])]


def _page(candidate: Text, view: View, width: int, room: int) -> list[Styled]:
    lines = wrap(candidate.text, width)
    if len(lines) <= room:
        view.down = 0
        return lines
    step = max(1, room - 1)
    pages = -(-len(lines) // step)
    view.down %= pages
    shown = lines[view.down * step : (view.down + 1) * step]
    return [*shown, _fit(f"... page {view.down + 1} of {pages}: space", width, "dim")]


def verify(
    store: GraphStore,
    todo: Sequence[tuple[Pair, str]],
    candidates: Mapping[Pair, Sequence[str]],
    reviewer: str,
    run: str,
    *,
    read_key: ReadKey,
    ask_line: AskLine,
    show: Show,
    size: Callable[[], tuple[int, int]],
    most: int = 50,
    models: Mapping[Pair, str] | None = None,
) -> Session:
    """Goes through `todo` until its end, `q`, Ctrl-C or the end of input. Each decision is in the graph before the next source
    is shown, so that only an interrupt while one is stored is a fault. `models` gives what a model said against the rules.
    """
    session = Session()
    at: int | None = 0
    try:
        while at is not None and at < len(todo):
            pair, label = todo[at]
            case = read_case(store, pair, label, candidates, most)
            if case is None:
                at += 1
                continue
            case = replace(case, model=(models or {}).get(pair, ""))
            at = _one(store, case, at, len(todo), session, reviewer, run, read_key, ask_line, show, size)
    except (KeyboardInterrupt, EOFError):
        if session.storing:
            raise
    return session


def _one(
    store: GraphStore,
    case: Case,
    at: int,
    total: int,
    session: Session,
    reviewer: str,
    run: str,
    read_key: ReadKey,
    ask_line: AskLine,
    show: Show,
    size: Callable[[], tuple[int, int]],
) -> int | None:
    """The place to go on at; None to end."""
    view = View()
    many = len(case.candidates)
    while True:
        width, height = size()
        show(screen(case, view, at + 1, total, width, height))
        view.message = ""
        key = read_key()
        if key == "q":
            return None
        if key == "s":
            session.skipped += 1
            return at + 1
        if key == "u":
            if session.done:
                back, review = session.done.pop()
                session.storing = True
                withdraw(store, [review])
                session.storing = False
                session.reviewed -= 1
                return back
            view.message = "nothing to undo in this sitting"
        elif key in ("j", "k") and many:
            view.candidate = (view.candidate + (1 if key == "j" else -1)) % many
            view.down = 0
        elif key == " ":
            view.down += 1
        elif key == "m":
            _whole_source(case, show, read_key, size)
        elif key in ("a", "d") and not many:
            view.message = "there is no candidate that could answer; n: none answers, s: skip"
        elif key in ("a", "d", "n"):
            decision = _decision(case, view, key, reviewer, ask_line)
            if decision is None:
                view.message = "not kept: give the digits of the fields that differ"
                continue
            session.storing = True
            session.done.append((at, record(store, [decision], run)[0]))
            session.storing = False
            session.reviewed += 1
            return at + 1
        else:
            view.message = f"{key!r} is no key here"


def _decision(case: Case, view: View, key: str, reviewer: str, ask_line: AskLine) -> Decision | None:
    differs: tuple[str, ...] = ()
    if key == "d":
        digits = [int(c) for c in ask_line(DIFFERS) if c in "1234567"]
        differs = tuple(dict.fromkeys(FIELDS[n - 1] for n in digits))
        if not differs:
            return None
    note = ask_line("note (Enter for none): ").strip()
    label: Verdict = {"a": "AGREE", "d": "DIVERGE", "n": "SILENT"}[key]  # type: ignore[assignment]
    chosen = None if key == "n" else case.candidates[view.candidate]
    return Decision(
        source=case.source.id,
        jurisdiction=case.jurisdiction,
        label=label,
        reviewer=reviewer,
        counterpart=chosen.id if chosen else "",
        differs_in=differs,
        note=note,
        source_hash=case.source.hash,
        counterpart_hash=chosen.hash if chosen else "",
    )


def _whole_source(case: Case, show: Show, read_key: ReadKey, size: Callable[[], tuple[int, int]]) -> None:
    down = 0
    while True:
        width, height = size()
        lines = wrap(case.source.text, width)
        step = height - 2
        pages: Iterable[list[Styled]] = [lines[i : i + step] for i in range(0, len(lines), step)]
        chosen = list(pages)[down % max(1, -(-len(lines) // step))]
        show([_fit(case.source.citation, width, "bold cyan"), *chosen, _fit("space: more, any other key: back", width, "dim")])
        if read_key() != " ":
            return
        down += 1
