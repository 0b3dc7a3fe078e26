"""EU law in the formats of its publishers, and English guidance in PDF."""

from ingest.eu import akn, eurlex, flattened, formex, oldpages, pages
from ingest.pdf import guidance
from ingest.source import Dialect

DIALECTS: tuple[Dialect, ...] = (
    pages.CHALLENGE,
    formex.DIALECT,
    akn.DIALECT,
    eurlex.DIALECT,
    oldpages.DIALECT,
    *flattened.DIALECTS,
    guidance.DIALECT,
    pages.DIALECT,
)

__all__ = ["DIALECTS"]
