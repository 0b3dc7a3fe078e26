"""The YAML head of a Markdown file, read as far as these files go: nested keys with one value each."""

from __future__ import annotations

import re

_KEY = re.compile(r"^( *)([\w-]+):\s*(.*)$")


def split_front_matter(text: str) -> tuple[dict[str, str], str]:
    """The head's keys (of every depth, the last of a name wins) and the text below it; no keys where there is no head."""
    text = text.lstrip("\ufeff")
    if not text.startswith("---"):
        return {}, text
    end = text.find("\n---", 3)
    if end < 0:
        return {}, text
    keys: dict[str, str] = {}
    last = ""
    for line in text[3:end].splitlines():
        found = _KEY.match(line)
        if found:
            last = found.group(2)
            keys[last] = found.group(3).strip().strip("\"'")
        elif last and line.startswith(" "):
            keys[last] = f"{keys[last]} {line.strip()}".strip().strip("\"'")
    after = text.find("\n", end + 1)
    return keys, text[after + 1 :] if after >= 0 else ""
