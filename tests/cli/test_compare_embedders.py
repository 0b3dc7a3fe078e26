"""`align --compare-embedders`: what a user would lose is a comparison in which nothing but the vectors differs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from align.graph_input import GraphInput
from ingest.extraction import extract_document
from kg.records import ParsedDocument
from kg.settings import Settings
from regkg.align_study import read_gold
from regkg.embedder_comparison import compare_embedders, sampled
from tests.align.conftest import CN, US, document
from tests.align.tiny_onnx import write_model
from tests.cli.conftest import Command

SCORER = """
ABOVE_A_PROVISION = {"document", "part", "章"}

def body(text):
    return "".join((text or "").split())

def target_key(citation):
    return (citation or "").lower()

def same_passage(a, b):
    return body(a)[:60] in body(b) or body(b)[:60] in body(a)
"""
ANSWERS = {"9001.10": "第一条", "9001.20": "第二条", "9001.40": "第三条"}
PADDING = {f"9002.{n}": f"The importer shall keep paper number {n} of shelf {n} in the archive." for n in range(40)}


def given(*more: ParsedDocument) -> GraphInput:
    documents = [
        document("US", "en", "Part 9001 — Manufacture of drug products", US, "section"),
        document("CN", "zh", "药品生产管理办法", CN, "条"),
        *more,
    ]
    extractions = {key: found for d in documents for key, found in extract_document(d).items()}
    return GraphInput([d.document for d in documents], [p for d in documents for p in d.provisions], extractions)


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """A gold of three demands with their counterparts, each asked both ways."""
    folder = tmp_path / "shared"
    (folder / "gold").mkdir(parents=True)
    (folder / "score").mkdir()
    (folder / "score/score.py").write_text(SCORER)
    (folder / "gold/us-eu.jsonl").touch()
    with (folder / "gold/us-cn.jsonl").open("w", encoding="utf-8") as file:
        for section, article in ANSWERS.items():
            both = [("US->CN", section, US[section], CN[article]), ("CN->US", article, CN[article], US[section])]
            for direction, citation, source, target in both:
                item = {"direction": direction, "label": "AGREE", "coverage": "yes", "targets": [{"text": target}]}
                file.write(json.dumps({**item, "source": {"citation": citation, "text": source}}, ensure_ascii=False) + "\n")
    return folder


def test_each_embedder_is_measured_in_both_directions_with_its_own_vectors(tmp_path: Path, shared: Path) -> None:
    onnx = f"onnx:{write_model(tmp_path / 'tiny')}"
    chosen = Settings(workspace=tmp_path / "w", jobs=1)
    rows = list(compare_embedders(given(), ["use", onnx], chosen, shared, only=["us-cn"]))
    assert [(r["embedder"], r["direction"], r["search"], r["n"]) for r in rows] == [
        (embedder, direction, search, 3)
        for embedder in ("use", onnx)
        for search in ("all signals", "vectors alone")
        for direction in ("CN->US", "US->CN")
    ]
    assert {r["embedder"]: r["dimension"] for r in rows} == {"use": 512, onnx: 3}
    assert all(r["passages/s"] > 0 and r["R@10"] == 1 for r in rows), "four passages a side: all are among the first ten"
    alone = {r["embedder"]: r["R@1"] for r in rows if r["search"] == "vectors alone" and r["direction"] == "US->CN"}
    assert alone["use"] == 1 > alone[onnx], "a model of four English words can't read Chinese"
    assert len(list((tmp_path / "w/cache").glob("vectors-*.npz"))) == 2


def test_a_sample_holds_all_that_the_gold_names_and_is_the_same_each_time(shared: Path) -> None:
    whole = given(document("US", "en", "Part 9002 — Archives", PADDING, "section", name="2"))
    gold = read_gold(whole, shared)
    items = list(gold.items(shared / "gold/us-cn.jsonl"))
    part = sampled(whole, gold, items, 7)
    kept = {p.citation for p in part.provisions}
    assert set(ANSWERS) | set(ANSWERS.values()) <= kept
    of_us = [p for p in part.provisions if p.jurisdiction == "US"]
    assert len(of_us) == len(ANSWERS) + 7
    assert part.provisions == sampled(whole, gold, items, 7).provisions
    assert sampled(whole, gold, items, 999).provisions == whole.provisions, "no more than there is"


def _without_gold(folder: Path) -> None:
    (folder / "shared/gold/us-cn.jsonl").unlink()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "change", "code", "said"),
    [
        (["use"], _without_gold, 3, "the development gold is not there"),
        (["use,onnx:nowhere"], lambda f: None, 2, "the embedder onnx:nowhere names a folder that is not there"),
        (["use,glove"], lambda f: None, 2, "embedder 'glove' is not known"),
        ([","], lambda f: None, 2, "name the embedders"),
        (["use", "--gold", "us-jp"], lambda f: None, 2, "the gold has no set us-jp: use us-cn or us-eu"),
        (["use", "--sample", "-1"], lambda f: None, 2, "--sample"),
    ],
)
def test_what_is_missing_is_told_in_one_sentence(
    small: Path, shared: Path, command: Command, arguments: list[str], change: Callable[[Path], None], code: int, said: str
) -> None:
    change(small)
    done = command("align", "--store", "graph", "--shared", str(shared), "--compare-embedders", *arguments)
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_the_table_says_what_was_searched(small: Path, shared: Path, command: Command) -> None:
    arguments = ("align", "--store", "graph", "--shared", str(shared), "--compare-embedders", "use", "--sample", "5")
    done = command(*arguments)
    assert done.returncode == 0, done.stderr
    head = done.stdout.splitlines()[0].split("\t")
    assert head[:3] == ["embedder", "direction", "search"] and {"R@1", "R@5", "R@10", "R@50", "passages/s"} <= set(head)
    assert "5 drawn at random of each jurisdiction" in done.stderr
