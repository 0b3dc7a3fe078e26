"""`verify --model`, `judge`, `review`, `gaps` and `lexicon` as a user runs them; the model is a server of the test's own."""

from __future__ import annotations

import json
import re
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from typer.testing import CliRunner

from align.model_judge import CONTROLS
from kg.errors import ExtraMissing, RegkgError
from regkg.cli import app
from regkg.report.review_file import read_review_file
from tests.cli.conftest import Command

pytestmark = pytest.mark.slow

_CANDIDATE = re.compile(r'<candidate n="(\d+)"[^>]*>\n(.*?)\n</candidate>', re.DOTALL)
_CONTROLS = {text: kind for _, candidates in CONTROLS for text, kind in candidates}


class _Model(BaseHTTPRequestHandler):
    """An OpenAI-compatible endpoint that knows the control pairs and finds that nothing else answers; the first call fails."""

    calls = 0

    def do_POST(self) -> None:
        type(self).calls += 1
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.calls == 1:
            self.send_error(503)
            return
        readings = []
        for n, text in _CANDIDATE.findall(body["messages"][-1]["content"]):
            kind = _CONTROLS.get(text.splitlines()[-1], "not")
            quote = "" if kind == "not" else text.splitlines()[-1]
            differs = ["timeline"] if kind == "other" else []
            reading = "no" if kind == "not" else "answers"
            readings.append({"n": int(n), "reading": reading, "quote": quote, "differs_in": differs, "reason": "read"})
        reply = {
            "model": "stub-2026",
            "choices": [{"message": {"content": json.dumps({"candidates": readings})}}],
            "usage": {"prompt_tokens": 1000, "completion_tokens": 100},
        }
        data = json.dumps(reply).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: Any) -> None:
        return


@pytest.fixture
def model() -> Iterator[str]:
    _Model.calls = 0
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Model)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    server.server_close()


def test_a_model_judges_and_is_named_and_does_it_once(small: Path, command: Command, model: str) -> None:
    (small / "prices.tsv").write_text("model\tinput\toutput\nopenai:stub\t1\t2\n")
    arguments = ("verify", "--model", "openai:stub", "--from", "US", "--to", "CN", "--label", "DIVERGE", "--store", "graph")
    dry = command(*arguments, "--dry-run", "--prices", "prices.tsv")
    assert dry.returncode == 0, dry.stderr
    assert "2 sources" in dry.stderr
    assert "dollars" in dry.stderr
    done = command(*arguments, "--prices", "prices.tsv", "--ceiling", "5", REGKG_OPENAI_BASE_URL=model)
    assert done.returncode == 0, done.stderr
    assert "2 sources read: 2 SILENT" in done.stderr
    assert "rules / openai:stub: 0 of 2 verdicts alike" in done.stderr
    assert "2 judged by a model against the rules" in command("review", "status", "--store", "graph").stderr
    assert "3 verdicts" in command("review", "export", "r.csv", "--from", "US", "--to", "CN", "--store", "graph").stderr
    told = read_review_file(small / "r.csv")
    assert [row["rules_said"] for row in told] == ["DIVERGE", "DIVERGE", ""], "what it decided against the rules stands first"
    register = command("gaps", "--from", "US", "--to", "CN", "--state", "judged", "--json", "--store", "graph")
    rows = [json.loads(line) for line in register.stdout.splitlines()]
    assert [row["finding"] for row in rows] == ["silent, judged by a model"] * 2
    assert {row["verified_by"] for row in rows} == {"openai:stub stub-2026"}
    again = command(*arguments, REGKG_OPENAI_BASE_URL=model)
    assert "nothing is unverified here" in again.stderr


def test_the_ceiling_ends_it_before_it_is_passed(small: Path, command: Command, model: str) -> None:
    (small / "prices.tsv").write_text("model\tinput\toutput\nopenai:stub\t1000\t0\n")
    arguments = ("verify", "--model", "openai:stub", "--from", "US", "--to", "CN", "--label", "DIVERGE", "--store", "graph")
    done = command(*arguments, "--prices", "prices.tsv", "--ceiling", "2.5", REGKG_OPENAI_BASE_URL=model)
    assert done.returncode == 75, done.stderr
    assert "1 sources read" in done.stderr
    assert "ceiling" in done.stderr


