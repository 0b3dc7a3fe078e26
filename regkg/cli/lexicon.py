"""`regkg lexicon`: what the lexicon holds, what it lacks, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Annotated

import typer
from rapidfuzz import process

from align.lexicon_suggest import suggest
from ingest.concepts import Concept, concepts_of, lexicon
from ingest.concepts.lint import lint
from kg.errors import UsageError
from kg.records import JURISDICTIONS
from kg.settings import settings
from kg.stores import GraphStore
from regkg.cli.output import JsonOption, StoreOption, print_rows, words
from regkg.opening import open_graph

app = typer.Typer(help="The bilingual lexicon of concepts.", no_args_is_help=True)

_TEXTS = """
MATCH (p:Provision)
WHERE p.valid_to IS NULL AND p.role IN ['body', 'definition', 'table']
  AND ($jurisdiction = '' OR p.jurisdiction = $jurisdiction)
RETURN p.document AS document, p.lang AS lang, p.text AS text ORDER BY p.id
"""


def _texts(graph: GraphStore, jurisdiction: str = "") -> Iterator[tuple[str, str, str]]:
    if jurisdiction and jurisdiction not in JURISDICTIONS:
        raise UsageError(f"unknown jurisdiction {jurisdiction}; known: {', '.join(JURISDICTIONS)}")
    for row in graph.run(_TEXTS, {"jurisdiction": jurisdiction}):
        if row["text"]:
            yield row["document"], row["lang"], row["text"]


def suggest_command(
    jurisdiction: Annotated[str, typer.Option("--from", help="Only texts of US, CN or EU.")] = "",
    per_instrument: Annotated[int, typer.Option(help="Phrases of a document at the most.", min=1)] = 30,
    min_count: Annotated[int, typer.Option(help="Times that a phrase must occur in a document.", min=1)] = 4,
    embed: Annotated[
        bool, typer.Option("--embed", help="Find the nearest concept by the embedder, not by the letters.")
    ] = False,
    store: StoreOption = "",
    as_json: JsonOption = False,
) -> None:
    """Frequent phrases that no concept covers, with contexts and the nearest concept. Nothing is added by itself."""
    encode = None
    if embed:
        from align.embeddings import make_embedder  # noqa: PLC0415 - the model is loaded only when asked for

        encode = make_embedder(settings()).encode
    with open_graph(store) as graph:
        texts = list(_texts(graph, jurisdiction))
    found = suggest(texts, lexicon(), per_instrument=per_instrument, min_count=min_count, embed=encode)
    print_rows([asdict(one) for one in found], title="Suggestions", as_json=as_json)


def lint_command(
    texts: Annotated[bool, typer.Option("--texts", help="Also count over the graph's texts: too frequent, unused.")] = False,
    store: StoreOption = "",
    as_json: JsonOption = False,
) -> None:
    """Ambiguous, duplicate, one-sided and too short entries. Exit code 1 where there are any."""
    read: list[tuple[str, str]] = []
    if texts:
        with open_graph(store) as graph:
            read = [(lang, text) for _, lang, text in _texts(graph)]
    found = lint(lexicon(), read)
    if found or as_json:
        print_rows([asdict(problem) for problem in found], title="Problems", as_json=as_json)
    words.print(f"{len(lexicon().concepts)} concepts, {len(found)} problems", markup=False)
    raise typer.Exit(1 if found else 0)


def _row(concept: Concept) -> dict[str, object]:
    return {
        "id": concept.id,
        "kind": concept.kind,
        "domain": concept.domain,
        "en": concept.en,
        "zh": concept.zh,
        "eu": concept.eu,
        "broader": concept.broader,
        "note": concept.note,
    }


def show_command(
    what: Annotated[str, typer.Argument(help="A concept's id, a text to find concepts in, or nothing for all.")] = "",
    domain: Annotated[str, typer.Option(help="Only concepts of this domain.")] = "",
    as_json: JsonOption = False,
) -> None:
    """One concept, the concepts of a text, or all."""
    known = lexicon()
    if not what:
        found = [c for c in known.concepts if domain in ("", c.domain)]
        if not found:
            raise UsageError(f"no domain {domain}; known: {', '.join(sorted({c.domain for c in known.concepts}))}")
    elif what in known.by_id:
        found = [known.by_id[what]]
    else:
        lang = "zh" if any("\u4e00" <= character <= "\u9fff" for character in what) else "en"
        found = [known.by_id[name] for name in dict.fromkeys(concepts_of(what, lang)) if name in known.by_id]
        if not found:
            near = [name for name, _, _ in process.extract(what, list(known.by_id), limit=3)]
            raise UsageError(f"no concept {what!r} and none in it; near: {', '.join(near)}")
    print_rows([_row(c) for c in found], title="Concepts", as_json=as_json)


app.command("suggest")(suggest_command)
app.command("lint")(lint_command)
app.command("show")(show_command)


def register(above: typer.Typer) -> None:
    above.add_typer(app, name="lexicon")
