"""Finding and resolving the references of one text."""

from __future__ import annotations

from itertools import product

from ingest.references.eu import sections
from ingest.references.eu.acts import Kind, Named, named
from ingest.references.eu.parser import Chain, Component, Parser
from ingest.references.eu.place import Place, place_of
from ingest.references.eu.tokens import tokens
from kg.records import Reference


def find_references(text: str, citation: str = "", title: str = "") -> tuple[Reference, ...]:
    """References of `text` in order, one entry a target; see the package."""
    place = place_of(citation)
    names = named(text)
    chains = Parser(tokens(text, names), names).chains()
    kinds = {target: n.kind for n in names for target in n.targets}
    found: list[Reference] = []
    for chain in chains:
        if place.guidance and _is_sections(chain):
            continue
        for target in _targets(chain, place):
            kind = _kind(chain, kinds)
            found.append(Reference(text[chain.start : chain.end], target, kind, chain.start, chain.end))
    if place.guidance:
        taken = [(c.start, c.end) for c in chains if not _is_sections(c)] + [(n.start, n.end) for n in names]
        found += sections.find(text, place, taken)
    return tuple(sorted(_unique(found), key=lambda r: (r.start, r.end)))


def _is_sections(chain: Chain) -> bool:
    """In a guidance, sections, chapters and parts without an act are its own and read by `sections`."""
    return (
        not chain.acts
        and not chain.own_act
        and all(
            c.unit
            in {
                "section",
                "chapter",
                "part",
                "paragraph",
                "point",
                "subparagraph",
                "appendix",
                "annex",
                "title",
                "indent",
                "rule",
            }
            for c in chain.components
        )
    )


def _unique(found: list[Reference]) -> list[Reference]:
    seen: set[tuple[int, str]] = set()
    out = []
    for r in found:
        if r.target and (r.start, r.target) not in seen:
            seen.add((r.start, r.target))
            out.append(r)
    return out


def _kind(chain: Chain, kinds: dict[str, Kind]) -> Kind:
    if chain.acts:
        return kinds.get(chain.acts[0], "statute")
    return "internal"


def _targets(chain: Chain, place: Place) -> list[str]:
    acts = chain.acts or (place.act,)
    own = chain.acts is None or chain.acts == (place.act,)
    components = [c for c in chain.components if c.unit != "sentence"]
    if not components:
        if chain.components:
            return []
        return list(acts)
    completed = _completed(components, place) if own else components
    if completed is None:
        return []
    components = completed
    out = []
    for act in acts:
        for values in product(*(c.values or [""] for c in components)):
            tail = _write(components, values)
            if tail and act:
                out.append(f"{act} {tail}")
    return out


def _completed(components: list[Component], place: Place) -> list[Component] | None:
    """The chain with what its place adds above it: "paragraph 1" in Article 38(3) is Article 38, paragraph 1."""
    components = list(components)
    first = components[0]
    if first.own:
        resolved = _own(first.unit, place)
        if resolved is None:
            return None
        return resolved + components[1:]
    unit = first.unit
    if unit in {"article", "annex", "recital", "title"}:
        return components
    above: list[Component] = []
    if place.article:
        if unit in {"chapter", "section", "part", "rule", "appendix"}:
            return components if unit == "chapter" else None
        above.append(Component("article", [place.article]))
        if unit in {"subparagraph", "point", "indent"} and place.paragraph:
            above.append(Component("paragraph", [place.paragraph]))
        if unit in {"point", "indent"} and place.subparagraph:
            above.append(Component("subparagraph", [place.subparagraph]))
        return above + components
    if place.annex:
        above.append(Component("annex", [place.annex.removeprefix("Annex").strip()]))
        if unit in {"point", "indent", "subparagraph", "paragraph"} and place.section:
            above.append(Component("section", [place.section]))
        return above + components
    return components if unit == "chapter" else None


def _own(unit: str, place: Place) -> list[Component] | None:
    if place.article:
        chain = [Component("article", [place.article])]
        if unit == "article":
            return chain
        if unit in {"paragraph", "subparagraph", "point"}:
            return [*chain, Component("paragraph", [place.paragraph])] if place.paragraph else chain
        return None
    if place.annex:
        chain = [Component("annex", [place.annex.removeprefix("Annex").strip()])]
        if unit == "annex":
            return chain
        if unit == "section" and place.section:
            return [*chain, Component("section", [place.section])]
        if unit in {"part", "chapter"} and place.groups:
            return [*chain, Component("groups", [place.groups])]
    return None


def _write(components: list[Component], values: tuple[str, ...]) -> str:
    """The components as one citation: Article 10 + paragraph 9 + point (a) is "Article 10(9)(a)"."""
    out = ""
    previous = ""
    for component, value in zip(components, values, strict=True):
        unit = component.unit
        if unit == "groups":
            out += f" {value}"
        elif unit in {"paragraph", "point"} and previous in {"article", "paragraph", "point", "section"}:
            out += _marks(value)
        elif unit == "point":
            out += (
                f" {_marks(value)}"
                if previous == "subparagraph"
                else f" {value}"
                if value[:1].isdigit()
                else f" {_marks(value)}"
            )
        elif unit == "paragraph":
            out += f" {value.strip('()')}"
        elif unit == "recital":
            out += f" recital {value.strip('()')}"
        elif unit in {"subparagraph", "indent"}:
            out += f" {unit} {value.strip('()')}"
        else:
            out += f" {unit.capitalize()} {value}"
        previous = unit
    return out.strip()


def _marks(value: str) -> str:
    """`9` as (9), `(a)..(d)` as it is."""
    return "..".join(part if part.startswith("(") else f"({part})" for part in value.split(".."))


__all__ = ["Named", "find_references"]
