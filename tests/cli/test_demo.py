"""The demo is the first thing that anyone sees of regkg: what was planted in its sample must come out."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow


def regkg(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("REGKG_", "NEO4J_"))}
    return subprocess.run(
        [sys.executable, "-m", "regkg", *arguments],
        cwd=folder,
        env={**environment, "REGKG_WORKSPACE": str(folder / ".regkg")},
        capture_output=True,
        text=True,
        check=False,
        timeout=110,
    )


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo")
    done = regkg("demo", folder=folder)
    assert done.returncode == 0, done.stderr
    (folder / "demo.txt").write_text(done.stdout + done.stderr)
    return folder


GRAPH = ".regkg/demo/graph"


MISSED_SILENCES = 2
"""Planted silences that rules alone take for a divergence today (the other side has a passage on the same matter)."""


def test_planted_cases_come_out_as_planted_and_no_silence_is_claimed_wrongly(demo: Path) -> None:
    rows = [line.split("\t") for line in (demo / "demo.txt").read_text().splitlines() if line.count("\t") == 4]
    wrong = [row for row in rows if row[4] == "OTHERWISE"]
    assert len(rows) > 30
    assert [row for row in wrong if not row[2].startswith("SILENT")] == [], "every planted agreement and divergence is found"
    assert len(wrong) <= MISSED_SILENCES, wrong


def test_the_report_needs_no_network_and_shows_both_quotes(demo: Path) -> None:
    page = (demo / ".regkg/demo/report.html").read_text()
    assert not re.findall(r"""(?:src|href)\s*=\s*["'](?!#)""", page), "nothing is loaded from elsewhere"
    assert "no later than 15 calendar days" in page
    assert "自判定之日起十五日内" in page
    assert "unverified" in page


def test_a_second_build_changes_nothing(demo: Path) -> None:
    def counts() -> str:
        return regkg("query", "counts_by_label", "--json", "--store", GRAPH, folder=demo).stdout

    before = counts()
    done = regkg("build", *(f".regkg/demo/sources/{name}" for name in ("us", "cn", "eu")), "--store", GRAPH, folder=demo)
    assert done.returncode == 0, done.stderr
    assert "0 read, 5 unchanged" in done.stderr
    assert counts() == before


def test_the_export_holds_every_provision_with_its_verdicts(demo: Path) -> None:
    assert regkg("export", "out", "--store", GRAPH, folder=demo).returncode == 0
    provisions = [json.loads(line) for line in (demo / "out/provisions.jsonl").read_text().splitlines()]
    verdicts = [json.loads(line) for line in (demo / "out/verdicts.jsonl").read_text().splitlines()]
    known = {row["id"] for row in provisions}
    assert {row["source"] for row in verdicts} <= known
    assert {c["id"] for row in verdicts for c in row["candidates"]} <= known
    assert {row["label"] for row in verdicts} == {"AGREE", "DIVERGE", "SILENT"}


@pytest.mark.parametrize(
    ("arguments", "code", "says", "why"),
    [
        (["query", "no_such_query"], 2, "no_such_query", "an unknown query"),
        (["query", "-c", "MATCH (n) DETACH DELETE n"], 2, "only reading", "a statement that writes"),
        (["query", "-c", "MATCH (n RETURN n"], 2, "refused", "a statement that is none"),
        (["show", "21 CFR 1.1"], 2, "no provision", "a citation that is not there"),
        (["gaps", "--from", "XX"], 2, "unknown jurisdiction", "an unknown jurisdiction"),
        (["export", "out", "--format", "docx"], 2, "unknown format", "an unknown format"),
        (["diff", "a", "b"], 2, "no document", "names that are not there"),
    ],
)
def test_wrong_use_is_one_sentence_and_exit_code_2(demo: Path, arguments: list[str], code: int, says: str, why: str) -> None:
    done = regkg(*arguments, "--store", GRAPH, folder=demo)
    assert done.returncode == code, why
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_an_unknown_setting_is_refused(demo: Path) -> None:
    (demo / "sub").mkdir(exist_ok=True)
    (demo / "sub/regkg.toml").write_text('colour = "blue"\n')
    done = regkg("query", "--list", folder=demo / "sub")
    assert done.returncode in (0, 2)
    done = regkg("query", "counts_by_label", folder=demo / "sub")
    assert done.returncode == 2
    assert "colour" in done.stderr
