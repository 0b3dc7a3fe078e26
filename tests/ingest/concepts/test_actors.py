"""Who is bound: a subject as a sentence has it gives the role that is compared across jurisdictions."""

import pytest

from ingest.concepts import find_actor, lexicon


@pytest.mark.parametrize(
    ("subject", "lang", "actor", "why"),
    [
        ("The sponsor of an investigation", "en", "sponsor", "an of-phrase is not the head"),
        ("Each manufacturer of a drug product", "en", "drug-manufacturer", "the longest phrase"),
        ("The name of the sponsor", "en", None, "a thing is bound to nothing"),
        ("the sponsor's annual report", "en", None, "the head is a report"),
        ("An applicant or sponsor", "en", "applicant", "the first of two"),
        ("An IRB", "en", "institutional-review-board", "abbreviation"),
        ("The quality control unit", "en", "quality-control-unit", "the whole phrase"),
        ("Any person who manufactures a device", "en", "person", "a relative clause is not the head"),
        ("FDA", "en", "national-drug-authority", "the authority"),
        ("The marketing authorisation holder", "en", "marketing-authorization-holder", "EU wording and spelling"),
        ("", "en", None, "no subject"),
        ("药品上市许可持有人", "zh", "marketing-authorization-holder", "plain"),
        ("药品上市许可持有人的法定代表人、主要负责人", "zh", "executive-management", "what stands after 的"),
        ("申请人和持有人", "zh", "applicant", "the first of two"),
        ("国务院药品监督管理部门", "zh", "national-drug-authority", "the national level"),
        ("省、自治区、直辖市人民政府药品监督管理部门", "zh", "provincial-drug-authority", "a list mark inside the name"),
        ("国务院药品监督管理部门会同国务院卫生健康主管部门", "zh", "national-drug-authority", "the one that leads"),
        ("从事药品生产活动的企业", "zh", "firm", "a general head"),
        ("药品的标签", "zh", None, "a thing"),
        ("受试者", "zh", "subject", "a protected person"),
    ],
)
def test_find_actor(subject: str, lang: str, actor: str | None, why: str) -> None:
    assert find_actor(subject, lang) == actor, why


@pytest.mark.parametrize(
    ("concept", "level"),
    [("national-drug-authority", "national"), ("provincial-drug-authority", "provincial"), ("local-drug-authority", "local")],
)
def test_authorities_have_their_level(concept: str, level: str) -> None:
    assert lexicon().by_id[concept].level == level
