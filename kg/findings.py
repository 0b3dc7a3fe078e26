"""The catalogue of ingest findings: one code a kind of fault, each with what it means and what to do about it.

I001-I019 hold for every source, I020-I039 for US, I040-I059 for Chinese, I060-I079 for EU and PDF dialects.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kg.records import Finding

Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of finding: its message, with `{}` for the details, its remedy and how grave it is."""

    message: str
    remedy: str
    severity: Severity = "warning"


CATALOGUE: dict[str, Kind] = {
    "I001": Kind("the path does not exist", "check the path; nothing was read from it", "error"),
    "I002": Kind("the file is empty", "fetch the document again", "error"),
    "I003": Kind("no dialect known to regkg", "convert it to one of the formats of docs/dialects.md, or leave it out", "info"),
    "I004": Kind("the XML is not well-formed: {}", "fetch the file again; it may have been cut off", "error"),
    "I005": Kind("the text was declared as {} and read as {}", "check a passage; re-save the file as UTF-8", "warning"),
    "I006": Kind("the PDF has no text layer", "run OCR on it first (for instance ocrmypdf), then ingest the result", "error"),
    "I007": Kind(
        "the PDF is protected by a password", "remove the protection with the owner's leave, then ingest again", "error"
    ),
    "I008": Kind("the file holds no text ({})", "fetch the document again", "error"),
    "I009": Kind("the XML declares entities or an external DTD ({})", "remove the DOCTYPE; official files have none", "error"),
    "I010": Kind(
        "{} characters of the text stand in no provision", "read the unparsed spans; silence over this document is not claimed"
    ),
    "I011": Kind("the language is {}, not one that regkg extracts from", "ingest the English or Chinese version", "error"),
    "I012": Kind("a copy of {}", "none needed: one copy of each version is kept", "info"),
    "I013": Kind("a challenge or error page, not a document", "fetch it again later or by hand", "error"),
    "I014": Kind("no date of the version could be told", "give the file name a date, as in title_2026-01-29.xml"),
    "I015": Kind("the file is larger than {}", "split it, or raise REGKG_MAX_FILE_MB", "error"),
    "I016": Kind("the reader failed: {}", "report this with the file; the other files are not affected", "error"),
    "I017": Kind("the PDF can't be opened: {}", "fetch it again; it may be cut off", "error"),
    "I019": Kind("the JSON is not well-formed: {}", "fetch the file again; it may have been cut off", "error"),
    "I018": Kind("the file can't be read: {}", "check the permissions", "error"),
    "I020": Kind("an amendment is pending: {}", "fetch the version in force after its date", "info"),
    "I021": Kind("an effective-date note: {}", "read the note before relying on the text", "info"),
    "I023": Kind(
        "{} paragraphs lost the place of their italic words in a conversion", "use the XML for verbatim text", "warning"
    ),
    "I024": Kind("data about the law, not a text of it", "none needed; it serves as a check", "info"),
    "I025": Kind("a fragment: it holds only some of the document", "fetch the whole; what it lacks is not taken for removed"),
    "I022": Kind(
        "the citation {} occurs again; the later one is numbered", "read both; the source numbers them alike", "warning"
    ),
    "I060": Kind("{} change marks of a consolidated text are kept as facts ({})", "none needed", "info"),
    "I061": Kind("{} lines of running heads and page numbers left out ({} characters), such as {}", "none needed", "info"),
    "I062": Kind("page {} carries no text of its own", "read the page by eye or run OCR on it; the rest is read", "warning"),
    "I063": Kind("{} printed line numbers left out", "none needed", "info"),
    "I064": Kind("a web page about the law, not a law ({})", "ingest the documents that it links to", "info"),
    "I065": Kind("a list of the parts of {}, without text of its own", "none needed: the parts are read", "info"),
    "I066": Kind("a third party's copy of {}", "prefer the official edition where it is at hand", "info"),
    "I067": Kind("excerpts of web pages, not whole documents", "ingest the documents themselves", "info"),
    "I040": Kind("the text tells no date; {} is from the record's metadata", "check the date against the official gazette"),
    "I041": Kind("the text breaks off: {}", "fetch the whole text; silence over what is missing is not claimed"),
    "I042": Kind("articles missing from the count: {}", "compare with the official text"),
    "I043": Kind("{} stands outside the count of articles", "none needed: it is kept as a note", "info"),
    "I044": Kind("the metadata names {}, the text {}", "none needed: the text is believed", "info"),
    "I045": Kind("a notice without the text that it promulgates; attached: {}", "ingest the attachment too"),
    "I046": Kind("metadata about a document, not the document", "ingest the text itself", "info"),
    "I047": Kind("the text was stored as {} read as Latin-1 and was repaired", "check a passage; fetch the record again"),
    "I048": Kind("the copy {} differs in {}", "compare both with the official text"),
}


def finding(code: str, file: str, *details: object, place: str = "") -> Finding:
    """A finding of the kind `code` about `file`; `details` fill the message's braces in order."""
    kind = CATALOGUE[code]
    return Finding(code, file, place, kind.message.format(*details), kind.remedy, kind.severity)
