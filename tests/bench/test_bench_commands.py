"""The commands as a user types them: one clear sentence where something is missing, and files that the next command reads."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kg.errors import ExtraMissing, Missing, UsageError
from kg.settings import settings
from qa.items import Item, write_items
from regkg.cli import app


@pytest.fixture
def items(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("REGKG_OPENAI_API_KEY", "REGKG_OPENAI_BASE_URL", "REGKG_ANTHROPIC_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    settings.cache_clear()
    path = tmp_path / "items.jsonl"
    write_items(path, [Item(f"X_{n}", "Monolingual", "EN", f"Q{n}?", ("A. a", "B. b", "C. c", "D. d"), "A") for n in range(12)])
    return path


def call(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["bench", *map(str, arguments)])


def test_run_score_compare_and_report_follow_each_other(items: Path, tmp_path: Path) -> None:
    for rule in ("always-A", "always-B"):
        assert call("run", items, "--model", f"scripted:{rule}", "--out", tmp_path / rule).exit_code == 0
    folders = (tmp_path / "always-A", tmp_path / "always-B")
    scored = [json.loads(line) for line in call("score", *folders, "--json").stdout.splitlines()]
    assert [(row["run"], row["accuracy"]) for row in scored] == [
        ("scripted:always-A / flat", 1.0),
        ("scripted:always-B / flat", 0.0),
    ]
    compared = json.loads(call("compare", *folders, "--json").stdout.splitlines()[0])
    assert (compared["b"], compared["c"]) == (12, 0)
    assert call("report", *folders, "--items", items, "--out", tmp_path / "r").exit_code == 0
    assert (tmp_path / "r" / "report.html").stat().st_size > 10_000
    row = json.loads((tmp_path / "always-A" / "predictions.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert {"id", "model", "arm", "repeat", "answer", "valid", "correct"} <= row.keys()


@pytest.mark.parametrize(
    ("arguments", "kind", "words"),
    [
        (("--model", "openai:x"), Missing, "REGKG_OPENAI_API_KEY"),
        (("--model", "scripted:always-A", "--arm", "web"), UsageError, "known: flat"),
        (("--model", "scripted:always-A", "--ceiling", "1"), UsageError, "--prices"),
    ],
)
def test_what_is_missing_is_one_sentence(
    items: Path, tmp_path: Path, arguments: tuple[str, ...], kind: type[Exception], words: str
) -> None:
    fault = call("run", items, "--out", tmp_path / "out", *arguments).exception
    assert isinstance(fault, kind)
    assert words in str(fault) and "\n" not in str(fault)


def test_regdivergence_scores_with_and_without_placeholders(tmp_path: Path) -> None:
    pairs = [
        {"id": f"p{n}", "fda_text": f"Records shall be kept for {n} years.", "ema_text": other, "label": label, "track": "A"}
        for n in range(5, 11)
        for other, label in (
            (f"Records shall be kept for {n} years.", "AGREE"),
            (f"Records shall be kept for {n + 9} years.", "DIVERGE"),
            ("Not addressed in the guidance", "SILENT-EMA"),
        )
    ]
    for at, pair in enumerate(pairs):
        pair["id"] = f"p{at}"
    path = tmp_path / "pairs.jsonl"
    path.write_text("".join(json.dumps(pair) + "\n" for pair in pairs), encoding="utf-8")
    passages = tmp_path / "passages.jsonl"
    passages.write_text(
        "".join(json.dumps({"id": p["id"], "text": "Labels are blue."}) + "\n" for p in pairs), encoding="utf-8"
    )
    rows = [json.loads(line) for line in call("regdivergence", path, "--resamples", 20, "--json").stdout.splitlines()]
    assert [row["method"] for row in rows] == ["always one class", "lexical", "ours"]
    assert rows[1]["macro-F1"] > 0.8 and rows[1]["always one class"] == pytest.approx(1 / 3)
    found = call(
        "regdivergence", path, "--passages", passages, "--resamples", 20, "--by", "track", "--out", tmp_path / "labels"
    )
    assert found.exit_code == 0 and "0 with a placeholder" in found.stderr
    written = {path.stem: path.read_text(encoding="utf-8").splitlines() for path in (tmp_path / "labels").iterdir()}
    assert sorted(written) == ["always-one-class", "lexical", "ours"]
    assert [json.loads(line)["id"] for line in written["lexical"]] == [pair["id"] for pair in pairs]


def test_the_nli_baseline_names_its_extra(tmp_path: Path) -> None:
    try:
        import transformers  # noqa: F401, PLC0415
    except ImportError:
        path = tmp_path / "pairs.jsonl"
        path.write_text(json.dumps({"id": "1", "fda_text": "a", "ema_text": "b", "label": "AGREE"}) + "\n", encoding="utf-8")
        fault = call("regdivergence", path, "--nli", "some/model").exception
        assert isinstance(fault, ExtraMissing) and "regkg[quality]" in str(fault)
    else:
        pytest.skip("transformers is installed")
