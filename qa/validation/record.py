"""D1-D6: what can be told of one record by itself."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import Any

from qa.items import LETTERS, TYPES

Found = tuple[str, tuple[object, ...]]
"""An issue's code and its details."""

_LABEL = re.compile(r"^\s*([A-Za-z])\s*[.、．:：)）]")
_HAN = re.compile(r"[㐀-鿿]")
_LATIN = re.compile(r"[A-Za-z]")
_PREFIXES = {
    "Monolingual": re.compile(r"^(US|CN|EU|MO)_"),
    "Comparative": re.compile(r"^CO_"),
    "Parallel": re.compile(r"^PA_"),
}
_TEXT_FIELDS = ("id", "question", "answer", "type", "lang")
_CUT = re.compile(r"(?:[,，、;；(（]|\b(?:the|of|and|or|to|a|an))\s*$")


def script(text: str) -> str:
    """ "CN" where a fifth or more of the letters is Han, "EN" for Latin, "" for a text without letters.

    Chinese items name agencies and drugs in Latin letters, so a part of Han is enough; English ones quote no Chinese.
    """
    han, latin = len(_HAN.findall(text)), len(_LATIN.findall(text))
    if not han and not latin:
        return ""
    return "CN" if han * 4 >= latin else "EN"


def _fields(row: dict[str, Any]) -> Iterator[Found]:
    for name in (*_TEXT_FIELDS, "choices"):
        if name not in row:
            yield "D1-MISSING", (name,)
    for name in _TEXT_FIELDS:
        if name in row and not isinstance(row[name], str):
            yield "D1-TYPE", (name, "a text")
    if "choices" in row and not (isinstance(row["choices"], list) and all(isinstance(c, str) for c in row["choices"])):
        yield "D1-TYPE", ("choices", "a list of texts")


def _question(question: str, options: list[str]) -> Iterator[Found]:
    if not question.strip():
        yield "D2-QUESTION", ()
    elif _CUT.search(question):
        yield "D2-CUT", (repr(question.strip()[-12:]),)
    seen: dict[str, int] = {}
    for position, option in enumerate(options):
        bare = re.sub(r"\W+", "", _LABEL.sub("", option)).casefold()
        name = LETTERS[position] if position < len(LETTERS) else position + 1
        if not bare:
            yield "D2-OPTION", (name,)
        elif bare in seen:
            yield "D2-SAME", (LETTERS[seen[bare]] if seen[bare] < len(LETTERS) else seen[bare] + 1, name)
        else:
            seen[bare] = position


def _answer(answer: str, options: list[str]) -> Iterator[Found]:
    labels = [match.group(1).upper() if (match := _LABEL.match(option)) else "" for option in options]
    if len(options) == len(LETTERS):
        if labels != list(LETTERS):
            yield "D3-LABEL", (", ".join(label or "none" for label in labels),)
    else:
        yield "D6-COUNT", (len(options),)
    if answer not in LETTERS:
        yield "D3-LETTER", (repr(answer),)
    elif LETTERS.index(answer) >= len(options):
        yield "D3-OPTION", (answer,)


def _agreement(row: dict[str, Any], options: list[str]) -> Iterator[Found]:
    if row["type"] not in TYPES:
        yield "D4-TYPE", (repr(row["type"]),)
    elif not _PREFIXES[row["type"]].match(row["id"]):
        yield "D4-ID", (repr(row["id"]),)
    written = script(row["question"])
    if written and written != row["lang"]:
        yield "D4-LANG", (row["lang"], written)
    choices = script(" ".join(_LABEL.sub("", option) for option in options))
    if written and choices and choices != written and len(_LATIN.findall(" ".join(options))) > 40:
        yield "D4-SCRIPT", (written, choices)


def _sources(row: dict[str, Any], known: Container[str] | None) -> Iterator[Found]:
    given = {name: str(row.get(name) or "").strip() for name in ("source", "source_cn", "source_us", "source_eu")}
    sides = [name for name in ("source_cn", "source_us", "source_eu") if given[name]]
    if row["type"] == "Monolingual" and not given["source"] and not sides:
        yield "D5-SOURCE", ("Monolingual", "a source")
    if row["type"] in ("Comparative", "Parallel") and len(sides) < 2:
        yield "D5-SOURCE", (row["type"], "the sources of two sides")
    if known is not None:
        for name in given.values():
            if name and name not in known:
                yield "D5-UNKNOWN", (name,)


def check_record(row: dict[str, Any], known: Container[str] | None = None) -> Iterator[Found]:
    """Every issue of one record. `known` holds the sources that exist; without it D5 only asks that they are named."""
    broken = list(_fields(row))
    yield from broken
    if broken:
        return
    options: list[str] = row["choices"]
    yield from _question(row["question"], options)
    yield from _answer(row["answer"].strip(), options)
    yield from _agreement(row, options)
    yield from _sources(row, known)
