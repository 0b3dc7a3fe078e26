"""The topic of a document, from a table that is data.

`documents.tsv` has a row a rule: the jurisdiction, which documents (CFR parts by number or range, other titles by a regular
expression), domain, subdomain. The first row that fits decides; a document has one domain and one subdomain.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from functools import lru_cache
from importlib.resources import files

from kg.records import Topic

DOMAINS = ("Drugs", "Medical_Devices", "Cosmetics", "Controlled_Substances", "General_FDA", "Other")
SUBDOMAINS = (
    "Registration and Approval",
    "Clinical Trials and Good Clinical Practice",
    "Manufacturing and Quality",
    "Non-clinical Studies",
    "Labeling and Packaging",
    "Post-market Surveillance",
    "General Administration",
)

NO_RULE = "no rule names it"
"""The evidence of a document that falls to Other because nothing in the table fits."""

_PART = re.compile(r"21 ?CFR(?: Part)? ?(\d+)")
_RANGE = re.compile(r"(\d+)(?:-(\d+))?")
_ANY = "."  # the pattern of the last row of a jurisdiction
_SHOWN = 40


@lru_cache(maxsize=1)
def _rules() -> list[tuple[str, Callable[[str], str], str, str]]:
    """Jurisdiction, what gives the words of a title that decided ("" where the rule does not fit), domain, subdomain."""
    with files("ingest.taxonomy").joinpath("documents.tsv").open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    return [(row["jurisdiction"], _fits(row["pattern"]), row["domain"], row["subdomain"]) for row in rows]


def _fits(pattern: str) -> Callable[[str], str]:
    if numbers := _RANGE.fullmatch(pattern):
        low, high = int(numbers[1]), int(numbers[2] or numbers[1])

        def numbered(title: str) -> str:
            part = _PART.search(title)
            return f"part {part[1]}, by the rule for {pattern}" if part and low <= int(part[1]) <= high else ""

        return numbered
    expression = re.compile(pattern)

    def named(title: str) -> str:
        found = expression.search(title)
        if found is None:
            return ""
        return NO_RULE if pattern == _ANY else f"its title says {found[0][:_SHOWN]}"

    return named


def topic_of(jurisdiction: str, title: str) -> Topic:
    """The topic of a document by its title; "Other", "General Administration" where no rule fits."""
    for where, fits, domain, subdomain in _rules():
        if where == jurisdiction and (evidence := fits(title)):
            return Topic(domain, subdomain, evidence)
    return Topic("Other", "General Administration", NO_RULE)
