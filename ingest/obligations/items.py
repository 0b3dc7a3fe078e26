"""List items that stand as provisions of their own below a lead-in: those that are contents or objects of its one act are
counted in that obligation (docs/conventions.md). Items that are acts state obligations themselves and are not counted; a
Chinese lead-in whose act is only named by them (应当履行下列义务) states none beside them, as where both stand in one text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from ingest.obligations.zh.lists import named_by_items
from kg.records import ATTACHED_LEVELS, Extraction, Obligation, Provision
from kg.tree import Tree

_OPEN = (":", "：", "—", "–")
_POINTER = re.compile(r"下列|下述|如下|以下|\bfollowing\b|\bas follows\b", re.IGNORECASE)
_STATING = frozenset({"body", "definition", "table"})


def with_counted_items(provision: Provision, tree: Tree, found: Mapping[str, Extraction]) -> Extraction:
    """What was found in `provision`, with `n_items` of the obligation that its children continue, or without that obligation
    where each of them states it.

    `found` holds what was found in the children, by id. A text that does not break off before its children is left as it is.
    """
    own = found[provision.id]
    if not own.obligations or not provision.text.rstrip().endswith(_OPEN):
        return own
    items = [child for child in tree.children(provision) if child.level not in ATTACHED_LEVELS and child.role in _STATING]
    count = sum(not found[child.id].obligations for child in items)
    at = _continued(provision.text, own.obligations)
    if at is None:
        return own
    obligations = list(own.obligations)
    if items and not count and provision.lang == "zh" and _only_points(obligations[at]):
        return replace(own, obligations=tuple(obligations[:at] + obligations[at + 1 :]))
    if not count or obligations[at].n_items:
        return own
    obligations[at] = replace(obligations[at], n_items=count)
    return replace(own, obligations=tuple(obligations))


def _only_points(o: Obligation) -> bool:
    """Whether the act is nothing but its items: not so of 保存记录，并履行下列义务."""
    return named_by_items(o.modality, o.action) and not re.search(r"[，；并]", o.action)


def _continued(text: str, obligations: tuple[Obligation, ...]) -> int | None:
    """Which obligation the items belong to: of those in the last sentence the one that points at them, else the last."""
    end = len(text.rstrip(" \t\n:：—–,，;；"))
    reaching = [i for i, o in enumerate(obligations) if o.start >= 0 and o.end <= len(text)]
    if not reaching or obligations[reaching[-1]].end < end:
        return None
    last = obligations[reaching[-1]]
    same = [i for i in reaching if not re.search(r"[.。！]\s", text[obligations[i].start : last.start])]
    return next((i for i in same if _POINTER.search(text, obligations[i].start, obligations[i].end)), reaching[-1])
