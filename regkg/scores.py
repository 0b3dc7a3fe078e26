"""`make score`: the program's output held against the gold sets, today's figures beside the last committed ones.

    python -m regkg.scores [--shared ../shared] [--quick]

Reads the gold sets and the corpus of the shared folder; writes docs/scores.json and docs/scores.md. `--quick` leaves out
what needs a graph of the whole corpus (alignment).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from align.embeddings import VectorCache, make_embedder
from kg.settings import settings
from regkg.gold import Gold, read_lines
from regkg.perfect_judge import replayed
from regkg.sanity import figures as sanity_figures

FIGURES = Path("docs/scores.json")
PAGE = Path("docs/scores.md")
WORK = Path(".regkg/score")
CORPUS = ("us/ecfr/title-21_2026-01-29.xml", "us/guidance", "us-guidance", "cn", "eu")
"""With the guidance of both sides: some demands of European guidance are answered by FDA guidance alone."""

_SHOWN = frozenset(
    "exact path text children precision recall f1 subject action_f1 conditions_f1 silent_on_non_obligations "
    "comparator_value_unit R@1 R@5 R@10 R@50 MRR macro_f1 accuracy auc brier items_without_verdict AGREE DIVERGE SILENT".split()
)


_SANITY = (
    *("sources", "twin first", "twin AGREE", "twin equivalent", "twin SILENT"),
    *("pairs", "equivalent and AGREE", "wrong", "provisions", "equivalent"),
)
_PLANTED = ("SILENT", "not in corpus", "false SILENT", "false not in corpus")
PLANTED_SAMPLE = 300
"""Demands tried for each direction."""


def _regkg(*arguments: str, stdin: str | None = None) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "regkg", *arguments], input=stdin, capture_output=True, text=True, check=False, encoding="utf-8"
    )
    if done.returncode not in (0, 1):
        raise SystemExit(f"regkg {' '.join(arguments)[:80]} ended with {done.returncode}: {done.stderr[-400:]}")
    return done.stdout


def _score(shared: Path, *arguments: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, str(shared / "score/score.py"), *arguments],
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    return dict(json.loads(done.stdout))


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def structure(shared: Path) -> dict[str, Any]:
    gold = shared / "gold/structure.jsonl"
    files = sorted({shared / "corpus" / row["file"] for row in _lines(gold)})
    out = WORK / "structure.jsonl"
    out.write_text(_regkg("parse", *map(str, files)), encoding="utf-8")
    return _score(shared, "structure", str(gold), str(out))


def extraction(shared: Path) -> dict[str, Any]:
    lines = [
        line
        for name in ("obligations", "quantities", "crossrefs")
        for line in (shared / f"gold/{name}.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    out = WORK / "extracted.jsonl"
    out.write_text(_regkg("extract", stdin="\n".join(lines)), encoding="utf-8")
    return _score(shared, "extract", str(shared / "gold"), str(out))


def alignment(shared: Path) -> dict[str, Any]:
    graph = str(WORK / "graph")
    _regkg("build", *(str(shared / "corpus" / name) for name in CORPUS), "--store", graph)
    _regkg("export", str(WORK / "export"), "--store", graph)
    provisions, verdicts = WORK / "export/provisions.jsonl", WORK / "export/verdicts.jsonl"
    figures: dict[str, Any] = {}
    placed = Gold(shared / "score/score.py", read_lines(provisions))
    for name in ("us-cn", "us-eu"):
        gold = shared / f"gold/{name}.jsonl"
        figures[name] = _score(shared, "align", str(gold), str(provisions), str(verdicts))
        judged = WORK / f"perfect-{name}.jsonl"
        lines = replayed(placed, gold, verdicts)
        judged.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
        perfect = _score(shared, "align", str(gold), str(provisions), str(judged))
        figures[f"{name}, a perfect judge"] = {key: perfect[key] for key in ("label all", "label covered")}
    return figures


def planted() -> dict[str, Any]:
    """Gaps planted in the graph that `alignment` built: by direction and by what was removed."""
    found = _regkg("bench", "planted", "--sample", str(PLANTED_SAMPLE), "--json", "--store", str(WORK / "graph"))
    figures: dict[str, Any] = {}
    for row in map(json.loads, found.splitlines()):
        figures.setdefault(row["direction"], {})[f"{row['removed']} removed"] = {name: row[name] for name in _PLANTED}
    return figures


def sanity(shared: Path) -> dict[str, Any]:
    """Real texts against their own copies and versions: counts, and the shares that ought to be 1 (`wrong` ought to be 0)."""
    return sanity_figures(shared / "corpus", VectorCache(settings().workspace / "cache", make_embedder(settings())))


def pairs(shared: Path) -> dict[str, Any]:
    gold = shared / "gold/pairs-us-eu.jsonl"
    out = WORK / "pairs.jsonl"
    out.write_text(_regkg("judge", str(gold)), encoding="utf-8")
    return _score(shared, "pairs", str(gold), str(out))


def flat(figures: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, float]]:
    """Every shown figure with the path of its name."""
    for key, value in figures.items():
        name = f"{prefix}{key}"
        if isinstance(value, dict):
            yield from flat(value, f"{name} / ")
        elif key in (*_SHOWN, *_SANITY, *_PLANTED) and isinstance(value, int | float):
            yield name, float(value)


def page(now: dict[str, float], before: dict[str, float]) -> str:
    """The table as Markdown; a figure that moved by .005 or more is marked with its change."""
    lines = [
        "# Scores",
        "",
        "Written by `make score` over the development half of the gold sets (a careful silver standard, labelled by language",
        "models); each set has its own size and interval, see the gold's README. *Before* is the last committed run.",
        "",
        "| figure | now | before | change |",
        "|---|---|---|---|",
    ]
    for name, value in now.items():
        old = before.get(name)
        moved = "" if old is None or abs(value - old) < 0.005 else f"{value - old:+.3f}"
        lines.append(f"| {name} | {value:.3f} | {'' if old is None else f'{old:.3f}'} | {moved} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--quick", action="store_true", help="leave out what needs a graph of the whole corpus")
    arguments = parser.parse_args()
    shared: Path = arguments.shared
    if not (shared / "score/score.py").exists():
        raise SystemExit(f"{shared}/score/score.py is not there; name the folder of gold, corpus and scorer with --shared")
    WORK.mkdir(parents=True, exist_ok=True)
    before: dict[str, float] = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    figures: dict[str, Any] = {"structure": structure(shared), "extract": extraction(shared), "pairs": pairs(shared)}
    figures["sanity"] = sanity(shared)
    if not arguments.quick:
        figures["align"] = alignment(shared)
        figures["planted"] = planted()
    now = dict(flat(figures))
    kept = {**before, **now} if arguments.quick else now
    FIGURES.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    text = page(now, before)
    PAGE.write_text(page(kept, before), encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
