"""After a new graph run: which items hold, which changed, which lost what they rest on, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from qa.generation.draft import bare
from qa.graph import QAGraph, undated
from qa.items import Item


class State(StrEnum):
    """What became of an item."""

    HOLDS = "holds"
    ANSWER = "changed answer"
    REWORDED = "reworded"
    LOST_EDGE = "lost its edge"
    LOST_SOURCE = "lost its provision"
    UNPROVEN = "no longer provable"


@dataclass(frozen=True, slots=True)
class Change:
    """One item of the old set; `new` is the item with its id that the new graph gives, None where there is none."""

    id: str
    state: State
    reason: str
    new: Item | None = None

    def as_row(self) -> dict[str, str]:
        return {"id": self.id, "state": str(self.state), "reason": self.reason}


def refresh(items: Iterable[Item], graph: QAGraph, candidates: Mapping[str, Item]) -> list[Change]:
    """What became of each item, by id. `candidates` are all that the new graph gives (`qa.generation.candidates`)."""
    texts = {undated(key): place.text for key, place in graph.places.items()}
    edges = {edge.id for edge in graph.edges}
    return [_change(item, texts, edges, candidates.get(item.id)) for item in sorted(items, key=lambda item: item.id)]


def _change(item: Item, texts: Mapping[str, str], edges: set[str], new: Item | None) -> Change:
    gone = [q.citation for q in item.evidence if undated(q.provision) not in texts]
    if gone:
        return Change(item.id, State.LOST_SOURCE, f"{', '.join(gone)}: no such provision in force")
    edge = next((key for key in item.derived_from if " ALIGNED_WITH " in key), "")
    if edge and edge not in edges and (new is None or new.type != item.type):
        return Change(item.id, State.LOST_EDGE, f"{edge}: the new run has no such edge")
    changed = [q.citation for q in item.evidence if q.text not in texts[undated(q.provision)]]
    if new is None:
        if changed:
            return Change(item.id, State.UNPROVEN, f"{', '.join(changed)} was amended and gives no such question any more")
        return Change(item.id, State.UNPROVEN, "the provisions read as before, but the rules give this question no more")
    before, after = item.option(item.answer), new.option(new.answer)
    if bare(before) != bare(after):
        return Change(item.id, State.ANSWER, f"was {before!r}, is {after!r}", new)
    if changed:
        return Change(item.id, State.REWORDED, f"{', '.join(changed)} was amended; the answer is the same", new)
    return Change(item.id, State.HOLDS, "quotes and answer are as before", new)


def counted(changes: Sequence[Change]) -> dict[str, int]:
    """How many items are in each state, states without items left out."""
    return {str(state): count for state in State if (count := sum(change.state is state for change in changes))}
