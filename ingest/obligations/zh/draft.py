"""An obligation in the making: offsets into the text until the sentence is read."""

from __future__ import annotations

from dataclasses import dataclass, field

from ingest.sentences.zh import Span
from kg.records import Modality


@dataclass(slots=True)
class Draft:
    """`shared` are the conditions that hold for later clauses of the sentence too; `own` hold for this one."""

    modality: Modality
    start: int
    action: Span
    cues: list[str]
    subject: str | None = None
    target: str | None = None
    shared: list[Span] = field(default_factory=list)
    own: list[Span] = field(default_factory=list)
    exceptions: list[Span] = field(default_factory=list)
    restrictive: bool = False
    negative: bool = False
    n_items: int = 0

    def extend(self, end: int) -> None:
        self.action = Span(self.action.start, end)


@dataclass(slots=True)
class Carry:
    """What later clauses leave out because an earlier one said it."""

    subject: str | None = None
    authority: str | None = None
    target: str | None = None
    last: Draft | None = None
    base: list[Span] = field(default_factory=list)
    """The conditions of the sentence's first sanction, which its further measures share."""

    def next_sentence(self) -> Carry:
        """Only the doer outlives a full stop."""
        return Carry(subject=self.subject)
