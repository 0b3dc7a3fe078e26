"""The object domain and the functional subdomain of a document (first paper, 2.2.2), from a table that is data.

`documents.tsv` has a row a rule: the jurisdiction, which documents (CFR parts by number or range, other titles by a regular
expression), domain, subdomain. The first row that fits decides; a document has one domain and one subdomain.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

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

_PART = re.compile(r"21 ?CFR(?: Part)? ?(\d+)")
_RANGE = re.compile(r"(\d+)(?:-(\d+))?")


@dataclass(frozen=True, slots=True)
class Topic:
    """What a document regulates, and which activity."""

    domain: str
    subdomain: str


@lru_cache(maxsize=1)
def _rules() -> list[tuple[str, Callable[[str], bool], Topic]]:
    with files("qa.taxonomy").joinpath("documents.tsv").open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    return [(row["jurisdiction"], _fits(row["pattern"]), Topic(row["domain"], row["subdomain"])) for row in rows]


def _fits(pattern: str) -> Callable[[str], bool]:
    if numbers := _RANGE.fullmatch(pattern):
        low, high = int(numbers[1]), int(numbers[2] or numbers[1])
        return lambda title: (part := _PART.search(title)) is not None and low <= int(part[1]) <= high
    expression = re.compile(pattern)
    return lambda title: expression.search(title) is not None


def topic_of(jurisdiction: str, title: str) -> Topic:
    """The topic of a document by its title; "Other", "General Administration" where no rule fits."""
    for where, fits, topic in _rules():
        if where == jurisdiction and fits(title):
            return topic
    return Topic("Other", "General Administration")
