"""An EU act's tree as a parsed document: identity, citations, dates, characters accounted for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from ingest.building import Frame, Node, characters, grow
from ingest.eu.act import ActBuilder
from ingest.eu.blocks import Block
from ingest.eu.identity import Act, act_from_title, sentence_case
from ingest.pdf.language import language_of
from ingest.source import Source, Unreadable
from kg.findings import finding
from kg.records import Document, Finding, ParsedDocument, ProvisionRole
from kg.text import collapse, count_characters

_DEFINES = re.compile(r"definitions?\b", re.IGNORECASE)


def cite(node: Node, above: str) -> str:
    """The citation of `node` under a parent cited as `above`: Article 10(9)(a), Annex VI Part C 6.2.2, recital 1."""
    level, label = node.level, node.label
    if level == "document":
        return label
    if level == "recital":
        return f"{_act_of(node)} recital {label.strip('()')}"
    if level == "article":
        return f"{_act_of(node)} {label}"
    if level in {"chapter", "title", "part", "section-group"}:
        return f"{above} {label}"
    if level == "subparagraph":
        paragraph = node.parent
        count = re.sub(r"\D", "", label) or str(_ordinal_number(label))
        return f"{above} subparagraph {count}" if paragraph is not None else above
    if level == "annex-section":
        holder = next(n for n in node.up() if n.level in {"annex", "group"})
        return f"{_group_citation(holder)} {label}"
    if level == "group":
        return f"{above} {label}"
    if label.startswith("(") and not above.endswith("Recitals"):
        return (
            f"{above} {label}"
            if node.parent is not None and node.parent.level in {"subparagraph", "annex", "group"}
            else f"{above}{label}"
        )
    return f"{above} {label}"


def _act_of(node: Node) -> str:
    return list(node.up())[-1].label


def _ordinal_number(label: str) -> int:
    from ingest.eu.act import ORDINALS  # noqa: PLC0415

    return ORDINALS.index(label.split(" ", maxsplit=1)[0])


def _group_citation(holder: Node) -> str:
    """Parts and chapters are cited where numbering starts again in them: Annex VI Part C 6.2.2, but Annex I 23.2."""
    chain = [n for n in holder.up() if n.level in {"annex", "group"}]
    annex = chain[-1]
    top = f"{_act_of(annex)} {annex.label}"
    if len(chain) > 1 and _restarts(annex):
        return " ".join([top, *(n.label for n in reversed(chain[:-1]))])
    return top


def _restarts(annex: Node) -> bool:
    counts: Counter[str] = Counter()
    for group in annex.walk():
        if group.level in {"annex", "group"}:
            counts.update({c.label for c in group.children if c.level == "annex-section"})
    return any(count > 1 for count in counts.values())


def mark_definitions(root: Node) -> None:
    """Articles headed "Definitions" define; their points do not demand."""
    for node in root.walk():
        if node.level == "article" and _DEFINES.search(node.heading):
            for below in node.walk():
                if below.role == "body":
                    below.role = "definition"


def parse_act(
    source: Source,
    blocks: Iterable[Block],
    dialect: str,
    *,
    act: Act | None = None,
    title: str = "",
    version: str | None = None,
    consolidated: bool = False,
    part: str = "",
    total: int | None = None,
    findings: Iterable[Finding] = (),
) -> ParsedDocument:
    """The document that the blocks make.

    `version` is the date of publication or consolidation; `part` names the annex that a file of its own holds; `total` counts
    the source's characters where they can be told apart. Raises Unreadable (I008, I011).
    """
    listed = list(blocks)
    builder = ActBuilder()
    root = builder.build(listed)
    counted = sum(count_characters(b.text) + count_characters(b.marker) for b in listed if b.part != "mark")
    counted = max(counted, total) if total is not None else counted
    if not counted:
        raise Unreadable(finding("I008", source.name, "no paragraph was found"))
    lang = language_of(" ".join(b.text for b in listed[:400])[:20000])
    if lang not in {"en", "unknown"}:
        raise Unreadable(finding("I011", source.name, lang))
    if not title:
        title = collapse(" ".join(b.text for b in listed if b.part == "title")[:600].split(" ANNEX")[0])
    act = act or act_from_title(title)
    if act is None and not any(b.part in {"article", "annex"} for b in listed):
        raise Unreadable(finding("I008", source.name, "no title of an act and no article"))
    title = sentence_case(title)
    found = list(findings)
    if version is None:
        found.append(finding("I014", source.name))
    mark_definitions(root)
    short = act.short if act else collapse(title)[:60]
    work = act.work if act else "EU:" + re.sub(r"\W+", "-", collapse(title)[:60]).strip("-")
    if part:
        work = f"{work}-{part.replace(' ', '-')}"
    root.label = short
    date = version
    key = f"{work}@{date}" if date else work
    provisions = grow(root, Frame(key, work, date, "EU", "en", date, None), cite)
    held = characters(provisions)
    if consolidated:
        marks = Counter(re.sub(r"[▼►◄\s—-]", "", text) for text, _ in builder.marks)
        marks.pop("", None)
        if marks:
            detail = ", ".join(f"{mark} {count}" for mark, count in sorted(marks.items()))
            found.append(finding("I060", source.name, sum(marks.values()), detail))
    if held < counted:
        found.append(finding("I010", source.name, counted - held))
    document = Document(
        id=key,
        jurisdiction="EU",
        title=f"{title}" if short in title else f"{short} {title}".strip(),
        kind="annex" if part else "regulation",
        binding=True,
        lang="en",
        source=source.name,
        sha256=source.sha256,
        authority="EC",
        number=short,
        valid_from=date,
        dialect=dialect,
        characters_in=counted,
        characters_out=min(held, counted),
        work=work,
    )
    return ParsedDocument(document, provisions, tuple(found))


def role_of(text: str) -> ProvisionRole:
    return "body" if text else "heading"
