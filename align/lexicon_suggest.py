"""What the lexicon lacks: frequent phrases of each instrument that no concept covers, in context, with the nearest concept.

`regkg lexicon suggest` prints them. A person reads them and writes the entries: nothing enters the lexicon by itself.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import rjieba
from numpy.typing import NDArray
from rapidfuzz import fuzz, process

from ingest.concepts import ConceptMatcher, Lexicon
from ingest.concepts.words import TOKEN, normal
from kg.text import collapse

Embed = Callable[[Sequence[str]], NDArray[np.float32]]
"""Texts to vectors, one row a text."""

_LONGEST = 4  # words of a suggested phrase
_ABSORBED = 0.7  # a phrase that stands inside a longer one in this share of its uses is not suggested by itself
_CONTEXT = 60  # characters shown on each side
_EXAMPLES = 3  # contexts shown
_LITTLE_WORDS = frozenset(
    """
    a an the of in on at to for from by with without within as is are was were be been being has have had do does did
    done not no nor or and but if unless than then that which who whom whose this these those it its they their them he
    she his her you your we our us i any each every all such other same so also more most less least may might shall
    should must can could will would there where when while after before under over above below between among through
    during until about into upon per via only one two three four five six seven eight nine ten first second third either
    both part section paragraph subpart chapter subchapter title cfr u s c see e g ie accordance pursuant described set
    forth provided except including include listed following applicable case manner whether how what why because however
    therefore thereof herein date day year month time number appropriate necessary required require
    """.split()
)
_LITTLE_ZH = frozenset(
    """
    的 和 与 及 或 或者 以及 在 对 对于 应 应当 不得 可以 按照 根据 依照 依据 其 该 等 并 由 为 是 有 以 于 后 前 中 内 外 上
    下 本 各 所 时 将 者 之 的话 规定 下列 情形 条 款 项 一 二 三 四 五 六 七 八 九 十 第 进行 有关 相关 相应 其他 向 自 至
    从 到 与其 因 但 未 无 不 没有 被 把 使 如 若 当 且 而 也 就 均 都 还 再 又 已 已经 经 经过 个 日 月 年 日内 以上
    以下 必须 需要 能够 符合 要求
    """.split()
)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A phrase that may deserve an entry. `similarity` (0 to 100) tells how near the nearest concept's variant is."""

    instrument: str
    lang: str
    phrase: str
    count: int
    instruments: int
    """In how many of the instruments read it occurs: few means that it is a term of this one."""
    contexts: tuple[str, ...]
    nearest: str
    similarity: float


def suggest(
    texts: Iterable[tuple[str, str, str]],
    lexicon: Lexicon,
    *,
    per_instrument: int = 30,
    min_count: int = 4,
    embed: Embed | None = None,
) -> list[Suggestion]:
    """The most telling uncovered phrases of each instrument, most telling first within it.

    `texts` are (instrument, lang, text). Telling is `count x ln(1 + instruments read / instruments with it)`. The nearest
    concept is found by the letters (rapidfuzz) or, with `embed`, by the cosine of vectors times 100.
    """
    matcher = ConceptMatcher(lexicon)
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    seen: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for instrument, lang, text in texts:
        for phrase, start, end in phrases(text, lang, matcher):
            counts[instrument, lang][phrase] += 1
            examples = seen[instrument, phrase]
            if len(examples) < _EXAMPLES:
                context = text[max(0, start - _CONTEXT) : end + _CONTEXT]
                examples.append((collapse(text[start:end]).lower(), collapse(context)))
    spread = Counter((lang, phrase) for (_, lang), found in counts.items() for phrase in found)
    read = Counter(lang for _, lang in counts)
    nearest = {lang: _Nearest(lexicon, lang, embed) for lang in read}
    suggestions: list[Suggestion] = []
    for (instrument, lang), found in sorted(counts.items()):
        kept = [(p, n) for p, n in _without_absorbed(found, lang).items() if n >= min_count]
        kept.sort(key=lambda item: (-item[1] * math.log1p(read[lang] / spread[lang, item[0]]), item[0]))
        chosen = kept[:per_instrument]
        near = nearest[lang].of([seen[instrument, phrase][0][0] for phrase, _ in chosen])
        for (phrase, count), (concept, similarity) in zip(chosen, near, strict=True):
            examples = seen[instrument, phrase]
            contexts = tuple(context for _, context in examples)
            number = spread[lang, phrase]
            suggestions.append(Suggestion(instrument, lang, examples[0][0], count, number, contexts, concept, similarity))
    return suggestions


