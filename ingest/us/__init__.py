"""United States sources: the CFR in all its formats, the Federal Register, FDA guidance and the FD&C Act."""

from ingest.source import Dialect
from ingest.us import ecfr

DIALECTS: tuple[Dialect, ...] = (Dialect("ecfr", ecfr.recognises, ecfr.parse),)

__all__ = ["DIALECTS"]
