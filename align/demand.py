"""One obligation made comparable across languages: strength, actor's role, times, counts, exceptions, open standards.

What the extraction found comes first. Where it found none (a list item whose cue stands in its lead-in, a duty without a
cue), the words themselves are read, so that every passage can be compared.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from align.passages import Passage
from align.periods import Period, periods_of
from ingest.concepts import concept_ids
from ingest.quantities import find_quantities
from kg.records import Obligation, Quantity

DEMANDS_READ = 8
"""Demands compared of one passage. A longer passage is a list, whose first items and best matches say what it is about."""

STRENGTH = {"MANDATORY": 3, "PROHIBITED": 3, "SANCTION": 3, "RECOMMENDED": 2, "PERMITTED": 1, "EXEMPTED": 0}
UNKNOWN_STRENGTH = -1

_CUES_EN = (
    (3, re.compile(r"\b(?:shall|must|(?:is|are) (?:required|responsible|obliged)|will)\b", re.IGNORECASE)),
    (2, re.compile(r"\b(?:should|recommend(?:s|ed)?|encourage[sd]?)\b", re.IGNORECASE)),
    (1, re.compile(r"\b(?:may|can|(?:is|are) permitted)\b", re.IGNORECASE)),
)
_CUES_ZH = (
    (3, re.compile(r"应当|必须|不得|禁止|严禁|负责|须|应")),
    (2, re.compile(r"鼓励|支持|宜|建议")),
    (1, re.compile(r"可以|有权|可")),
)
_WEAK = {
    "en": re.compile(
        r"\b(?:as|where|when|if|to the extent) "
        r"(?:appropriate|necessary|applicable|feasible|practicable|possible|relevant|needed)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(r"必要时|视情况|酌情|适当时|如适用|根据需要|如有必要"),
}
_OPEN = {
    "en": re.compile(
        r"\b(?:adequate|appropriate|sufficient|suitable|reasonable|satisfactory|proportionate)(?:ly)?\b", re.IGNORECASE
    ),
    "zh": re.compile(r"适当|足够|充分|合理|相适应|适宜|合适"),
}
_AT_ONCE = {
    "en": re.compile(
        r"\b(?:immediately|promptly|without (?:undue )?delay|forthwith|as soon as (?:possible|practicable))\b", re.IGNORECASE
    ),
    "zh": re.compile(r"立即|及时|马上|当即|即时"),
}
_EXCEPT = {
    "en": re.compile(
        r"\b(?:unless|except(?: (?:that|as|when|where|for|in|under))?|(?<=, )other than|need not|exempt)\b[^.;]{0,120}",
        re.IGNORECASE,
    ),
    "zh": re.compile(r"(?:除[^，。；]{1,40}外|但[^。；]{1,60}除外|另有规定的?)"),
}

ROLES = ("authority", "review body", "investigator", "sponsor", "company", "institution")
_ROLE_WORDS = {
    "en": {
        "authority": r"\b(?:fda|agency|commissioner|secretary|administrator|competent authorit(?:y|ies)|member states?|"
        r"commission|ema|regulatory authorit(?:y|ies)|director|attorney general|(?-i:Administration)(?! of)|we)\b",
        "review body": r"\b(?:irb|iec|ethics committees?|review boards?|notified bod(?:y|ies)|advisory committees?)\b",
        "investigator": r"\b(?:investigators?|sub-?investigators?)\b",
        "sponsor": r"\bsponsors?\b",
        "company": r"\b(?:manufacturers?|applicants?|holders?|distributors?|importers?|packers?|firms?|establishments?|"
        r"registrants?|economic operators?|owners?|operators?|labelers?|licensees?|qualified persons?|"
        r"quality (?:control )?units?|authori[sz]ed representatives?)\b",
        "institution": r"\b(?:user facilit(?:y|ies)|hospitals?|pharmac(?:y|ies)|pharmacists?|practitioners?|physicians?|"
        r"health institutions?|laborator(?:y|ies))\b",
    },
    "zh": {
        "authority": r"监督管理部门|国务院|人民政府|主管部门|药监局|监测机构|审评中心|检验机构|公安机关|卫生健康|审批部门",
        "review body": r"伦理委员会|专家委员会|审评机构",
        "investigator": r"研究者|主要研究者",
        "sponsor": r"申办者|申办方",
        "company": r"持有人|注册人|备案人|生产企业|经营企业|企业|申请人|受托方|委托方|批发|进口商|单位|质量管理部门|质量受权人",
        "institution": r"医疗机构|使用单位|药房|药师|医师|实验室|临床试验机构",
    },
}
_ROLES = {
    lang: [(role, re.compile(pattern, re.IGNORECASE)) for role, pattern in words.items()] for lang, words in _ROLE_WORDS.items()
}

ACTS = {
    "license": (
        r"\b(?:licen[cs]|registr|register|approv|authori[sz]|permit|certificat|accredit)",
        r"许可|注册|批准|备案|审批|核准|认证",
    ),
    "inspect": (r"\b(?:inspect|audit|examin|monitor)", r"检查|监督|审计|监测|飞行"),
    "sanction": (
        r"\b(?:penalt|suspend|revok|withdraw|disqualif|seiz|debar|fine\b|terminat)",
        r"处罚|罚款|吊销|撤销|责令|没收|暂停|注销",
    ),
    "report": (r"\b(?:report|notif|submit|inform)", r"报告|通知|上报|提交|告知|报送"),
    "record": (r"\b(?:record|document|retain|retention|maintain .{0,20}files?|archiv)", r"记录|保存|档案|归档|留存|文件"),
    "label": (r"\b(?:label|packag|mark)", r"标签|说明书|包装|标识"),
    "test": (r"\b(?:test|analy[sz]|validat|verif|sampl|qualif)", r"检验|验证|检测|确认|取样|测试"),
    "train": (r"\b(?:train|education|qualified person)", r"培训|教育|资质"),
    "consent": (r"\b(?:informed consent|consent)", r"知情同意"),
    "recall": (r"\b(?:recall|field safety corrective|cease distribution)", r"召回"),
    "publish": (r"\b(?:publish|disclos|public)", r"公布|公开|发布|公示"),
}
_ACTS = {
    "en": [(act, re.compile(en, re.IGNORECASE)) for act, (en, _) in ACTS.items()],
    "zh": [(act, re.compile(zh)) for act, (_, zh) in ACTS.items()],
}

SUBJECT_READ = 80
"""Characters of a demand without a cue in which its actor is looked for."""
_SENTENCES_BEFORE = re.compile(r"^.*(?:[.;:]\s|[。；：]|\n)(?=\S)", re.DOTALL)
_SUFFERS = re.compile(
    r"\s+(?:not\s+)?(?:\w+ly\s+)?be\s+(?:\w+ly\s+)?(?:inspected|examined|audited|notified|informed|advised|warned|given|sent|served|"
    r"offered|afforded|reviewed|monitored|investigated|suspended|disqualified|debarred|paid|reimbursed|refused|denied|assigned)\b"
    r"(?:[^.;]{0,80}?\bby\b(?P<agent>[^.;,]{3,80}))?",
    re.IGNORECASE,
)
"""What is done to the subject of the sentence, who owes nothing by it."""

_SENTENCE = {"en": re.compile(r"(?<=[.;:])\s+(?=[A-Z(])|\n+"), "zh": re.compile(r"(?<=[。；])|\n+")}


@dataclass(frozen=True, slots=True)
class Demand:
    """A demand ready to be compared. Spans are quotes from the text, None or () where the text has none."""

    text: str
    lang: str
    strength: int
    cue: str
    negative: bool
    weakened: str | None
    role: str
    role_span: str
    periods: tuple[Period, ...]
    counts: tuple[Quantity, ...]
    exceptions: tuple[str, ...]
    conditions: tuple[str, ...]
    open_standard: str | None
    at_once: str | None
    acts: frozenset[str]
    concepts: frozenset[str]

    @property
    def quote(self) -> str:
        return shorten(self.text)


def shorten(text: str, limit: int = 220) -> str:
    """A quote of at most `limit` characters, cut at a word where there is one."""
    text = " ".join(text.split())
    if len(text) <= limit:
        return text
    cut = text[:limit]
    return (cut[: cut.rfind(" ")] if " " in cut[limit // 2 :] else cut) + " …"


def role_of(subject: str, lang: str) -> tuple[str, str]:
    """(role, words that name it) of the first actor in `subject`, ("", "") where none is named."""
    best: tuple[int, str, str] | None = None
    for role, pattern in _ROLES["zh" if lang == "zh" else "en"]:
        found = pattern.search(subject)
        if found and (best is None or found.start() < best[0]):
            best = (found.start(), role, found.group())
    return (best[1], best[2]) if best else ("", "")


def acts_of(text: str, lang: str) -> frozenset[str]:
    return frozenset(act for act, pattern in _ACTS["zh" if lang == "zh" else "en"] if pattern.search(text))


def sentences(text: str, lang: str) -> list[str]:
    """Clauses between full stops and semicolons, each with some content."""
    return [s.strip() for s in _SENTENCE["zh" if lang == "zh" else "en"].split(text) if s and len(s.strip()) > 3]


def _strength(text: str, lang: str) -> tuple[int, str]:
    """Strength and cue that stand first; lower cues later in the sentence qualify, they do not decide."""
    first: tuple[int, int, str] | None = None
    for strength, pattern in _CUES_ZH if lang == "zh" else _CUES_EN:
        found = pattern.search(text)
        if found and (first is None or found.start() < first[0]):
            first = (found.start(), strength, found.group())
    return (first[1], first[2]) if first else (UNKNOWN_STRENGTH, "")


def _actor_in(text: str, cue: str) -> str:
    """The words that may name who owes the demand: those before its cue, in its own sentence; of what is done to someone
    ("distributors shall be inspected by the agency") those behind "by"."""
    if not cue:
        return text[:SUBJECT_READ]
    at = text.find(cue)
    suffered = _SUFFERS.match(text, at + len(cue))
    if suffered:
        return suffered["agent"] or ""
    return _SENTENCES_BEFORE.sub("", text[:at])


def from_obligation(o: Obligation) -> Demand:
    """A demand as the extraction read it."""
    demand = from_text(o.text or o.action, o.lang, quantities=o.quantities or None)
    # Who owes it, not whom it is done to: see `_actor_in`.
    named = o.subject if o.subject and not _SUFFERS.match(demand.text, demand.text.find(o.cue) + len(o.cue)) else None
    role, span = role_of(named, o.lang) if named else (demand.role, demand.role_span)
    return Demand(
        text=demand.text,
        lang=o.lang,
        strength=STRENGTH[o.modality],
        cue=o.cue,
        negative=o.modality == "PROHIBITED" or o.polarity == "negative",
        weakened=demand.weakened,
        role=role,
        role_span=named or span,
        periods=demand.periods,
        counts=demand.counts,
        exceptions=o.exceptions or demand.exceptions,
        conditions=o.conditions,
        open_standard=demand.open_standard,
        at_once=demand.at_once,
        acts=demand.acts,
        concepts=demand.concepts,
    )


def from_text(
    text: str, lang: str, lead_in: str = "", quantities: Sequence[Quantity] | None = None, governing: str = ""
) -> Demand:
    """A demand read from the words alone. `lead_in` may hold its cue and its actor; where it was cut, `governing` does: the
    whole sentence whose end it is."""
    key = "zh" if lang == "zh" else "en"
    whole = f"{governing or lead_in} {text}".strip()
    strength, cue = _strength(whole, lang)
    found = tuple(quantities) if quantities is not None else find_quantities(text, lang)
    role, span = role_of(_actor_in(whole, cue), lang)
    first = {name: pattern[key].search(text) for name, pattern in (("weak", _WEAK), ("open", _OPEN), ("once", _AT_ONCE))}
    return Demand(
        text=whole,
        lang=lang,
        strength=strength,
        cue=cue,
        negative=cue in {"不得", "禁止", "严禁"} or bool(re.search(r"\b(?:shall|must|may|should) not\b", text, re.IGNORECASE)),
        weakened=first["weak"].group() if first["weak"] else None,
        role=role,
        role_span=span,
        periods=periods_of(found, text, lang),
        counts=tuple(q for q in found if q.kind in {"threshold", "amount", "count"}),
        exceptions=tuple(m.group().strip() for m in _EXCEPT[key].finditer(text))[:2],
        conditions=(),
        open_standard=first["open"].group() if first["open"] else None,
        at_once=first["once"].group() if first["once"] else None,
        acts=acts_of(text, lang),
        concepts=frozenset(concept_ids(f"{lead_in} {text}", lang)),
    )


def demands_of(passage: Passage) -> list[Demand]:
    """The passage's obligations, or its sentences read as demands where the extraction found none."""
    if passage.obligations:
        return [from_obligation(o) for o in passage.obligations[:DEMANDS_READ]]
    return demands_of_text(passage.text, passage.lang, passage.lead_in, passage.governing)


def demands_of_text(text: str, lang: str, lead_in: str = "", governing: str = "") -> list[Demand]:
    found = sentences(text, lang)[:DEMANDS_READ] or [text]
    return [from_text(s, lang, lead_in, governing=governing) for s in found]
