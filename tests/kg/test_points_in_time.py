"""Official texts at several dates: part 820 from QSR to QMSR, part 211 after a fragment, a Chinese law in two versions."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import etree

from ingest.pipeline import ingest
from kg.differences import differences
from kg.queries import run_query
from kg.settings import settings
from kg.stores import GraphStore, open_store

pytestmark = [pytest.mark.corpus, pytest.mark.slow]

PARTS = {"211", "820"}
LAW = "《医疗器械监督管理条例》"


def _two_parts(title: Path, out: Path) -> None:
    """Title 21 with these parts only: the whole would take minutes."""
    tree = etree.parse(title, etree.XMLParser(huge_tree=True))
    for part in list(tree.getroot().iter("DIV5")):
        parent = part.getparent()
        if part.get("N") not in PARTS and parent is not None:
            parent.remove(part)
    tree.write(out, encoding="utf-8", xml_declaration=True)


@pytest.fixture(scope="module")
def graph(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphStore]:
    folder = tmp_path_factory.mktemp("points")
    us, cn = folder / "us", folder / "cn"
    us.mkdir()
    cn.mkdir()
    _two_parts(corpus / "us/ecfr/title-21_2026-01-29.xml", us / "title-21_2026-01-29.xml")
    files = [
        (us, "us/cfr-annual/21cfr-subchapter-h-2025-04-01/part-820.md"),
        (us, "us/cfr-annual/21cfr-subchapter-h-2025-04-01/part-820-qmsr.md"),
        (us, "us/ecfr/point-in-time/title-21_part-211_2025-10-27_fragment.xml"),
        (cn, "cn/md_chinalawdb/医疗器械监督管理条例(2024-12-06).md"),
        (cn, "cn/md_lawrefbook/state_council/医疗器械监督管理条例(2021-02-09).md"),
    ]
    for home, name in files:
        # The folder of the annual edition tells its date.
        kept = home / Path(name).parent.name
        kept.mkdir(exist_ok=True)
        shutil.copy(corpus / name, kept)
    with open_store(str(folder / "graph")) as store:
        ingest([us, cn], store, settings())
        yield store


def _in_force(store: GraphStore, work: str, day: str) -> set[str]:
    rows = store.run(
        "MATCH (d:Document {work: $work})-[:HAS_PROVISION]->(p:Provision) "
        "WHERE p.level IN ['section', '条'] AND coalesce(p.valid_from, '') <= $day AND coalesce(p.valid_to, '9999') > $day "
        "RETURN DISTINCT p.citation AS citation",
        {"work": work, "day": day},
    )
    return {row["citation"] for row in rows}


def test_the_quality_system_regulation_gives_way_to_its_successor(graph: GraphStore) -> None:
    before, after = _in_force(graph, "US:21CFR820", "2026-01-15"), _in_force(graph, "US:21CFR820", "2026-02-02")
    assert {"21 CFR 820.30", "21 CFR 820.198"} <= before
    assert "21 CFR 820.10" not in before
    assert {"21 CFR 820.1", "21 CFR 820.10", "21 CFR 820.45"} <= after
    assert "21 CFR 820.30" not in after
    changes = [
        row for row in run_query(graph, "changed_between", after="2026-01-31", limit=5000) if row["date"] == "2026-02-02"
    ]
    by_change = {
        kind: {r["citation"] for r in changes if r["change"] == kind} for kind in ("added", "removed", "amended_within")
    }
    assert {"21 CFR 820.10", "21 CFR 820.45"} <= by_change["added"]
    assert {"21 CFR 820.30", "21 CFR 820.198"} <= by_change["removed"]
    assert "21 CFR 820.1" in by_change["amended_within"]


def test_the_same_text_in_the_annual_edition_and_the_ecfr_is_no_change(graph: GraphStore) -> None:
    rows = run_query(graph, "changed_between", after="2025-04-01", until="2026-01-31", limit=5000)
    changed = {row["citation"] for row in rows if row["citation"].startswith("21 CFR 820.")}
    # The annual edition prints the head of the later part below the last section.
    assert changed <= {"21 CFR 820.250", "21 CFR 820.250(b) heading 1"}, "but for notes and histories"
    one = run_query(graph, "provision_edges", citation="21 CFR 820.198(a)", as_of="2025-06-01")
    assert {row["provision"] for row in one} == {"US:21CFR820.198(a)@2025-04-01"}


def test_a_fragment_removes_and_adds_nothing(graph: GraphStore) -> None:
    rows = [row for row in run_query(graph, "changed_between", after="2025-01-01", limit=5000) if "211." in row["citation"]]
    assert {row["date"] for row in rows} == {"2026-01-29"}
    changed = {
        row["citation"]: row["change"] for row in rows if row["citation"].count("(") == 1 and " " not in row["citation"][7:]
    }
    assert changed == {
        "21 CFR 211.1(a)": "amended",
        "21 CFR 211.94(e)": "removed",
        "21 CFR 211.125(c)": "amended",
    }, "what the medical gas rule of 2024 changed in the sections of the fragment"
    assert {row["change"] for row in rows if row["citation"].count("(") == 0} == {"amended_within"}, "whole sections"
    assert "21 CFR 211.22" in _in_force(graph, "US:21CFR211", "2026-02-01")


def test_a_chinese_law_in_two_versions(graph: GraphStore) -> None:
    versions = graph.run(
        "MATCH (d:Document) WHERE d.jurisdiction = 'CN' "
        "RETURN d.id AS id, d.valid_from AS start, d.valid_to AS end ORDER BY start"
    )
    assert [row["end"] for row in versions] == [versions[1]["start"], None]
    rows = run_query(graph, "changed_between", after="2021-12-31", jurisdiction="CN", limit=5000)
    changed = {row["citation"]: row["change"] for row in rows}
    articles = {citation for citation in changed if citation.startswith(LAW + "第") and citation.endswith("条")}
    assert 0 < len(articles) < 40, "an amending decision touches some articles, not the law"
    found = differences(graph, versions[0]["id"], versions[1]["id"])
    assert {change.citation for change in found if change.kind != "amended"} <= set(changed)
    for change in found:
        if change.kind == "amended":
            assert any(kind == "same" for kind, _ in change.pieces), f"{change.citation}: a change, not another text"
