"""References in US texts: a reader that goes from head word to head word ("§", "section", "paragraph", "21 U.S.C.") and reads
the list that follows each.

Targets: `21 CFR 312.32(c)(1)`, `21 CFR part 11 subpart B`, `21 CFR 1.326..1.368` (`..` is an inclusive range),
`FD&C Act 505(b)`, `21 U.S.C. 355`, `52 Stat. 1040`, `42 FR 15553`, `ISO/IEC 15459-4`.
A reference whose target can't be told has target "".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from ingest.references.us.context import Context
from ingest.references.us.designators import AND, NUMBER, PART, SECTION, TO, Item, read_numbers, read_paragraphs
from ingest.references.us.names import (
    ACT,
    ACT_WORDS,
    GUIDANCE,
    GUIDANCE_WORDS,
    STANDARD,
    STANDARD_WORDS,
    THE_ACT,
    act_name,
    act_span,
    standard_name,
)
from kg.records import Reference

Kind = str
_Found = tuple[list[tuple[str, str]], int]
"""Targets with their kinds, and where the reference ends."""

_HEAD = re.compile(
    r"(?P<cfr>\b(?P<cfr_title>\d{1,2}),? (?:CFR|C\.F\.R\.|Code of Federal Regulations)(?:,? )?)"
    r"|(?P<usc>\b(?P<usc_title>\d{1,2}),? (?:U\.? ?S\.? ?C\.?(?: ?A\.)?|United States Code),?(?: App\.)?(?: Note)? ?"
    r"(?:§§? ?|[Ss]ections? |[Ss]ecs?\. )?)"
    r"|(?P<fr>\b(?P<fr_volume>\d{1,3}) (?:FR|Fed\. ?Reg\.|F\.R\.) (?P<fr_page>\d{1,6})\b)"
    r"|(?P<stat>\b(?P<stat_volume>\d{1,3}) Stat\. (?P<stat_page>\d{1,5}))"
    r"|(?P<law>\bPub(?:lic|\.)? ?L(?:aw|\.)?(?: No\.)? (?P<law_number>\d{2,3}[-–]\d{1,4}))"
    r"|(?P<order>\b(?:Executive Order|E\.O\.)(?: No\.)? (?P<order_number>\d{4,5}))"
    r"|(?P<this>\b[Tt]his (?P<this_what>part|section|chapter|subpart|subchapter|paragraph|subparagraph|subdivision|title)\b)"
    r"|(?P<sign>§§? ?)"
    r"|(?P<section>\b(?:[Ss]ections?|[Ss]ecs?\.?) )"
    r"|(?P<paragraph>\b(?:[Pp]aragraphs?|[Pp]ars?\.|[Ss]ubparagraphs?|[Ss]ubdivisions?) ?(?=\())"
    r"|(?P<subpart>\b[Ss]ubparts? (?=[A-Z]{1,2}\b))"
    r"|(?P<part>(?<![—–-])\b[Pp]arts? (?=\d))"
    r"|(?P<appendix>\b[Aa]ppendix (?P<appendix_letter>[A-Z])(?: to| of)? (?=(?:this )?(?:sub)?part\b))"
)
_OPENING = re.compile(
    r"§|\b(?:\d{1,3},? (?=[CUFS])|P(?=ub|ar)|E(?=xec|\.O)|[Tt]his (?=[psct])|[Ss](?=ec|ub)|p(?=ar)|[Aa]ppendix )"
)
"""Where `_HEAD` may match: without groups, so that a place is told at a tenth of the cost of trying every head there."""
_SIGN = re.compile(r"§§?\s?")
_NO_SIGN = re.compile(r"(?:(?:sections?|secs?\.) )?")
_PART_SIGN = re.compile(r"(?:parts? )?")
_OF_CHAPTER = re.compile(
    r",? ?of (?:this|the same) (?:chapter|title|part|subpart|subchapter)\b|,? of chapter [IVX]+ of this title"
)
_OF_THIS = re.compile(
    r",? ?(?:of|in|under|to) (?:this|the) (?:section|paragraph|part|subpart|chapter)\b(?: \((?:[a-z0-9]+)\))?"
)
_OF_SECTION = re.compile(r",? ?(?:of|in|under) (?=§|(?:[Ss]ections?|[Ss]ecs?\.) \d|\d{1,2} CFR|\d{1,2} U\.S\.C\.)")
_OF_TITLE = re.compile(
    r",? of [Tt]itle (\d{1,2})(?:,? (?:of the )?"
    r"(?P<what>United States Code|U\.S\.C\.|U\.S\. Code|Code of Federal Regulations|CFR))?"
)
_OF_CFR = re.compile(r",? of (?:[Tt]itle )?(\d{1,2}),? (?:of the )?(?:CFR|Code of Federal Regulations)")
_OF_PART = re.compile(r",? ?(?:of|to|in) part (\d{1,4})\b")
_OF_THIS_PART = re.compile(r",? ?(?:of|to|in) this part\b")
_SUBPARTS = re.compile(r"[A-Z]{1,2}\b")
_COMMA_SUBPART = re.compile(r",? (?:\(?[Ss]ubparts? )(?=[A-Z]{1,2}\b)")
_ASIDE = re.compile(r" ?\([^()]{0,80}(?:\([^()]{0,12}\)[^()]{0,40}){0,6}\)")
_LAW_OF = re.compile(r",? ?(?:of|to|under) (?:title [IVX]+ of )?(?:the )?")
_ANOTHER = re.compile(r"(?:,? ?(?:and/or|and|or|,) )(?:(?:under|of|with|in|by) )?(?:sections?|secs?\.) (?=\d)")
_LARGEST_PLAIN_SECTION = 200  # FD&C Act sections begin at 201; "section 4" alone is of something else


def find_references(text: str, citation: str = "", title: str = "", path: Sequence[str] = ()) -> tuple[Reference, ...]:
    """Every reference of `text`, one entry a target, in order of their place; `path` tells what "this subpart" is."""
    return tuple(_Reader(text, Context.of(citation, title, path)).read())


class _Reader:
    def __init__(self, text: str, context: Context) -> None:
        self.text = text
        self.context = context
        self.readers: dict[str, Callable[[re.Match[str]], _Found]] = {
            "cfr": self._cfr,
            "usc": self._usc,
            "fr": lambda m: ([(f"{m['fr_volume']} FR {m['fr_page']}", "external")], m.end()),
            "stat": lambda m: ([(f"{m['stat_volume']} Stat. {m['stat_page']}", "statute")], m.end()),
            "law": lambda m: ([(f"Pub. L. {m['law_number'].replace('–', '-')}", "statute")], m.end()),
            "order": lambda m: ([(f"Executive Order {m['order_number']}", "statute")], m.end()),
            "this": self._this,
            "sign": self._sign,
            "section": self._section,
            "paragraph": self._paragraph,
            "subpart": self._subpart,
            "part": self._part,
            "appendix": self._appendix,
        }

    def read(self) -> Iterator[Reference]:
        found = [*self._numbered(), *self._named()]
        found.sort(key=lambda r: (r.start, -r.end))
        covered, before = -1, (-1, -1)
        for reference in found:
            # A statute's name within a citation of its section is not a reference of its own.
            if reference.start >= covered or (reference.start, reference.end) == before:
                yield reference
                covered, before = max(covered, reference.end), (reference.start, reference.end)

    def _numbered(self) -> Iterator[Reference]:
        position = 0
        while True:
            opening = _OPENING.search(self.text, position)
            if opening is None:
                return
            head = _HEAD.match(self.text, opening.start())
            if head is None:
                position = opening.end()
                continue
            name = next(n for n in self.readers if head[n] is not None)
            targets, end = self.readers[name](head)
            if not targets:
                position = head.end()
                continue
            written = self.text[head.start() : end].strip(" ,;")
            for target, kind in dict.fromkeys(targets):
                yield Reference(written, target, kind, head.start(), head.start() + len(written))  # type: ignore[arg-type]
            position = max(end, head.end())

    def _named(self) -> Iterator[Reference]:
        for found in _where(ACT, ACT_WORDS, self.text):
            name = act_name(found)
            if name:
                start, end = act_span(found)
                yield Reference(self.text[start:end], name, "statute", start, end)
        for found in _where(STANDARD, STANDARD_WORDS, self.text):
            yield Reference(found.group(), standard_name(found), "external", *found.span())
        for found in _where(GUIDANCE, GUIDANCE_WORDS, self.text):
            yield Reference(found.group(), found["name"], "external", *found.span())

    # --- the Code of Federal Regulations ---------------------------------------------------------------------------------

    def _kind(self, title: str, part: str) -> Kind:
        if title != self.context.title_or_21:
            return "other-title"
        return "internal" if part == self.context.part else "same-title"

    def _sections(self, items: list[Item], title: str) -> list[tuple[str, str]]:
        return [(f"{title} CFR {item.cited}", self._kind(title, item.number.split(".")[0])) for item in items]

    def _parts(self, items: list[Item], title: str, subparts: list[str]) -> list[tuple[str, str]]:
        out: list[tuple[str, str]] = []
        for item in items:
            name = f"{title} CFR parts {item.number}..{item.last}" if item.last else f"{title} CFR part {item.number}"
            kind = self._kind(title, item.number)
            out.extend((f"{name} subpart {letter}", kind) for letter in subparts)
            if not subparts:
                out.append((name, kind))
        return out

    def _subpart_letters(self, position: int) -> tuple[list[str], int]:
        """A, A and B, B through E from `position`."""
        letters: list[str] = []
        end = position
        while True:
            found = _SUBPARTS.match(self.text, position)
            if found is None:
                return letters, end
            letter, end = found.group(), found.end()
            until = TO.match(self.text, end)
            upper = _SUBPARTS.match(self.text, until.end()) if until else None
            if upper:
                letter, end = f"{letter}..{upper.group()}", upper.end()
            letters.append(letter)
            joined = AND.match(self.text, end)
            if joined is None:
                return letters, end
            position = joined.end()

    def _cfr(self, head: re.Match[str]) -> _Found:
        title, position = head["cfr_title"], head.end()
        sign = _SIGN.match(self.text, position)
        position = sign.end() if sign else position
        items, end = read_numbers(self.text, position, SECTION, _SIGN)
        if items:
            return self._sections(items, title), end
        chapter = re.compile(r"(?:[Cc]hapter|[Cc]h\.) ([IVXL]+)\b").match(self.text, position)
        if chapter:
            return [(f"{title} CFR chapter {chapter.group(1)}", self._kind(title, ""))], chapter.end()
        position = _skip(re.compile(r"[Pp]arts? "), self.text, position)
        items, end = read_numbers(self.text, position, PART, _PART_SIGN)
        if not items:
            return [], head.end()
        targets, end = self._with_subparts(items, title, end)
        return targets, _skip(_OF_CHAPTER, self.text, end)

    def _with_subparts(self, items: list[Item], title: str, end: int) -> _Found:
        comma = _COMMA_SUBPART.match(self.text, end)
        if comma is None:
            return self._parts(items, title, []), end
        letters, end = self._subpart_letters(comma.end())
        return self._parts(items[:-1], title, []) + self._parts(items[-1:], title, letters), end

    def _sign(self, head: re.Match[str]) -> _Found:
        items, end = read_numbers(self.text, head.end(), SECTION, _SIGN)
        if not items:
            return [], head.end()
        title, end = self._title_after(end)
        return self._sections(items, title), end

    def _title_after(self, end: int) -> tuple[str, int]:
        """ "of this chapter", "of title 40", "of 9 CFR" after a list: the title that it names and where it ends."""
        for pattern in (_OF_CFR, _OF_TITLE):
            found = pattern.match(self.text, end)
            if found:
                return found.group(1), found.end()
        return self.context.title_or_21, _skip(_OF_CHAPTER, self.text, end)

    def _part(self, head: re.Match[str]) -> _Found:
        items, end = read_numbers(self.text, head.end(), PART, _PART_SIGN)
        if not items:
            return [], head.end()
        targets, end = self._with_subparts(items, self.context.title_or_21, end)
        title, end = self._title_after(end)
        if title != self.context.title_or_21:
            targets = self._parts(items, title, [])
        return targets, end

    def _subpart(self, head: re.Match[str]) -> _Found:
        letters, end = self._subpart_letters(head.end())
        if not letters:
            return [], head.end()
        cfr = re.compile(r",? ?(?:of|in) (\d{1,2}) CFR [Pp]art (\d{1,4})").match(self.text, end)
        if cfr:
            return self._parts([Item(cfr.group(2), ())], cfr.group(1), letters), cfr.end()
        other = _OF_PART.match(self.text, end)
        if other:
            title, after = self._title_after(other.end())
            return self._parts([Item(other.group(1), ())], title, letters), after
        end = _skip(_OF_THIS_PART, self.text, end)
        if not self.context.part:
            return [], head.end()
        return self._parts([Item(self.context.part, ())], self.context.title_or_21, letters), end

    def _appendix(self, head: re.Match[str]) -> _Found:
        letter, title, part = head["appendix_letter"], self.context.title_or_21, self.context.part
        found = re.compile(r"(?:subpart ([A-Z]) of )?(?:part (\d{1,4})|this (?:sub)?part)").match(self.text, head.end())
        if found is None or not (found.group(2) or part):
            return [], head.end()
        part = found.group(2) or part
        subpart = f" subpart {found.group(1)}" if found.group(1) else ""
        end = _skip(_OF_CHAPTER, self.text, found.end())
        return [(f"{title} CFR part {part}{subpart} appendix {letter}", self._kind(title, part))], end

    # --- relative references ---------------------------------------------------------------------------------------------

    def _this(self, head: re.Match[str]) -> _Found:
        what, context = head["this_what"], self.context
        title = context.title_or_21
        end = head.end()
        if what in ("paragraph", "subparagraph", "subdivision"):
            items, after = read_paragraphs(self.text, end)
            if items and context.section:
                return self._of_this_section(items), _skip(_OF_THIS, self.text, after)
            target = f"{title} CFR {context.section}{context.paragraphs}" if context.section else ""
            return [(target, "internal")], end
        if what == "section":
            return [(f"{title} CFR {context.section}" if context.section else "", "internal")], end
        if what == "part":
            comma = re.compile(r",? subparts? (?=[A-Z]\b)").match(self.text, end)
            if comma and context.part:
                letters, end = self._subpart_letters(comma.end())
                return self._parts([Item(context.part, ())], title, letters), end
            return [(f"{title} CFR part {context.part}" if context.part else "", "internal")], end
        if what == "subpart":
            known = context.part and context.subpart
            return [(f"{title} CFR part {context.part} subpart {context.subpart}" if known else "", "internal")], end
        if what == "title":
            return ([(f"{title} CFR", "same-title")] if context.title else []), end
        name = context.chapter if what == "chapter" else context.subchapter
        if not name:
            return [("", "same-title")], end
        above = f"chapter {context.chapter} subchapter {name}" if what == "subchapter" else f"chapter {name}"
        return [(f"{title} CFR {above}", "same-title")], end

    def _of_this_section(self, items: list[Item]) -> list[tuple[str, str]]:
        title, section = self.context.title_or_21, self.context.section
        return [(f"{title} CFR {section}{item.cited}", "internal") for item in items]

    def _paragraph(self, head: re.Match[str]) -> _Found:
        items, end = read_paragraphs(self.text, head.end())
        if not items:
            return [], head.end()
        # paragraph (a)(1) or paragraph (b) of this section: one list
        while True:
            joined = re.compile(r",? ?(?:and|or|,) (?:paragraphs?|subparagraphs?) (?=\()").match(self.text, end)
            if joined is None:
                break
            more, after = read_paragraphs(self.text, joined.end())
            if not more:
                break
            items, end = items + more, after
        of = _OF_SECTION.match(self.text, end)
        if of:
            head_of = _HEAD.match(self.text, of.end())
            if head_of:
                name = next(n for n in self.readers if head_of[n] is not None)
                bases, after = self.readers[name](head_of)
                if bases:
                    return [(target + item.cited, kind) for target, kind in bases for item in items], after
        end = _skip(_OF_THIS, self.text, end)
        if not self.context.section:
            return [("", "internal")], end
        return self._of_this_section(items), end

    # --- statutes --------------------------------------------------------------------------------------------------------

    def _usc(self, head: re.Match[str]) -> _Found:
        items, end = read_numbers(self.text, head.end(), NUMBER, re.compile(r"(?:§§? ?|(?:sections?|secs?\.) )?"))
        items, end = self._without_units(items, end)
        return [(f"{head['usc_title']} U.S.C. {_ranged(item)}", "statute") for item in items], end if items else head.end()

    def _without_units(self, items: list[Item], end: int) -> tuple[list[Item], int]:
        """A list must not swallow the title of the next citation: 21 U.S.C. 321, 42 U.S.C. 262."""
        after = re.compile(r",? (?:U\.? ?S\.? ?C|CFR|C\.F\.R|FR|Stat\.|days?\b|years?\b|months?\b|hours?\b|percent\b)").match(
            self.text, end
        )
        if after and len(items) > 0 and not items[-1].chain:
            end = self.text.rfind(items[-1].number, 0, end)
            return items[:-1], end
        return items, end

    def _section(self, head: re.Match[str]) -> _Found:
        regulation, end = read_numbers(self.text, head.end(), SECTION, _NO_SIGN)
        if regulation:
            title, after = self._title_after(end)
            # "13th Ed. (1980), sections 7.004 and 7.005" are sections of a book (21 CFR 137.190).
            of_the_code = (
                after > end
                or head["section"][0] == "S"
                or any(item.chain or item.number.split(".")[0] == self.context.part for item in regulation)
            )
            return (self._sections(regulation, title), after) if of_the_code else ([], end)
        items, end = read_numbers(self.text, head.end(), NUMBER, _NO_SIGN)
        items, end = self._without_units(items, end)
        if not items:
            return [], head.end()
        return self._statute(items, end)

    def _statute(self, items: list[Item], end: int) -> _Found:
        """Sections of a statute: whose they are stands after the list, perhaps after an aside in brackets."""
        while True:
            law, after = self._law_after(end)
            if law:
                return [(f"{law} {_ranged(item)}", "statute") for item in items], after
            code = _OF_TITLE.match(self.text, end)
            if code and "Regulations" not in (code["what"] or "") and "CFR" not in (code["what"] or ""):
                return [(f"{code.group(1)} U.S.C. {_ranged(item)}", "statute") for item in items], code.end()
            another = _ANOTHER.match(self.text, _skip(_ASIDE, self.text, end)) or _ANOTHER.match(self.text, end)
            more, after = read_numbers(self.text, another.end(), NUMBER, _NO_SIGN) if another else ([], end)
            if not more or SECTION.match(self.text, another.end() if another else 0):
                break
            ahead = self._law_after(after)[0]
            if not ahead:
                break
            items, end = items + more, after
        if self.context.act and all(_opens_with(item.number) > _LARGEST_PLAIN_SECTION for item in items):
            return [(f"{self.context.act} {_ranged(item)}", "statute") for item in items], end
        return [], end

    def _law_after(self, end: int) -> tuple[str, int]:
        for position in (end, _skip(_ASIDE, self.text, end)):
            of = _LAW_OF.match(self.text, position)
            if of is None:
                continue
            named = ACT.match(self.text, of.end())
            if named and act_name(named):
                return act_name(named), named.end()
            if re.compile(r"(?:the )?(?:Act|act)\b").match(self.text, of.end()) or THE_ACT.match(self.text, of.end()):
                found = re.compile(r"(?:the |that |such |said )?(?:Act|act)\b").match(self.text, of.end())
                return self.context.act, found.end() if found else of.end()
        return "", end


def _where(pattern: re.Pattern[str], words: Sequence[str], text: str) -> Iterable[re.Match[str]]:
    """The matches of a pattern that needs one of `words`: most texts have none, and looking for a word is much faster."""
    return pattern.finditer(text) if any(word in text for word in words) else ()


def _skip(pattern: re.Pattern[str], text: str, position: int) -> int:
    found = pattern.match(text, position)
    return found.end() if found else position


def _opens_with(number: str) -> int:
    digits = re.match(r"\d+", number)
    return int(digits.group()) if digits else 0


def _ranged(item: Item) -> str:
    """201-902 is a range of sections, 360bbb-3 and 505-1 are single sections."""
    return item.cited
