"""Federal Register XML, a day's issue (FEDREG): each rule, proposed rule and notice is a document of its own.

What a rule says before its amendments explains and does not bind; its amendments (REGTEXT) quote the text that the Code will
have, and count here as notes, so that nothing is demanded twice. Headings nest by HD1, HD2, HD3.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from lxml import etree

from ingest.source import Source, Unreadable
from ingest.us.blocks import block_of
from ingest.us.inline import lines_of, plain_text
from ingest.us.node import Identity, Node, Provisions, count
from ingest.us.part import version_date, written_date
from ingest.us.section import attached
from kg.findings import finding
from kg.records import Document, Finding, ParsedDocument

_RECOGNISED = re.compile(r"<FEDREG[\s>]")
_KINDS: dict[str, Literal["rule", "notice"]] = {"RULE": "rule", "PRORULE": "notice", "NOTICE": "notice", "PRESDOCU": "notice"}
_NUMBER = re.compile(r"FR Doc\.?\s*([\w–-]+)")
_WRAPPERS = frozenset(
    {
        "PREAMB",
        "SUPLINF",
        "SUM",
        "DATES",
        "ADD",
        "FURINF",
        "ACT",
        "AGY",
        "EFFDATE",
        "PRIACT",
        "PREAMHD",
        "LSTSUB",
        "SIG",
        "HRULE",
    }
)
_AMENDING = frozenset({"REGTEXT", "AMDPAR", "PART", "SECTION", "SUBPART", "AUTH"})
_LEVELS = {"HED": 0, "HD1": 0, "HD2": 1, "HD3": 2, "HD4": 3, "HD5": 4, "HD6": 5}


def recognises(source: Source) -> bool:
    return _RECOGNISED.search(source.head) is not None


def parse(source: Source) -> Iterator[ParsedDocument]:
    root = source.xml()
    date = version_date(source.name, root.findtext("DATE") or "") or written_date(root.findtext("DATE") or "")
    documents = [element for element in root.iter(*_KINDS) if element.find(".//FRDOC") is not None]
    if not documents:
        raise Unreadable(finding("I008", source.name, "it holds no rule and no notice"))
    seen: dict[str, int] = {}
    for element in documents:
        found = _NUMBER.search("".join(plain_text(line) for line in element.iter("FRDOC")))
        number = (found.group(1) if found else "?").replace("–", "-")
        seen[number] = seen.get(number, 0) + 1
        yield _document(element, source, number if seen[number] == 1 else f"{number}-{seen[number]}", date)


def _document(element: etree._Element, source: Source, number: str, date: str | None) -> ParsedDocument:
    subject = element.find(".//SUBJECT")
    title = plain_text(subject) if subject is not None else f"FR Doc. {number}"
    root = Node(f"FR Doc. {number}", "document", role="heading")
    findings: list[Finding] = [] if date else [finding("I014", source.name)]
    _walk(root, [root], element, findings, source.name)
    work = f"US:FR{number}"
    identity = Identity(f"{work}@{date or 'undated'}", "US:", "", date)
    provisions = Provisions(identity)
    provisions.add(root, f"FR Doc. {number}")
    raw = str(etree.tostring(element, method="text", encoding="unicode", with_tail=False))
    characters_in, characters_out = count(raw), root.characters()
    if characters_out < characters_in:
        findings.append(finding("I010", source.name, characters_in - characters_out, place=number))
    agency = element.find(".//SUBAGY") if element.find(".//SUBAGY") is not None else element.find(".//AGENCY")
    kind = _KINDS[str(element.tag)]
    return ParsedDocument(
        Document(
            id=identity.document,
            jurisdiction="US",
            title=title,
            kind=kind,
            binding=kind == "rule",
            lang="en",
            source=source.name,
            sha256=source.sha256,
            authority="FDA" if agency is not None and "food and drug" in plain_text(agency).lower() else None,
            number=f"FR Doc. {number}",
            valid_from=date,
            dialect="federal-register",
            characters_in=characters_in,
            characters_out=characters_out,
            work=work,
        ),
        tuple(provisions.out),
        tuple(findings),
    )


def _walk(root: Node, line: list[Node], element: etree._Element, findings: list[Finding], file: str) -> None:
    """Adds an element's content below the last heading of `line`, the open headings from the root down."""
    if element.text and not element.text.isspace():
        _add(line[-1], " ".join(element.text.split()))
    for child in element:
        tag = child.tag
        if not isinstance(tag, str):
            pass
        elif tag == "HD":
            depth = min(_LEVELS.get(child.get("SOURCE", "HD1"), 0), len(line) - 1)
            del line[depth + 1 :]
            holder = line[-1]
            number = 1 + sum(not c.attached and c.level == "section" for c in holder.children)
            node = Node(plain_text(child) or str(number), "section", f"(§{number})", heading=plain_text(child), role="heading")
            holder.children.append(node)
            line.append(node)
        elif tag in _AMENDING:
            if plain_text(child):
                line[-1].children.append(attached("note", lines_of(child)))
        elif tag in ("P", "FP"):
            _add(line[-1], plain_text(child))
        elif tag in _WRAPPERS or child.find("HD") is not None:
            _walk(root, line, child, findings, file)
        else:
            block = block_of(child, findings, file, "")
            if block.rows:
                rows = "\n".join("\t".join(row) for row in block.rows)
                line[-1].children.append(attached("table", f"{block.text}\n{rows}".strip()))
            elif block.text:
                line[-1].children.append(attached("note" if block.kind in ("p", "flush") else block.kind, block.text))
        if child.tail and not child.tail.isspace():
            _add(line[-1], " ".join(child.tail.split()))


def _add(holder: Node, text: str) -> None:
    if holder.level == "document":
        holder.children.append(attached("note", text))
    elif text:
        number = 1 + sum(child.level == "paragraph" for child in holder.children)
        holder.children.append(Node(f"¶{number}", "paragraph", f"(¶{number})", text=text))
