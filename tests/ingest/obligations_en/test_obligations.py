"""What a reader of the graph would lose: who must do what, under which condition, and what only looks like a demand."""

from __future__ import annotations

import pytest

from ingest.obligations import find_obligations
from kg.records import Obligation


def one(text: str, lead_in: str = "") -> Obligation:
    found = find_obligations(text, "en", lead_in)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    ("text", "modality", "subject", "action"),
    [
        ("The sponsor shall keep records.", "MANDATORY", "The sponsor", "keep records"),
        ("Labels must be destroyed.", "MANDATORY", None, "Labels must be destroyed"),
        ("The plan shall be signed by a notified body.", "MANDATORY", "a notified body", "The plan shall be signed"),
        (
            "Each of these inspectors must be qualified by training.",
            "MANDATORY",
            "Each of these inspectors",
            "be qualified by training",
        ),
        ("The Agency will assign a number.", "MANDATORY", "The Agency", "assign a number"),
        (
            "Orders will be served in person by an officer of FDA.",
            "MANDATORY",
            "an officer of FDA",
            "Orders will be served in person",
        ),
        ("Each labeler must mark the label.", "MANDATORY", "Each labeler", "mark the label"),
        ("The owner is responsible for training staff.", "MANDATORY", "The owner", "training staff"),
        ("A person who ships drugs is ordinarily required to register.", "MANDATORY", "A person who ships drugs", "register"),
        ("An importer may not amend the permit.", "PROHIBITED", "An importer", "amend the permit"),
        ("You may no longer print the old number.", "PROHIBITED", "You", "print the old number"),
        ("No batch may be released.", "PROHIBITED", None, "No batch may be released"),
        ("Firms should not promise a cure.", "RECOMMENDED", "Firms", "promise a cure"),
        ("FDA recommends that sponsors write early.", "RECOMMENDED", "sponsors", "write early"),
        ("We encourage applicants to submit a plan.", "RECOMMENDED", "applicants", "submit a plan"),
        ("We recommend that all files be marked.", "RECOMMENDED", None, "all files be marked"),
        ("The Council may, by way of decisions, set limits.", "PERMITTED", "The Council", "set limits"),
        ("A holder shall be allowed to keep a stock.", "PERMITTED", "A holder", "keep a stock"),
        ("Identification need not be applied.", "EXEMPTED", None, "Identification need not be applied"),
        ("A pharmacy is exempt from the fee.", "EXEMPTED", "A pharmacy", "the fee"),
        ("In no case shall storage be required for longer.", "EXEMPTED", None, "storage be required for longer"),
    ],
)
def test_modality_subject_and_action(text: str, modality: str, subject: str | None, action: str) -> None:
    found = one(text)
    assert (found.modality, found.subject, found.action) == (modality, subject, action)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("This part shall apply to all drugs.", "scope"),
        ("The request shall be deemed withdrawn.", "fiction"),
        ("The transferee shall, upon expiry of the period, be considered to qualify.", "fiction behind an aside"),
        ("The certificate shall expire after the audit.", "legal effect"),
        ("Storage in heat may result in loss of potency.", "possibility"),
        ("More studies may not be necessary.", "possibility"),
        ("The wrong setting should lead to an alarm.", "expectation"),
        ("Batch means a quantity that must be uniform.", "definition"),
        ("The question is whether the label should be approved.", "indirect question"),
        ("Records that must be kept are listed below.", "relative clause"),
        ("The records you must keep are listed below.", "relative clause without pronoun"),
        ("What must I submit?", "question"),
        ("The device may include a stand.", "what such devices are like"),
        ("Guidance documents describe the current thinking and should be read so.", "boilerplate"),
        ("The Act (under which you must register) is old.", "aside"),
        ("The panel may or may not hold a hearing.", "an option either way"),
        ("Keep the vial cold.", "a bare imperative has no cue"),
    ],
)
def test_no_demand(text: str, why: str) -> None:
    assert find_obligations(text, "en") == (), why


