"""The words that turn a number into a bound: "no later than", "at least", "or less"."""

from __future__ import annotations

import re

_NOT = r"(?:not?|never|neither)"
_MODAL = r"(?:(?:shall|must|may|should|will|can|does|do|did) )?"
_BE = r"(?:to be |be |is |are )?"

_AT_MOST = (
    r"within(?: (?:a|the) period of)?|with in"
    rf"|(?:but )?(?:in no (?:case|event) |{_MODAL}{_NOT} {_BE})(?:later|more|greater|longer|higher|larger"
    rf"|older)(?: frequently| often)? than"
    rf"|{_MODAL}{_NOT} (?:to )?exceed(?:s|ing)?(?: a (?:maximum|total) of)?|{_NOT} {_BE}(?:above|over|beyond"
    rf"|in excess of)|at (?:the )?most"
    r"|up to(?: and including)?(?: a maximum of)?|(?:by |for )?(?:a |the )?maximum(?: of)?|less than or equal to"
    r"|equal to or less than|≤|<=|as many as"
)
_AT_LEAST = (
    rf"at (?:the )?(?:very )?least|(?:{_MODAL}{_NOT} {_BE})(?:less|fewer|earlier|sooner|lower|smaller|younger"
    rf"|shorter)(?: frequently| often)? than"
    rf"|{_NOT} {_BE}(?:below|under)|(?:for )?(?:a |the )?minimum(?: of)?|greater than or equal to"
    rf"|equal to or greater than|equal to or more than|≥|>="
)
_MORE = r"(?:more|greater|longer|higher|larger|older|later) than|over|exceed(?:s|ing|ed)?|above|in excess of|>|beyond"
_LESS = r"(?:less|fewer|lower|shorter|smaller|younger|earlier) than|under|below|<"
_BETWEEN = r"(?:of |for |in the range (?:of|from) )?(?:between|from)"
_AROUND = r"approximately|about|of|exactly"
_EVERY = r"(?:at least |not less (?:often|frequently) than |no less (?:often|frequently) than )?(?:once )?(?:every|each)"

_BEFORE_NUMBER = re.compile(
    r"(?<![\w-])(?:"
    rf"(?P<at_most>{_AT_MOST})|(?P<at_least>{_AT_LEAST})|(?P<more>{_MORE})|(?P<less>{_LESS})|(?P<between>{_BETWEEN})"
    rf"|(?P<bare>{_AROUND})"
    r")(?: (?:the|a|an|about|approximately|another|any))?\s*$",
    re.IGNORECASE,
)
_AFTER_NUMBER = re.compile(
    r" ?,? ?(?:(?P<at_most>(?:or|and) (?:less|lower|below|fewer|under|shorter|colder|younger|earlier))"
    r"|(?P<at_least>(?:or|and) (?:more|greater|higher|above|older|longer|over|later|up)))(?![\w-])",
    re.IGNORECASE,
)
_SIGNS = {"at_most": "<=", "at_least": ">=", "more": ">", "less": "<", "between": "between", "bare": "="}

LOOK_BACK = 64
"""Characters before a number in which its comparator is sought: the longest comparator with a margin."""


def before(text: str, number_start: int) -> tuple[str, int] | None:
    """The comparator that ends right before a number and where it starts."""
    window_start = max(0, number_start - LOOK_BACK)
    match = _BEFORE_NUMBER.search(text[window_start:number_start])
    if match is None or match.lastgroup is None:
        return None
    sign = _SIGNS[match.lastgroup]
    return sign, (number_start if match.lastgroup == "bare" else window_start + match.start())


def after(text: str, unit_end: int) -> tuple[str, int] | None:
    """The comparator that follows a unit ("or less") and where it ends."""
    match = _AFTER_NUMBER.match(text, unit_end)
    if match is None or match.lastgroup is None:
        return None
    return _SIGNS[match.lastgroup], match.end()
