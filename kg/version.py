"""The version of the code: what a run names, and what decides whether its work must be done again."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

_WORKING = frozenset({".py", ".tsv", ".json"})
"""Files of a package that its results rest on: code and the data that ships with it."""


def _installed() -> str:
    try:
        return version("regkg")
    except PackageNotFoundError:
        return "0"


CODE_VERSION = _installed()


@lru_cache
def stage_version(*packages: str) -> str:
    """The released version with a digest over the files of `packages`: another rule or another lexicon is another version."""
    digest = hashlib.sha256()
    for package in packages:
        spec = find_spec(package)
        for root in sorted(spec.submodule_search_locations or ()) if spec else ():
            for path in sorted(p for p in Path(root).rglob("*") if p.suffix in _WORKING):
                digest.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    return f"{CODE_VERSION}+{digest.hexdigest()[:12]}"
