"""EU law in the formats of its publishers, and English guidance in PDF."""

from ingest.eu import eurlex
from ingest.pdf import guidance
from ingest.source import Dialect

DIALECTS: tuple[Dialect, ...] = (eurlex.DIALECT, guidance.DIALECT)

__all__ = ["DIALECTS"]
