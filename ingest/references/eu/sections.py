"""References within guidance: "see 4.8.10", "I.B.5..", "Modules VI and IX", "Chapter 7", "Annex 16"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.references.eu.place import Place
from kg.records import Reference

_DECIMAL = r"\d{1,2}(?:\.\d{1,3}){0,5}"
_POINT = r"(?:\s?\((?:[a-z]|[ivx]+)\))?"
_AND = r"(?:\s*,\s*(?:and\s+)?|\s+(?:and|or|to)\s+)"
# (see 4.1, 4.2) - (see 6.) - section 5.18.3 - sections 4.9.4 and 5.5.12
_SEE = re.compile(
    rf"\b(?P<cue>see(?:\s+also)?(?:\s+sections?)?|sections?|chapters?\s+(?=\d+\.))\s+(?P<list>{_DECIMAL}\.?{_POINT}(?:{_AND}{_DECIMAL}{_POINT})*)(?!\s*(?:CFR|of\s+the\s+(?:Act|FD&C)|U\.S\.C|[%°]))(?![\w/(])",
    re.IGNORECASE,
)
_ONE = re.compile(rf"({_DECIMAL})\.?({_POINT})")
_MODULE_CODE = re.compile(r"(?<![\w.])(?P<code>(?:P\.)?(?P<module>[IVX]{1,5})\.(?:[A-Z](?:\.\d{1,3}){0,5}|App))(?![\w])\.?")
_MODULES = re.compile(r"\bModules?\s+(?P<list>[IVX]{1,5}(?:(?:\s*,\s*|\s+and\s+|\s+or\s+)[IVX]{1,5})*)(?![\w.])")
_GMP_CHAPTER = re.compile(r"\b(Chapter|Annex)\s+(\d{1,2})\b(?!\.)")
_ROMAN_SECTION = re.compile(r"\bsections?\s+(?P<code>[IVX]{1,5}(?:\.[A-Z](?:\.\d+)?)?)(?![\w(])", re.IGNORECASE)
_ROMAN_SEE = re.compile(r"\(?see\s+(?P<code>[IVX]{1,5}\.[A-Z](?:\.\d+)*)")


def find(text: str, place: Place, taken: list[tuple[int, int]]) -> Iterator[Reference]:
    """References to sections of guidance in `text`; spans in `taken` are read already."""

    read = bytearray(len(text))
    for start, end in taken:
        read[start:end] = b"\1" * (end - start)

    def free(start: int, end: int) -> bool:
        return not any(read[start:end])

    def reference(start: int, end: int, target: str, kind: str = "internal") -> Reference:
        return Reference(text[start:end], target, "external" if kind == "external" else "internal", start, end)

    module = re.match(r"GVP Module ", place.act)
    if module:
        for m in _MODULE_CODE.finditer(text):
            if free(m.start(), m.end()):
                name = f"GVP Module {m['module']}"
                kind = "internal" if name == place.act else "external"
                yield reference(m.start(), m.end(), f"{name} {m['code'].rstrip('.')}", kind)
        for m in _MODULES.finditer(text):
            for number in re.findall(r"[IVX]+", m["list"]):
                yield reference(m.start(), m.end(), f"GVP Module {number}", "external")
        return
    for m in _SEE.finditer(text):
        if not free(m.start("list"), m.end("list")):
            continue
        if m["cue"].lower() == "see" and "." not in m["list"]:  # "see 21 CFR", "see 2 above"
            continue
        for one in _ONE.finditer(m["list"]):
            yield reference(m.start("list"), m.end("list"), f"{place.act} {one[1]}{one[2].strip()}")
    if place.act.startswith("EU GMP"):
        for m in _GMP_CHAPTER.finditer(text):
            if free(m.start(), m.end()):
                target = f"EU GMP {m[1]} {m[2]}"
                yield reference(m.start(), m.end(), target, "internal" if target == place.act else "external")
    for pattern in (_ROMAN_SECTION, _ROMAN_SEE):
        for m in pattern.finditer(text):
            if free(m.start(), m.end()):
                yield reference(m.start(), m.end(), f"{place.act} {m['code']}")
