"""Markdown with Chinese law: LawRefBook (INFO END), just-laws (bold 第X条), china-law-db and docmcp (YAML front matter)."""

from __future__ import annotations

import re

from ingest.cn.lines import Line, Page, tidy

_FRONT_MATTER = re.compile(r"\A\s*---\s*\n(?P<yaml>.*?)\n---\s*(?:\n|\Z)", re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_IMAGE = re.compile(r"!\[[^\]\n]*\]\([^)\n]*\)")
_LINK = re.compile(r"\[([^\]\n]*)\]\(<?([^)\n>]*)>?\)")
_HEADING = re.compile(r"^(#{1,6})\s*(.*?)\s*#*$")
_BULLET = re.compile(r"^(?:[*+]|-(?!-))\s+(?=\S)")
_BOLD = re.compile(r"\*{2,}|__")
_RULE = re.compile(r"^(?:[-*_]\s*){3,}$")
_DELIMITER = re.compile(r"^\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?$")
_TAG = re.compile(r"</?(?:br|p|div|span|font|strong|b|em|i|u|sup|sub|a|center|img)\b[^>\n]*>", re.IGNORECASE)
_EMPHASIS = re.compile(r"(?<![\w*])\*(?=\S)([^*\n]+?)(?<=\S)\*(?![\w*])")
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+\-.!>~|])")
_KEY = re.compile(r"^(?P<indent>\s*)(?P<key>[a-z_]+):\s*(?P<value>.*)$")


def read_markdown(text: str) -> Page:
    """The lines of a Markdown text. Front matter is metadata: its title and dates are kept as stated, not as text."""
    stated = {}
    found = _FRONT_MATTER.match(text)
    if found:
        stated = _front_matter(found["yaml"])
        text = text[found.end() :]
    text = _COMMENT.sub("\n", text)
    lines: list[Line] = []
    table: list[str] | None = None
    raws = text.split("\n")
    attachments: list[str] = []
    for i, raw in enumerate(raws):
        follows_delimiter = i + 1 < len(raws) and bool(_DELIMITER.match(raws[i + 1].strip())) and "|" in raw
        if (_DELIMITER.match(raw.strip()) and "-|-" in raw.replace(" ", "")) or (
            table is not None and _DELIMITER.match(raw.strip())
        ):
            continue
        if follows_delimiter:
            table = []
        if table is not None and "|" in raw:
            line = _row(raw)
            if line:
                lines.append(line)
            continue
        if not raw.strip():
            table = None
            continue
        if table is not None and raw.rstrip("\n").endswith("  "):
            lines.append(_row(raw) or Line(""))
            continue
        table = None
        attachments.extend(
            m.group(2) for m in _LINK.finditer(raw) if re.search(r"\.(?:docx?|pdf|xlsx?|wps)$", m.group(2), re.I)
        )
        lines.extend(_paragraph(raw))
    return Page(
        tuple(line for line in lines if line.text),
        stated_title=stated.get("title", "") or stated.get("zh", ""),
        stated_date=stated.get("publish_date", ""),
        attachments=tuple(attachments),
    )


def _front_matter(yaml: str) -> dict[str, str]:
    out: dict[str, str] = {}
    for line in yaml.split("\n"):
        found = _KEY.match(line)
        if found and found["value"].strip():
            out.setdefault(found["key"], found["value"].strip().strip("\"'"))
    return out


def _inline(raw: str) -> str:
    text = _LINK.sub(r"\1", _IMAGE.sub("", raw))
    text = _TAG.sub("", text).replace("&nbsp;", " ").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    text = _BOLD.sub("", text)
    return tidy(_ESCAPED.sub(r"\1", _EMPHASIS.sub(r"\1", text)))


def _row(raw: str) -> Line | None:
    cells = tuple(_inline(cell) for cell in raw.strip().strip("|").split("|"))
    text = " ".join(cell for cell in cells if cell)
    return Line(text, cells=cells) if text else None


def _paragraph(raw: str) -> list[Line]:
    stripped = raw.strip(" \t\u3000\u00a0\r")
    if not stripped or _RULE.match(stripped):
        return []
    depth = 0
    found = _HEADING.match(stripped)
    if found:
        depth, stripped = len(found[1]), found[2]
    bullet = bool(_BULLET.match(stripped))
    stripped = _BULLET.sub("", stripped.removeprefix("> "))
    pieces = re.split(r"<br\s*/?>", stripped, flags=re.IGNORECASE)
    return [Line(text, heading=depth, bullet=bullet) for text in map(_inline, pieces) if text]
