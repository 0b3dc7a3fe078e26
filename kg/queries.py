"""Named queries: the `.cypher` files of `cypher/queries`, each with a header that says what it answers and what it takes.

    // name: most_cited
    // answers: the provisions that others cite most
    // param: limit integer 25 — rows at the most

A parameter is `name type default — meaning`; without a default it must be given. A default is a JSON value, or a bare word.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any, Literal, cast, get_args

from rapidfuzz import process

from kg.errors import QueryError
from kg.stores import GraphStore, Row

Kind = Literal["string", "integer", "number", "boolean", "date"]

_HEADER = re.compile(r"^//\s*(name|answers|param):\s*(.*)$", re.MULTILINE)
_PARAMETER = re.compile(
    r"""
    (?P<name>\w+)\s+(?P<kind>\w+)
    (?:\s+(?P<default>"[^"]*"|[^\s—]+))?   # JSON, or a bare word: 25, "", US
    \s*—\s*(?P<meaning>.+)
    """,
    re.VERBOSE,
)
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a query. `required` ones have no default."""

    name: str
    kind: Kind
    meaning: str
    default: str | int | float | bool | None = None
    required: bool = False

    def __str__(self) -> str:
        return (
            f"{self.name} ({self.kind}, needed)"
            if self.required
            else f"{self.name}={json.dumps(self.default, ensure_ascii=False)}"
        )

    def read(self, value: object) -> str | int | float | bool:
        """`value`, which may be text from a command line, as this parameter's kind. Raises QueryError."""
        try:
            return self._convert(value)
        except (ValueError, TypeError):
            raise QueryError(f"parameter {self.name}: {value!r} is no {self.kind} ({self.meaning})") from None

    def _convert(self, value: object) -> str | int | float | bool:
        if isinstance(value, bool) != (self.kind == "boolean") and not isinstance(value, str):
            raise ValueError
        match self.kind:
            case "integer":
                number = int(cast(Any, value))
                if number < 0 or number != float(cast(Any, value)):
                    raise ValueError
                return number
            case "number":
                return float(cast(Any, value))
            case "boolean":
                if isinstance(value, bool):
                    return value
                return (
                    {"true": True, "false": False}[str(value).lower()] if str(value).lower() in {"true", "false"} else _fail()
                )
            case "date":
                text = str(value)
                return text if text == "" or _DATE.fullmatch(text) else _fail()
            case "string":
                return value if isinstance(value, str) else _fail()


def _fail() -> str:
    raise ValueError


@dataclass(frozen=True, slots=True)
class Query:
    """A named query. `cypher` keeps its comments."""

    name: str
    answers: str
    parameters: tuple[Parameter, ...]
    cypher: str


def parse_query(text: str) -> Query:
    """A query from the text of its file. Raises QueryError when the header says too little."""
    said: dict[str, str] = {}
    parameters: list[Parameter] = []
    for key, value in _HEADER.findall(text):
        if key == "param":
            parameters.append(_parameter(value.strip()))
        else:
            said[key] = value.strip()
    if "name" not in said or "answers" not in said:
        raise QueryError(f"a query without `// name:` and `// answers:` at its head: {text[:60]!r}")
    return Query(said["name"], said["answers"], tuple(parameters), text)


def _parameter(text: str) -> Parameter:
    match = _PARAMETER.fullmatch(text)
    if match is None or match["kind"] not in get_args(Kind):
        raise QueryError(f"`// param: {text}`: write `name type default — meaning`; types: {', '.join(get_args(Kind))}")
    kind = cast(Kind, match["kind"])
    if match["default"] is None:
        return Parameter(match["name"], kind, match["meaning"], required=True)
    try:
        default = json.loads(match["default"])
    except ValueError:
        default = match["default"]
    return Parameter(match["name"], kind, match["meaning"], Parameter(match["name"], kind, match["meaning"]).read(default))


@lru_cache(maxsize=1)
def _all() -> dict[str, Query]:
    files = resources.files("cypher").joinpath("queries").iterdir()
    queries = [parse_query(file.read_text(encoding="utf-8")) for file in files if file.name.endswith(".cypher")]
    return {query.name: query for query in sorted(queries, key=lambda query: query.name)}


def list_queries() -> list[Query]:
    """Every named query, by name."""
    return list(_all().values())


def _near(word: str, known: list[str]) -> str:
    near = [name for name, score, _ in process.extract(word, known, limit=3) if score > 60]
    return f"; did you mean {' or '.join(near)}?" if near else f"; known: {', '.join(known)}"


def get_query(name: str) -> Query:
    """The query `name`. Raises QueryError that tells near names."""
    try:
        return _all()[name]
    except KeyError:
        raise QueryError(f"no query {name!r}{_near(name, list(_all()))}") from None


def run_query(store: GraphStore, name: str, **given: object) -> list[Row]:
    """The rows of a named query. Raises QueryError for a parameter that is unknown, missing or of the wrong kind."""
    query = get_query(name)
    known = {parameter.name: parameter for parameter in query.parameters}
    for key in given:
        if key not in known:
            takes = _near(key, list(known)) if known else "; it takes none"
            raise QueryError(f"{name} has no parameter {key!r}{takes}")
    missing = [str(p) for p in query.parameters if p.required and given.get(p.name) is None]
    if missing:
        raise QueryError(f"{name} needs {', '.join(missing)}")
    values = {p.name: p.default if given.get(p.name) is None else p.read(given[p.name]) for p in query.parameters}
    return store.run(query.cypher, values)
