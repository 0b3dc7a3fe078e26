"""eCFR bulk XML that xml2js made JSON of: attributes under `$`, text under `_`, children by name.

The conversion loses the order of mixed content: the italic words of a paragraph stand beside its text, not in it, and tables
and notes stand apart from the paragraphs that they belong to. Two blanks in a row (or one at the head) show where words were
lifted out; where there are as many of these as words, the words go back. Else they go behind the text, and I023 counts such
paragraphs, so that nobody takes the text for verbatim.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from ingest.source import Source, Unreadable
from ingest.us.node import Node
from ingest.us.part import PART_HEAD, SECTION_HEAD, SUBPART_HEAD, PartHead, finish_part, reserved_or, split_head, version_date
from ingest.us.section import Block, attached, fill_section
from kg.findings import finding
from kg.records import Finding, ParsedDocument

_RECOGNISED = re.compile(r"\"\$\"\s*:\s*\{\s*\"N\"")
_GAP = re.compile(r"^ +(?=\S)|(?<=\S)  +(?=\S)")  # where the words of an <I> stood
_KINDS = {"CITA": "history", "AUTH": "authority", "SOURCE": "source", "SECAUTH": "authority", "APPRO": "meta"}
_PARAGRAPHS = frozenset({"P", "P1", "P2"})
_FLUSH = frozenset({"FP", "FP-1", "FP-2", "FP1-2"})


def recognises(source: Source) -> bool:
    return source.head.lstrip("\ufeff \r\n\t").startswith("{") and _RECOGNISED.search(source.head) is not None


def parse(source: Source) -> Iterator[ParsedDocument]:
    try:
        top = json.loads(source.text)
    except ValueError as error:
        raise Unreadable(finding("I019", source.name, error)) from None
    content = top.get("content", top) if isinstance(top, dict) else {}
    parts = list(_named(content, "DIV5"))
    if not parts:
        raise Unreadable(finding("I008", source.name, "it holds no part"))
    attributes = content.get("$", {})
    title = str(attributes.get("NODE", "")).split(":")[0]
    chapter = str(attributes.get("N", "")) if attributes.get("TYPE") == "CHAPTER" else ""
    for part in parts:
        yield _part(part, source, title, chapter)


def _named(value: Any, name: str) -> Iterator[dict[str, Any]]:
    """Every object under the key `name`, at any depth, in order."""
    if isinstance(value, dict):
        for key, below in value.items():
            if key == name and isinstance(below, list):
                yield from (item for item in below if isinstance(item, dict))
            elif key != "$":
                yield from _named(below, name)
    elif isinstance(value, list):
        for item in value:
            yield from _named(item, name)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
    elif isinstance(value, dict):
        for key, below in value.items():
            if key != "$":
                yield from _strings(below)


def _text(value: Any) -> str:
    """An element's own text, then what was lifted out of it, in brackets."""
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, list):
        return " ".join(filter(None, map(_text, value)))
    own = str(value.get("_", ""))
    restored = _restored(value)
    if restored is not None:
        return " ".join(restored.split())
    lifted = [_text(below) for key, below in value.items() if key not in ("_", "$")]
    return " ".join(filter(None, [" ".join(own.split()), *lifted]))


def _restored(value: dict[str, Any]) -> str | None:
    """The text with its italic words at the gaps that they left; None where gaps and words don't match."""
    words = value.get("I", [])
    if not isinstance(value.get("_"), str) or not isinstance(words, list):
        return None
    if set(value) - {"_", "$"} != {"I"} or not all(isinstance(word, str) for word in words):
        return None
    gaps = list(_GAP.finditer(value["_"].rstrip()))
    if len(gaps) != len(words):
        return None
    out, position = "", 0
    for gap, word in zip(gaps, words, strict=True):
        out += f"{value['_'][position : gap.start()]} {word} "
        position = gap.end()
    return out + str(value["_"])[position:]


def _items(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _part(part: dict[str, Any], source: Source, title: str, chapter: str) -> ParsedDocument:
    number = str(part.get("$", {}).get("N", "?")).removeprefix("PART ").strip()
    marker, heading = split_head(PART_HEAD, _text(part.get("HEAD", "")))
    root = Node(f"Part {number}", "part", marker=marker, heading=heading, role=reserved_or(heading, "heading"))
    findings: list[Finding] = []
    _fill(root, part, number)
    lifted = sum(
        bool(value.get("_", "").split()) and len(value) > 1 and _restored(value) is None for value in _named(part, "P")
    )
    if lifted:
        findings.append(finding("I023", source.name, lifted, place=f"part {number}"))
    facts = PartHead(title, number, heading, chapter, version_date(source.name), "ecfr-xml2js")
    return finish_part(source, facts, root, "\n".join(_strings(part)), findings)


def _fill(node: Node, element: dict[str, Any], part: str) -> None:
    for key, value in element.items():
        if key in ("$", "HEAD"):
            continue
        for item in _items(value):
            if key == "DIV8":
                node.children.append(_section(item))
            elif key == "DIV6":
                marker, heading = split_head(SUBPART_HEAD, _text(item.get("HEAD", "")))
                letter = str(item.get("$", {}).get("N", "?")).removeprefix("Subpart ").strip()
                role = reserved_or(heading, "heading")
                below = Node(
                    f"Subpart {letter}", "subpart", f"part {part} subpart {letter}", marker=marker, heading=heading, role=role
                )
                _fill(below, item, part)
                node.children.append(below)
            elif key == "DIV7":
                node.children.append(
                    Node("", "subject-group", heading=_text(item.get("HEAD", "")), role="heading", attached=True)
                )
                _fill(node, item, part)
            elif key == "DIV9":
                name = str(item.get("$", {}).get("N", "Appendix")).strip()
                appendix = Node(name, "appendix", name, heading=_text(item.get("HEAD", "")))
                fill_section(appendix, _blocks(item), italics_known=False)
                node.children.append(appendix)
            elif _text(item):
                node.children.append(attached(_KINDS.get(key, "note"), _text(item)))


def _section(item: dict[str, Any]) -> Node:
    number = str(item.get("$", {}).get("N", "")).lstrip("§ ").strip()
    marker, heading = split_head(SECTION_HEAD, _text(item.get("HEAD", "")))
    node = Node(f"§ {number}", "section", number, marker=marker, heading=heading)
    if heading.rstrip(". ").endswith("[Reserved]"):
        node.role = "reserved"
    fill_section(node, _blocks(item), italics_known=False)
    return node


def _blocks(element: dict[str, Any]) -> Iterator[Block]:
    for key, value in element.items():
        if key in ("$", "HEAD"):
            continue
        for item in _items(value):
            text = _text(item)
            if text:
                kind = "p" if key in _PARAGRAPHS else "flush" if key in _FLUSH else _KINDS.get(key, "note")
                yield Block(kind, text)
