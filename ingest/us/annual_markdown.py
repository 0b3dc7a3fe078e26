"""Markdown made from the annual CFR XML, one part a file: headings for part, subpart and section, paragraphs by blank lines.

Italics are `*...*`. Line breaks within a paragraph follow the XML's own and mean nothing. The head says which part it is; a
part whose title says "(EFF. 2-2-26)" is the text that comes into force on that day.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ingest.source import Source, Unreadable
from ingest.us.front_matter import split_front_matter
from ingest.us.node import Node
from ingest.us.part import PART_HEAD, SUBPART_HEAD, PartHead, finish_part, reserved_or, split_head
from ingest.us.section import Block, attached, fill_section
from ingest.us.segments import ITALIC_OFF, ITALIC_ON, plain
from kg.findings import finding
from kg.records import Finding, ParsedDocument

_HEADING = re.compile(r"^(#{1,6}) +(.*)$")
_SECTION = re.compile(r"(§§?\s*[\d.]+[a-z]?(?:[–-][\d.]+)?)\s*(.*)", re.DOTALL)
_STAR_ITALIC = re.compile(r"(?<![\w*])\*(?![\s*])([^*]+?)(?<!\s)\*(?![\w*])")
_SUBPART_WORD = re.compile(r"^subparts?", re.IGNORECASE)
_EFFECTIVE = re.compile(r"\(EFF\.? (\d{1,2})-(\d{1,2})-(\d{2,4})\)", re.IGNORECASE)
_EDITION = re.compile(r"CFR-(\d{4})-title(\d+)")
_NOTES = {"authority": "authority", "source": "source", "citation": "history"}
# Volumes are revised by quarter of the year: titles 1-16 on January 1, 17-27 on April 1, 28-41 on July 1, 42-50 on October 1.
_REVISED = ((16, "01-01"), (27, "04-01"), (41, "07-01"), (50, "10-01"))


def recognises(source: Source) -> bool:
    head = source.head.lstrip("\ufeff")
    return (
        head.startswith("---") and re.search(r"instrument:\s*[\"']?\d+ CFR", head[:1500]) is not None and "chunk_type" in head
    )


def parse(source: Source) -> Iterator[ParsedDocument]:
    keys, body = split_front_matter(source.text)
    title = (keys.get("instrument", "").split() or [""])[0]
    number = keys.get("chunk_id", "").removeprefix("Part ").strip()
    if not number or not body.strip():
        raise Unreadable(finding("I008", source.name, "it holds no part"))
    findings: list[Finding] = []
    root = Node(f"Part {number}", "part", role="heading")
    _fill(root, _rejoined(_blocks(body)), number, findings, source.name)
    raw = _bare(body)
    chapter = re.search(r"Chapter ([IVX]+)", keys.get("title", ""))
    date = _date(keys, root.heading)
    facts = PartHead(title, number, root.heading, chapter.group(1) if chapter else "", date, "cfr-annual-markdown")
    yield finish_part(source, facts, root, raw, findings)


def _date(keys: dict[str, str], heading: str) -> str | None:
    """The day that the title says the text takes effect, else the day as of which the edition was revised."""
    effective = _EFFECTIVE.search(heading)
    if effective:
        month, day, year = effective.groups()
        return f"{int(year) + (2000 if len(year) == 2 else 0)}-{int(month):02d}-{int(day):02d}"
    edition = _EDITION.search(keys.get("source_file", ""))
    if edition is None:
        return None
    day_of_year = next((day for last, day in _REVISED if int(edition.group(2)) <= last), "10-01")
    return f"{edition.group(1)}-{day_of_year}"


def _bare(body: str) -> str:
    """The text without the signs of Markdown, for counting: heading signs, quote signs, italics, table rules."""
    # Paragraph by paragraph, so that a lone asterisk pairs with none in another paragraph.
    return "\n".join(_bare_chunk(chunk) for chunk in re.split(r"\n\s*\n", body))


def _table_lines(text: str) -> list[str]:
    """The rows of a Markdown table without its rule; a line that begins without a bar goes on with the row above."""
    lines = re.sub(r"\n\s*(?!\s*\|)", " ", text).splitlines()
    return [line.strip() for line in lines if line.strip("|-: ")]


def _bare_chunk(chunk: str) -> str:
    if chunk.lstrip().startswith("|"):
        rows = "\n".join(_table_lines(_italics(chunk.strip()))).replace("|", "")
        return rows.replace(ITALIC_ON, "").replace(ITALIC_OFF, "")
    lines = []
    for line in chunk.splitlines():
        heading = _HEADING.match(line.strip())
        text = heading.group(2) if heading else line.lstrip()
        lines.append(re.sub(r"^> ?", "", text))
    return _italics("\n".join(lines)).replace(ITALIC_ON, "").replace(ITALIC_OFF, "")


def _italics(text: str) -> str:
    return _STAR_ITALIC.sub(rf"{ITALIC_ON}\1{ITALIC_OFF}", text)


def _blocks(body: str) -> Iterator[tuple[int, str]]:
    """(heading level or 0, text) of each paragraph; table rows stay lines of one block."""
    for chunk in re.split(r"\n\s*\n", body):
        lines = [line.strip() for line in chunk.splitlines() if line.strip()]
        paragraph: list[str] = []
        for line in lines:
            heading = _HEADING.match(line)
            if heading:
                if paragraph:
                    yield 0, "\n".join(paragraph)
                    paragraph = []
                yield len(heading.group(1)), heading.group(2).strip()
            else:
                paragraph.append(line)
        if paragraph:
            yield 0, "\n".join(paragraph)


def _rejoined(blocks: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    """Paragraphs that a page break cut in two are one again: the first half has no end, the second no beginning."""
    out: list[tuple[int, str]] = []
    for level, text in blocks:
        if (
            out
            and not level
            and not out[-1][0]
            and text[0].islower()
            and out[-1][1][-1] not in ".:;—|"
            and out[-1][1][0] != ">"
        ):
            out[-1] = (0, f"{out[-1][1]}\n{text}")
        else:
            out.append((level, text))
    return out


def _fill(root: Node, blocks: list[tuple[int, str]], number: str, findings: list[Finding], file: str) -> None:
    holder, section, pending = root, None, list[Block]()
    note = ""  # the kind of note whose heading was just read
    # Text that comes into force later is printed after an effective-date note under numbers that stand already: of a
    # "section" until the next new number, of the "part" to the end. It is kept as notes; it is not the law of this version.
    seen: set[str] = set()
    later = ""

    def close() -> None:
        if section is not None and section.attached:
            lines = [plain(block.text) or "\n".join("\t".join(row) for row in block.rows) for block in pending]
            section.text = "\n".join(line for line in lines if line)
        elif section is not None:
            fill_section(section, pending)
        pending.clear()

    for level, text in blocks:
        if level and text.startswith("§"):
            close()
            marker, heading = split_head(_SECTION, plain(_italics(text)))
            name = "".join(marker.lstrip("§").split()) or heading
            if later or name in seen:
                later = later or "section"
                later = "" if later == "section" and name not in seen else later
            if later:
                section = Node(name, "note", marker=marker, heading=heading, role="note", attached=True)
                holder.children.append(section)
                continue
            seen.add(name)
            section = Node(f"§ {name}", "section", name, marker=marker, heading=heading)
            if heading.rstrip(". ").endswith("[Reserved]"):
                section.role = "reserved"
            holder.children.append(section)
            note = ""
        elif level and SUBPART_HEAD.match(text):
            close()
            marker, heading = split_head(SUBPART_HEAD, plain(_italics(text)))
            letter = _SUBPART_WORD.sub("", marker).strip(" —–-")
            if any(child.label == f"Subpart {letter}" for child in root.children):
                later = "part"
            if later:
                holder, section, note = (
                    Node(f"later Subpart {letter}", "note", heading=f"{marker}{heading}", role="note", attached=True),
                    None,
                    "",
                )
                root.children.append(holder)
                continue
            role = reserved_or(heading, "heading")
            holder = Node(
                f"Subpart {letter}", "subpart", f"part {number} subpart {letter}", marker=marker, heading=heading, role=role
            )
            root.children.append(holder)
            section, note = None, ""
        elif level and PART_HEAD.match(text) and not root.marker:
            root.marker, root.heading = split_head(PART_HEAD, plain(_italics(text)))
        else:
            kind = text.rstrip(":").lower()
            if level:
                note = _NOTES.get(kind, "note" if "note" in kind else "heading")
            block = _block(level, text, note)
            if level == 0 or note == "heading":
                note = ""
            if section is not None:
                pending.append(block)
            elif block.rows:
                fill_section(holder, [block])
            else:
                kind = block.kind if block.kind not in ("p", "flush") else "note"
                holder.children.append(attached(kind, plain(block.text)))
    close()


def _block(level: int, text: str, note: str) -> Block:
    if text.startswith("> "):
        quoted = re.sub(r"^> ?", "", text, flags=re.MULTILINE)
        label = quoted.split(":", 1)[0].lower()
        return Block(_NOTES.get(label, "note"), plain(" ".join(_italics(quoted).split())))
    if text.startswith("|"):
        lines = _table_lines(_italics(text))
        rows = [[plain(" ".join(cell.split())) for cell in line.strip("| ").split("|")] for line in lines]
        return Block("table", "", rows)
    running = " ".join(_italics(text).split())
    if level or note:
        return Block(note or "heading", plain(running))
    return Block("p", running)
