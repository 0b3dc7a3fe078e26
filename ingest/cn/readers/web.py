"""HTML pages of npc.gov.cn, gov.cn, samr.gov.cn, nmpa.gov.cn and others: the element that holds the text, by content."""

from __future__ import annotations

import re

from lxml import html as lxml_html
from lxml.html import HtmlElement

from ingest.cn.lines import Line, Page, tidy

_DROP = re.compile(r"(?is)<(script|style|noscript)\b.*?</\1\s*>|<!--.*?-->|<\?.*?\?>|<!\[.*?\]>")
_FRAME = re.compile(r"(?i)</?(?:html|body)\b[^>]*>")
_TITLE = re.compile(r"(?is)<title[^>]*>(.*?)</title>")
_NAMED = re.compile(r"""(?is)<meta\s[^>]*name=["'](?:ArticleTitle|title)["'][^>]*content=["']([^"']*)["']""")
_TAG = re.compile(r"<[^<>]*>")
_HAN = re.compile(r"[\u3400-\u9fff]")
_BLOCKS = frozenset(
    [
        "p",
        "div",
        "li",
        "tr",
        "td",
        "th",
        "table",
        "tbody",
        "thead",
        "ul",
        "ol",
        "section",
        "article",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "blockquote",
        "center",
        "dd",
        "dt",
        "dl",
        "form",
        "header",
        "footer",
        "nav",
        "main",
    ]
)
_HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
_CENTRED = re.compile(r"text-align\s*:\s*center|align=.?center", re.IGNORECASE)
_WORD_FILE = re.compile(r"\.(?:docx?|wps|pdf|xlsx?)(?:$|\?)", re.IGNORECASE)


def read_web(text: str) -> Page:
    """The lines of the page's text: of the element whose own paragraphs hold most Chinese characters."""
    title = _NAMED.search(text) or _TITLE.search(text)
    cleaned = _FRAME.sub("", _DROP.sub("", text))
    root = lxml_html.document_fromstring(f"<html><body>{cleaned}</body></html>")
    holder = _holder(root)
    if holder is None:
        return Page((), stated_title=_stated(title.group(1)) if title else "")
    lines = [line for line in _lines(holder) if line.text]
    unread = max(0, len(_HAN.findall(_TAG.sub("", cleaned))) - len(_HAN.findall("".join(str(t) for t in root.itertext()))))
    attachments = tuple(a.get("href", "") for a in holder.iter("a") if _WORD_FILE.search(a.get("href", "")))
    return Page(tuple(lines), unread=unread, stated_title=_stated(title.group(1)) if title else "", attachments=attachments)


def _stated(title: str) -> str:
    return re.split(r"[_|]|-{1,2}(?=[\u3400-\u9fff]*(?:网|政府|局|部)$)", tidy(title))[0].strip()


def _is_block(element: HtmlElement) -> bool:
    return isinstance(element.tag, str) and element.tag in _BLOCKS


def _own_han(element: HtmlElement) -> int:
    """Chinese characters of the paragraphs that stand directly in `element`."""
    total = len(_HAN.findall(element.text or ""))
    for child in element:
        total += len(_HAN.findall(child.tail or ""))
        if not isinstance(child.tag, str) or child.tag in ("ul", "ol", "table", "nav", "footer", "header"):
            continue
        if not any(_is_block(below) for below in child.iterdescendants()):
            total += len(_HAN.findall(child.text_content()))
    return total


def _holder(root: HtmlElement) -> HtmlElement | None:
    best, most = None, 0
    for element in root.iter("div", "td", "body", "article", "section", "main", "form", "center"):
        own = _own_han(element)
        if own > most:
            best, most = element, own
    return best


def _lines(element: HtmlElement) -> list[Line]:
    out: list[Line] = []
    buffer: list[str] = []

    def flush(owner: HtmlElement) -> None:
        text = tidy("".join(buffer))
        buffer.clear()
        if text:
            centred = bool(_CENTRED.search(owner.get("style") or "")) or (owner.get("align") or "").lower() == "center"
            out.append(Line(text, heading=_HEADINGS.get(str(owner.tag), 0), centred=centred))

    def walk(node: HtmlElement) -> None:
        buffer.append(node.text or "")
        for child in node:
            if not isinstance(child.tag, str):
                buffer.append(child.tail or "")
                continue
            if child.tag == "br":
                flush(node)
            elif child.tag == "table" and _is_data(child):
                flush(node)
                out.extend(_rows(child))
            elif _is_block(child):
                flush(node)
                walk(child)
                flush(child)
            else:
                walk(child)
            buffer.append(child.tail or "")

    walk(element)
    flush(element)
    return out


def _is_data(table: HtmlElement) -> bool:
    rows = table.findall(".//tr")
    return len(rows) > 1 and max((len(row.findall("./td")) + len(row.findall("./th")) for row in rows), default=0) > 1


def _rows(table: HtmlElement) -> list[Line]:
    out = []
    for row in table.iter("tr"):
        cells = tuple(tidy(cell.text_content()) for cell in row if isinstance(cell.tag, str))
        text = " ".join(cell for cell in cells if cell)
        if text:
            out.append(Line(text, cells=cells))
    return out
