"""What is wrong with a lexicon: phrases that name two concepts, entries that say the same, entries with one side only, and,
measured over texts, phrases that stand nearly everywhere or nowhere. `regkg lexicon lint` prints the problems."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from ingest.concepts.lexicon import Concept, Lexicon
from ingest.concepts.matcher import ConceptMatcher, chinese_key, english_key

Fault = Literal["ambiguous", "duplicate", "one-sided", "short", "frequent", "unused"]

TOO_FREQUENT = 0.1
"""Share of the texts of a language above which a phrase tells little; general vocabulary is let off."""
_LANGS = ("en", "zh")


@dataclass(frozen=True, slots=True)
class LexiconProblem:
    """A fault of one or more entries. `phrase` is the variant at fault, "" where the whole entry is meant."""

    fault: Fault
    concepts: tuple[str, ...]
    phrase: str
    detail: str


def lint(lexicon: Lexicon, texts: Iterable[tuple[str, str]] = ()) -> list[LexiconProblem]:
    """All problems of `lexicon`; the faults `frequent` and `unused` need `texts`, pairs of language and text."""
    problems = [*_ambiguous(lexicon), *_duplicates(lexicon), *_one_sided(lexicon), *_short(lexicon)]
    frequencies = document_frequencies(lexicon, texts)
    for lang, (read, counts) in frequencies.items():
        problems.extend(_by_frequency(lexicon, lang, read, counts))
    return problems


def document_frequencies(lexicon: Lexicon, texts: Iterable[tuple[str, str]]) -> dict[str, tuple[int, Counter[str]]]:
    """By language: how many texts were read, and in how many of them each phrase (its key) was matched."""
    matcher = ConceptMatcher(lexicon)
    found: dict[str, tuple[int, Counter[str]]] = {}
    for lang, text in texts:
        read, counts = found.get(lang, (0, Counter()))
        counts.update({_key(text[m.start : m.end], lang) for m in matcher.find(text, lang)})
        found[lang] = (read + 1, counts)
    return found


def _key(phrase: str, lang: str) -> str:
    return chinese_key(phrase) if lang == "zh" else english_key(phrase)


def _keys(concept: Concept, lang: str) -> frozenset[str]:
    return frozenset(_key(variant, lang) for variant in concept.variants(lang))


def _ambiguous(lexicon: Lexicon) -> Iterator[LexiconProblem]:
    for lang in _LANGS:
        owners: dict[str, list[str]] = defaultdict(list)
        for concept in lexicon.concepts:
            for key in sorted(_keys(concept, lang)):
                owners[key].append(concept.id)
        for key, names in owners.items():
            if len(names) > 1:
                yield LexiconProblem("ambiguous", tuple(names), key, f"names {len(names)} concepts ({lang})")


def _duplicates(lexicon: Lexicon) -> Iterator[LexiconProblem]:
    for lang in _LANGS:
        same: dict[frozenset[str], list[str]] = defaultdict(list)
        for concept in lexicon.concepts:
            if keys := _keys(concept, lang):
                same[keys].append(concept.id)
        for names in same.values():
            if len(names) > 1:
                yield LexiconProblem("duplicate", tuple(names), "", f"the same variants ({lang})")


def _one_sided(lexicon: Lexicon) -> Iterator[LexiconProblem]:
    groups = {name for concept in lexicon.concepts for name in concept.broader}
    for concept in lexicon.concepts:
        missing = [lang for lang in _LANGS if not concept.variants(lang)]
        nothing = len(missing) == len(_LANGS)
        if missing and concept.kind != "none" and not (nothing and concept.id in groups):
            yield LexiconProblem("one-sided", (concept.id,), "", f"no variant in {missing[0]}")


def _short(lexicon: Lexicon) -> Iterator[LexiconProblem]:
    for concept in lexicon.concepts:
        for variant in concept.zh:
            if len(variant) == 1:
                yield LexiconProblem("short", (concept.id,), variant, "one character stands inside many other words")


def _by_frequency(lexicon: Lexicon, lang: str, read: int, counts: Counter[str]) -> Iterator[LexiconProblem]:
    for concept in lexicon.concepts:
        keys = sorted(_keys(concept, lang))
        if keys and concept.kind != "none" and not any(counts[key] for key in keys):
            yield LexiconProblem("unused", (concept.id,), "", f"no variant stands in {read} texts ({lang})")
        for key in keys:
            if not concept.general and counts[key] > TOO_FREQUENT * read:
                yield LexiconProblem("frequent", (concept.id,), key, f"in {counts[key]} of {read} texts ({lang})")