def test_a_sheet_out_and_in_and_the_register_in_all_its_forms(small: Path, command: Command) -> None:
    done = command("review", "export", "r.xlsx", "--from", "US", "--to", "CN", "--store", "graph")
    assert done.returncode == 0, done.stderr
    book = openpyxl.load_workbook(small / "r.xlsx")
    for row in range(2, book["Review"].max_row + 1):
        book["Review"].cell(row, 1).value = "accept"
    book.save(small / "r.xlsx")
    applied = command("review", "apply", "r.xlsx", "--reviewer", "Ann", "--store", "graph")
    assert applied.returncode == 0, applied.stderr
    assert "3 decisions applied" in applied.stderr
    assert "3 known before" in command("review", "apply", "r.xlsx", "--reviewer", "Ann", "--store", "graph").stderr
    status = command("review", "status", "--store", "graph")
    assert "3 verdicts settled, 0 reviews stale" in status.stderr
    files = command("gaps", "--html", "g.html", "--xlsx", "g.xlsx", "--store", "graph")
    assert files.returncode == 0, files.stderr
    page = (small / "g.html").read_text()
    assert "silent (reviewed)" in page
    assert "by Ann" in page
    sheets = openpyxl.load_workbook(small / "g.xlsx").sheetnames
    assert sheets == ["Gap register", "By direction", "By topic", "By instrument", "Notes"]
    assert "reviewed by a person" in files.stdout


def test_too_few_decisions_calibrate_nothing_and_say_how_many_are_needed(small: Path, command: Command) -> None:
    done = command("align", "calibrate", "--store", "graph")
    assert done.returncode == 1, done.stderr
    assert (
        "match stays as it is: 0 decisions that the first candidate answers and 0 that it does not; 20 of each" in done.stderr
    )
    assert "nothing written" in done.stderr
    assert not (small / ".regkg" / "calibration.json").exists()
    assert "there is none" in command("align", "calibrate", "--remove").stderr
    wrong = command("align", "--store", "graph", "calibrate")
    assert wrong.returncode == 2
    assert "regkg align calibrate --store graph" in wrong.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["verify", "--store", "graph"], 2, "at a terminal"),
        (["verify", "--model", "openai:x", "--store", "graph"], 3, "REGKG_OPENAI"),
        (["verify", "--model", "openai:x", "--ceiling", "1", "--store", "graph"], 2, "--prices"),
        (["verify", "--model", "nli:nowhere", "--store", "graph"], 2, "nowhere is no folder"),
        (["verify", "--model", "nli:", "--store", "graph"], 2, "nli:FOLDER"),
        (["gaps", "--state", "quiet", "--store", "graph"], 2, "unknown state"),
        (["gaps", "--as-of", "soon", "--store", "graph"], 2, "is no date"),
        (["review", "apply", "none.xlsx", "--store", "graph"], 2, "no such file"),
        (["judge", "none.jsonl"], 2, "no such file"),
        (["lexicon", "show", "qqqq"], 2, "no concept"),
    ],
)
def test_wrong_use_is_one_sentence(small: Path, arguments: list[str], code: int, says: str) -> None:
    given = [str(small / "graph") if argument == "graph" else argument for argument in arguments]
    fault = CliRunner().invoke(app, given).exception
    assert isinstance(fault, RegkgError), "`main` prints it and ends with its code"
    assert fault.exit_code == code
    assert says in str(fault)


def test_a_cross_encoder_without_its_extra_says_what_to_install(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    (small / "model").mkdir()
    arguments = ["verify", "--model", f"nli:{small / 'model'}", "--store", str(small / "graph")]
    fault = CliRunner().invoke(app, arguments).exception
    assert isinstance(fault, ExtraMissing)
    assert "pip install 'regkg[quality]'" in str(fault) and "\n" not in str(fault)


def test_pairs_and_concepts_without_a_graph(command: Command) -> None:
    pair = {
        "id": "1",
        "fda_text": "The sponsor shall report each death within 7 days.",
        "ema_text": "The sponsor shall report each death within 15 days.",
    }
    done = command("judge", given=json.dumps(pair))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["label"] == "DIVERGE"
    assert "line 1" in command("judge", given="nonsense").stderr
    shown = command("lexicon", "show", "申办者应当召回", "--json")
    assert "sponsor" in shown.stdout
