"""The statements that set a store up, from the package `cypher`."""

from __future__ import annotations

import re
from importlib import resources

_COMMENT = re.compile(r"^\s*(//|--).*$", re.MULTILINE)
_END = re.compile(r";\s*$", re.MULTILINE)

LABELS = (
    *("Jurisdiction", "Authority", "Source", "Document", "Provision", "Obligation", "Quantity", "Concept", "DefinedTerm"),
    *("Citation", "Run", "Review", "QAItem"),
)
"""Every node label; each has a unique `id`."""

RELATIONSHIPS = (
    *("ISSUED", "READ_FROM", "HAS_PROVISION", "HAS_CHILD", "STATES", "LIMITS", "CITES", "DEFINES", "USES_TERM", "CONCERNS"),
    *("SUPERSEDES", "ALIGNED_WITH", "SILENT_IN", "DERIVED_FROM", "REVIEWED"),
)


def schema_statements(path: str) -> list[str]:
    """The statements of `cypher/schema/PATH`, one a string, without comments and semicolons."""
    text = resources.files("cypher").joinpath("schema", path).read_text(encoding="utf-8")
    return [part.strip() for part in _END.split(_COMMENT.sub("", text)) if part.strip()]
