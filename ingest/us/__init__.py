"""United States sources: the CFR in all its formats, the Federal Register, FDA guidance and the FD&C Act."""

from ingest.source import Dialect
from ingest.us import annual, annual_markdown, ecfr, guidance, statute

DIALECTS: tuple[Dialect, ...] = (
    Dialect("ecfr", ecfr.recognises, ecfr.parse),
    Dialect("cfr-annual", annual.recognises, annual.parse),
    Dialect("cfr-annual-markdown", annual_markdown.recognises, annual_markdown.parse),
    Dialect("usc-markdown", statute.recognises, statute.parse),
    Dialect("fda-guidance-markdown", guidance.recognises, guidance.parse),
)

__all__ = ["DIALECTS"]
