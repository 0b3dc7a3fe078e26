"""A small graph of two jurisdictions in our own words, with what the generators read of it."""

from __future__ import annotations

from ingest.quantities import find_quantities
from ingest.taxonomy import topic_of
from qa.graph import Duty, Edge, Measure, Place, QAGraph, Source

RUN = "align:test"


def source(key: str, title: str, jurisdiction: str) -> Source:
    lang = "zh" if jurisdiction == "CN" else "en"
    return Source(key, title, jurisdiction, lang, topic_of(jurisdiction, title), f"{key}.xml")


US = source("US:21CFR9312@2026-01-01", "21 CFR Part 312 — Trials", "US")
CN = source("CN:演示药物临床试验办法@2026-01-01", "演示药物临床试验办法", "CN")

_MODAL = {"must not": "PROHIBITED", "shall": "MANDATORY", "may": "PERMITTED", "不得": "PROHIBITED", "应当": "MANDATORY"}


def add(graph: QAGraph, where: Source, number: str, text: str, subject: str, actor: str, *concepts: str) -> Duty:
    """A provision of one sentence that states one duty."""
    if where.jurisdiction == "CN":
        key, citation = f"CN:演示药物临床试验办法/第{number}条@2026-01-01", f"《演示药物临床试验办法》第{number}条"
    else:
        key, citation = f"US:21CFR9312.{number}@2026-01-01", f"21 CFR 9312.{number}"
    place = Place(key, citation, text, where, "section")
    cue = next(word for word in _MODAL if word in text)
    found = find_quantities(text, where.lang)
    duty = Duty(
        id=f"{key}#o1",
        place=place,
        modality=_MODAL[cue],
        cue=cue,
        sentence=text,
        subject=subject,
        actor=actor,
        conditions=(),
        exceptions=(),
        measures=tuple(Measure(f"{key}#o1q{n}", q) for n, q in enumerate(found, 1)),
        concepts=frozenset(concepts),
        alone=True,
    )
    graph.sources[where.id] = where
    graph.places[key] = place
    graph.duties[key] = [duty]
    return duty


def made_graph(us_days: int = 7, cn_days: str = "十五") -> QAGraph:
    """Two reporting duties that an edge holds to be counterparts, and parties for wrong options."""
    graph = QAGraph(run=RUN)
    left = add(
        graph,
        US,
        "32",
        f"The sponsor shall report each serious adverse event to the agency within {us_days} days after it learns of it.",
        "The sponsor",
        "sponsor",
        "serious-adverse-event",
        "adverse-event-reporting",
    )
    right = add(
        graph,
        CN,
        "四",
        f"申办者应当在获知后{cn_days}日内向药品监督管理部门报告严重不良事件。",
        "申办者",
        "sponsor",
        "serious-adverse-event",
        "adverse-event-reporting",
    )
    for number, (who, actor) in enumerate(
        (("investigator", "investigator"), ("importer", "importer"), ("distributor", "distributor")), 40
    ):
        add(
            graph,
            US,
            str(number),
            f"The {who} shall keep a written record of every shipment of the product that it has received.",
            f"The {who}",
            actor,
        )
    for number, who, actor in (("五", "研究者", "investigator"), ("六", "伦理委员会", "institutional-review-board")):
        add(graph, CN, number, f"{who}应当保存其收到的每一批试验用药品的书面记录。", who, actor)
    graph.edges.append(
        Edge(left.place.id, right.place.id, "DIVERGE", 1, 0.7, 0.9, "high", ("timeline",), (right.place.id,), RUN)
    )
    return graph
