"""What a parsed file comes to, as plain data for golden files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ingest.reading import Reading, read_file


def summary(reading: Reading) -> dict[str, Any]:
    """Documents with their provisions, one line each, and the codes of the findings."""
    return {
        "findings": [f.code for f in reading.findings],
        "documents": [
            {
                "id": d.document.id,
                "title": d.document.title,
                "captured": d.document.characters_out == d.document.characters_in,
                "provisions": [
                    " | ".join((p.level, "/".join(p.path), p.citation, p.marker, p.heading, p.text, p.tail, p.role)).replace(
                        "\n", " ¶ "
                    )
                    for p in d.provisions
                ],
            }
            for d in reading.documents
        ],
    }


def read(path: Path) -> dict[str, Any]:
    return summary(read_file(path, f"samples/{path.name}"))
