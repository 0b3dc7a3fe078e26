"""From blocks to the tree of an EU act: recitals, chapters, articles, paragraphs, points, annexes, notes.

Labels are the gold's and the Official Journal's own: ["Chapter II", "Article 10", "(9)", "(a)"], ["Recitals", "(1)"],
["Annex VI", "Part C", "6", "6.2"]. An unmarked paragraph counts with the text before it as long as no list stands between;
after a list it is the "second subparagraph" (or whichever) of its paragraph, and the tail of a point or an annex section.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ingest.building import Node
from ingest.eu.blocks import DASH, LEADING_DECIMAL, LEADING_PARAGRAPH, LEADING_POINT, Block
from ingest.lists import Outline

ORDINALS = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth"
).split()
DIVISION = re.compile(
    r"(?P<kind>PART|TITLE|CHAPTER|SECTION|SUB-?SECTION)\s+(?P<number>[A-Z0-9]+[a-z]?)\b\.?\s*(?P<rest>.*)", re.IGNORECASE
)
DIVISION_RANK = {"part": 1, "title": 2, "chapter": 3, "section": 4, "subsection": 5}
DIVISION_LEVEL = {
    "part": "part",
    "title": "title",
    "chapter": "chapter",
    "section": "section-group",
    "subsection": "section-group",
}
ARTICLE = re.compile(r"Article\s+(?P<number>\d+\s?[a-z]{0,3}|sole)\b\.?\s*(?P<rest>.*)", re.IGNORECASE)
ANNEX = re.compile(r"ANNEX(?:\s+(?P<number>[IVXLC]+\s?[a-zA-Z]?|\d+[a-z]?|[A-Z]))?\b\.?[\s:—–-]*(?P<rest>.*)", re.IGNORECASE)
GROUP = re.compile(
    r"(?P<kind>PART|CHAPTER|SECTION|APPENDIX)\s+(?P<number>[IVXLC]+|[A-Z]|\d+)\b\.?[\s:—–-]*(?P<rest>.*)", re.IGNORECASE
)
DECIMAL_HEADING = re.compile(r"(?P<number>\d{1,2}[a-z]?(?:\.\d{1,3}[a-z]?)*)\.?\s+(?P<rest>\S.*)")
ADOPTED = re.compile(r"HA(?:VE|S)\s+(?:ADOPTED|DECIDED|DRAWN UP|AGREED)\b|HAVE ADOPTED|HEREBY ADOPTS?\b", re.IGNORECASE)
RECITAL = re.compile(r"(\(\d{1,3}\))\s+(?=\S)")
QUOTE_OPENS = re.compile(r"[‘“]")
QUOTE_CLOSES = re.compile(r"[’”][.;,]?\s*(?:and|or)?$")


def ordinal(number: int) -> str:
    """2 as "second"; numbers above twenty as "21st" would be read aloud: "subparagraph 21" is written instead."""
    return f"{ORDINALS[number]} subparagraph" if 0 < number < len(ORDINALS) else f"subparagraph {number}"


class ActBuilder:
    """Takes blocks in order and grows the tree under `root`."""

    def __init__(self) -> None:
        self.root = Node("", "document")
        self.front = Node("Preamble", "preamble", role="meta")
        self.place = "front"
        self.divisions: list[tuple[int, Node]] = []
        self.unit: Node | None = None
        """The article, or the annex, that is being filled."""
        self.base: Node | None = None
        """What unmarked text belongs to: the article, paragraph, subparagraph, or annex section."""
        self.counts: dict[int, int] = {}
        self.outline: Outline[Node] = Outline()
        self.titled: Node | None = None
        """A division, article or annex that still may get its title."""
        self.quote: Node | None = None
        self.recitals: Node | None = None
        self.notes: Node | None = None
        self.marks: list[tuple[str, str]] = []
        """Change marks with the citation label of the unit in which they stand."""

    def build(self, blocks: Iterable[Block]) -> Node:
        for block in blocks:
            self.take(block)
        if not self.front.empty:
            self.root.children.insert(0, self.front)
            self.front.parent = self.root
        return self.root

    # -- which part -------------------------------------------------------------------------------------------------------

    def take(self, block: Block) -> None:
        if self.quote is not None and block.part not in {"final", "annex"} and not self._next_article(block):
            self._quoted(block)
            return
        handler = getattr(self, "_" + block.part.replace("-", "_"))
        handler(block)

    def _next_article(self, block: Block) -> bool:
        """Whether the act itself goes on although a quotation was never closed: its next article comes."""
        found = ARTICLE.fullmatch(block.text) if block.part == "article" else None
        articles = [n.label for n in (self.unit.up() if self.unit else ()) if n.level == "article"]
        if not found or not articles or not found["number"].isdigit():
            return False
        last = re.sub(r"\D", "", articles[0])
        if int(found["number"]) != int(last) + 1:
            return False
        self.quote = None
        return True

    def _mark(self, block: Block) -> None:
        self.marks.append((block.text, self.unit.label if self.unit else ""))

    def _meta(self, block: Block) -> None:
        self.front.write(block.whole)

    def _title(self, block: Block) -> None:
        if self.place in {"front", "recitals"} and not ANNEX.fullmatch(block.text):
            self.front.write(block.whole)
        else:
            self._annex(block)

    def _front(self, block: Block) -> None:
        self.place = "recitals" if re.match(r"Whereas\b", block.text, re.IGNORECASE) else self.place
        if self.place == "recitals" and (block.marker or RECITAL.match(block.text)):
            self._recital(block)
        elif ADOPTED.search(block.text):
            self.place = "terms"
            (self.recitals or self.front).write(block.whole)
        elif self.place == "recitals" and self.recitals is not None and not block.marker:
            self._continue_recital(block.text)
        else:
            self.front.write(block.whole)

    def _recital(self, block: Block) -> None:
        marker, text = block.marker, block.text
        if not marker and (found := RECITAL.match(text)):
            marker, text = found[1], text[found.end() :]
        if self.recitals is None:
            self.recitals = self.root.add(Node("Recitals", "recitals", role="heading", cites=False))
        if re.fullmatch(r"\(\d{1,3}[a-z]?\)", marker):
            self.recitals.add(Node(marker, "recital", marker, role="recital", texts=[text] if text else []))
        else:
            self._continue_recital(f"{marker} {text}".strip())

    def _continue_recital(self, text: str) -> None:
        last = self.recitals.children[-1] if self.recitals and self.recitals.children else self.front
        last.write(text)

    # -- enacting terms -----------------------------------------------------------------------------------------------------

    def _division(self, block: Block) -> None:
        found = DIVISION.fullmatch(block.text)
        if not found:
            self._division_title(block)
            return
        self.place = "terms"
        kind = found["kind"].lower().replace("-", "")
        rank = DIVISION_RANK[kind]
        while self.divisions and self.divisions[-1][0] >= rank:
            self.divisions.pop()
        above = self.divisions[-1][1] if self.divisions else self.root
        name = f"{found['kind'].capitalize()} {found['number']}"
        node = above.add(
            Node(
                name,
                DIVISION_LEVEL[kind],
                block.text[: found.start("rest")].strip(),
                found["rest"],
                role="heading",
                cites=False,
            )
        )
        self.divisions.append((rank, node))
        self._open_unit(None)
        self.titled = None if found["rest"] else node

    def _division_title(self, block: Block) -> None:
        if self.divisions:
            node = self.divisions[-1][1]
            node.heading = f"{node.heading}\n{block.text}".strip()
        else:
            self.front.write(block.whole)

    def _article(self, block: Block) -> None:
        found = ARTICLE.fullmatch(block.text)
        if not found:
            self._text(block)
            return
        self.place = "terms"
        number = found["number"].replace(" ", "")
        above = self.divisions[-1][1] if self.divisions else self.root
        node = above.add(Node(f"Article {number}", "article", block.text[: found.start("rest")].strip(), found["rest"]))
        self._open_unit(node)
        self.titled = node

    def _article_title(self, block: Block) -> None:
        if self.unit is None or self.unit.texts or self.unit.children:
            self._text(block)
        else:
            self.unit.heading = f"{self.unit.heading}\n{block.text}".strip()

    def _open_unit(self, node: Node | None) -> None:
        self.unit = self.base = node
        self.outline.clear()
        self.counts.clear()
        self.titled = None

    def _row(self, block: Block) -> None:
        holder = self.outline.deepest or self.base
        if holder is None:
            self._text(block)
            return
        number = sum(c.level == "table-row" for c in holder.children) + 1
        _hang(holder, Node(f"row {number}", "table-row", role="table", texts=[block.text]))

    def _text(self, block: Block) -> None:
        if self.place in {"front", "recitals"}:
            self._front(block)
        elif self.place == "annexes":
            self._annex_text(block)
        elif self.unit is None or self.place == "final":
            self._loose(block)
        else:
            self._article_text(block)

    def _loose(self, block: Block) -> None:
        """Text of the enacting terms outside every article."""
        text = block.whole
        holder = self.divisions[-1][1] if self.divisions and self.place == "terms" else self.root
        if holder.children and holder.children[-1].level == "note-text":
            holder.children[-1].write(text)
        else:
            holder.add(Node("text", "note-text", role="note", texts=[text]))

    def _article_text(self, block: Block) -> None:
        assert self.unit is not None
        marker, text = block.marker, block.text
        if not block.depth and not marker:
            if (found := LEADING_PARAGRAPH.match(text)) and self._plausible(found[1]):
                node = self.unit.add(Node(f"({found[1]})", "paragraph", f"{found[1]}."))
                self.base = node
                self.outline.clear()
                self._fill(node, text[found.end() :])
                self.counts[id(node)] = 1
                return
            if found := LEADING_POINT.match(text):
                marker, text = found[1], text[found.end() :]
        if marker:
            self._point(marker, text, block.depth, self.base or self.unit)
        elif block.depth:
            self._within(text, block.depth)
        else:
            self._subparagraph(text)

    def _plausible(self, number: str) -> bool:
        """Whether a paragraph of this number may come now: its numbers rise, by more than one only in consolidated texts."""
        assert self.unit is not None
        before = [c.label for c in self.unit.children if c.level == "paragraph"]
        return not before or int(re.sub(r"\D", "", number)) >= int(re.sub(r"\D", "", before[-1]))

    def _fill(self, node: Node, text: str) -> None:
        """Writes `text` into a new node, splitting off a point mark that stands at its very beginning: "3. (a) The ..."."""
        if found := LEADING_POINT.match(text):
            self._point(found[1], text[found.end() :], 0, node)
        elif text:
            node.write(text)
            self._maybe_quote(node, text)

    def _point(self, marker: str, text: str, depth: int, base: Node) -> None:
        if QUOTE_OPENS.match(marker):
            self._open_quote(self.outline.deepest or base, f"{marker} {text}".strip())
            return
        holder = self.outline.parent(marker, depth) or base
        dash = DASH.fullmatch(marker) is not None
        number = sum(c.level == "indent" for c in holder.children) + 1
        label = f"indent {number}" if dash else _bracketed(marker)
        node = _hang(holder, Node(label, "indent" if dash else "point", marker))
        self.outline.push(node, text, depth)
        self._fill(node, text)

    def _within(self, text: str, depth: int) -> None:
        """Unmarked text in a list item."""
        self.outline.close_to(depth)
        holder = self.outline.deepest or self.base or self.unit
        assert holder is not None
        self._flush(holder, text)
        self.outline.continues(text)

    def _flush(self, holder: Node, text: str) -> None:
        """More text of an item; after its children it is the tail."""
        if QUOTE_OPENS.match(text):
            self._open_quote(holder, text)
        else:
            holder.write(text)

    def _subparagraph(self, text: str) -> None:
        holder = self.base or self.unit
        assert holder is not None
        if QUOTE_OPENS.match(text) and holder.texts:
            self._open_quote(self.outline.deepest or holder, text)
            return
        paragraph = holder.parent if holder.level == "subparagraph" and holder.parent else holder
        count = self.counts.get(id(paragraph), len(paragraph.texts)) + 1
        self.counts[id(paragraph)] = count
        if holder.children:
            holder = paragraph.add(Node(ordinal(count), "subparagraph"))
            self.base = holder
            self.outline.clear()
        holder.write(text)
        self.outline.clear()

    def _quote(self, block: Block) -> None:
        holder = self.outline.deepest or self.base or self.unit or self.root
        number = sum(c.level == "quotation" for c in holder.children) + 1
        holder.add(Node(f"quotation {number}", "quotation", role="note", texts=[block.whole]))

    # -- quoted text of another act -------------------------------------------------------------------------------------------

    def _maybe_quote(self, node: Node, text: str) -> None:
        del node, text

    def _open_quote(self, holder: Node, text: str) -> None:
        """Text that this act puts into another one: kept whole, never read as articles or demands of this act."""
        number = sum(c.level == "quotation" for c in holder.children) + 1
        self.quote = holder.add(Node(f"quotation {number}", "quotation", role="note"))
        self._quoted(Block("text", text))

    def _quoted(self, block: Block) -> None:
        assert self.quote is not None
        if block.part == "mark":
            self._mark(block)
            return
        text = block.whole
        self.quote.write(text)
        if QUOTE_CLOSES.search(text):
            self.quote = None

    # -- annexes, end matter --------------------------------------------------------------------------------------------------

    def _annex(self, block: Block) -> None:
        self.quote = None
        found = ANNEX.fullmatch(block.text)
        if not found and self.place == "front" and not self.root.children:  # an annex file with another title
            self.place = "annexes"
            self._open_unit(self.root.add(Node("Annex", "annex", "", block.text, role="heading")))
            return
        if not found or block.text.upper().startswith("ANNEXES"):
            if self.place == "annexes" and self.unit is not None and not self.unit.texts and not self.unit.children:
                self._annex_title(block)
            else:
                self._loose(block)
            return
        self.place = "annexes"
        number = (found["number"] or "").replace(" ", "")
        name = f"Annex {number.upper() if number.isalpha() else number}".strip()
        node = self.root.add(Node(name, "annex", block.text[: found.start("rest")].strip(), found["rest"], role="heading"))
        self._open_unit(node)
        self.titled = node

    def _annex_title(self, block: Block) -> None:
        if self.unit is not None and self.unit.level == "annex":
            self.unit.heading = f"{self.unit.heading}\n{block.text}".strip()
        else:
            self._text(block)

    def _group(self, block: Block) -> None:
        """A heading in an annex: PART A, CHAPTER I, "6.2. Reusable devices", or words alone."""
        if self.unit is None or self.place != "annexes":
            self._text(block)
            return
        if found := GROUP.fullmatch(block.text):
            self._annex_group(found, block.text)
        elif DECIMAL_HEADING.fullmatch(block.text):
            self._annex_text(block)
            self.titled = None
        elif self.titled is not None and not self.titled.texts and not self.titled.children:
            self.titled.heading = f"{self.titled.heading}\n{block.text}".strip()
            self.titled = None
        else:
            holder = self._section_holder()
            node = _hang(holder, Node(block.text, "heading", "", block.text, role="heading", cites=False, in_path=False))
            self.outline.clear()
            self.base = node

    def _annex_group(self, found: re.Match[str], text: str) -> None:
        assert self.unit is not None
        kind = found["kind"].lower()
        rank = {"part": 1, "appendix": 1, "chapter": 2, "section": 3}[kind]
        above = next(
            (n for n in (self.base or self.unit).up() if n.level in {"annex", "group"} and _group_rank(n) < rank), self.unit
        )
        node = above.add(
            Node(
                f"{found['kind'].capitalize()} {found['number']}",
                "group",
                text[: found.start("rest")].strip(),
                found["rest"],
                role="heading",
            )
        )
        self.base = node
        self.outline.clear()
        self.titled = None if found["rest"] else node

    def _section_holder(self) -> Node:
        """The nearest annex, group or decimal section above that is not itself an unnumbered heading."""
        assert self.unit is not None
        return next(n for n in (self.base or self.unit).up() if n.level in {"annex", "group", "annex-section"})

    def _annex_text(self, block: Block) -> None:
        assert self.unit is not None
        marker, text = block.marker, block.text
        base = self.base or self.unit
        if not marker:
            if (found := LEADING_DECIMAL.match(text)) and _is_section(found[0], block.depth):
                marker, text = found[0].strip(), text[found.end() :]
            elif found := LEADING_POINT.match(text):
                marker, text = found[1], text[found.end() :]
        if re.fullmatch(r"\d{1,3}[a-z]?(?:\.\d{1,3}[a-z]?)*\.?", marker) and (block.depth <= 1 or "." in marker.rstrip(".")):
            self._annex_section(marker, text)
        elif marker:
            self._point(marker, text, block.depth, base)
        elif block.depth:
            self._within(text, block.depth)
        else:
            self.outline.clear()
            self._flush(base, text)

    def _annex_section(self, marker: str, text: str) -> None:
        assert self.unit is not None
        label = marker.rstrip(".")
        base = self.base or self.unit
        group = next(n for n in base.up() if n.level in {"annex", "group"})
        holder = next(
            (n for n in base.up() if n.level == "annex-section" and label.startswith(n.label + ".")),
            None,
        )
        if holder is None:
            holder = base if base.level == "heading" and "." in label else group
        node = _hang(holder, Node(label, "annex-section", marker))
        self.base = node
        self.outline.clear()
        self.titled = None
        self._fill(node, text)

    def _final(self, block: Block) -> None:
        self.quote = None
        if self.place != "annexes":
            self.place = "final"
        last = self.root.children[-1] if self.root.children else None
        if last is None or last.level != "final":
            last = self.root.add(Node("Final", "final", role="note"))
        last.write(block.whole)

    def _note(self, block: Block) -> None:
        if self.notes is None or self.root.children[-1] is not self.notes:
            self.notes = self.root.add(Node("Notes", "notes", role="heading", cites=False))
        found = re.match(r"\(\s*(\d+|\*+)\s*\)\s*", block.text)
        marker = found[0].strip() if found else ""
        label = f"note {found[1]}" if found else f"note {len(self.notes.children) + 1}"
        self.notes.add(Node(label, "footnote", marker, role="note", texts=[block.text[found.end() if found else 0 :]]))


_LISTED = frozenset({"point", "indent", "table-row"})
_COUNTED = {"indent": "indent", "table-row": "row"}


def _hang(holder: Node, child: Node) -> Node:
    """Adds `child` below `holder`. Text that came after earlier children and now leads on gets a node of its own, and what is
    listed after it hangs there, so that text, children and tail stay in the order of the page."""
    if holder.tails:
        holder.add(Node(ordinal(len(holder.texts) + 1), "subparagraph", texts=holder.tails))
        holder.tails = []
    last = holder.children[-1] if holder.children else None
    if (
        child.level in _LISTED
        and last is not None
        and last.level == "subparagraph"
        and holder.level not in {"article", "paragraph"}
    ):
        holder = last
    if child.level in _COUNTED:
        number = sum(c.level == child.level for c in holder.children) + 1
        child.label = f"{_COUNTED[child.level]} {number}"
    return holder.add(child)


def _bracketed(marker: str) -> str:
    """The label of a point: (a) for `(a)`, `a)` and `a.`; a decimal keeps its dots."""
    core = marker.strip("()")
    bare = core.rstrip(".)")
    return bare if "." in bare else f"({bare})"


def _group_rank(node: Node) -> int:
    return {"Part": 1, "Appendix": 1, "Chapter": 2, "Section": 3}.get(node.label.split(" ")[0], 0)


def _is_section(mark: str, depth: int) -> bool:
    """Whether a number at the head of an annex paragraph numbers it: "2.3." or "4." does, "2020 was" does not."""
    core = mark.strip().rstrip(".")
    return not depth and ("." in mark) and all(len(step) <= 3 for step in core.split("."))
