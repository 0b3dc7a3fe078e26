"""An embedder from a folder: what a user would lose is vectors that are what the model means, or the reason why not."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from onnx import TensorProto

from align.embeddings import make_embedder, spec_with_contents
from align.local_models import OnnxEmbedder
from kg.errors import RegkgError
from kg.settings import Settings
from tests.align.tiny_onnx import WORDS, write_model, write_pooling

R = 0.5**0.5


def embed(folder: Path, *texts: str) -> list[list[float]]:
    found = OnnxEmbedder(folder).encode(texts)
    assert found.dtype == np.float32
    return [[round(float(x), 4) for x in row] for row in found]


@pytest.mark.parametrize(
    ("text", "expected", "why"),
    [
        ("drug", [1, 0, 0], "one word is its own vector"),
        ("drug label", [R, R, 0], "the mean of two, of length 1"),
        ("record", [0.6, 0.8, 0], "of length 1 whatever the model gives"),
        ("", [0, 0, 0], "no words, no direction"),
        ("drug " * 600 + "label", [1, 0, 0], "what is past the model's length is left out, and nothing fails"),
    ],
)
def test_a_text_is_the_mean_of_its_tokens(tmp_path: Path, text: str, expected: list[float], why: str) -> None:
    [alone] = embed(write_model(tmp_path), text)
    assert alone == pytest.approx(expected, abs=1e-3), why
    among = embed(tmp_path, "batch batch batch batch batch", text, "label")[1]
    assert among == pytest.approx(expected, abs=1e-3), "the filler of a batch counts for nothing"


def test_texts_keep_their_order_over_many_batches(tmp_path: Path) -> None:
    texts = ["drug", "label label", "batch batch batch"] * 50
    assert embed(write_model(tmp_path), *texts) == [[1, 0, 0], [0, 1, 0], [0, 0, 1]] * 50
    assert embed(tmp_path) == []


def _moved(folder: Path) -> None:
    (folder / "onnx").mkdir()
    (folder / "model.onnx").rename(folder / "onnx" / "model.onnx")


@pytest.mark.parametrize(
    ("change", "expected", "why"),
    [
        (lambda f: write_model(f, integers=TensorProto.INT32), [R, R, 0], "a model that takes 32-bit integers"),
        (lambda f: write_model(f, inputs="input_ids attention_mask token_type_ids"), [R, R, 0], "all inputs of a BERT"),
        (lambda f: write_model(f, "pooled"), [R, R, 0], "a model that pools by itself"),
        (lambda f: write_pooling(f, pooling_mode_cls_token=True), [1, 0, 0], "the folder says: the first token"),
        (lambda f: write_pooling(f, pooling_mode="cls"), [1, 0, 0], "the same, as newer versions write it"),
        (lambda f: write_pooling(f, pooling_mode_mean_tokens=True), [R, R, 0], "the folder says: the mean"),
        (lambda f: (f / "sentence_bert_config.json").write_text('{"max_seq_length": 1}'), [1, 0, 0], "cut as it was trained"),
        (_moved, [R, R, 0], "the layout of repositories that hold several formats"),
    ],
)
def test_folders_as_exporters_write_them(
    tmp_path: Path, change: Callable[[Path], object], expected: list[float], why: str
) -> None:
    write_model(tmp_path)
    change(tmp_path)
    assert embed(tmp_path, "drug label") == [pytest.approx(expected, abs=1e-3)], why


def _other_words(folder: Path) -> None:
    tokens = json.loads((folder / "tokenizer.json").read_text())
    tokens["model"]["vocab"] = {word: number + 900 for word, number in WORDS.items()}
    (folder / "tokenizer.json").write_text(json.dumps(tokens))


@pytest.mark.parametrize(
    ("spec", "change", "said", "why"),
    [
        ("onnx:{}/none", lambda f: None, "a folder that is not there", "a path mistyped"),
        ("onnx:{}", lambda f: (f / "tokenizer.json").unlink(), "no tokenizer.json", "half of a download"),
        ("onnx:{}", lambda f: (f / "model.onnx").unlink(), "no model in the folder", "the other half"),
        ("onnx:{}", lambda f: (f / "model.onnx").write_bytes(b"<html>"), "can't be loaded", "a page saved in its place"),
        ("onnx:{}", lambda f: (f / "tokenizer.json").write_text("{}"), "can't be read", "a file of another kind"),
        ("onnx:{}", lambda f: write_model(f, inputs="pixel_values"), "not input_ids", "a model of pictures"),
        ("onnx:{}", lambda f: write_model(f, "one number"), "has the shape ()", "no vector a text"),
        ("onnx:{}", _other_words, "does the tokenizer.json belong to it", "the tokenizer of another model"),
        ("st:{}/none", lambda f: None, "a folder that is not there", "a path mistyped"),
        ("onnx:", lambda f: None, "`onnx:FOLDER`", "no folder"),
        ("word2vec", lambda f: None, "`st:MODEL`", "an embedder that is not known"),
    ],
)
def test_a_model_that_cannot_serve_is_one_sentence_with_its_remedy(
    tmp_path: Path, spec: str, change: Callable[[Path], object], said: str, why: str
) -> None:
    write_model(tmp_path)
    change(tmp_path)
    with pytest.raises(RegkgError) as fault:
        make_embedder(Settings(embedder=spec.format(tmp_path), jobs=1)).encode(["drug"])
    assert said in str(fault.value), why
    assert "\n" not in str(fault.value)


def test_a_model_that_was_exchanged_has_another_revision(tmp_path: Path) -> None:
    first, same = OnnxEmbedder(write_model(tmp_path / "a")), OnnxEmbedder(write_model(tmp_path / "b"))
    assert first.revision == same.revision
    spec = f"onnx:{tmp_path / 'a'}"
    aligned_with = spec_with_contents(spec)
    write_model(tmp_path / "a", "pooled")
    assert OnnxEmbedder(tmp_path / "a").revision != first.revision, "its vectors may not be mixed with those kept"
    assert spec_with_contents(spec) != aligned_with, "and `regkg align` must not say that nothing changed"
    assert [spec_with_contents(name) for name in ("use", "openai:m")] == ["use", "openai:m"], "no folder"
