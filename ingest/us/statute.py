"""The FD&C Act as sections of the U.S. Code in Markdown, one section a file.

Below the section the Code's outline is (a)(1)(A)(i)(I)(aa); headings of the Markdown carry a marker with its heading, and text
without a marker belongs to the marker above it. After the text come the source credit and the Code's editorial and statutory
notes, which are kept as notes. The edition has a year and no day, so the version's date is not known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.source import Source, Unreadable
from ingest.us.front_matter import split_front_matter
from ingest.us.node import Identity, Node, Provisions, count
from ingest.us.section import Block, attached, fill_section
from ingest.us.segments import ITALIC_OFF, ITALIC_ON
from kg.findings import finding
from kg.records import Document, Finding, ParsedDocument

_HEADING = re.compile(r"^\s*(#{1,6}) +(.*)$")
_SECTION = re.compile(r"^\[?§\s?(\S+?)\.\s*(.*?)\]?$", re.DOTALL)
_CHUNK = re.compile(r"(\d+) U\.S\.C\. §§? ?(\S+)")
_CREDIT = re.compile(r"^(?:> )?(?:Source: )?\(?(?:June 25, 1938|[A-Z][a-z]+\.? \d{1,2}, \d{4}, ch\.|Pub\. L\. \d+)")
_ACT_SECTION = re.compile(r"§\s?(\d{3,4}[A-Za-z]{0,3}(?:[–-]\d+[A-Z]?)?)")
_NOTES = re.compile(
    r"^\**(?:Editorial Notes|Statutory Notes and Related Subsidiaries|Executive Documents|References in Text|Codification"
    r"|Amendments|Effective Date|Short Title|Prior Provisions|Construction|Regulations|Transfer of Functions|Savings)"
)
_FOOTNOTE = re.compile(r"^\s*\[?(\d{1,2})\]? So in original")


def recognises(source: Source) -> bool:
    head = source.head.lstrip("\ufeff")
    return head.startswith("---") and "chunk_type" in head and _CHUNK.search(head[:1500]) is not None


def parse(source: Source) -> Iterator[ParsedDocument]:
    keys, body = split_front_matter(source.text)
    cited = _CHUNK.search(keys.get("chunk_id", ""))
    if cited is None or not body.strip():
        raise Unreadable(finding("I008", source.name, "it holds no section"))
    title, number = cited.groups()
    edition = re.search(r"USCODE-(\d{4})", keys.get("source_file", ""))
    version = edition.group(1) if edition else "undated"
    root, credit = _section(body, number, keys.get("chunk_title", ""))
    act = _ACT_SECTION.search(credit)
    work = f"US:{title}USC{number}"
    identity = Identity(f"{work}@{version}", f"US:{title}USC", f"{title} U.S.C. ", None, version)
    provisions = Provisions(identity)
    provisions.add(root, number)
    raw = re.sub(r"^\s*#{1,6} ", "", body, flags=re.MULTILINE)
    characters_in, characters_out = count(raw), root.characters()
    findings: list[Finding] = []
    if edition is None:
        findings.append(finding("I014", source.name))
    if characters_out < characters_in:
        findings.append(finding("I010", source.name, characters_in - characters_out))
    findings.extend(finding("I022", source.name, f"{title} U.S.C. {cite}", place=cite) for cite in provisions.repeated)
    name = keys.get("title") or "Federal Food, Drug, and Cosmetic Act"
    own = f"{name} § {act.group(1)} ({title} U.S.C. {number})" if act else f"{title} U.S.C. {number}"
    yield ParsedDocument(
        Document(
            id=identity.document,
            jurisdiction="US",
            title=f"{own} — {root.heading.rstrip('.')}" if root.heading else own,
            kind="statute",
            binding=True,
            lang="en",
            source=source.name,
            sha256=source.sha256,
            number=f"FD&C Act {act.group(1)}" if act else f"{title} U.S.C. {number}",
            dialect="usc-markdown",
            characters_in=characters_in,
            characters_out=characters_out,
            work=work,
        ),
        tuple(provisions.out),
        tuple(findings),
    )


def _section(body: str, number: str, heading: str) -> tuple[Node, str]:
    """The section's tree and its source credit."""
    root = Node(f"§ {number}", "section", number, heading=heading)
    blocks: list[Block] = []
    credit, in_notes = "", False
    notes: list[tuple[str, list[str]]] = []
    for level, text in _paragraphs(body):
        section = _SECTION.match(text) if level and not root.marker else None
        if section:
            root.marker = text[: section.start(2)].strip() if section.group(2) else text
            root.heading = text[section.start(2) :].strip() if section.group(2) else ""
        elif in_notes or (level and _NOTES.match(text)):
            in_notes = True
            if level:
                notes.append((text, []))
            else:
                notes[-1][1].append(text)
        elif not level and _CREDIT.match(text):
            credit = credit or text
            blocks.append(Block("history", text))
        elif _FOOTNOTE.match(text):
            blocks.append(Block("footnote", text))
        elif level:
            marker = re.match(r"(?:\([0-9A-Za-z]{1,5}\) ?)+", text)
            head = text[marker.end() :] if marker else text
            italic = f"{ITALIC_ON}{head}{ITALIC_OFF}" if head and marker else head
            blocks.append(Block("p", f"{marker.group()}{italic}") if marker else Block("heading", text))
        else:
            blocks.append(Block("p", text))
    fill_section(root, blocks, scheme="statute")
    for title, lines in notes:
        root.children.append(attached("note", "\n".join([title, *lines])))
    return root, credit


def _paragraphs(body: str) -> Iterator[tuple[int, str]]:
    for chunk in re.split(r"\n\s*\n", body):
        text: list[str] = []
        for line in chunk.splitlines():
            heading = _HEADING.match(line)
            if heading:
                if text:
                    yield 0, " ".join(text)
                    text = []
                yield len(heading.group(1)), " ".join(heading.group(2).split())
            elif line.strip():
                text.append(" ".join(line.split()))
        if text:
            yield 0, " ".join(text)
