"""Over the official texts: nothing lost, every law whole, every format of one law the same tree, all of it quick."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from ingest.building import in_order
from ingest.cn import DIALECTS
from ingest.cn.readers.markdown import read_markdown
from ingest.cn.readers.web import read_web
from ingest.copies import keep_one
from ingest.reading import Reading, read_file
from ingest.source import Source
from kg.records import ParsedDocument
from kg.text import squeeze

pytestmark = pytest.mark.corpus


@pytest.fixture(scope="module")
def readings(chinese_corpus: Path) -> list[Reading]:
    files = sorted(p for p in chinese_corpus.rglob("*") if p.is_file() and p.name not in ("SOURCES.md", ".gitignore"))
    started = time.perf_counter()
    found = [read_file(path, str(path.relative_to(chinese_corpus.parent))) for path in files]
    assert time.perf_counter() - started < 60, "188 files must be read in under a minute on one core"
    return found


@pytest.fixture(scope="module")
def documents(readings: list[Reading]) -> list[ParsedDocument]:
    return [d for reading in readings for d in reading.documents]


def test_only_metadata_files_give_no_document(readings: list[Reading]) -> None:
    without = {reading.name.rsplit("/", 2)[-2]: reading.findings for reading in readings if not reading.documents}
    assert set(without) == {"meta"}, "a file that gives no document is a law that the user misses"
    assert all(findings for findings in without.values())


def test_no_reader_failed(readings: list[Reading]) -> None:
    assert not [f for reading in readings for f in reading.findings if f.code == "I016"]


def test_every_character_is_in_a_provision(documents: list[ParsedDocument]) -> None:
    captured = sum(d.document.characters_out for d in documents) / sum(d.document.characters_in for d in documents)
    assert captured >= 0.9995
    short = [d.document.source for d in documents if d.document.characters_out < 0.995 * d.document.characters_in]
    assert not short


def test_provisions_in_order_give_the_source_back(chinese_corpus: Path) -> None:
    """Reading a text and putting its provisions together again yields every line of it, in the order of the source."""
    for path in sorted(chinese_corpus.rglob("*")):
        if path.suffix not in (".md", ".html") or path.name == "SOURCES.md":
            continue
        source = Source(path.name, path.read_bytes())
        page = read_markdown(source.text) if path.suffix == ".md" else read_web(source.text)
        want = squeeze("".join(line.text for line in page.lines))
        parsed = [d for dialect in DIALECTS if dialect.recognises(source) for d in dialect.parse(source)][:1]
        got = squeeze("".join(in_order(d.provisions) for d in parsed))
        assert got == want, path.name


def test_parents_exist_and_ids_are_unique(documents: list[ParsedDocument]) -> None:
    for d in documents:
        ids = Counter(p.id for p in d.provisions)
        assert max(ids.values()) == 1, d.document.source
        assert all(p.parent is None or p.parent in ids for p in d.provisions), d.document.source


def test_no_article_of_a_law_occurs_twice(documents: list[ParsedDocument]) -> None:
    for d in documents:
        articles = Counter(p.citation for p in d.provisions if p.level == "条")
        assert not [c for c, n in articles.items() if n > 1], d.document.source


def test_all_formats_of_one_law_give_the_same_tree(documents: list[ParsedDocument]) -> None:
    versions: dict[str, list[ParsedDocument]] = defaultdict(list)
    for d in documents:
        versions[d.document.id].append(d)
    several = {key: group for key, group in versions.items() if len(group) > 1 and d.document.kind in ("statute", "regulation")}
    differing = {}
    for key, group in several.items():
        trees = [{p.path for p in d.provisions if p.role != "meta"} for d in group]
        if any(tree != trees[0] for tree in trees):
            differing[key] = [d.document.source for d in group]
    assert set(differing) <= {"CN:医疗器械技术审评中心医疗器械优先审批申请审核实施细则"}, (
        "two conversions cut its forms differently"
    )


def test_one_law_in_five_files_is_one_document(documents: list[ParsedDocument]) -> None:
    kept = {one.parsed.document.id: one for one in keep_one(documents)}
    assert len(kept["CN:药品管理法@2019-08-26"].copies) == 3
    assert len(kept["CN:行政复议法@2023-09-01"].copies) == 4
    dates = sorted(key.split("@")[1] for key in kept if key.startswith("CN:药品管理法实施条例@"))
    assert dates == ["2019-03-02", "2024-12-06", "2026-01-16"]
