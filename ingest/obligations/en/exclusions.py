"""Cues that demand nothing: definitions, scope, fictions, legal effects, possibilities, standing phrases of guidance."""

from __future__ import annotations

import re

from ingest.obligations.en.cues import Cue

_DEFINITION = re.compile(
    r"(?:For (?:the )?purposes? of [^,]{0,120}, )?(?:the terms? |as used in [^,]{0,80}, )?"
    r"(?:(?!\b(?:shall|must|may|should|can|will)\b)[^.;,]){1,160}?"
    r"(?:(?<!any )(?<!other )(?<!effective )(?<!electronic )(?<!appropriate )(?<!by )\bmeans?|\brefers? to|\b(?:is"
    r"|are) defined as|\bha(?:s|ve) the (?:same )?meaning"
    r"|\bshall mean|\bshall have the (?:same )?meaning)\b",
    re.IGNORECASE,
)
_BOILERPLATE = re.compile(
    r"guidances? (?:documents? )?(?:describe|represent)|should be viewed only as|the word should|use of the word"
    r"|legally enforceable|nonbinding|Contains Nonbinding"
    r"|current thinking|alternative approach if|comments and suggestions|submit (?:either )?(?:electronic"
    r"|written) (?:or written )?comments|docket number|Dockets Management"
    r"|additional copies|Paperwork Reduction Act|OMB control number|an agency may not conduct or sponsor"
    r"|displays a currently valid|shall be binding in its entirety"
    r"|^(?:copies|a copy|the materials?|all approved material|you may (?:obtain|inspect)|it"
    r"|information)\b[^.;]{0,120}\b(?:may be|can be|is|are) (?:obtained|examined|inspected|available|viewed|purchased"
    r"|found)\b"
    r"|^you may (?:obtain|inspect|examine|view) (?:a copy|copies|the)|Director of the Federal Register approve",
    re.IGNORECASE,
)
_FICTION = re.compile(
    r"(?:not )?(?:(?:also|then|thereafter|not|only|[a-z]+ly) ){0,2}(?:be|be so) (?:(?:also|then|not|[a-z]+ly) ){0,2}(?:"
    r"deemed|so considered|construed|presumed|regarded as|treated as|known as|(?:interpreted|understood)(?= (?:to|as|that))"
    r"|conclusively"
    r"|(?:considered|viewed|seen|counted|regarded)(?: (?:to [a-z]+|as|an?|the|part|by FDA to|adulterated|misbranded"
    r"|[a-z]+(?:ed|able|ible|ive|ent|ant|al|ous|ary|ate|ic)(?=[ .,;])))"
    r")",
    re.IGNORECASE,
)
_SCOPE = re.compile(
    r"(?:not )?(?:(?:also|only|not|[a-z]+ly|however) ){0,2}(?:appl(?:y|ies)\b(?! (?:for|the|a|an|to (?:FDA|the (?:agency"
    r"|Administrator|Commission|Secretary) for)|all|any|appropriate)\b)"
    r"|be applicable\b|extend to\b|be without prejudice|pertain\b)",
    re.IGNORECASE,
)
_DISCLAIMER = re.compile(
    r"(?:[a-z]+ly |in any way |however,? )?(?:affect|prejudice|preclude|prevent|limit|relieve|supersede|release|impair"
    r"|waive)\b",
    re.IGNORECASE,
)
_EFFECT = re.compile(
    r"(?:not )?(?:(?:also|only|automatically|[a-z]+ly) ){0,2}(?:expire|enter into force|take effect|lapse"
    r"|terminate(?=[ .,;](?:on|upon|when|if|at|automatically|$))|cease to (?:be|have|apply)|prevail"
    r"|(?:be|become|remain) (?:effective|valid|void|final|in (?:force|effect)|null|binding|repealed|invalid"
    r"|unenforceable)\b|have (?:the )?(?:force|legal effect|no effect|effect)|constitute\b|mean\b|govern\b"
    r"|have the (?:same )?meaning|be repealed|be amended|be (?:the )?(?:date|day)\b|be (?:cited|referred to) as"
    r"|begin to run|supersede|accrue|run from|commence (?:on|to run|upon))",
    re.IGNORECASE,
)
_BE = r"(?:not |also |well |[a-z]+ly ){0,2}(?:be|have been)"
_EPISTEMIC_BE = re.compile(
    rf"{_BE} (?:(?:[a-z]+ly|more|less|very|quite|so|no|not|too|also|a|an|of) ){{0,2}}(?:"
    r"necessary|needed|appropriate|possible|useful|helpful|required|sufficient|insufficient|adequate|inadequate|available"
    r"|unavailable|relevant|applicable|likely|unlikely|due|important"
    r"|difficult|harmful|hazardous|dangerous|present|absent|different|similar|greater|lower|higher|longer|better|worse"
    r"|affected|associated|caused|exposed|expected|warranted|subject"
    r"|injurious|life-threatening|misleading|significant|acceptable|unacceptable|prudent|desirable|beneficial|feasible"
    r"|impractical|aware|familiar|able|unable|interested|related|attributable"
    r"|attributed|influenced|impacted|altered|damaged|compromised|contaminated|adulterated|found|encountered|observed"
    r"|anticipated|justified|limited|involved|confounded|biased|indicated|true"
    r"|problem|concern|risk|need|cause|reason|result|case|sign|factor|challenge|example|instances?|times|situations?"
    r"|circumstances|cases|exceptions?|one|responsible|cumulative|valuable|informative|lost|hidden"
    r"|posed|derived|obscured|known|unknown|enough|reluctant|unaware|eligible|consistent|susceptible|sensitive|toxic"
    r"|fatal|serious|severe|rendered|reasonably|impossible|advisable|preferable|suitable|reasonable"
    r"|mistaken|confused|perceived|met with|seen|experienced|reduced|increased|delayed|interested in|at|in|on|under|from"
    r"|outside|between|within|over)(?![\w-])",
    re.IGNORECASE,
)
_EPISTEMIC_NOT = re.compile(
    r"(?:also |even |then |[a-z]+ly ){0,3}(?:result|lead|cause|affect|occur|arise|happen|vary|differ|exist|reflect|become"
    r"|need|have|know|provide"
    r"|indicate|detect|work|perform|respond|support|suffice|seem|appear(?= to)|represent|capture|correspond|correlate"
    r"|depend)(?![\w-])",
    re.IGNORECASE,
)
_NOT_ALWAYS = re.compile(r"(?:always|generally|necessarily|typically|usually|often|fully|yet|even|immediately) ", re.IGNORECASE)
_IS_SOMETHING = re.compile(
    r"(?:also |then |well |[a-z]+ly ){0,2}be (?:an?|the|more|less|some|any|one|those|these|many|other|several|such|no) ",
    re.IGNORECASE,
)
_DESCRIBED_DEVICE = re.compile(r"(?:^|\b)(?:these|this|the)?(?: generic type of)? ?devices?(?: types?)?$", re.IGNORECASE)
_EPISTEMIC_VERB = re.compile(
    r"(?:not |also |even |then |in turn |well |[a-z]+ly ){0,3}(?:result|lead|cause|affect|occur|arise|happen|vary|differ"
    r"|exist|depend|pose|need|become|lack|reflect|suggest|indicate|increase|decrease|reduce|consist of"
    r"|interfere|contribute|constitute|change|fail|require|present(?! (?:evidence|data|testimony|information|arguments"
    r"|his|their|any))|represent|have(?! (?:access|present|legal|an attorney|counsel|a copy))|experience|suffer"
    r"|find(?! that)|know|believe|feel|appear(?= to)|seem|mean|impact|impair|alter|influence|enhance"
    r"|help|improve|accelerate|delay|jeopardize|endanger|harm|injure|damage|introduce|induce|produce|generate|come|fall"
    r"|go|react|interact|persist|remain|relate|apply|cover|encounter|face|raise|create|limit|prevent|mask"
    r"|compromise|facilitate|provide (?:useful|valuable|insight|important|additional insight)|exceed|develop|deteriorate"
    r"|degrade|migrate|absorb|accumulate|fluctuate|overlap|resemble|expose|entail|involve(?! (?:children|subjects))"
    r"|render|trigger|bias|confound|exhibit|demonstrate|support|benefit|look|not)(?![\w-])",
    re.IGNORECASE,
)
_EPISTEMIC_EVEN_FOR_PERSONS = re.compile(
    r"(?:not |also |even |then |well |[a-z]+ly ){0,3}(?:experience|suffer|become|need|have(?! (?:access|present|legal"
    r"|an attorney|counsel|a copy|the opportunity))|fail|lack|know|believe|feel|find(?! that)|encounter|face"
    r"|be (?!\w+ed\b|made|given|held|used|kept|sent|taken)|differ|vary|not be|benefit|develop a|react|perceive"
    r"|misinterpret|want(?! to)|die|come|seem|appear to|receive|not (?:have|know|need|always|realize"
    r"|understand))(?![\w-])",
    re.IGNORECASE,
)
_EPISTEMIC_SHOULD = re.compile(
    r"(?:not |also |then |[a-z]+ly ){0,3}(?:result in|lead to|help|foreseeably|cause|occur|be expected to)(?![\w-])",
    re.IGNORECASE,
)
_IT_SHOULD_BE_NOTED = re.compile(
    r"(?:not |also |then |[a-z]+ly ){0,3}be (?:noted|emphasi[sz]ed|recogni[sz]ed|understood|remembered|stressed)(?![\w-])",
    re.IGNORECASE,
)
_THING_CAN = re.compile(
    r"(?:also |only |either |[a-z]+ly ){0,2}be (?:(?:also|[a-z]+ly) )?(?:submitted|used|provided|made|accepted|filed"
    r"|substituted|waived|extended|combined|included|requested|sent|granted|"
    r"delegated|omitted|released|amended|conducted|performed|approved|reduced|appointed)(?![\w-])",
    re.IGNORECASE,
)
_CAN_OF_ABILITY = re.compile(
    r"(?:also |[a-z]+ly ){0,2}(?:be|have|result|lead|cause|help|affect|become|understand|see|experience|find|expect"
    r"|ensure|improve|reduce|learn|benefit)(?![\w-])",
    re.IGNORECASE,
)


