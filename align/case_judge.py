"""What every judge of candidates goes through: controls first, then source by source, each decision kept as `judged`.

A judge is a language model (`align/model_judge.py`) or an NLI cross-encoder (`align/nli_judge.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from align.review import Decision, record
from align.worklist import Case
from kg.errors import RegkgError
from kg.progress import Report, silent
from kg.runs import start_run
from kg.stores import GraphStore

_WRITTEN_AT_ONCE = 20


class ControlsFailed(RegkgError):
    """The judge can't tell pairs that answer each other from pairs that don't; nothing was written."""


@dataclass(frozen=True, slots=True)
class CaseJudge:
    """How sources are decided."""

    decide: Callable[[Case], Decision | None]
    """The decision on a case, without its reviewer; None leaves it unverified. May raise RegkgError, which ends the run."""
    check_controls: Callable[[], None]
    """Raises ControlsFailed where the judge reads a control pair wrongly."""
    digest: str
    """Of all that its decisions rest on besides texts and model: prompt, thresholds."""


@dataclass
class JudgeReport:
    """What a run did. `undecided` sources stay unverified: nothing that counts was said of them."""

    run: str = ""
    read: int = 0
    labels: dict[str, int] = field(default_factory=dict)
    undecided: int = 0
    stopped: str = ""

    def summary(self) -> str:
        labels = ", ".join(f"{n} {label}" for label, n in sorted(self.labels.items())) or "none"
        told = f"{self.read} sources read: {labels}; {self.undecided} without an answer that counts stay unverified"
        return f"{told}; stopped: {self.stopped}" if self.stopped else told


def judge_cases(
    store: GraphStore,
    cases: Iterable[Case | None],
    judge: CaseJudge,
    model: str,
    revision: Callable[[], str] = str,
    *,
    total: int = 0,
    progress: Report = silent,
) -> JudgeReport:
    """Judges cases and puts the decisions in force as `judged`, some at a time, so that one that is ended goes on where it was.

    Raises ControlsFailed before anything is written. Deciding may raise RegkgError (a ceiling, a server that is gone): what was
    judged till then is kept, and the report says why it stopped; so with Ctrl-C while a case is decided. `revision` is asked
    after the controls.
    """
    judge.check_controls()
    served = revision()
    report = JudgeReport()
    with start_run(store, "verify", judge.digest, model=model, model_revision=served) as run:
        report.run = run.id
        waiting: list[Decision] = []
        for done, case in enumerate(cases, 1):
            progress("judge", done, max(total, done))
            if case is None:
                continue
            try:
                decision = judge.decide(case)
            except RegkgError as fault:
                report.stopped = str(fault)
                break
            except KeyboardInterrupt:
                report.stopped = "interrupted"
                break
            report.read += 1
            if decision is None:
                report.undecided += 1
                continue
            report.labels[decision.label] = report.labels.get(decision.label, 0) + 1
            waiting.append(_signed(decision, model, served))
            if len(waiting) >= _WRITTEN_AT_ONCE:
                record(store, waiting, run.id)
                waiting = []
        record(store, waiting, run.id)
    return report


def _signed(d: Decision, model: str, revision: str) -> Decision:
    return replace(d, reviewer=model, kind="model", revision="" if revision == model else revision)
