"""List items that stand as provisions of their own below a lead-in: those that are contents or objects of its one act are
counted in that obligation (docs/conventions.md). Items that are acts state obligations themselves and are not counted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from kg.records import ATTACHED_LEVELS, Extraction, Obligation, Provision
from kg.tree import Tree

_OPEN = (":", "：", "—", "–")
_POINTER = re.compile(r"下列|下述|如下|以下|\bfollowing\b|\bas follows\b", re.IGNORECASE)
_STATING = frozenset({"body", "definition", "table"})


def with_counted_items(provision: Provision, tree: Tree, found: Mapping[str, Extraction]) -> Extraction:
    """What was found in `provision`, with `n_items` of the obligation that its children continue.

    `found` holds what was found in the children, by id. A text that does not break off before its children is left as it is.
    """
    own = found[provision.id]
    if not own.obligations or not provision.text.rstrip().endswith(_OPEN):
        return own
    items = [child for child in tree.children(provision) if child.level not in ATTACHED_LEVELS and child.role in _STATING]
    count = sum(not found[child.id].obligations for child in items)
    at = _continued(provision.text, own.obligations)
    if not count or at is None or own.obligations[at].n_items:
        return own
    obligations = list(own.obligations)
    obligations[at] = replace(obligations[at], n_items=count)
    return replace(own, obligations=tuple(obligations))


def _continued(text: str, obligations: tuple[Obligation, ...]) -> int | None:
    """Which obligation the items belong to: of those in the last sentence the one that points at them, else the last."""
    end = len(text.rstrip(" \t\n:：—–,，;；"))
    reaching = [i for i, o in enumerate(obligations) if o.start >= 0 and o.end <= len(text)]
    if not reaching or obligations[reaching[-1]].end < end:
        return None
    last = obligations[reaching[-1]]
    same = [i for i in reaching if not re.search(r"[.。！]\s", text[obligations[i].start : last.start])]
    return next((i for i in same if _POINTER.search(text, obligations[i].start, obligations[i].end)), reaching[-1])
