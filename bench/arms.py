"""The arms of a comparison: what a model is shown beside the question. All share one budget of tokens.

`flat` shows nothing. `passages` shows the nearest passages by vectors alone, the usual retrieval. `graph` shows the
provisions that the bilingual search finds on each side, with what the graph knows of them: the counterpart, its verdict and
difference, references, defined terms. `oracle` shows the item's own evidence: the upper bound of any retrieval. `shuffled`
shows another item's graph evidence: what a longer prompt does by itself.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from align.embeddings import make_embedder
from bench.graph_evidence import Neighbours
from bench.reach import named_sources, same_document
from bench.retrieval import Hit, Question, Searcher, open_index, read_question
from bench.runs.plan import Evidence, text_tokens
from kg.errors import UsageError
from kg.progress import Report, silent
from kg.settings import Settings, settings
from kg.stores import GraphStore, open_store
from qa.items import Item

ARMS = ("flat", "passages", "graph", "oracle", "shuffled")

BUDGET = 3000
"""Tokens of evidence in every arm, by the estimate of `bench.runs.plan`; less for a model with a short context."""
QUOTE = 250
"""Tokens of one provision at the most, and a quarter of the budget: a section of ten pages would take the place of others."""
DOCUMENTS = 6
"""Documents of each jurisdiction in the graph arm."""

Source = Callable[[Item], Evidence]


class _Page:
    """Evidence being written: pieces are added while the budget lasts."""

    def __init__(self, budget: int) -> None:
        self._pieces: list[str] = []
        self._left = float(budget)
        self._quote = min(QUOTE, budget // 4)
        self._provisions: dict[str, None] = {}
        self._documents: dict[str, None] = {}

    def add(self, head: str, text: str, provisions: Sequence[str], document: str) -> bool:
        """Adds a quotation, cut to what one provision may take; False when it does not fit any more."""
        piece = f"[{len(self._pieces) + 1}] {head}\n{cut(text, self._quote)}"
        if not self.note(piece):
            return False
        self._provisions |= dict.fromkeys(provisions)
        if document:
            self._documents[document] = None
        return True

    def note(self, piece: str) -> bool:
        tokens = text_tokens(piece) + 1
        if tokens > self._left:
            return False
        self._left -= tokens
        self._pieces.append(piece)
        return True

    def evidence(self) -> Evidence:
        return Evidence("\n\n".join(self._pieces), tuple(self._provisions), tuple(self._documents))


def cut(text: str, tokens: int) -> str:
    """`text` up to about `tokens` tokens, with an ellipsis where words are missing."""
    whole = text_tokens(text)
    if whole <= tokens:
        return text
    return text[: int(len(text) * tokens / whole)].rstrip() + " …"


def _head(hit: Hit) -> str:
    return f"{hit.citation} ({hit.title})"


def in_turn(found: dict[str, list[Hit]]) -> Iterator[Hit]:
    """The hits of all jurisdictions, the best of each first: the first document of each before the second of any."""
    queues = {side: list(hits) for side, hits in found.items()}
    seen: set[str] = set()
    later: list[Hit] = []
    while any(queues.values()):
        for queue in queues.values():
            while queue:
                hit = queue.pop(0)
                if hit.document in seen:
                    later.append(hit)
                    continue
                seen.add(hit.document)
                yield hit
                break
    yield from later


class Grounding:
    """Evidence from one graph, for questions that are known beforehand, so that they are searched for in blocks."""

    def __init__(self, store: GraphStore, chosen: Settings, progress: Report = silent, budget: int = BUDGET) -> None:
        embedder = make_embedder(chosen)
        self._index = open_index(store, chosen, embedder, progress)
        self._searcher = Searcher(self._index, embedder)
        self._neighbours = Neighbours(store)
        self._progress = progress
        self._budget = budget

    def _questions(self, items: Sequence[Item]) -> list[Question]:
        return [read_question(item, tuple(self._index.shelves)) for item in items]

    def passages(self, items: Sequence[Item]) -> Iterator[Evidence]:
        """The nearest passages by cosine, of whatever jurisdiction, until the budget is spent."""
        for hits in self._searcher.nearest(self._questions(items)):
            page = _Page(self._budget)
            for hit in hits:
                if not page.add(_head(hit), hit.text, [hit.passage], hit.title):
                    break
            yield page.evidence()

    def graph(self, items: Sequence[Item]) -> Iterator[Evidence]:
        """Provisions of each side with their neighbourhood; documents first, then what the graph says of the first hits."""
        questions = self._questions(items)
        found = self._searcher.search(questions, DOCUMENTS)
        for done, (question, sides) in enumerate(zip(questions, found, strict=True), 1):
            self._progress("retrieve", done, len(items))
            page = _Page(self._budget)
            shown = list(in_turn(sides))[: DOCUMENTS * max(1, len(sides))]
            shown = [hit for hit in shown if page.add(_head(hit), hit.text, [hit.passage], hit.title)]
            for hit in shown:
                for note in self._neighbours.notes(hit, question.lang, question.sides):
                    page.add(note.head, note.text, note.provisions, note.document)
            yield page.evidence()

    def oracle(self, items: Sequence[Item]) -> Iterator[Evidence]:
        """The quotations of an item; of one without any, the best passages of the documents that it names."""
        documents = self._index.titles
        within = [[d for d, t in documents.items() if any(same_document(n, t) for n in named_sources(i))] for i in items]
        bare = [at for at, item in enumerate(items) if not item.evidence and within[at]]
        found = dict(
            zip(
                bare,
                self._searcher.search(self._questions([items[at] for at in bare]), DOCUMENTS, 4, [within[at] for at in bare]),
                strict=True,
            )
        )
        for at, item in enumerate(items):
            page = _Page(self._budget)
            for quote in item.evidence:
                page.add(quote.citation, quote.text, [quote.provision], "")
            for hit in in_turn(found.get(at, {})):
                if not page.add(_head(hit), hit.text, [hit.passage], hit.title):
                    break
            yield page.evidence()


def other_items(items: Sequence[Item]) -> list[Item]:
    """For each item another one of its language, or of any where there is none; the same for the same items."""
    if len(items) < 2:
        raise UsageError("the arm `shuffled` shows another item's evidence and needs two items or more")
    ring = sorted(items, key=lambda item: (item.lang, hashlib.sha256(item.id.encode()).hexdigest()))
    after = {item.id: ring[(at + 1) % len(ring)] for at, item in enumerate(ring)}
    return [after[item.id] for item in items]


@contextmanager
def evidence_for(
    arm: str, items: Sequence[Item], store_address: str = "", progress: Report = silent, budget: int = BUDGET
) -> Iterator[Source]:
    """What `arm` shows for each of `items`. The graph is opened for the arms that read it, and closed at the end."""
    if arm == "flat" or (arm == "oracle" and all(item.evidence for item in items)):
        yield lambda item: Evidence() if arm == "flat" else _quoted(item, budget)
        return
    chosen = settings()
    address = store_address or chosen.store_address
    with open_store(address, chosen.neo4j_user, chosen.neo4j_password.get_secret_value()) as store:
        grounding = Grounding(store, chosen, progress, budget)
        asked = other_items(items) if arm == "shuffled" else list(items)
        make = {"passages": grounding.passages, "oracle": grounding.oracle}.get(arm, grounding.graph)
        found = {item.id: evidence for item, evidence in zip(items, make(asked), strict=True)}
    yield lambda item: found[item.id]


def _quoted(item: Item, budget: int) -> Evidence:
    page = _Page(budget)
    for quote in item.evidence:
        page.add(quote.citation, quote.text, [quote.provision], "")
    return page.evidence()
