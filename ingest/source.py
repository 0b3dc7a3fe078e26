"""A source file as bytes, as text and as safe XML, and the dialect interface that every parser fills."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from lxml import etree

from kg.findings import finding
from kg.records import Finding, ParsedDocument

_DECLARED = re.compile(rb"""(?:encoding|charset)\s*=\s*["']?\s*([A-Za-z0-9_.-]+)""")
_ENTITIES = re.compile(rb"<!(ENTITY|DOCTYPE\s+[^>\[]*(?:SYSTEM|PUBLIC)[^>\[]*\[|DOCTYPE\s+[^>\[]*\[)", re.IGNORECASE)


def file_digest(path: Path, max_mb: int) -> str:
    """SHA-256 of the file's bytes; of its size alone where it is larger than `max_mb` and will not be read; "" unreadable."""
    try:
        size = path.stat().st_size
        if size > max_mb << 20:
            return f"size-{size}"
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


class Unreadable(Exception):
    """A source that yields no document; carries the finding that says why."""

    def __init__(self, reason: Finding) -> None:
        super().__init__(reason.message)
        self.finding = reason


@dataclass(frozen=True)
class Source:
    """A file's bytes with its name relative to the root that the user gave."""

    name: str
    data: bytes

    @classmethod
    def open(cls, path: Path, name: str, max_mb: int = 256) -> Source:
        """Raises Unreadable (I001, I002, I008, I015, I018)."""
        try:
            size = path.stat().st_size
            if size == 0:
                raise Unreadable(finding("I002", name))
            with path.open("rb") as file:
                head = file.read(1 << 16)
                if not head.strip(b"\0 \t\r\n"):
                    raise Unreadable(finding("I008", name, "it begins with 64 KiB of zeros or blanks"))
                if size > max_mb << 20:
                    raise Unreadable(finding("I015", name, f"{max_mb} MB"))
                return cls(name, head + file.read())
        except FileNotFoundError:
            raise Unreadable(finding("I001", name)) from None
        except OSError as error:
            raise Unreadable(finding("I018", name, error.strerror or error)) from None

    @cached_property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()

    @cached_property
    def head(self) -> str:
        """The first 8 KiB as text, for telling the dialect."""
        return self.data[:8192].decode(self.encoding, errors="replace")

    @cached_property
    def declared(self) -> str:
        """The encoding that an XML or HTML head or a byte order mark declares; utf-8 where none does."""
        for mark, name in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
            if self.data.startswith(mark):
                return name
        found = _DECLARED.search(self.data[:2048])
        return found.group(1).decode().lower() if found else "utf-8"

    @cached_property
    def encoding(self) -> str:
        """The encoding that the bytes really are in: the declared one if it fits, else UTF-8, else GB18030, else Latin-1."""
        for name in (self.declared, "utf-8", "gb18030"):
            try:
                self.data.decode(name)
            except (UnicodeDecodeError, LookupError):
                continue
            return name
        return "latin-1"

    @cached_property
    def text(self) -> str:
        return self.data.decode(self.encoding)

    def encoding_findings(self) -> list[Finding]:
        """I005 where the bytes are not in the encoding that the file declares; none for a file that is no text."""
        if self.data.startswith((b"PK\x03\x04", b"%PDF", b"\xd0\xcf\x11\xe0")):
            return []
        same = self.encoding.replace("-sig", "") == self.declared.replace("-sig", "").replace("utf8", "utf-8")
        return [] if same else [finding("I005", self.name, self.declared, self.encoding)]

    def xml(self) -> etree._Element:
        """The root element; no entity is expanded, no file or address is opened. Raises Unreadable (I004, I009)."""
        declared = _ENTITIES.search(self.data[: 1 << 16])
        if declared:
            raise Unreadable(finding("I009", self.name, declared.group(0)[:40].decode("latin-1")))
        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True, remove_comments=True)
        data = self.data
        if self.encoding_findings():
            data = re.sub(r"^\s*<\?xml[^>]*\?>", "", self.text).encode()
        try:
            return etree.fromstring(data, parser)
        except etree.XMLSyntaxError as error:
            place = f"line {error.lineno}" if error.lineno else ""
            raise Unreadable(finding("I004", self.name, error.msg, place=place)) from None


@dataclass(frozen=True)
class Dialect:
    """One format of one publisher. `recognises` looks at the content, never at the file's name alone."""

    name: str
    recognises: Callable[[Source], bool]
    parse: Callable[[Source], Iterable[ParsedDocument]]
    """Yields one ParsedDocument a legal document; raises Unreadable where there is none."""
