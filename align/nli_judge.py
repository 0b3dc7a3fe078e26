"""Verdicts by an NLI cross-encoder: does a candidate say what the source demands (premise: candidate, hypothesis: demand)?

A cross-encoder reads a few hundred tokens, so a candidate is read in windows of whole sentences. Where some candidate entails
the demand, the surest of these settles it as AGREE; else the surest that contradicts it as DIVERGE; when every window of every
candidate is neutral it is SILENT. Anything less sure stays unverified. Which field differs a cross-encoder does not say.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from align.case_judge import CaseJudge, ControlsFailed
from align.cross_encoder import Reading
from align.review import Decision
from align.worklist import Case, Text
from ingest.sentences import split_sentences
from kg.records import Verdict

Read = Callable[[Sequence[tuple[str, str]]], list[Reading]]
"""Pairs of premise and hypothesis to their readings, as `CrossEncoder.read`."""

SURE = 0.8
"""Probability from which a class counts. Set, not fitted: there were no labels read by a trained cross-encoder to fit it on."""
WINDOW = {"en": 800, "zh": 250}
"""Characters of a window, about 200 tokens; a longer sentence is a window of its own."""


@dataclass(frozen=True, slots=True)
class CandidateReading:
    """What the windows of a candidate come to; `neutral` is that of the least neutral window, `cut` where any was cut."""

    candidate: Text
    entailment: float
    contradiction: float
    neutral: float
    cut: bool


def windows(text: Text) -> Iterator[str]:
    """The text in order, in windows of whole sentences; nothing is left out but blanks between sentences."""
    most = WINDOW.get(text.lang, WINDOW["en"])
    begins = [begin for begin, _ in split_sentences(text.text, text.lang)]
    start = 0  # a sentence's own end leaves out its mark in Chinese: each reaches to the next one's begin
    for begin, end in pairwise([*begins, len(text.text)]):
        if end - start > most and text.text[start:begin].strip():
            yield text.text[start:begin].strip()
            start = begin
    if text.text[start:].strip():
        yield text.text[start:].strip()


def read_candidates(source: Text, candidates: Sequence[Text], read: Read) -> list[CandidateReading]:
    """A reading of each candidate that has a text, in their order."""
    parts = [(candidate, list(windows(candidate))) for candidate in candidates]
    readings = iter(read([(window, source.text) for _, found in parts for window in found]))
    out = []
    for candidate, found in parts:
        own = [next(readings) for _ in found]
        if own:
            out.append(
                CandidateReading(
                    candidate,
                    max(r.entailment for r in own),
                    max(r.contradiction for r in own),
                    min(r.neutral for r in own),
                    any(r.cut for r in own),
                )
            )
    return out


def conclude(readings: Sequence[CandidateReading]) -> tuple[Verdict, CandidateReading] | None:
    """The label and the reading it rests on; None where nothing is sure. What was cut settles nothing."""
    if not readings or any(r.cut for r in readings):
        return None
    agreeing = max(readings, key=lambda r: r.entailment)
    if agreeing.entailment >= SURE:
        return "AGREE", agreeing
    differing = max(readings, key=lambda r: r.contradiction)
    if differing.contradiction >= SURE:
        return "DIVERGE", differing
    nearest = min(readings, key=lambda r: r.neutral)
    return ("SILENT", nearest) if nearest.neutral >= SURE else None


def judge_case(case: Case, read: Read) -> Decision | None:
    """The decision on a case, without its reviewer; None where nothing is sure, or there is no candidate."""
    readings = read_candidates(case.source, case.candidates, read)
    found = conclude(readings) if len(readings) == len(case.candidates) else None
    if found is None:
        return None
    label, best = found
    figures = f"entailment {best.entailment:.2f}, contradiction {best.contradiction:.2f}, neutral {best.neutral:.2f}"
    silent = label == "SILENT"
    told = f"{len(readings)} candidates read, all neutral; the least: {best.candidate.citation}, " if silent else ""
    return Decision(
        source=case.source.id,
        jurisdiction=case.jurisdiction,
        label=label,
        reviewer="",
        counterpart="" if silent else best.candidate.id,
        note=f"{told}{figures}",
        source_hash=case.source.hash,
        counterpart_hash="" if silent else best.candidate.hash,
    )


def judge_by_nli(read: Read, languages: Collection[str]) -> CaseJudge:
    """A judge that reads by a cross-encoder; `languages` (`en`, `zh`) of the texts choose the controls."""
    digest = hashlib.sha256(json.dumps(["nli", SURE, WINDOW], sort_keys=True).encode()).hexdigest()
    return CaseJudge(lambda case: judge_case(case, read), lambda: check_controls(read, languages), digest)


Control = tuple[tuple[str, str], tuple[tuple[str, str, Verdict], ...]]

CONTROLS: tuple[Control, ...] = (
    (
        ("en", "The manufacturer shall keep batch records for five years."),
        (
            ("en", "Pharmacy ceilings shall be painted white.", "SILENT"),
            ("en", "Each manufacturer must keep its batch records for five years.", "AGREE"),
            ("en", "The manufacturer shall not keep batch records for five years.", "DIVERGE"),
        ),
    ),
    (
        ("en", "The manufacturer shall keep batch records for five years."),
        (
            ("zh", "药店的天花板应当涂成白色。", "SILENT"),
            ("zh", "生产企业应当将批记录保存五年。", "AGREE"),
            ("zh", "生产企业不得将批记录保存五年。", "DIVERGE"),
        ),
    ),
    (
        ("zh", "申办者应当在七日内报告受试者的死亡。"),
        (
            ("en", "Fees for stamps are paid at the counter in coins.", "SILENT"),
            ("en", "The sponsor shall report the death of a trial subject within seven days.", "AGREE"),
            ("en", "The sponsor shall not report the death of a trial subject within seven days.", "DIVERGE"),
        ),
    ),
)
"""Demands with candidates whose reading is beyond doubt, by language."""


def check_controls(read: Read, languages: Collection[str]) -> None:
    """Raises ControlsFailed where a control pair in these languages is read wrongly, or not surely."""
    for (lang, demand), candidates in CONTROLS:
        for other, text, expected in candidates:
            if not {lang, other} <= {*languages, "en"}:
                continue
            found = conclude(read_candidates(_control(demand, lang), [_control(text, other)], read))
            if found is None or found[0] != expected:
                said = found[0] if found else "nothing sure"
                raise ControlsFailed(
                    f"the cross-encoder reads a control pair wrongly ({text!r}: {said}, not {expected}); nothing was verified"
                )


def _control(text: str, lang: str) -> Text:
    return Text("control", "control", "", text, lang, "", "")