@pytest.mark.parametrize(
    ("text", "conditions", "exceptions"),
    [
        ("If the drug is recalled, the firm shall notify FDA.", ("If the drug is recalled",), ()),
        ("If the owner, operator, or agent signs, the form must be filed.", ("If the owner, operator, or agent signs",), ()),
        ("The firm may ship if A applies or if B applies.", ("if A applies", "if B applies"), ()),
        ("No drug may be shipped unless it is labelled.", (), ("unless it is labelled",)),
        ("Except as told in section 5, you must register.", (), ("Except as told in section 5",)),
        ("The agency shall after consulting the panel, decide.", ("after consulting the panel",), ()),
        ("Notwithstanding paragraph 1, the sponsor shall report.", (), ()),
        ("Drugs may be sold only if they are tested.", ("they are tested",), ()),
        ("The sponsor shall report within 5 days after the event.", (), ()),
        ("Makers of devices, other than custom ones, shall be audited.", (), ("other than custom ones",)),
        ("At the request of an importer the Agency shall decide.", ("At the request of an importer",), ()),
    ],
)
def test_conditions_and_exceptions(text: str, conditions: tuple[str, ...], exceptions: tuple[str, ...]) -> None:
    found = one(text)
    assert (found.conditions, found.exceptions) == (conditions, exceptions)


def test_a_repeated_cue_is_a_new_obligation_with_the_shared_subject_and_condition() -> None:
    first, second = find_obligations("When a lot fails, the unit shall reject it and shall inform the owner.", "en")
    assert (first.action, second.action) == ("reject it", "inform the owner")
    assert first.conditions == second.conditions == ("When a lot fails",)
    assert second.subject == "the unit"


def test_a_cue_in_a_relative_clause_does_not_hide_the_main_one() -> None:
    found = one("A study which must be registered shall not be begun.")
    assert found.modality == "PROHIBITED"


def test_polarity_and_restriction_are_told() -> None:
    assert one("You should not use it.").polarity == "negative"
    assert one("The label may bear only the name.").restrictive
    assert not one("The label may bear the name.").restrictive


def test_a_sanction_names_the_party_hit() -> None:
    found = one("Any person who violates this part is subject to regulatory action.")
    assert (found.modality, found.target, found.subject) == ("SANCTION", "Any person who violates this part", None)


def test_contents_of_one_act_are_counted_and_acts_are_obligations_of_their_own() -> None:
    assert one("The plan shall include the following: (1) A schedule; (2) A budget; (3) A name.").n_items == 3
    acts = find_obligations("The sponsor shall: (1) Keep records; (2) notify FDA within 5 days; and (3) submit a report.", "en")
    assert [o.action for o in acts] == ["Keep records", "notify FDA", "submit a report"]
    assert {o.subject for o in acts} == {"The sponsor"}


@pytest.mark.parametrize(
    ("lead_in", "item", "expected"),
    [
        ("If a study ends early, the sponsor shall:", "Notify FDA;", [("MANDATORY", "the sponsor", "Notify FDA")]),
        ("You must not:", "Use any of these devices; or", [("PROHIBITED", "You", "Use any of these devices")]),
        ("The quality unit:", "Must approve all labels.", [("MANDATORY", "The quality unit", "approve all labels")]),
        ("The label must bear the following:", "The name of the drug.", []),
        ("FDA may refuse if it finds that:", "The applicant must have failed.", []),
        ("This part applies to drugs.", "The sponsor shall report.", [("MANDATORY", "The sponsor", "report")]),
    ],
)
def test_items_inherit_from_their_lead_in(lead_in: str, item: str, expected: list[tuple[str, str, str]]) -> None:
    found = find_obligations(item, "en", lead_in)
    assert [(o.modality, o.subject, o.action) for o in found] == expected
    assert all(item[o.start : o.end] for o in found), "the offsets are the item's"


def test_markers_in_a_citation_are_no_list() -> None:
    found = one("The holder may waive a duty of paragraph (b), (c), or (d) of this section.")
    assert found.action.endswith("(d) of this section")