_DEFINING_WORDS = ("mean", "refer", "defined as")  # one of them stands in every match of `_DEFINITION`


def defines(sentence: str) -> bool:
    """Whether the sentence defines a term."""
    lower = sentence.lower()
    return any(word in lower for word in _DEFINING_WORDS) and _DEFINITION.match(sentence) is not None


_BOILERPLATE_WORDS = (
    "guidance", "word ", "enforceable", "nonbinding", "thinking", "alternative approach", "comments", "docket",
    "copies", "copy", "omb ",
    "paperwork", "currently valid", "conduct or sponsor", "its entirety", "obtained", "examined",
    "inspected", "available", "viewed", "purchased", "found", "federal register",
)  # fmt: skip


def is_boilerplate(sentence: str) -> bool:
    """Standing phrases about a guidance's force, comments and availability."""
    lower = sentence.lower()
    return any(word in lower for word in _BOILERPLATE_WORDS) and _BOILERPLATE.search(sentence) is not None


def demands_nothing(masked: str, cue: Cue, person: bool, passive: bool, subject: str = "") -> str | None:
    """Why the cue demands nothing, by the words after it ("fiction", "scope", "effect", "epistemic"); None when it demands."""
    at = cue.end
    while at < len(masked) and masked[at] in " ,":
        at += 1
    if masked[cue.end : at].strip() == "," and 0 <= (comma := masked.find(",", at)) - at < 120:  # shall, upon expiry, be deemed
        at = comma + 2
    modal = cue.modal
    if modal in ("shall", "must", "will", "may", "should") and _FICTION.match(masked, at):
        return "fiction"
    if (
        modal in ("shall", "must", "will", "may", "should", "does", "do")
        and not person
        and (_SCOPE.match(masked, at) or _EFFECT.match(masked, at))
    ):
        return "scope" if _SCOPE.match(masked, at) else "effect"
    if not person and cue.text in ("shall not", "may not", "must not", "should not") and _DISCLAIMER.match(masked, at):
        return "disclaimer"
    if cue.text in ("may", "may not", "may only"):
        if cue.text == "may only":
            return None
        if _EPISTEMIC_BE.match(masked, at) or (cue.text == "may not" and _NOT_ALWAYS.match(masked, at)):
            return "epistemic"
        if not person and not passive and _IS_SOMETHING.match(masked, at):
            return "epistemic"
        if person and not passive:
            return "epistemic" if _EPISTEMIC_EVEN_FOR_PERSONS.match(masked, at) else None
        if not passive and _DESCRIBED_DEVICE.fullmatch(subject):  # "the device may include a stand": what such devices are like
            return "description"
        if cue.text == "may not":
            return "epistemic" if not passive and _EPISTEMIC_NOT.match(masked, at) else None
        return "epistemic" if not passive and _EPISTEMIC_VERB.match(masked, at) else None
    if modal == "should":
        if subject.lower() == "it" and _IT_SHOULD_BE_NOTED.match(masked, at):
            return "remark"
        return "epistemic" if not person and _EPISTEMIC_SHOULD.match(masked, at) else None
    if cue.text in ("can", "can only"):
        if person and not passive:
            return "epistemic" if _CAN_OF_ABILITY.match(masked, at) else None
        return None if _THING_CAN.match(masked, at) else "epistemic"
    return None
