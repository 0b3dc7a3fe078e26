"""`align within`: what guidance restates of the binding law of its own jurisdiction."""

from __future__ import annotations

from align.embeddings import spec_with_contents
from align.graph_input import input_digest
from align.run import read_corpus
from align.within import write_restatements
from kg.settings import settings
from regkg.cli.output import StoreOption, progress, words
from regkg.opening import open_graph


def within_command(store: StoreOption = "") -> None:
    """Links demands of guidance to the binding provisions of the same jurisdiction that they restate (RESTATES)."""
    with open_graph(store) as graph, progress() as report:
        digest = input_digest(graph, spec_with_contents(settings().embedder))
        counts = write_restatements(graph, read_corpus(graph, settings(), progress=report), digest, report)
    told = ", ".join(f"{jurisdiction} {n}" for jurisdiction, n in counts.items())
    words.print(f"restatements: {told or 'none'}; see them with `regkg query restatements`", markup=False, soft_wrap=True)
