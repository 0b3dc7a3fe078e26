"""Questions on who, how binding, when, unless, which term and which reference: a sentence with that part left out."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache

from rapidfuzz import fuzz

from ingest.concepts import lexicon
from qa.generation.cloze import blanked, ends_well, unit_key
from qa.generation.draft import Draft, generator_random, quote
from qa.generation.wording import BLANK, related
from qa.graph import Duty, Link, Place, QAGraph, Term

_ARTICLE = re.compile(r"(?P<article>The|A|An|Each|Any|Every|the|a|an|each|any|every) (?P<who>.+)")
_CUES: dict[str, tuple[tuple[str, ...], ...]] = {
    "en": (
        ("shall", "may", "should", "shall not"),
        ("must", "may", "should", "must not"),
        ("may not", "must", "may", "should"),
    ),
    "zh": (("应当", "可以", "不得", "无需"), ("必须", "可以", "不得", "无需"), ("不应", "可以", "应当", "无需")),
}
_MODAL = {
    "en": re.compile(r"\b(?:shall|may|should|must|cannot|will|required|permitted|prohibited|need not)\b", re.IGNORECASE),
    "zh": re.compile(r"应当|应该|应|可以|可|不得|禁止|必须|须|无需|不宜|宜|鼓励"),
}
_CUE_WORDS = {
    "en": re.compile(
        r"(If|When|Where|Unless|Before|After|Until|Upon|Except|Other than|In the case of|Provided)\b", re.IGNORECASE
    ),
    "zh": re.compile(r"(除|未|经|对|在|因|需|有|发现|当|发生|自)?"),
}
_SPAN = {"en": (25, 170), "zh": (6, 60)}
_NO_CLAUSE = re.compile(r"\t|\n|例如|\bparagraphs?\b|\bthis (?:section|part|Article)\b|\bsuch\b|^except that\b", re.IGNORECASE)
"""A clause that points elsewhere in its text says nothing by itself."""
_WHOLE_CLAUSE = {
    "en": re.compile(rf"{BLANK}, .+|.+ {BLANK}[.]|.+, {BLANK}, .+", re.DOTALL),
    "zh": re.compile(rf"(?:.*[，：；])?{BLANK}[，。].*", re.DOTALL),
}
"""Where a clause that was left out stood whole: at an end of the sentence, or between commas."""
_MEANS = {"en": re.compile(r"\b(?:means?|includes?|refers? to|is defined as)\b"), "zh": re.compile("是指|系指|指的是")}
_SAME_CLAUSE = 75
"""Clauses that are alike to more than this share (percent) may say the same in other words."""
_CUT = re.compile(rf"{BLANK}, \w+, (?:and|or)\b")
"""A list went on where the clause was cut off."""
_SHORT_NAME = re.compile("以下简称|以下称|统称")
_VAGUE_REFERENCE = re.compile(
    r"(?i)\bthis (?:section|part|paragraph|chapter|article|subpart|act|regulation|directive)\b|^paragraphs?\b|^本"
    r"|^第[一二三]款|hereof|^the act$|^sections?$"
)


@lru_cache(maxsize=2)
def _actors(lang: str) -> dict[str, str]:
    """Every way to name an actor, with its concept."""
    return {
        variant.casefold().lstrip("~"): concept.id
        for concept in lexicon().by_id.values()
        if concept.kind == "actor"
        for variant in concept.variants(lang)
    }


_ANYBODY = frozenset({"person", "individual", "personnel", "firm", "party", "user", "operator", "subject"})


def party(duty: Duty) -> tuple[str, str, str] | None:
    """(words before, the party as written, concept) of a duty whose subject is a known party and nothing more."""
    subject, lang = duty.subject, duty.place.lang
    if lang == "en" and (match := _ARTICLE.fullmatch(subject)):
        article, who = match["article"] + " ", match["who"]
    else:
        article, who = "", subject
    if lang == "en" and not article and not who.endswith("s"):
        return None
    concept = _actors(lang).get(who.casefold())
    if concept is None or concept in _ANYBODY or (duty.actor and duty.actor != concept):
        return None
    return article, who, concept


class Words:
    """What options are drawn from: parties, conditions, exceptions, terms and references by document and jurisdiction."""

    def __init__(self, graph: QAGraph) -> None:
        self.parties: dict[str, dict[str, str]] = defaultdict(dict)
        self.clauses: dict[tuple[str, str], dict[str, Place]] = defaultdict(dict)
        self.terms: dict[str, dict[str, Place]] = defaultdict(dict)
        self.links: dict[str, dict[str, Place]] = defaultdict(dict)
        for duty in graph.all_duties():
            source = duty.place.source
            if (found := party(duty)) is not None:
                for pool in (source.id, f"{source.jurisdiction} {source.topic.domain}", source.jurisdiction):
                    self.parties[pool].setdefault(_as_option(found[1]), found[2])
            for kind, clauses in (("condition", duty.conditions), ("exception", duty.exceptions)):
                for clause in clauses:
                    if _fit_clause(clause, duty.place.lang):
                        for pool in (source.id, f"{source.jurisdiction} {source.topic.subdomain} {source.topic.domain}"):
                            self.clauses[kind, pool].setdefault(clause, duty.place)
        for term in graph.terms:
            source = term.place.source
            for pool in (source.id, f"{source.jurisdiction} {source.topic.domain}"):
                self.terms[pool].setdefault(term.term, term.place)
        for link in graph.links:
            for pool in (link.place.source.id, f"{link.place.jurisdiction} {link.place.source.topic.domain}"):
                self.links[pool].setdefault(link.text, link.place)


def _fit_clause(clause: str, lang: str) -> bool:
    low, high = _SPAN[lang]
    return low <= len(clause) <= high and not _NO_CLAUSE.search(clause)


def _draft(
    kind: str, place: Place, key: str, asked: str, sentence: str, truth: str, wrong: Sequence[str], **more: object
) -> Draft:
    return Draft(
        kind=kind,
        type="Monolingual",
        lang=place.lang,
        key=(key,),
        question=asked,
        truth=truth,
        wrong=tuple(wrong),
        explanation="",
        evidence=(quote(place, sentence),),
        sides=(place.source,),
        derived_from=(place.id,) if kind == "reference" else (place.id, key),
        **more,  # type: ignore[arg-type]
    )


def party_drafts(words: Words, seed: int, duty: Duty) -> Iterator[Draft]:
    """Who does it: other parties of the same document, else of the same domain, none of them named in the provision."""
    found = party(duty)
    if found is None or not ends_well(duty.sentence, duty.place.lang):
        return
    article, who, concept = found
    asked = blanked(duty.sentence, article + who)
    if asked is None or who.casefold() in asked.casefold():
        return
    if article:
        shown = (
            "A(n) "
            if article.strip() == "A" or article.strip() == "An"
            else "a(n) "
            if article.strip() in ("a", "an")
            else article
        )
        asked = asked.replace(BLANK, shown + BLANK, 1)
    truth = who if duty.place.lang == "zh" else who[:1].lower() + who[1:] if who[1:2].islower() else who
    here = duty.place.text.casefold()
    rng = generator_random(seed, duty.id, "party")
    wrong: list[str] = []
    taken = [concept]
    source = duty.place.source
    for pool in (source.id, f"{source.jurisdiction} {source.topic.domain}", source.jurisdiction):
        names = sorted(
            name for name in words.parties[pool] if (name.endswith("s") == truth.endswith("s")) or duty.place.lang == "zh"
        )
        rng.shuffle(names)
        for name in names:
            other = words.parties[pool][name]
            if other in _ANYBODY or name.casefold() in here or any(related(other, one) for one in taken):
                continue
            if abs(len(name) - len(truth)) > 22 or bool(_authority(other)) != bool(_authority(concept)):
                continue
            wrong.append(name)
            taken.append(other)
            if len(wrong) == 3:
                yield _draft("actor", duty.place, duty.id, asked, duty.sentence, truth, wrong, concept=concept, parts=(who,))
                return


def _as_option(who: str) -> str:
    """A party as an option shows it: small letters, but MDCG and QPPV as they are written."""
    return " ".join(word if word.rstrip("s").isupper() else word.lower() for word in who.split(" "))


def _authority(concept: str) -> bool:
    return "authority" in concept or lexicon().by_id[concept].level != ""


def modality_drafts(duty: Duty) -> Iterator[Draft]:
    """How binding: the sentence without its one modal word."""
    lang = duty.place.lang
    options = next((words for words in _CUES[lang] if duty.cue == words[0]), None)
    if options is None:
        options = next((words for words in _CUES[lang] if duty.cue in words), None)
    if options is None or not ends_well(duty.sentence, lang) or len(list(_MODAL[lang].finditer(duty.sentence))) != 1:
        return
    asked = blanked(duty.sentence, duty.cue)
    if asked is not None:
        wrong = [word for word in options if word != duty.cue]
        yield _draft("modality", duty.place, duty.id, asked, duty.sentence, duty.cue, wrong, balance=duty.modality)


def clause_drafts(words: Words, seed: int, duty: Duty, kind: str) -> Iterator[Draft]:
    """When, or unless: clauses of other provisions that begin with the same word, none of them in this article or section."""
    lang = duty.place.lang
    clauses = duty.conditions if kind == "condition" else duty.exceptions
    if len(clauses) != 1 or not _fit_clause(clauses[0], lang) or not ends_well(duty.sentence, lang):
        return
    clause = clauses[0]
    begins = _CUE_WORDS[lang].match(clause)
    asked = blanked(duty.sentence, clause)
    if begins is None or asked is None or len(asked) < len(clause) + (40 if lang == "en" else 8):
        return
    if not _WHOLE_CLAUSE[lang].fullmatch(asked) or _CUT.search(asked):
        return
    opening = begins.group().casefold()
    rng = generator_random(seed, duty.id, kind)
    source = duty.place.source
    wrong: list[str] = []
    for pool in (source.id, f"{source.jurisdiction} {source.topic.subdomain} {source.topic.domain}"):
        near = [
            (other, place)
            for other, place in sorted(words.clauses[kind, pool].items())
            if unit_key(place) != unit_key(duty.place)
            and 0.6 <= len(other) / len(clause) <= 1.6
            and (found := _CUE_WORDS[lang].match(other)) is not None
            and found.group().casefold() == opening
        ]
        rng.shuffle(near)
        for other, _ in near:
            alike = any(fuzz.ratio(_lower(other, lang), one) > _SAME_CLAUSE for one in (_lower(clause, lang), *wrong))
            if other not in duty.place.text and not alike:
                wrong.append(_lower(other, lang))
            if len(wrong) == 3:
                truth = _lower(clause, lang)
                yield _draft(kind, duty.place, duty.id, asked, duty.sentence, truth, wrong, parts=(clause,))
                return


def _lower(clause: str, lang: str) -> str:
    return clause[:1].lower() + clause[1:] if lang == "en" and clause[1:2].islower() else clause


def term_drafts(words: Words, seed: int, term: Term) -> Iterator[Draft]:
    """Which term: others that the same document defines, else documents of the same domain."""
    lang = term.place.lang
    low, high = (60, 460) if lang == "en" else (20, 200)
    text, name = term.text.strip(), term.term.strip()
    if '"' in term.place.citation:  # 21 CFR 10.3(a) "Board": the citation tells the term
        return
    if not low <= len(text) <= high or not 2 <= len(name) <= 45 or "\n" in text or "\n" in name or _SHORT_NAME.search(text):
        return
    if not _MEANS[lang].search(text):
        return
    sentence = re.sub(re.escape(name), BLANK, text, flags=re.IGNORECASE)
    if BLANK not in sentence or len(sentence.replace(BLANK, "")) < low * 0.7:
        return
    rng = generator_random(seed, term.id, "term")
    wrong: list[str] = []
    source = term.place.source
    for pool in (source.id, f"{source.jurisdiction} {source.topic.domain}"):
        names = sorted(
            n for n in words.terms[pool] if 2 <= len(n) <= 45 and "\n" not in n and n.casefold() not in text.casefold()
        )
        rng.shuffle(names)
        for other in names:
            alike = [other.casefold(), name.casefold(), *(w.casefold() for w in wrong)]
            if any(other.casefold() in one or one in other.casefold() for one in alike[1:]):
                continue
            if abs(len(other) - len(name)) > (18 if lang == "en" else 6):
                continue
            wrong.append(other)
            if len(wrong) == 3:
                yield _draft("definition", term.place, term.id, sentence, text, name, wrong, parts=(name,))
                return


def link_drafts(words: Words, seed: int, link: Link, sentence: str) -> Iterator[Draft]:
    """Which provision is cited: other references of the same document that are written alike."""
    text, lang = link.text.strip(), link.place.lang
    if not 5 <= len(text) <= 60 or _VAGUE_REFERENCE.search(text) or not ends_well(sentence, lang):
        return
    asked = blanked(sentence, text)
    if asked is None:
        return
    rng = generator_random(seed, link.place.id, text)
    names = sorted(
        n
        for n in words.links[link.place.source.id]
        if (n.split(" ")[0] == text.split(" ")[0] if lang == "en" else n[:1] == text[:1])
        and n not in link.place.text
        and text not in n
        and 5 <= len(n) <= 60
        and abs(len(n) - len(text)) <= 14
        and not _VAGUE_REFERENCE.search(n)
    )
    if len(names) >= 3:
        wrong = rng.sample(names, 3)
        if not any(a != b and a in b for a in wrong for b in wrong):
            yield _draft("reference", link.place, f"{link.place.id}#{text}", asked, sentence, text, wrong, parts=(text,))
