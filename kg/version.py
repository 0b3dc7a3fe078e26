"""The version of the code that read and extracted: a graph made by another one is made again."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def _installed() -> str:
    try:
        return version("regkg")
    except PackageNotFoundError:
        return "0"


CODE_VERSION = _installed()
