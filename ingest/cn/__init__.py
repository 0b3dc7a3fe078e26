"""Chinese sources: one grammar of lines (编 章 节 条 款 项 目, 一、（一）1.), fed by a reader for each format."""

from collections.abc import Iterator

from ingest.cn import recognise
from ingest.cn.documents import build_documents
from ingest.cn.readers.markdown import read_markdown
from ingest.cn.readers.plain import read_plain
from ingest.cn.readers.web import read_web
from ingest.source import Dialect, Source
from kg.records import ParsedDocument


def _html(source: Source) -> Iterator[ParsedDocument]:
    return build_documents(read_web(source.text), source, "cn-html")


def _text(source: Source) -> Iterator[ParsedDocument]:
    if recognise.is_markdown(source):
        return build_documents(read_markdown(source.text), source, "cn-markdown")
    return build_documents(read_plain(source.text), source, "cn-text")


DIALECTS: tuple[Dialect, ...] = (
    Dialect("cn-html", recognise.is_chinese_html, _html),
    Dialect("cn-text", recognise.is_chinese_text, _text),
)

__all__ = ["DIALECTS"]
