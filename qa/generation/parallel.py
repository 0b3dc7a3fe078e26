"""Parallel items: the same question asked of each side of an edge, each in the language of its law."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from qa.generation.comparative import Pair
from qa.generation.draft import Draft
from qa.generation.facts import Fact
from qa.generation.monolingual_numbers import Numbers, number_drafts
from qa.generation.monolingual_words import Words, modality_drafts, party_drafts
from qa.graph import QAGraph


def _asked(fact: Fact, graph: QAGraph, numbers: Numbers, words: Words, seed: int) -> Draft | None:
    if fact.kind == "modality":
        return next(modality_drafts(fact.duty), None)
    if fact.kind == "actor":
        return next(party_drafts(words, seed, fact.duty), None)
    drafts = number_drafts(graph, numbers, seed, fact.duty)
    return next((d for d in drafts if fact.measure and d.key == (fact.measure.id,)), None)


def parallel_drafts(pair: Pair, graph: QAGraph, numbers: Numbers, words: Words, seed: int) -> Iterator[Draft]:
    """Two drafts, or none where one side can't be asked or both sides are in one language."""
    if pair.left.place.lang == pair.right.place.lang or (pair.left.kind == "modality" and not (pair.alike and pair.one_domain)):
        return
    asked = [_asked(fact, graph, numbers, words, seed) for fact in (pair.left, pair.right)]
    if asked[0] is None or asked[1] is None or asked[0].kind != asked[1].kind:
        return
    key = tuple(sorted((pair.left.id, pair.right.id)))
    for draft in asked:
        if draft is not None:
            yield replace(
                draft,
                type="Parallel",
                key=key,
                sides=(pair.left.place.source, pair.right.place.source),
                derived_from=(
                    pair.edge.id,
                    *draft.derived_from,
                    pair.right.place.id if draft is asked[0] else pair.left.place.id,
                ),
                edge=pair.edge,
            )
