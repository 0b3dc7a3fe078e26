"""Obligations of Chinese legal text, by rules on clauses.

A sentence falls into segments (；) and clauses (，). A clause with a cue opens an obligation, the clauses before it are its
conditions, exceptions and doer, those behind it go on with its act until the next cue. What a clause leaves out is carried
over from the one before it.
"""

from __future__ import annotations

from ingest.obligations.zh.reader import find_obligations

__all__ = ["find_obligations"]
