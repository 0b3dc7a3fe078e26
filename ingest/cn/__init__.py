"""Chinese sources: one grammar of lines (编 章 节 条 款 项 目, 一、（一）1.), fed by a reader for each format."""

from collections.abc import Iterator
from dataclasses import replace

from ingest.cn import recognise
from ingest.cn.documents import build_documents
from ingest.cn.readers.legacy_word import is_legacy_word, read_legacy_word
from ingest.cn.readers.markdown import read_markdown
from ingest.cn.readers.plain import read_plain
from ingest.cn.readers.printed import read_printed
from ingest.cn.readers.record import read_record
from ingest.cn.readers.web import read_web
from ingest.cn.readers.word import is_word, read_word
from ingest.source import Dialect, Source, Unreadable
from kg.findings import finding
from kg.records import ParsedDocument


def _html(source: Source) -> Iterator[ParsedDocument]:
    if recognise.is_challenge(source):
        raise Unreadable(finding("I013", source.name))
    return build_documents(read_web(source.text), source, "cn-html")


def _text(source: Source) -> Iterator[ParsedDocument]:
    if recognise.is_markdown(source):
        return build_documents(read_markdown(source.text), source, "cn-markdown")
    return build_documents(read_plain(source.text), source, "cn-txt")


def _json(source: Source) -> Iterator[ParsedDocument]:
    page, mended = read_record(source)
    for parsed in build_documents(page, source, "cn-json"):
        repaired = (finding("I047", source.name, "UTF-8"),) if mended else ()
        yield replace(parsed, findings=(*parsed.findings, *repaired))


def _docx(source: Source) -> Iterator[ParsedDocument]:
    return build_documents(read_word(source), source, "cn-docx")


def _doc(source: Source) -> Iterator[ParsedDocument]:
    return build_documents(read_legacy_word(source), source, "cn-doc")


def _pdf(source: Source) -> Iterator[ParsedDocument]:
    return build_documents(read_printed(source), source, "cn-pdf")


DIALECTS: tuple[Dialect, ...] = (
    Dialect("cn-html", recognise.is_chinese_html, _html),
    Dialect("cn-json", recognise.is_chinese_json, _json),
    Dialect("cn-docx", is_word, _docx),
    Dialect("cn-doc", is_legacy_word, _doc),
    Dialect("cn-pdf", recognise.is_chinese_pdf, _pdf),
    Dialect("cn-text", recognise.is_chinese_text, _text),
)

__all__ = ["DIALECTS"]
