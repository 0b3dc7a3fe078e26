"""What goes out beside the items: the dataset card, Croissant metadata and the appendix of rules, codes and prompts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence

from ingest.taxonomy import DOMAINS, SUBDOMAINS
from qa.generation.leaks import Leak
from qa.items import Item
from qa.pools import DIMENSIONS, Pool
from qa.screening import SYSTEM
from qa.validation import CODES

LICENCE = "https://creativecommons.org/licenses/by/4.0/"
_FIELDS = {
    "id": "stable key of the item",
    "type": "Monolingual, Comparative or Parallel",
    "lang": "EN or CN",
    "question": "the question",
    "choices": "four options with their letters",
    "answer": "the letter of the right option",
    "explanation": "the provision that decides, quoted",
    "category": "object domain",
    "subdomain": "functional subdomain",
    "kind": "what is asked",
}


def _table(head: str, names: Sequence[str]) -> str:
    count = Counter(names)
    rows = "\n".join(f"| {name} | {number} |" for name, number in sorted(count.items()))
    return f"| {head} | items |\n|---|---|\n{rows}\n"


def dataset_card(name: str, items: Sequence[Item], dispositions: Mapping[str, int], leaks: Sequence[Leak], seed: int) -> str:
    """The card as Markdown with a YAML head; every figure is counted from `items`."""
    runs = ", ".join(sorted({item.graph_run for item in items if item.graph_run}))
    guesses = "\n".join(f"| {leak.guesser} | {leak.share:.3f} | {leak.limit} |" for leak in leaks)
    states = "\n".join(f"| {state} | {count} |" for state, count in dispositions.items())
    return f"""---
license: cc-by-4.0
language:
- en
- zh
task_categories:
- multiple-choice
pretty_name: {name}
---
# {name}

Four-option questions on the law of medicines, devices, cosmetics and controlled substances of the United States, China and
the European Union. Each item was made by rule from provisions and edges of a knowledge graph, names them in `derived_from`,
and quotes the words that decide it. Truth rests on the quoted words; an edge only says that two provisions are worth
comparing. For the evaluation of models; no legal advice.

Graph runs: {runs}. Seed: {seed}. Items: {len(items)}.

## Counts

{_table("type and language", [f"{i.type} {i.lang}" for i in items])}
{_table("object domain", [i.category for i in items])}
{_table("functional subdomain", [i.subdomain for i in items])}
{_table("kind", [f"{i.type}: {i.kind}" for i in items])}
## Dispositions of all candidates

| disposition | items |
|---|---|
{states}

## What guessers that know no law score

| guesser | share | limit |
|---|---|---|
{guesses}

## Splits

`data/0-shot`: everything, and a file a type and language. `data/5-shot`: five examples a type and the rest as test.
No training split. Rules, issue codes, the screening prompt and the reconciliation matrix are in `S1_appendix.md`,
checksums in `SHA256SUMS`.
"""


def croissant(name: str, digests: Mapping[str, str], items: Sequence[Item]) -> str:
    """Croissant 1.0 metadata of the data files."""
    files = [
        {
            "@type": "cr:FileObject",
            "@id": path,
            "name": path,
            "contentUrl": path,
            "encodingFormat": "application/jsonlines",
            "sha256": digest,
        }
        for path, digest in digests.items()
    ]
    fields = [
        {
            "@type": "cr:Field",
            "@id": f"items/{field}",
            "name": field,
            "description": meaning,
            "dataType": "sc:Text",
            "repeated": field == "choices",
            "source": {"fileObject": {"@id": "data/0-shot/all.jsonl"}, "extract": {"column": field}},
        }
        for field, meaning in _FIELDS.items()
    ]
    whole = {
        "@context": {
            "@language": "en",
            "@vocab": "https://schema.org/",
            "sc": "https://schema.org/",
            "cr": "http://mlcommons.org/croissant/",
            "dct": "http://purl.org/dc/terms/",
            "conformsTo": "dct:conformsTo",
            "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
            "column": "cr:column",
            "extract": "cr:extract",
            "field": "cr:field",
            "fileObject": "cr:fileObject",
            "recordSet": "cr:recordSet",
            "repeated": "cr:repeated",
            "source": "cr:source",
        },
        "@type": "sc:Dataset",
        "name": name,
        "description": f"{len(items)} four-option questions on medical-product law, each made from cited provisions.",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "license": LICENCE,
        "inLanguage": ["en", "zh"],
        "distribution": files,
        "recordSet": [{"@type": "cr:RecordSet", "@id": "items", "name": "items", "field": fields}],
    }
    return json.dumps(whole, ensure_ascii=False, indent=2, sort_keys=True) + "\n"


def appendix(screeners: Sequence[str]) -> str:
    """Rules, codes, prompts and matrix, as the first paper's S1 gives them; `screeners` as the screening recorded them."""
    codes = "\n".join(f"| {code} | {kind.severity} | {kind.message} |" for code, kind in CODES.items())
    rubric = "\n".join(f"| {key} | {meaning} |" for key, meaning in DIMENSIONS.items())
    used = "\n".join(f"- {screener}" for screener in screeners) or "- not recorded"
    pools = ", ".join(str(pool) for pool in Pool)
    return f"""# S1 appendix

## Deterministic validation, D0-D7

| code | severity | meaning |
|---|---|---|
{codes}

## Screening, C1-C5

| dimension | criterion |
|---|---|
{rubric}

Values: 2 satisfied, 1 minor concern, 0 material defect, U unable to tell, NA not applicable.
Screened by:

{used}

Prompt of a screening model:

> {SYSTEM}

## Pools ({pools})

1. No ratings, or one missing on an applicable dimension: technical-unresolved.
2. A 0 on an applicable dimension: screen-positive.
3. A U on an applicable dimension: unable.
4. Otherwise: screen-negative.

## Reconciliation

| pool | reviews | disposition |
|---|---|---|
| technical-unresolved | any | technical unresolved |
| any other | a 0 from either reviewer on an applicable dimension | material error |
| any other | a dimension that no reviewer could rate | unable to assess |
| any other | otherwise a 1, or a U from one reviewer | borderline |
| any other | 2 throughout | pass |
| screen-negative | none | by its screening ratings, as above |
| screen-positive, unable | none | unable to assess |

Pass and borderline are released.

## Taxonomies

Object domains: {", ".join(DOMAINS)}. Functional subdomains: {", ".join(SUBDOMAINS)}.
"""
