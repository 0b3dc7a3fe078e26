"""United States sources: the CFR in all its formats, the Federal Register, FDA guidance and the FD&C Act."""

from ingest.source import Dialect
from ingest.us import annual, annual_markdown, converted_json, ecfr, federal_register, guidance, metadata, statute

DIALECTS: tuple[Dialect, ...] = (
    Dialect("ecfr", ecfr.recognises, ecfr.parse),
    Dialect("cfr-annual", annual.recognises, annual.parse),
    Dialect("cfr-annual-markdown", annual_markdown.recognises, annual_markdown.parse),
    Dialect("usc-markdown", statute.recognises, statute.parse),
    Dialect("fda-guidance-markdown", guidance.recognises, guidance.parse),
    Dialect("federal-register", federal_register.recognises, federal_register.parse),
    Dialect("ecfr-xml2js", converted_json.recognises, converted_json.parse),
    Dialect("us-metadata", metadata.recognises, metadata.parse),
)

__all__ = ["DIALECTS"]
