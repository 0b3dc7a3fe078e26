"""A small made-up graph with known answers: a US part in two versions, a Chinese rule, an EU act, and verdicts between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kg import load
from kg.records import (
    DefinedTerm,
    Document,
    Extraction,
    Jurisdiction,
    Obligation,
    ParsedDocument,
    Provision,
    Quantity,
    Reference,
    Topic,
)
from kg.runs import start_run
from kg.stores import GraphStore

TOPICS = {
    "US": Topic("Drugs", "Post-market Surveillance", "part 900, by the rule for 900"),
    "CN": Topic("Drugs", "Post-market Surveillance", "its title says 不良事件"),
    "EU": Topic("Medical_Devices", "Registration and Approval", "its title says device"),
}


@dataclass
class Draft:
    """A document in the making: `add` provisions from the top down, each under the last one of the level above."""

    key: str
    date: str
    jurisdiction: Jurisdiction
    title: str
    source: str
    lang: str = "en"
    provisions: list[Provision] = field(default_factory=list)
    found: dict[str, Extraction] = field(default_factory=dict)
    topics: dict[str, Topic] = field(default_factory=dict)

    @property
    def document(self) -> str:
        return f"{self.jurisdiction}:{self.key}@{self.date}"

    def add(
        self,
        citation: str,
        level: str,
        text: str,
        parent: str = "",
        found: Extraction | None = None,
        heading: str = "",
        marker: str = "",
    ) -> Draft:
        key = f"{self.jurisdiction}:{citation}@{self.date}"
        above = f"{self.jurisdiction}:{parent}@{self.date}" if parent else None
        self.provisions.append(
            Provision(
                id=key,
                document=self.document,
                citation=citation,
                path=(citation,),
                level=level,
                text=text,
                lang=self.lang,
                jurisdiction=self.jurisdiction,
                order=len(self.provisions),
                parent=above,
                heading=heading,
                marker=marker,
                valid_from=self.date,
            )
        )
        if found is not None:
            self.found[key] = found
        return self

    def parsed(self, sha256: str = "0" * 64) -> ParsedDocument:
        document = Document(
            id=self.document,
            jurisdiction=self.jurisdiction,
            title=self.title,
            kind="regulation",
            binding=True,
            lang=self.lang,
            source=self.source,
            sha256=sha256,
            authority={"US": "FDA", "CN": "NMPA", "EU": "EC"}[self.jurisdiction],
            valid_from=self.date,
            characters_in=200,
            characters_out=100,
            work=f"{self.jurisdiction}:{self.key}",
        )
        return ParsedDocument(document, tuple(self.provisions), topics={document.id: TOPICS[self.jurisdiction]} | self.topics)


def duty(subject: str, action: str, modality: str = "MANDATORY", *quantities: Quantity, actor: str | None = None) -> Obligation:
    cue = {"MANDATORY": "shall", "PROHIBITED": "shall not", "PERMITTED": "may"}[modality]
    return Obligation(
        modality=modality,  # type: ignore[arg-type]
        cue=cue,
        action=action,
        text=f"{subject} {cue} {action}",
        lang="en",
        subject=subject,
        actor=actor,
        quantities=quantities,
    )


def days(number: int) -> Quantity:
    return Quantity(f"{number} days", "deadline", "<=", number, "day")


REPORT = "The sponsor shall report each serious event to the agency in writing"


def us_part(date: str, *, deadline: int = 15, renumbered: bool = False, source: str = "us/part-900.xml") -> Draft:
    """21 CFR part 900: a reporting duty with a deadline, a record duty, and a section that moves from 900.3 to 900.4."""
    moved = "21 CFR 900.4" if renumbered else "21 CFR 900.3"
    return (
        Draft("21CFR900", date, "US", "Event reports", source)
        .add("21 CFR part 900", "part", "", heading="Event reports")
        .add("21 CFR 900.1", "section", "The sponsor has these duties:", "21 CFR part 900", heading="Duties")
        .add(
            "21 CFR 900.1(a)",
            "paragraph",
            f"{REPORT} within {deadline} days, as in § 900.2.",
            "21 CFR 900.1",
            Extraction(
                obligations=(duty("The sponsor", "report each event", "MANDATORY", days(deadline), actor="actor:sponsor"),),
                references=(Reference("§ 900.2", "21 CFR 900.2", "internal"), Reference("§ 1.1", "21 CFR 1.1", "same-title")),
            ),
            marker="(a)",
        )
        .add(
            "21 CFR 900.1(b)",
            "paragraph",
            "Keep a copy of each report.",
            "21 CFR 900.1",
            Extraction(obligations=(duty("The sponsor", "keep a copy", actor="actor:sponsor"),)),
            marker="(b)",
        )
        .add(
            "21 CFR 900.2",
            "section",
            "A serious event means one that leads to death.",
            "21 CFR part 900",
            Extraction(terms=(DefinedTerm("serious event", "21 CFR part 900", "one that leads to death"),)),
            heading="Definitions",
        )
        .add(
            moved,
            "section",
            "No person may sell a product that is under recall, except to destroy it.",
            "21 CFR part 900",
            Extraction(
                obligations=(duty("No person", "sell a product under recall", "PROHIBITED"),),
                references=(Reference("§§ 900.1 through 900.2", "21 CFR 900.1..900.2", "internal"),),
            ),
            heading="Recall",
        )
    )


def cn_rule() -> Draft:
    second = "CN:《不良事件办法》第二条@2024-05-01"
    return (
        Draft(
            "不良事件办法",
            "2024-05-01",
            "CN",
            "不良事件办法",
            "cn/rule.html",
            "zh",
            topics={second: Topic("Drugs", "Labeling and Packaging", "the heading says 标签")},
        )
        .add(
            "《不良事件办法》第一条",
            "条",
            "申办者应当在七日内报告严重事件。",
            "",
            Extraction(
                obligations=(duty("申办者", "报告严重事件", "MANDATORY", days(7), actor="actor:sponsor"),),
                references=(Reference("药品管理法", "《药品管理法》", "statute"),),
            ),
        )
        .add(
            "《不良事件办法》第二条",
            "条",
            "召回期间的产品可以继续销售。",
            "",
            Extraction(obligations=(duty("任何人", "销售", "PERMITTED"),)),
        )
    )


def eu_act() -> Draft:
    return Draft("2099/1", "2023-03-01", "EU", "Regulation (EU) 2099/1", "eu/act.html").add(
        "Regulation (EU) 2099/1 Article 1",
        "article",
        "The sponsor shall keep a copy of each report.",
        "",
        Extraction(obligations=(duty("The sponsor", "keep a copy", actor="actor:sponsor"),)),
        heading="Copies",
    )


def add_documents(store: GraphStore, drafts: Sequence[Draft], sha256: str = "0" * 64) -> None:
    """As the ingest stage loads: begin, load, link, complete."""
    with start_run(store, "ingest", "small") as run:
        load.begin_sources(store, [(d.source, sha256) for d in drafts], "1")
        found = {key: value for draft in drafts for key, value in draft.found.items()}
        load.load_documents(store, [d.parsed(sha256) for d in drafts], found, {}, run)
        load.link(store)
        for draft in drafts:
            load.complete_source(store, draft.source, [d.document for d in drafts if d.source == draft.source], [])


ALIGNED: tuple[Mapping[str, Any], ...] = (
    {
        "from": "US:21 CFR 900.1(a)@2026-01-01",
        "to": "CN:《不良事件办法》第一条@2024-05-01",
        "rank": 1,
        "label": "DIVERGE",
        "differs_in": ["timeline"],
        "explanation": "30 days against 7 days",
        "probability": 0.8,
    },
    {
        "from": "US:21 CFR 900.4@2026-01-01",
        "to": "CN:《不良事件办法》第二条@2024-05-01",
        "rank": 1,
        "label": "DIVERGE",
        "differs_in": ["modality"],
        "explanation": "forbidden against allowed",
        "probability": 0.7,
    },
    {
        "from": "US:21 CFR 900.1(b)@2025-01-01",
        "to": "EU:Regulation (EU) 2099/1 Article 1@2023-03-01",
        "rank": 1,
        "label": "AGREE",
        "differs_in": [],
        "explanation": "",
        "probability": 0.9,
    },
)

SILENT: tuple[Mapping[str, Any], ...] = (
    {
        "from": "US:21 CFR 900.1(b)@2025-01-01",
        "to": "CN",
        "state": "unverified",
        "p_silent": 0.75,
        "nearest": ["第一条: reports"],
    },
    {"from": "US:21 CFR 900.1(a)@2026-01-01", "to": "EU", "state": "not_in_corpus", "p_silent": 0.5, "nearest": []},
    {"from": "US:21 CFR 900.4@2026-01-01", "to": "EU", "state": "reviewed", "p_silent": 0.9, "nearest": []},
)


def add_verdicts(store: GraphStore) -> None:
    with start_run(store, "align", "small") as run:
        rows = [
            {"from": a["from"], "to": a["to"], "p": {**{k: v for k, v in a.items() if k not in ("from", "to")}, "run": run.id}}
            for a in ALIGNED
        ]
        store.write(
            "MATCH (p:Provision {id: row.from}) MATCH (q:Provision {id: row.to}) MERGE (p)-[r:ALIGNED_WITH]->(q) SET r = row.p",
            rows,
        )
        rows = [
            {"from": a["from"], "to": a["to"], "p": {**{k: v for k, v in a.items() if k not in ("from", "to")}, "run": run.id}}
            for a in SILENT
        ]
        store.write(
            "MATCH (p:Provision {id: row.from}) MATCH (q:Jurisdiction {id: row.to}) MERGE (p)-[r:SILENT_IN]->(q) SET r = row.p",
            rows,
        )
        store.write(
            "MATCH (p:Provision {id: row.from}) MATCH (q:Provision {id: row.to}) MERGE (p)-[r:RESTATES]->(q) "
            "SET r.rank = 1, r.label = 'AGREE', r.match = 0.5, r.run = row.run",
            [{"from": "US:21 CFR 900.4@2026-01-01", "to": "US:21 CFR 900.1(a)@2026-01-01", "run": run.id}],
        )


def build(store: GraphStore) -> None:
    """The whole small graph: both versions of the US part, the Chinese rule, the EU act, the verdicts."""
    first = us_part("2025-01-01", source="us/part-900_2025.xml")
    second = us_part("2026-01-01", deadline=30, renumbered=True, source="us/part-900_2026.xml")
    add_documents(store, [first, second, cn_rule(), eu_act()])
    add_verdicts(store)


def snapshot(store: GraphStore, *, runs: bool = False) -> tuple[dict[tuple[str, str], Any], list[Any]]:
    """All nodes by label and id, and all relationships, with their properties; Run nodes and their times on request."""
    nodes = {
        (row["label"], row["n"]["id"]): row["n"]
        for row in store.run("MATCH (n) RETURN labels(n)[0] AS label, properties(n) AS n")
        if runs or row["label"] != "Run"
    }
    edges = sorted(
        (row["a"], row["t"], row["b"], sorted((key, str(value)) for key, value in row["r"].items()))
        for row in store.run("MATCH (a)-[r]->(b) RETURN a.id AS a, type(r) AS t, b.id AS b, properties(r) AS r")
    )
    return nodes, edges
