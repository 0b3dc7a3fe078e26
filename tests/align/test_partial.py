"""A run over what changed: what a user would lose is a graph that says the same whether it was aligned at once or in steps."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from align import candidates, changed
from align import run as align_run
from align.candidate_file import candidate_path, read_candidates
from align.run import AlignReport, align
from align.state import state_folder
from ingest.pipeline import ingest
from kg.settings import Settings
from kg.stores import open_store

WHO = [
    ("The manufacturer", "生产企业"),
    ("The sponsor", "申办者"),
    ("The holder of the authorization", "药品上市许可持有人"),
    ("The importer", "进口单位"),
    ("The investigator", "研究者"),
]
DOES = [
    ("report each serious adverse event", "报告严重不良反应"),
    ("keep batch production records", "保存批生产记录"),
    ("validate the cleaning of equipment", "验证设备的清洁"),
    ("train the personnel in hygiene", "对人员进行卫生培训"),
    ("label each device with its identifier", "在医疗器械上标注唯一标识"),
    ("calibrate the instruments of the laboratory", "校准检验仪器"),
    ("test each lot of raw material", "检验每批原料"),
    ("recall defective products", "召回缺陷产品"),
    ("obtain the informed consent of the subject", "取得受试者的知情同意"),
    ("store samples at a controlled temperature", "在规定温度下保存留样"),
]
WHEN = [("within {n} days", "{n}日内"), ("at least every {n} months", "每{n}个月"), ("for {n} years", "保存{n}年")]

Texts = dict[str, list[str]]


def sentence(rng: random.Random, lang: int) -> str:
    who, does, then, when, n = rng.choice(WHO), rng.choice(DOES), rng.choice(DOES), rng.choice(WHEN), rng.randint(2, 90)
    limit = when[lang].format(n=n)
    return f"{who[0]} shall {does[0]} {limit} and {then[0]}." if lang == 0 else f"{who[1]}应当{limit}{does[1]}，并{then[1]}。"


def part(number: int, sections: Texts) -> str:
    """A part in the format of the eCFR."""
    body = "".join(
        f'<DIV8 N="{number}.{name}" TYPE="SECTION"><HEAD>§ {number}.{name}   Duties {name}.</HEAD>'
        + "".join(f"<P>({'abcdefgh'[i]}) {text}\n</P>" for i, text in enumerate(texts))
        + "</DIV8>"
        for name, texts in sections.items()
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?><ECFR><DIV1 N="21" TYPE="TITLE"><HEAD>Title 21—Food and Drugs</HEAD>'
        f'<DIV5 N="{number}" TYPE="PART"><HEAD>PART {number}—RULES FOR DRUGS {number}</HEAD>{body}</DIV5></DIV1></ECFR>'
    )


def law(number: int, articles: list[str]) -> str:
    lines = "\n\n".join(f"第{i}条 {text}" for i, text in enumerate(articles, 1))
    head = f"# 药品生产管理办法{number}\n\n2025年6月{number}日 示例局令第{number}号公布"
    return f"{head} 自2026年1月1日起施行\n\n<!-- INFO END -->\n\n{lines}\n"


class Library:
    """A folder of made-up law that can be changed."""

    def __init__(self, folder: Path) -> None:
        rng = random.Random(7)
        self.folder = folder
        self.parts = {
            n: {str(s): [sentence(rng, 0) for _ in range(rng.randint(1, 3))] for s in range(1, 21)} for n in (9101, 9102, 9103)
        }
        self.laws = {n: [sentence(rng, 1) for _ in range(30)] for n in (1, 2)}
        self.write()

    def write(self) -> None:
        for name in ("us", "cn"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        for n, sections in self.parts.items():
            (self.folder / "us" / f"title-21-part-{n}_2026-01-01.xml").write_text(part(n, sections), encoding="utf-8")
        for n, articles in self.laws.items():
            (self.folder / "cn" / f"law-{n}(2025-06-0{n}).md").write_text(law(n, articles), encoding="utf-8")


def change_a_part(library: Library) -> None:
    sections = library.parts[9102]
    sections["3"][0] = "The importer shall notify the agency of each theft of a controlled substance within 4 days."
    sections["7"].append("The sponsor shall obtain the informed consent of the subject within 9 days.")
    del sections["12"]


def change_a_law(library: Library) -> None:
    library.laws[2][4] = "药品上市许可持有人应当在十五日内报告严重不良反应，并召回缺陷产品。"
    library.laws[2].append("进口单位应当每3个月校准检验仪器。")


def copy_a_section(library: Library) -> None:
    """A copy of what stands elsewhere is no second counterpart; what it was a copy of before comes back."""
    library.parts[9103]["5"] = list(library.parts[9101]["9"])
    library.laws[1][6] = library.laws[2][8]


def change_both(library: Library) -> None:
    change_a_part(library)
    change_a_law(library)


def build(library: Library, workspace: Path, *, again: bool = False, same_statistics: bool = False) -> AlignReport:
    settings = Settings(workspace=workspace, jobs=1)
    with open_store(str(workspace / "graph")) as store:
        ingest([library.folder / "us", library.folder / "cn"], store, settings)
        return align(store, settings, again=again, same_statistics=same_statistics)


def said(workspace: Path, run: str) -> dict[str, Any]:
    """All that a run wrote, without its name."""
    with open_store(str(workspace / "graph")) as store:
        path = candidate_path(store, Settings(workspace=workspace), run)
        out: dict[str, Any] = {"candidates": list(read_candidates(path))}
        for kind in ("ALIGNED_WITH", "SILENT_IN"):
            rows = store.run(f"MATCH (p)-[a:{kind}]->(q) RETURN p.id AS p, q.id AS q, properties(a) AS a ORDER BY p, q")
            out[kind] = [(row["p"], row["q"], {k: v for k, v in row["a"].items() if k != "run"}) for row in rows]
    return out


@pytest.fixture(scope="module")
def aligned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library and the graph that was aligned from it."""
    folder = tmp_path_factory.mktemp("partial")
    build(Library(folder / "library"), folder / "workspace")
    return folder


