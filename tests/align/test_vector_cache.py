"""Vectors are paid for once: what a user would lose is minutes or money, or vectors of two models in one search."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from align.embeddings import VectorCache, Vectors
from kg.errors import SettingsError, Transient


class Counter:
    """Embeds a text as its length; fails at the call after `good`."""

    def __init__(self, values: int = 2, good: int = 99, name: str = "counter") -> None:
        self.name, self.revision = name, "1"
        self._values, self._good = values, good
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        self._good -= 1
        if self._good < 0:
            raise Transient("gone")
        self.asked.extend(texts)
        return np.array([[len(t)] * self._values for t in texts], np.float32)


def test_a_text_is_embedded_once(tmp_path: Path) -> None:
    first, again = Counter(), Counter()
    assert VectorCache(tmp_path, first).encode(["a", "bb", "a"])[:, 0].tolist() == [1, 2, 1]
    assert VectorCache(tmp_path, again).encode(["bb", "ccc"])[:, 0].tolist() == [2, 3]
    assert (sorted(first.asked), again.asked) == (["a", "bb"], ["ccc"])


def test_a_few_new_texts_leave_the_large_file_as_it_is(tmp_path: Path) -> None:
    texts = [f"text {n}" for n in range(200)]
    VectorCache(tmp_path, Counter()).encode(texts)
    (large,) = tmp_path.iterdir()
    before = large.read_bytes()
    VectorCache(tmp_path, Counter()).encode([*texts, "new"])
    assert large.read_bytes() == before
    again = Counter()
    assert VectorCache(tmp_path, again).encode(["new", "text 7"])[:, 0].tolist() == [3, 6]
    many = [f"more {n}" for n in range(20)]
    VectorCache(tmp_path, Counter()).encode(many)
    assert again.asked == []
    assert list(tmp_path.iterdir()) == [large], "once they are many, all are in one file again"
    assert VectorCache(tmp_path, again).encode(["new", *texts, *many]).shape == (221, 2)
    assert again.asked == []


def test_each_embedder_has_a_cache_of_its_own(tmp_path: Path) -> None:
    other = Counter(3, name="other")
    VectorCache(tmp_path, Counter()).encode(["a"])
    assert VectorCache(tmp_path, other).encode(["a"]).shape == (1, 3)


def test_ended_on_the_way_it_keeps_what_it_had(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("align.embeddings._FIRST_SAVED", 1)
    texts = [str(n) * n for n in range(1, 7)]
    with pytest.raises(Transient):
        VectorCache(tmp_path, Counter(good=2)).encode(texts)
    again = Counter()
    assert VectorCache(tmp_path, again).encode(texts)[:, 0].tolist() == [1, 2, 3, 4, 5, 6]
    assert len(again.asked) == 6 - (1 + 2), "it had embedded one text, then two"


def test_a_model_that_changed_its_length_under_one_name_is_refused(tmp_path: Path) -> None:
    VectorCache(tmp_path, Counter()).encode(["a"])
    with pytest.raises(SettingsError, match=r"3 values, those kept of it have 2: delete .*\.npz"):
        VectorCache(tmp_path, Counter(3)).encode(["b"])
