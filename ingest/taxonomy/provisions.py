"""The topic of a provision where its headings or its own words say something else than its document.

`words.tsv` has a row a domain or subdomain with the words that name it, in English and Chinese. A heading decides for all
that stands below it, down to the next heading that decides. What names two values decides nothing: a chapter on "manufacture
and labelling" keeps what is above it. A domain is read only in documents of general law, and from a unit's own text only
where no rule knows the document: a device regulation that mentions drugs is still one of devices.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files

from ingest.taxonomy.documents import NO_RULE, topic_of
from kg.records import UNIT_LEVELS, ParsedDocument, Provision, Topic

_GENERAL = frozenset({"General_FDA", "Other"})
_NAMES_OF_AUTHORITIES = re.compile(
    r"Food and Drug Administration|(?:Federal )?Food,? Drug,? and Cosmetic Act|European Medicines Agency"
    r"|(?:食品)?药品监督管理|药品监督|食品药品|药监|药典|药品检验机构|药品审评中心"
)
_SHOWN = 60
_LONGEST_TEXT = 3000
"""Characters of a unit's own text that are looked through: a longer one is about many things."""


@dataclass(frozen=True, slots=True)
class _Words:
    """One expression for all the values of a field, each a group `v0`, `v1` ...; earlier rows win where two match."""

    values: tuple[str, ...]
    expression: re.Pattern[str]

    def only(self, text: str) -> tuple[str, str] | None:
        """The one value that `text` names and the first words that name it; None for none or several."""
        found: tuple[str, str] | None = None
        for match in self.expression.finditer(text):
            value = self.values[int((match.lastgroup or "v0")[1:])]
            if found is not None and found[0] != value:
                return None
            found = found or (value, match[0])
        return found


@lru_cache(maxsize=4)
def _words(field: str, lang: str) -> _Words:
    with files("ingest.taxonomy").joinpath("words.tsv").open(encoding="utf-8") as lines:
        rows = [row for row in csv.DictReader(lines, delimiter="\t") if row["field"] == field]
    language = "zh" if lang == "zh" else "en"
    edges = ("", "") if language == "zh" else (r"\b", r"")
    expression = "|".join(f"(?P<v{i}>{edges[0]}(?:{row[language]}){edges[1]})" for i, row in enumerate(rows))
    return _Words(tuple(row["value"] for row in rows), re.compile(expression, re.IGNORECASE))


def subdomain_named(headings: str, lang: str) -> str | None:
    """The one functional subdomain that headings name; None where they name none or several."""
    found = _words("subdomain", lang).only(_NAMES_OF_AUTHORITIES.sub("", headings))
    return found[0] if found else None


def classified(parsed: ParsedDocument) -> ParsedDocument:
    """`parsed` with the topic of the document and of each provision whose headings or words say something else."""
    document = parsed.document
    whole = topic_of(document.jurisdiction, document.title or document.id)
    topics = {document.id: whole}
    for provision in parsed.provisions:  # every parent comes before its children
        above = topics.get(provision.parent or "", whole)
        own = _own(provision, above, whole)
        if own != whole:
            topics[provision.id] = own
    return replace(parsed, topics=topics)


def _own(provision: Provision, above: Topic, whole: Topic) -> Topic:
    if provision.heading and provision.order > 0:  # the first heading is the title, which was read as a title
        heading = _NAMES_OF_AUTHORITIES.sub("", provision.heading)
        subdomain = _words("subdomain", provision.lang).only(heading)
        domain = _words("domain", provision.lang).only(heading) if whole.domain in _GENERAL else None
        if domain or subdomain:
            words = ", ".join(found[1] for found in (domain, subdomain) if found)
            own = Topic(
                domain[0] if domain else above.domain,
                subdomain[0] if subdomain else above.subdomain,
                f"the heading “{provision.heading[:_SHOWN]}” says {words}",
            )
            if own != above:
                return own
    if whole.evidence == NO_RULE and above == whole and provision.level in UNIT_LEVELS and provision.role == "body":
        domain = _words("domain", provision.lang).only(_NAMES_OF_AUTHORITIES.sub("", provision.text[:_LONGEST_TEXT]))
        if domain and domain[0] != above.domain:
            return Topic(domain[0], above.subdomain, f"its text says {domain[1]}")
    return above
