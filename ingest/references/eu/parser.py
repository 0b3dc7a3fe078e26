"""From tokens to citations: units with their lists, the chain of "of"s above them, the marks below them."""

from __future__ import annotations

from dataclasses import dataclass, field

from ingest.references.eu.acts import Named
from ingest.references.eu.tokens import Token

RANK = {
    "act": 0,
    "title": 1,
    "article": 2,
    "annex": 2,
    "recital": 2,
    "part": 3,
    "chapter": 3,
    "appendix": 3,
    "paragraph": 4,
    "section": 4,
    "rule": 4,
    "subparagraph": 5,
    "point": 6,
    "indent": 7,
    "sentence": 8,
}
_VALUES = {
    "article": {"number"},
    "annex": {"roman", "number", "letter"},
    "section": {"number", "letter", "roman"},
    "point": {"mark", "number", "roman", "letter"},
    "paragraph": {"number", "mark"},
    "subparagraph": {"number", "mark"},
    "chapter": {"roman", "number"},
    "title": {"roman", "number"},
    "part": {"letter", "roman", "number"},
    "recital": {"number", "mark"},
    "indent": {"number"},
    "rule": {"number"},
    "appendix": {"roman", "number"},
}


@dataclass
class Component:
    """One unit with its values: Article ["87(1)"], point ["(a)", "(b)..(d)"]; `own` for "this Article"."""

    unit: str
    values: list[str]
    own: bool = False


@dataclass
class Chain:
    """A whole citation: its components in order of rank, the act that it names (index into the names) or its own."""

    start: int
    end: int
    components: list[Component] = field(default_factory=list)
    acts: tuple[str, ...] | None = None
    own_act: bool = False
    thereof: bool = False

    def rank(self) -> int:
        return min((RANK[c.unit] for c in self.components), default=9)

    def lowest(self) -> int:
        return max((RANK[c.unit] for c in self.components), default=-1)