def phrases(text: str, lang: str, matcher: ConceptMatcher) -> Iterator[tuple[str, int, int]]:
    """The runs of one to four content words of `text` of which at least one stands in no match, in normal form, with places."""
    covered = bytearray(len(text))
    for match in matcher.find(text, lang):
        covered[match.start : match.end] = b"\1" * (match.end - match.start)
    words = list(_words_zh(text) if lang == "zh" else _words_en(text))
    glue = "" if lang == "zh" else " "
    for i, (_, start, _) in enumerate(words):
        new = False
        for j in range(i, min(i + _LONGEST, len(words))):
            word, at, end = words[j]
            if not word:
                break
            new = new or not all(covered[at:end])
            if new:
                yield glue.join(w for w, _, _ in words[i : j + 1]), start, end


def _words_en(text: str) -> Iterator[tuple[str, int, int]]:
    """Words with their places; a word that ends a phrase (a mark, a little word, a number) is ""."""
    for found in TOKEN.finditer(text):
        word = normal(found.group())
        ends = len(word) < 2 or not word.isalpha() or word in _LITTLE_WORDS
        yield "" if ends else word, *found.span()


def _words_zh(text: str) -> Iterator[tuple[str, int, int]]:
    at = 0
    for word in rjieba.cut(text):
        start, at = at, at + len(word)
        ends = word in _LITTLE_ZH or not all("\u4e00" <= c <= "\u9fff" for c in word)
        yield "" if ends else word, start, at


def _without_absorbed(found: Counter[str], lang: str) -> dict[str, int]:
    """Leaves out a phrase that hardly ever stands without a longer one around it, and single Chinese characters."""
    absorbed: set[str] = set()
    for phrase, count in found.items():
        words = phrase.split(" ") if lang == "en" else list(phrase)
        for part in (words[:-1], words[1:]) if lang == "en" else _inner(phrase):
            shorter = " ".join(part) if lang == "en" else "".join(part)
            if shorter in found and count >= _ABSORBED * found[shorter]:
                absorbed.add(shorter)
    return {p: n for p, n in found.items() if p not in absorbed and len(p) > 1}


def _inner(phrase: str) -> Iterator[str]:
    for i in range(1, len(phrase)):
        yield phrase[i:]
        yield phrase[:i]


class _Nearest:
    """The nearest variant of the lexicon to a phrase."""

    def __init__(self, lexicon: Lexicon, lang: str, embed: Embed | None) -> None:
        self._owners = [(variant, c.id) for c in lexicon.concepts for variant in c.variants(lang)]
        self._variants = [variant for variant, _ in self._owners]
        self._embed = embed
        self._vectors = None if embed is None else _unit(embed(self._variants))

    def of(self, wanted: Sequence[str]) -> list[tuple[str, float]]:
        if not wanted or not self._owners:
            return [("", 0.0) for _ in wanted]
        if self._embed is not None and self._vectors is not None:
            cosine = _unit(self._embed(wanted)) @ self._vectors.T
            best = cosine.argmax(axis=1)
            return [(self._owners[int(b)][1], round(100 * float(cosine[i, b]), 1)) for i, b in enumerate(best)]
        near = []
        for phrase in wanted:
            found = process.extractOne(phrase, self._variants, scorer=fuzz.token_sort_ratio)
            near.append((self._owners[found[2]][1], round(found[1], 1)) if found else ("", 0.0))
        return near


def _unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    lengths: NDArray[np.float32] = np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9).astype(np.float32)
    unit: NDArray[np.float32] = vectors / lengths
    return unit
