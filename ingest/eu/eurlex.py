"""EUR-Lex web pages of acts: the Official Journal edition and consolidated texts, in every layout."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.eu.blocks import Block
from ingest.eu.document import parse_act
from ingest.eu.xhtml import blocks, page, visible
from ingest.source import Dialect, Source
from kg.records import ParsedDocument
from kg.text import count_characters

_CLASSES = re.compile(r'class=["\'](?:oj-)?(?:doc-ti|ti-art|title-article-norm|title-doc-first|hd-oj|hd-uniq|hd-date)\b')
_OJ_DATE = re.compile(r"\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b")


def recognises(source: Source) -> bool:
    return "<" in source.head[:200] and b"<html" in source.data[:4096].lower() and bool(_CLASSES.search(source.text[:200_000]))


def _published(found: list[Block]) -> str | None:
    """The Official Journal's date in its page head: 5.5.2017."""
    for block in found[:12]:
        if block.part in {"meta", "row", "title"} and (date := _OJ_DATE.search(block.text)) and block.part != "title":
            day, month, year = date.groups()
            return f"{int(year):04d}-{int(month):02d}-{int(day):02d}"
    return None


def parse(source: Source) -> Iterator[ParsedDocument]:
    root = page(source)
    listed = [_in_head(block) for block in blocks(root)]
    marks = sum(count_characters(block.text) for block in listed if block.part == "mark")
    consolidated = marks > 0
    total = visible(root) - marks
    yield parse_act(source, listed, "eur-lex-xhtml", version=_published(listed), consolidated=consolidated, total=total)


def _in_head(block: Block) -> Block:
    """A row of the page head ("5.5.2017 EN Official Journal of the European Union L 117/1") is no table of the act."""
    if block.part == "row" and "Official Journal" in block.text:
        return Block("meta", block.text)
    return block


DIALECT = Dialect("eur-lex-xhtml", recognises, parse)