class Parser:
    """Reads chains from a list of tokens."""

    def __init__(self, tokens: list[Token], names: list[Named]) -> None:
        self.tokens = tokens
        self.names = names
        self.starts = {n.start for n in names}
        self.statutes = {n.targets for n in names if n.kind == "statute"}

    def kind(self, at: int) -> str:
        return self.tokens[at].kind if 0 <= at < len(self.tokens) else ""

    def chains(self) -> list[Chain]:
        out: list[Chain] = []
        at = 0
        last_act: tuple[str, ...] | None = None
        last_acts: tuple[str, ...] | None = None
        last_unit: list[Component] = []
        while at < len(self.tokens):
            found, after = self.chain(at)
            if found is None:
                at += 1
                continue
            if found.thereof and found.rank() > RANK["annex"]:  # "Section 4 of that Annex", "Section 2.2 thereof"
                found.components[:0] = last_unit
                found.acts = last_acts
            elif found.thereof:
                found.acts = last_act
            if found.components and found.components[0].unit in {"annex", "article"} and not found.components[0].own:
                last_unit, last_acts = found.components[:1], found.acts
            if found.acts in self.statutes:
                last_act = found.acts
            self._share(out, found, at)
            if self._continues_list(out, found, at):
                found.acts = out[-1].acts
            out.append(found)
            at = after
        return out

    def _share(self, before: list[Chain], chain: Chain, at: int) -> None:
        """Section 10 or Section 18 of Annex XI: the first too is of the annex."""
        if not before or self.kind(at - 1) != "and" or len(chain.components) < 2 or chain.components[0].unit != "annex":
            return
        last = before[-1]
        if last.end == self.tokens[at - 2].end and last.components and last.rank() == RANK["section"] and last.acts is None:
            last.components.insert(0, chain.components[0])
            last.acts = chain.acts

    def _continues_list(self, before: list[Chain], chain: Chain, at: int) -> bool:
        """IR Art 10(3), Art 14(2): an act that stands before its articles holds for the whole list."""
        if not before or chain.acts or chain.own_act or not chain.components or self.kind(at - 1) not in {"comma", "and"}:
            return False
        last = before[-1]
        leads = last.start in self.starts and bool(last.components)
        return leads and chain.components[0].unit == "article" and last.end == self.tokens[at - 2].end

    def chain(self, at: int) -> tuple[Chain | None, int]:
        """The citation that begins at token `at`, and the token after it; None where none does."""
        begin = self.tokens[at].start
        first, after = self.component(at)
        if first is None:
            if self.kind(at) == "act":
                return self._with_following(Chain(begin, self.tokens[at].end, acts=self._act(at)), at + 1)
            if self.kind(at) == "this" and self.kind(at + 1) == "own":
                return self._with_following(Chain(begin, self.tokens[at + 1].end, own_act=True), at + 2)
            return None, at
        chain = Chain(begin, self.tokens[after - 1].end, [first])
        return self._extend(chain, after)

    def _act(self, at: int) -> tuple[str, ...]:
        return self.names[int(self.tokens[at].value)].targets

    def _with_following(self, chain: Chain, at: int) -> tuple[Chain, int]:
        """`TFEU` or an act may be followed by its article: IR Art 10(2); Directive 2001/83/EC, Article 6."""
        step = at + 1 if self.kind(at) == "comma" else at
        if self.kind(step) == "unit" and self.tokens[step].value in {"article", "annex", "recital"}:
            component, after = self.component(step)
            if component is not None and not component.own:
                chain.components.append(component)
                chain.end = self.tokens[after - 1].end
                return self._extend(chain, after)
        return chain, at

    def _extend(self, chain: Chain, at: int) -> tuple[Chain, int]:
        while True:
            step = at
            if self.kind(step) in {"of", "in", "to"}:
                step += 1
                if self.kind(step) == "the":
                    step += 1
                joined = self._above(chain, step)
                if joined:
                    at = joined
                    continue
                return chain, at
            if self.kind(step) == "thereof":
                chain.thereof = True
                chain.end = self.tokens[step].end
                return chain, step + 1
            if self.kind(step) == "act" and not chain.acts and self._treaty(step):  # Article 114 TFEU
                chain.acts, chain.end = self._act(step), self.tokens[step].end
                return chain, step + 1
            if self.kind(step) == "comma":
                step += 1
            component, after = self.component(step)
            if (
                component is not None
                and not component.own
                and RANK[component.unit] > chain.lowest()
                and self._fits_below(chain, component)
            ):
                chain.components.append(component)
                chain.end, at = self.tokens[after - 1].end, after
                continue
            return chain, at

    def _treaty(self, at: int) -> bool:
        return self._act(at)[0] in {"TFEU", "TEU"}

    def _fits_below(self, chain: Chain, component: Component) -> bool:
        last = chain.components[-1].unit if chain.components else "act"
        allowed = {
            "act": {"article", "annex", "recital"},
            "article": {"paragraph", "subparagraph", "point", "indent"},
            "annex": {"part", "chapter", "section", "point", "appendix", "rule", "paragraph"},
            "part": {"chapter", "section", "point"},
            "chapter": {"section", "point", "rule"},
            "section": {"point", "indent", "paragraph"},
            "paragraph": {"subparagraph", "point", "indent"},
            "subparagraph": {"point", "indent", "sentence"},
            "point": {"indent"},
        }
        return component.unit in allowed.get(last, set())

    def _above(self, chain: Chain, at: int) -> int:
        """Takes what stands above the chain at `at` ("of Article 3", "of this Regulation"); the token after it, or 0."""
        if self.kind(at) == "act":
            if self.tokens[at - 1].kind == "in" or chain.acts:
                return 0
            chain.acts, chain.end = self._act(at), self.tokens[at].end
            return at + 1
        if self.kind(at) in {"this", "that"} and self.kind(at + 1) == "own":
            if self.kind(at) == "this":
                chain.own_act = True
            else:
                chain.thereof = True
            chain.end = self.tokens[at + 1].end
            return at + 2
        if self.kind(at) == "that" and self.kind(at + 1) == "unit" and self.tokens[at + 1].value in {"annex", "article"}:
            chain.thereof = True
            chain.end = self.tokens[at + 1].end
            return at + 2
        component, after = self.component(at)
        if (
            component is None
            or RANK[component.unit] >= chain.rank()
            or (self.kind(at - 1) == "to" and component.unit != "annex")
        ):
            return 0
        if self.tokens[at - 1].kind == "in" and not component.own:
            return 0
        chain.components.insert(0, component)
        chain.end = self.tokens[after - 1].end
        return after

    def component(self, at: int) -> tuple[Component | None, int]:
        """One unit: "Articles 85 to 90 and 92", "the first subparagraph", "this Article"."""
        if self.kind(at) == "the":
            at += 1
        if self.kind(at) == "ordinal":
            return self._ordinal(at)
        if self.kind(at) in {"this", "that"} and self.kind(at + 1) == "unit":
            unit = self.tokens[at + 1].value
            if self.kind(at) == "this" and unit in {
                "article",
                "annex",
                "paragraph",
                "section",
                "subparagraph",
                "point",
                "chapter",
            }:
                return Component(unit, [], own=True), at + 2
            return None, at
        if self.kind(at) != "unit":
            return None, at
        unit = self.tokens[at].value
        values, after = self.values(at + 1, unit)
        return (Component(unit, values), after) if values else (None, at)

    def _ordinal(self, at: int) -> tuple[Component | None, int]:
        numbers = [self.tokens[at].value]
        step = at + 1
        while self.kind(step) in {"and", "comma"} and self.kind(step + 1 + (self.kind(step + 1) == "the")) == "ordinal":
            step += 1 + (self.kind(step + 1) == "the")
            numbers.append(self.tokens[step].value)
            step += 1
        if self.kind(step) == "unit" and self.tokens[step].value in {"subparagraph", "paragraph", "indent", "sentence"}:
            unit = self.tokens[step].value
            return Component("subparagraph" if unit == "paragraph" else unit, numbers), step + 1
        return None, at

    def values(self, at: int, unit: str) -> tuple[list[str], int]:
        """The numbers or marks of a unit, lists and ranges expanded: "87(1) to (5)" gives 87(1)..(5)."""
        allowed = _VALUES.get(unit, set())
        if self.kind(at) not in allowed:
            return [], at
        out = [self._value(at)]
        at += 1
        while True:
            step, joined = at, False
            while self.kind(step) in {"comma", "and"}:
                step, joined = step + 1, True
            if self.kind(at) == "to" and self._continues(out[-1], at + 1, allowed):
                out[-1] = f"{out[-1]}..{self._value(at + 1)}"
                at += 2
            elif joined and self._continues(out[-1], step, allowed):
                value = self._value(step)
                if self.kind(step) == "mark" and not out[-1].startswith("("):
                    value = _sibling(out[-1], value)
                out.append(value)
                at = step + 1
            else:
                return out, at

    def _continues(self, before: str, at: int, allowed: set[str]) -> bool:
        kind = self.kind(at)
        if kind == "mark":
            return before.startswith("(") or before.endswith(")")
        return kind in allowed and not (before.startswith("(") and kind == "number")

    def _value(self, at: int) -> str:
        return self.tokens[at].value


def _sibling(before: str, mark: str) -> str:
    """(7) after 92(5) is 92(7); (b) after 3(1)(a) is 3(1)(b)."""
    base = before.split("..", maxsplit=1)[0]
    head = base[: base.rfind("(")]
    return head + mark
