"""Two small jurisdictions written for these tests, with a planted agreement, a divergence of deadlines and a silence."""

from __future__ import annotations

from pathlib import Path

import pytest

from align.corpus import AlignCorpus
from align.embeddings import UseEmbedder, VectorCache
from align.worklist import Case, open_pairs, read_case
from ingest.extraction import extract_document
from kg.records import Document, ParsedDocument, Provision
from kg.stores import GraphStore
from tests.kg import small_graph

US = {
    "9001.10": "Each manufacturer shall report a serious adverse event to FDA within 15 calendar days of its discovery.",
    "9001.20": "The manufacturer shall keep batch production records for each batch of drug product.",
    "9001.30": "Each bottle shall carry a tamper-evident ring whose colour is registered under the ring program.",
    "9001.40": "Written procedures shall be established for the cleaning and maintenance of equipment.",
}
CN = {
    "第一条": "药品上市许可持有人应当在获知严重不良反应之日起7日内向药品监督管理部门报告。",
    "第二条": "药品生产企业应当为每批药品建立批生产记录并予以保存。",
    "第三条": "设备应当制定清洁和维护的操作规程。",
    "第四条": "从事药品生产活动的人员应当接受培训。",
}


def document(jurisdiction: str, lang: str, title: str, texts: dict[str, str], level: str, name: str = "1") -> ParsedDocument:
    """A document whose units are `texts` by citation, in their order."""
    key = f"{jurisdiction}:{name}"
    head = Document(key, jurisdiction, title, "regulation", True, lang, f"{name}.txt", "0", work=key)  # type: ignore[arg-type]
    units = tuple(
        Provision(f"{key}:{citation}", key, citation, (citation,), level, text, lang, jurisdiction, order)  # type: ignore[arg-type]
        for order, (citation, text) in enumerate(texts.items())
    )
    return ParsedDocument(head, units)


def build(documents: list[ParsedDocument], cache: Path) -> AlignCorpus:
    extractions = {key: found for d in documents for key, found in extract_document(d).items()}
    provisions = [p for d in documents for p in d.provisions]
    return AlignCorpus.build([d.document for d in documents], provisions, extractions, VectorCache(cache, UseEmbedder(1)))


@pytest.fixture(scope="session")
def vector_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("vectors")


@pytest.fixture(scope="session")
def two_sides(vector_folder: Path) -> AlignCorpus:
    return build(
        [
            document("US", "en", "Part 9001 — Manufacture of drug products", US, "section"),
            document("CN", "zh", "药品生产管理办法", CN, "条"),
        ],
        vector_folder,
    )


@pytest.fixture
def unverified(embedded_store: GraphStore) -> GraphStore:
    """A small graph whose verdicts nobody has read."""
    small_graph.build(embedded_store)
    embedded_store.write("MATCH (:Provision)-[a:ALIGNED_WITH]->() SET a.state = 'unverified'")
    return embedded_store


def cases(store: GraphStore) -> list[Case | None]:
    return [read_case(store, pair, label, {}, 20) for pair, label in open_pairs(store, "US", "CN")]
