"""`regkg qa` from screening on: screen, sample, review, release, refresh."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

from bench.review_agreement import agreement, residual_error
from kg.errors import UsageError
from qa.generation import SEED, candidates
from qa.graph import read_graph
from qa.items import Item, read_items
from qa.pools import Pool, Rating
from qa.refresh import counted, refresh
from qa.release import decide, write_release
from qa.review import draw_cohorts
from qa.review.packages import package_rows, read_package, write_package
from qa.screening import GraphScreen, screen
from regkg.cli.output import JsonOption, StoreOption, print_json_lines, print_rows, words
from regkg.cli.qa_models import asking, screener
from regkg.opening import open_graph

FILES = Annotated[list[Path], typer.Argument(help="Item files, JSON Lines.", show_default=False)]
OUT = Annotated[Path, typer.Option("--out", help="What is written.", show_default=False)]
SCREENED = Annotated[Path, typer.Option("--screened", help="What `regkg qa screen` wrote.", show_default=False)]
REVIEWS = Annotated[list[Path], typer.Option("--review", help="A reviewer's package; give the option twice for two.")]
Screening = dict[str, tuple[Pool, dict[str, Rating] | None]]


def _items(files: list[Path]) -> list[Item]:
    items = [item for path in files for item in read_items(path)]
    if twice := [key for key, count in Counter(item.id for item in items).items() if count > 1]:
        raise UsageError(f"{len(twice)} ids stand in the files more than once, among them {twice[0]}; see `regkg qa validate`")
    return items


def _screening(path: Path) -> Screening:
    return {row["id"]: (Pool(row["pool"]), row["ratings"]) for row in _screening_rows(path)}


def _screening_rows(path: Path) -> list[dict[str, Any]]:
    """The rows that `regkg qa screen` wrote. Raises UsageError for a file that it did not write."""
    if not path.exists():
        raise UsageError(f"{path}: no such file; `regkg qa screen` writes it")
    out: list[dict[str, Any]] = []
    try:
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            out.append({**row, "id": row["id"], "pool": Pool(row["pool"]), "ratings": row["ratings"]})
    except (ValueError, KeyError, TypeError) as error:
        raise UsageError(f"{path}: not what `regkg qa screen` writes ({error})") from None
    return out


def screen_command(
    files: FILES,
    out: OUT,
    store: StoreOption = "",
    model: Annotated[str, typer.Option(help="Ask this model too: openai:MODEL or anthropic:MODEL.")] = "",
    replies: Annotated[Path | None, typer.Option(help="Keep every reply of the model here, JSON Lines.")] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Don't ask before calls that cost money.")] = False,
) -> None:
    """C1-C5 of every item, by the graph and, where one is named, by a model; four pools."""
    items = _items(files)
    with open_graph(store) as graph:
        checks = GraphScreen(read_graph(graph))
    if model:
        tokens = sum(len(json.dumps(item.as_row(), ensure_ascii=False)) for item in items) // 3
        words.print(f"{len(items)} calls to {model}, about {tokens + 400 * len(items):,} tokens in", markup=False)
        if not yes and not typer.confirm("Go on?", err=True):
            raise typer.Exit(0)
        with asking(model) as ask, (replies or out.with_suffix(".replies.jsonl")).open("w", encoding="utf-8") as log:

            def keep(key: str, reply: str) -> None:
                log.write(json.dumps({"id": key, "reply": reply}, ensure_ascii=False) + "\n")

            rated = [screen(item, checks, ask, keep, screener(model)) for item in items]
    else:
        rated = [screen(item, checks) for item in items]
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text("".join(json.dumps(r.as_row(), ensure_ascii=False) + "\n" for r in rated), encoding="utf-8")
    count = Counter(r.pool for r in rated)
    print_rows([{"pool": str(pool), "items": count[pool]} for pool in Pool])


def sample_command(
    files: FILES,
    screened: SCREENED,
    out: OUT,
    size: Annotated[int, typer.Option(help="Size of cohort B.", min=0)] = 500,
    seed: Annotated[int, typer.Option(help="Seed of cohort B.")] = SEED,
    form: Annotated[str, typer.Option("--format", help="xlsx or jsonl.")] = "xlsx",
) -> None:
    """A package for each of two reviewers: all screen-positive items (A), a stratified sample (B), all unable ones (C)."""
    items, pools = _items(files), _screening(screened)
    missing = [item.id for item in items if item.id not in pools]
    if missing:
        raise UsageError(f"{len(missing)} items were not screened, among them {missing[0]}")
    if form not in ("xlsx", "jsonl"):
        raise UsageError(f"format {form!r}: write xlsx or jsonl")
    cohorts = draw_cohorts(items, {key: pool for key, (pool, _) in pools.items()}, size, seed)
    rows = package_rows({item.id: item for item in items}, cohorts)
    for reviewer in ("reviewer-1", "reviewer-2"):
        write_package(out / f"{reviewer}.{form}", rows)
    sizes = (("A", cohorts.a), ("B", cohorts.b), ("C", cohorts.c))
    print_rows([{"cohort": name, "items": len(ids)} for name, ids in sizes])


def review_command(files: FILES, screened: SCREENED, review: REVIEWS, as_json: JsonOption = False) -> None:
    """Reads the packages back: agreement by dimension, dispositions, and the residual error of cohort B."""
    items, pools = _items(files), _screening(screened)
    given = [read_package(path) for path in review]
    if len(given) == 2:
        both = [(given[0][key], given[1][key]) for key in sorted(given[0].keys() & given[1].keys())]
        rows: list[dict[str, Any]] = [
            {
                "dimension": name,
                "items": a.n,
                "exact": round(a.exact, 3),
                "kappa": round(a.kappa, 3),
                "kappa 95%": f"{a.kappa_interval[0]:.3f} to {a.kappa_interval[1]:.3f}",
                "pabak": round(a.pabak, 3),
            }
            for name, a in agreement(both).items()
        ]
        print_rows(rows, as_json=as_json)
    decided = decide(items, pools, given)
    reviewed = {key for package in given for key in package}
    sampled = [k for k in reviewed if k in pools and pools[k][0] is Pool.NEGATIVE]
    material = sum(str(decided.dispositions.get(k)) == "material error" for k in sampled)
    if sampled:
        share, (low, high) = residual_error(material, len(sampled))
        words.print(
            f"residual error of cohort B: {material} of {len(sampled)}, {share:.2%} (Wilson 95 % {low:.2%} to {high:.2%})"
        )
    print_rows([{"disposition": name, "items": count} for name, count in decided.counts().items()], as_json=as_json)


def release_command(
    files: FILES,
    screened: SCREENED,
    out: OUT,
    review: REVIEWS = [],  # noqa: B006 - typer reads the default once and hands out a new list
    seed: Annotated[int, typer.Option(help="Draws the examples of the 5-shot split.")] = SEED,
    name: Annotated[str, typer.Option(help="Name of the dataset.")] = "regkg-qa",
) -> None:
    """Writes what passed: files by type and language, 0-shot and 5-shot, card, Croissant, appendix, counts, checksums."""
    released = decide(_items(files), _screening(screened), [read_package(path) for path in review])
    screeners = sorted({str(row["screener"]) for row in _screening_rows(screened) if row.get("screener")})
    digests = write_release(out, released, seed, name, screeners)
    print_rows([{"disposition": key, "items": count} for key, count in released.counts().items()])
    words.print(f"{out}: {len(released.items)} items in {len(digests)} files", markup=False)


def refresh_command(
    files: FILES,
    store: StoreOption = "",
    seed: Annotated[int, typer.Option(help="The seed that the items were made with.")] = SEED,
    every: Annotated[bool, typer.Option("--all", help="Also list the items that hold.")] = False,
    as_json: JsonOption = False,
) -> None:
    """What a new graph run did to items: which hold, which changed or lost what they rest on, and why. 1 where one did."""
    items = _items(files)
    with open_graph(store) as opened:
        graph = read_graph(opened)
    types = sorted({item.type for item in items})
    changes = refresh(items, graph, {c.item.id: c.item for c in candidates(graph, seed, types)})
    shown = [change.as_row() for change in changes if every or change.state != "holds"]
    if as_json:
        print_json_lines(shown)
    elif shown:
        print_rows(shown)
    words.print(", ".join(f"{count} {state}" for state, count in counted(changes).items()) or "no items", markup=False)
    if any(change.state != "holds" for change in changes):
        raise typer.Exit(1)


def register(app: typer.Typer) -> None:
    app.command("screen")(screen_command)
    app.command("sample")(sample_command)
    app.command("review")(review_command)
    app.command("release")(release_command)
    app.command("refresh")(refresh_command)
