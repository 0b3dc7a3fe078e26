"""The lexicon grows from what the texts say and it does not."""

import numpy as np
import pytest

from align.lexicon_curve import lexicon_curve
from align.lexicon_suggest import phrases, suggest
from align.passages import Passage
from ingest.concepts import ConceptMatcher, lexicon

_TEXT = "The zeppelin hangar shall be cleaned. Each zeppelin hangar has a drug product. No zeppelin hangar burns."


def test_unmatched_phrases_are_told_with_context_and_neighbour() -> None:
    found = suggest([("p1", "en", _TEXT), ("p2", "en", "Drug products are tested.")], lexicon(), min_count=3)
    assert [(s.instrument, s.phrase, s.count, s.instruments) for s in found] == [("p1", "zeppelin hangar", 3, 1)]
    assert "zeppelin hangar shall be cleaned" in found[0].contexts[0]
    assert found[0].nearest in lexicon().by_id


def test_chinese_phrases() -> None:
    found = suggest([("x", "zh", "飞艇应当停放。飞艇不得燃烧，药品与飞艇分开。")], lexicon(), min_count=3)
    assert [s.phrase for s in found] == ["飞艇"]


def test_neighbour_by_embedding() -> None:
    def same(texts: list[str] | tuple[str, ...]) -> np.ndarray:
        return np.ones((len(texts), 2), dtype=np.float32)

    found = suggest([("p1", "en", _TEXT)], lexicon(), min_count=3, embed=same)
    assert found[0].similarity == pytest.approx(100)


def test_what_a_concept_covers_is_not_suggested() -> None:
    assert not list(phrases("clinical trials", "en", ConceptMatcher(lexicon())))


def _passage(jurisdiction: str, lang: str, number: int, text: str) -> Passage:
    name = f"{jurisdiction}:{number}"
    return Passage(name, "d", jurisdiction, lang, name, name, "section", "", "", "", "", text, number, True, True, True)


def test_the_curve_ranks_the_counterpart_first() -> None:
    passages = [
        _passage("US", "en", 1, "Each batch record shall be reviewed by the quality control unit before release."),
        _passage("US", "en", 2, "The sponsor shall obtain informed consent from each subject."),
        _passage("CN", "zh", 1, "批记录应当由质量管理部门审核后方可放行。"),
        _passage("CN", "zh", 2, "申办者应当取得受试者的知情同意书。"),
    ]
    items = [
        {"direction": "US->CN", "source": {"text": passages[0].text}, "targets": [{"text": passages[2].text}]},
        {"direction": "CN->US", "source": {"text": passages[3].text}, "targets": [{"text": passages[1].text}]},
    ]
    whole = [point for point in lexicon_curve(passages, items, lexicon()) if point.share == 1.0]
    assert [(p.direction, p.recall[1]) for p in whole] == [("CN->US", 1.0), ("US->CN", 1.0)]