@pytest.fixture
def twice(aligned: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Library, Path, Path]:
    """The library again, and two copies of the workspace."""
    monkeypatch.setattr(align_run, "MOST_DRIFT", 1.0)
    # A file is known by its path, so the library stays where it was.
    for name in ("one", "two"):
        shutil.copytree(aligned / "workspace", tmp_path / name)
    return Library(aligned / "library"), tmp_path / "one", tmp_path / "two"


@pytest.mark.parametrize(
    "change",
    [
        change_both,
        pytest.param(change_a_part, marks=pytest.mark.slow),
        pytest.param(change_a_law, marks=pytest.mark.slow),
        pytest.param(copy_a_section, marks=pytest.mark.slow),
    ],
)
def test_a_run_over_what_changed_says_what_a_run_over_all_says(
    twice: tuple[Library, Path, Path], change: Callable[[Library], None]
) -> None:
    library, one, two = twice
    change(library)
    library.write()
    little, all_of_it = build(library, one), build(library, two, again=True, same_statistics=True)
    assert little.asked is not None
    assert 0 < little.asked < little.sources, "only some are asked anew"
    assert all_of_it.asked is None
    assert little.labels == all_of_it.labels
    left, right = said(one, little.run), said(two, all_of_it.run)
    for what in left:
        assert left[what] == right[what], what


@pytest.mark.slow
def test_lists_that_show_few_of_one_instrument_first_are_brought_up_to_date_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(align_run, "MOST_DRIFT", 1.0)
    for module in (candidates, changed):
        monkeypatch.setattr(module, "most_of_one", lambda: {"cross-language": 2})
    library = Library(tmp_path / "library")
    build(library, tmp_path / "one")
    shutil.copytree(tmp_path / "one", tmp_path / "two")
    change_both(library)
    library.write()
    little = build(library, tmp_path / "one")
    whole = build(library, tmp_path / "two", again=True, same_statistics=True)
    assert little.asked is not None
    assert said(tmp_path / "one", little.run) == said(tmp_path / "two", whole.run)


@pytest.mark.slow
def test_step_after_step_is_one_step(twice: tuple[Library, Path, Path]) -> None:
    library, one, two = twice
    for change in (change_a_part, change_a_law):
        change(library)
        library.write()
        steps = build(library, one)
        assert steps.asked is not None
        whole = build(library, two, again=True, same_statistics=True)
    assert said(one, steps.run) == said(two, whole.run)


@pytest.mark.slow
def test_a_run_that_was_ended_and_one_that_lost_its_state_are_done_over_all(twice: tuple[Library, Path, Path]) -> None:
    library, one, two = twice
    change_a_part(library)
    library.write()
    with open_store(str(one / "graph")) as store:
        store.write("MATCH (r:Run {stage: 'align'}) SET r.state = 'failed'")
        shutil.rmtree(state_folder(store, Settings(workspace=one)))
    assert build(library, one).asked is None
    shutil.rmtree(two / "align-state")
    assert build(library, two).asked is None


@pytest.mark.slow
def test_what_was_added_to_the_library_is_aligned_with_statistics_of_its_own(twice: tuple[Library, Path, Path]) -> None:
    library, one, _ = twice
    library.parts[9104] = {"1": ["The manufacturer shall keep a register of all its suppliers for 6 years."]}
    library.write()
    try:
        assert build(library, one).asked is None
    finally:
        (library.folder / "us" / "title-21-part-9104_2026-01-01.xml").unlink()


@pytest.mark.slow
def test_after_many_small_changes_all_is_estimated_anew(
    twice: tuple[Library, Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    library, one, _ = twice
    monkeypatch.setattr(align_run, "MOST_DRIFT", 0.4)
    asked = []
    for n in range(3):
        library.parts[9101]["1"] = [f"The importer shall keep {n} keys."]
        library.write()
        asked.append(build(library, one).asked is not None)
    assert asked == [True, False, True], "a quarter of the library is read anew each time"
