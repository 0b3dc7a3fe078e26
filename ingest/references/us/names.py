"""Names of statutes and external standards, and what they are called as targets."""

from __future__ import annotations

import re

_THE = r"(?:[Tt]he )?"
_FDCA = r"(?:Federal )?Food,? Drugs?,? (?:and|&) Cosmetics?,? Act|FD&C Act|FFD&C Act|FFDCA|FDCA"
_PHSA = r"Public Health Services? Act|PHS Act|PHSA"
_CSA = r"Controlled Substances Act|CSA"
# A name of a statute in capitals: Fair Packaging and Labeling Act, Privacy Act of 1974, Prescription Drug User Fee Act.
_WORD = r"[A-Z][\w'’&.-]*"
_JOINED = rf"(?:,? (?:{_WORD}|of|and|for|the|in|on|to|or|&)){{0,14}}"
_NAMED = rf"{_WORD}{_JOINED} (?:Acts?|Amendments)(?: [IVX]+\b)?(?: of (?:19|20)\d\d)?\b"
ACT = re.compile(rf"\b(?:(?P<fdca>{_FDCA})|(?P<phsa>{_PHSA})|(?P<csa>{_CSA})|(?P<named>{_NAMED}))")
ACT_WORDS = ("Act", "Amendments", "FDCA", "PHSA", "CSA")
"""One of these stands in every match of `ACT`."""
THE_ACT = re.compile(r"(?:the|that|such|said|this) (?:Act|act)\b(?! of)")
_NOT_A_NAME = re.compile(
    r"^(?:(?:[Tt]he|An?|Under|In|By|For|Any|This|That|Such|Section|See|Title|Part|Act|As|And|Or|If|When|Where)\b,? ?)+"
)
_LEADING = re.compile(r"^(?:(?:of|and|for|in|on|to|or|the|&) )+")

# Standards by their publisher's sign and number.
_ISO = (
    r"(?:ANSI/|AAMI/|ASTM |CEN |EN |BS )*(?:ISO(?:/IEC)?|IEC(?:/IEEE)?)(?: ?/ ?(?:TS|TR|IEC|DIS|FDIS))*(?: (?:TS|TR|Guide))?"
    r" \d{2,6}(?:-\d+)*(?::(?:19|20)\d\d)?"
)
_ASTM = r"ASTM (?:Standard |method |Method |Designation )?[A-Z] ?\d{1,5}(?:/[A-Z]\d+[A-Z]?)?(?:[-–]\d{2,4}[a-z]?)?"
_AAMI = r"(?:ANSI/AAMI|AAMI/ANSI|AAMI|ANSI(?:/[A-Z]{2,5})?)(?: [A-Z]{1,5}\d+[\w.:/-]*| [A-Z]?\d+\.\d+[\w.:-]*)"
_ICH = r"ICH (?:[QSEM]\d{1,2}[A-G]?(?:\(R\d\))?(?:/[QSEM]\d{1,2}[A-G]?)?)"
_FIPS = r"(?:Federal Information Processing Standards? )?\(?FIPS\)?(?: [Pp]ub(?:lication|s)?\.?)? \d{2,3}(?:-\d)?"
STANDARD = re.compile(
    r"\b(?:(?P<nist>(?:NIST|National Institute of Standards and Technology)(?: \(NIST\))? "
    r"(?:Special Publication|SP) ?\(?(?:SP\)? )?"
    r"(?P<nist_number>800-\d+(?:-\d+)?[A-Z]?))"
    rf"|(?P<fips>{_FIPS})|(?P<ich>{_ICH})|(?P<iso>{_ISO})|(?P<astm>{_ASTM})|(?P<aami>{_AAMI})"
    r"|(?P<rfc>RFC \d{3,5})|(?P<ieee>IEEE (?:Std )?\d+(?:\.\d+)*)|(?P<clsi>(?:CLSI|NCCLS) [A-Z]+\d+-[A-Z]\d*)"
    r"|(?P<usp_chapter>USP (?:General Chapter )?<\d+>)"
    r"|(?P<usp>United States Pharmacop(?:o)?eia|U\.S\.P\.|U\.S\. Pharmacop(?:o)?eia|USP(?=[ ,.;)/]))(?: \(U\.?S\.?P\.?\))?"
    r"|(?P<nf>(?:the )?National Formulary|N\.F\.)(?: \(N\.?F\.?\))?"
    r"|(?P<fcc>Food Chemicals Codex)"
    r"|(?P<letter>[Tt]rade correspondence (?P<letter_number>TC-\d+)"
    r"(?: \((?:issued )?(?P<letter_date>[A-Z][a-z]+ \d{1,2}, \d{4})\))?))"
)
STANDARD_WORDS = (
    *("NIST", "National Institute of Standards", "FIPS", "ICH", "ISO", "IEC", "ASTM", "AAMI", "ANSI", "RFC", "IEEE", "CLSI"),
    *("NCCLS", "USP", "U.S.P.", "U.S. Pharmacop", "United States Pharmacop", "National Formulary", "N.F."),
    *("Food Chemicals Codex", "rade correspondence"),
)
"""One of these stands in every match of `STANDARD`."""
GUIDANCE_WORDS = ("titled",)
"""This stands in every match of `GUIDANCE`."""
GUIDANCE = re.compile(
    r"\b[Gg]uidance(?: [Dd]ocument)?(?: for [A-Z][\w ,]{0,80})?,? (?:entitled|titled)[:,]? "
    r"[“\"](?P<name>[^”\"]{5,250}?)[,.;]?[”\"]"
)


def act_name(found: re.Match[str]) -> str:
    """The target that a match of `ACT` names; "" where the capitals before "Act" are no name."""
    if found.group("fdca"):
        return "FD&C Act"
    if found.group("phsa"):
        return "PHS Act"
    if found.group("csa"):
        return "CSA"
    name = _LEADING.sub("", _NOT_A_NAME.sub("", found.group("named")))
    return name if re.match(r"[A-Z]\w+.* (?:Act|Acts|Amendments)\b", name) else ""


def act_span(found: re.Match[str]) -> tuple[int, int]:
    """Where the name itself stands in the text."""
    if not found.group("named"):
        return found.span()
    name = act_name(found)
    return (found.end() - len(name), found.end()) if name else found.span()


def standard_name(found: re.Match[str]) -> str:
    """The target that a match of `STANDARD` names."""
    if found.group("nist"):
        return f"NIST SP {found.group('nist_number')}"
    if found.group("fips"):
        return f"FIPS {found.group('fips').rsplit(maxsplit=1)[-1]}"
    if found.group("usp"):
        return "USP"
    if found.group("nf"):
        return "NF"
    if found.group("letter"):
        date = iso_date(found.group("letter_date") or "")
        return f"FDA trade correspondence {found.group('letter_number')}" + (f" ({date})" if date else "")
    name = str(found.group()).replace("–", "-")
    return re.sub(r"^ASTM (?:Standard |[Mm]ethod |Designation )", "ASTM ", name)


_MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)


def iso_date(written: str) -> str:
    """ "May 13, 1939" as "1939-05-13"; "" for anything else."""
    found = re.fullmatch(r"([A-Za-z]+) (\d{1,2}), (\d{4})", written)
    if found is None or found.group(1).lower() not in _MONTHS:
        return ""
    return f"{found.group(3)}-{_MONTHS.index(found.group(1).lower()) + 1:02d}-{int(found.group(2)):02d}"
