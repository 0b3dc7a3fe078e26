"""The versions of a work: which provisions stay the same from one to the next, which are amended, renumbered or removed.

Everything is worked out from all the versions that are known, in the order of their dates, so the order in which they
were loaded does not show. A provision that reads the same in successive versions is one node, named for the first of
them; each document that holds it has its own HAS_PROVISION to it, with the `id` that it would have there by itself.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kg.records import ABOVE_A_PROVISION

# US:21CFR211.84(d)@2026-01-29, CN:药品管理法@2019-08-26/第三条
_DATE = re.compile(r"@(?:[\d-]+|undated)(?=/|$)")

_TELLING = 40
"""Characters of a text that is taken for the same when it is found under another number; shorter ones recur by chance."""


@dataclass(frozen=True, slots=True)
class Member:
    """A provision as one version holds it. `raw` is its id by itself, `node` the id of the node that now stands for it."""

    raw: str
    node: str
    citation: str
    level: str
    reads: str
    """`kg.graph_rows.version_hash`."""
    text_hash: str
    characters: int
    order: int

    @property
    def key(self) -> str:
        """The id without the version's date: the same place in every version."""
        return _DATE.sub("", self.raw, count=1)


@dataclass(frozen=True, slots=True)
class Version:
    """One document of a work; `date` is "" where unknown, and comes first then."""

    document: str
    date: str
    members: tuple[Member, ...]
    partial: bool = False
    """Whether it holds only some of the provisions: what a fragment lacks is not removed by it."""


@dataclass(frozen=True, slots=True)
class Supersession:
    """`kind`: amended (its own words), amended_within (its lead-in, place or parts), renumbered."""

    new: str
    old: str
    kind: str
    renumbered_from: str | None = None


@dataclass
class Arrangement:
    """What the graph should hold of one work."""

    node: dict[tuple[str, str], str] = field(default_factory=dict)
    """(document, raw id) -> id of the node that stands for it."""
    since: dict[str, str] = field(default_factory=dict)
    """Node id -> date of the first version that holds it, where that is not the first version of all."""
    ends: dict[str, str] = field(default_factory=dict)
    """Node id -> date of the first version that does not hold it any more."""
    holder: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Node id -> the last version that holds it and its order there."""
    document_ends: dict[str, str] = field(default_factory=dict)
    supersedes: set[Supersession] = field(default_factory=set)


def arrangement(versions: Sequence[Version]) -> Arrangement:
    """The arrangement of one work's versions. Of two with one date the first by id takes part; the other stands alone.

    A fragment changes the provisions that it holds and says nothing of the others: they stay as they were. Nor is what comes
    after nothing but fragments an addition.
    """
    out = Arrangement()
    ordered: list[Version] = []
    for version in sorted(versions, key=lambda v: (v.date, v.partial, v.document)):
        if ordered and ordered[-1].date == version.date:
            out.node.update({(version.document, m.raw): m.raw for m in version.members})
            out.holder.update({m.raw: (version.document, m.order) for m in version.members})
        else:
            ordered.append(version)
    before: dict[str, tuple[Member, str]] = {}
    whole_before = False
    for i, version in enumerate(ordered):
        if not version.partial:
            for earlier_version in ordered[:i]:
                out.document_ends.setdefault(earlier_version.document, version.date)
        now: dict[str, tuple[Member, str]] = {}
        for member in version.members:
            earlier = before.get(member.key)
            same = earlier is not None and earlier[0].reads == member.reads
            node = earlier[1] if earlier is not None and same else member.raw
            now[member.key] = (member, node)
            out.node[version.document, member.raw] = node
            out.holder[node] = (version.document, member.order)
            if not same and (whole_before or earlier is not None):
                out.since[node] = version.date
            if earlier is not None and not same:
                out.ends[earlier[1]] = version.date
                kind = "amended" if earlier[0].text_hash != member.text_hash else "amended_within"
                out.supersedes.add(Supersession(node, earlier[1], kind))
        gone = {key: value for key, value in before.items() if key not in now}
        if version.partial:
            before = {**gone, **now}
            continue
        out.ends.update({node: version.date for _, node in gone.values()})
        if i:
            out.supersedes |= _renumbered(gone, {key: value for key, value in now.items() if key not in before})
        before = now
        whole_before = True
    return out


def _renumbered(gone: Mapping[str, tuple[Member, str]], came: Mapping[str, tuple[Member, str]]) -> set[Supersession]:
    """Pairs that say the same under another number; a text that is found more than once on either side tells nothing."""

    def by_text(members: Mapping[str, tuple[Member, str]]) -> dict[tuple[str, str], tuple[Member, str]]:
        telling = [v for v in members.values() if v[0].characters >= _TELLING and v[0].level not in ABOVE_A_PROVISION]
        count = Counter((m.level, m.text_hash) for m, _ in telling)
        return {(m.level, m.text_hash): (m, node) for m, node in telling if count[m.level, m.text_hash] == 1}

    old, new = by_text(gone), by_text(came)
    return {Supersession(new[key][1], old[key][1], "renumbered", old[key][0].citation) for key in old.keys() & new.keys()}


def group_members(rows: Sequence[Mapping[str, object]]) -> dict[str, list[Member]]:
    """Members by document from rows of `document` and the fields of Member; doubles (an ended re-pointing) fall together."""
    out: dict[str, dict[str, Member]] = defaultdict(dict)
    for row in rows:
        member = Member(**{name: row[name] for name in Member.__slots__})  # type: ignore[arg-type]
        kept = out[str(row["document"])].get(member.raw)
        if kept is None or member.node < kept.node:
            out[str(row["document"])][member.raw] = member
    return {document: sorted(members.values(), key=lambda m: (m.order, m.raw)) for document, members in out.items()}
