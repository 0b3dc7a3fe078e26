"""EU law in the formats of its publishers, and English guidance in PDF."""

from ingest.eu import eurlex, flattened, oldpages, pages
from ingest.pdf import guidance
from ingest.source import Dialect

DIALECTS: tuple[Dialect, ...] = (
    pages.CHALLENGE,
    eurlex.DIALECT,
    oldpages.DIALECT,
    *flattened.DIALECTS,
    guidance.DIALECT,
    pages.DIALECT,
)

__all__ = ["DIALECTS"]
