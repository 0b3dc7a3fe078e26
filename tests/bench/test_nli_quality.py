"""The NLI baseline on cross-encoders built here, small and untrained: loading, both directions, order of the classes, refusals.

A figure from a model that was loaded wrongly looks like any other, so each wrong folder must be told.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bench.regdivergence import LABELS, Pair
from bench.regdivergence.nli import read_pairs_by
from kg.errors import UsageError
from regkg.cli import app
from tests.align.tiny_cross_encoder import CLASSES, WORDS, write_model

pytestmark = [
    pytest.mark.quality,
    pytest.mark.skipif(importlib.util.find_spec("transformers") is None, reason="needs the extra `quality`"),
]

PAIR = Pair("p", "records must be kept", "labels are not blue")
LONG = Pair("long", "records " * 300, "labels are blue " * 300)


def test_a_reading_is_the_mean_of_both_directions(tmp_path: Path) -> None:
    import torch  # noqa: PLC0415
    from transformers import AutoModelForSequenceClassification  # noqa: PLC0415

    folder = write_model(tmp_path)
    network = AutoModelForSequenceClassification.from_pretrained(folder).eval()
    ids = {word: at for at, word in enumerate(WORDS)}

    def direction(premise: str, hypothesis: str) -> torch.Tensor:
        a, b = ([ids[word] for word in text.split()] for text in (premise, hypothesis))
        tokens = torch.tensor([[2, *a, 3, *b, 3]])
        kinds = torch.tensor([[0] * (len(a) + 2) + [1] * (len(b) + 1)])
        return torch.softmax(network(input_ids=tokens, token_type_ids=kinds).logits, dim=-1)[0]

    with torch.no_grad():
        there, back = direction(PAIR.fda_text, PAIR.ema_text), direction(PAIR.ema_text, PAIR.fda_text)
    assert not torch.allclose(there, back, atol=1e-3), "else the test would show nothing"
    found = read_pairs_by(str(folder), [PAIR])["p"]
    assert [found.entailment, found.neutral, found.contradiction] == pytest.approx(((there + back) / 2).tolist(), abs=1e-5)


@pytest.mark.parametrize("order", list(permutations(CLASSES)))
@pytest.mark.parametrize("says", CLASSES)
def test_the_classes_are_told_by_name_whatever_their_order(tmp_path: Path, order: tuple[str, ...], says: str) -> None:
    found = read_pairs_by(str(write_model(tmp_path, [name.upper() for name in order], says.upper())), [PAIR])["p"]
    assert max(CLASSES, key=lambda name: float(getattr(found, name))) == says
    assert found.entailment + found.neutral + found.contradiction == pytest.approx(1.0)


@pytest.mark.parametrize("longest", [64, None])
def test_a_text_past_the_length_of_the_model_is_cut(tmp_path: Path, longest: int | None) -> None:
    """Also where the tokenizer does not tell the length: the network's own holds."""
    assert set(read_pairs_by(str(write_model(tmp_path, longest=longest)), [PAIR, LONG])) == {"p", "long"}


def _without_head(folder: Path) -> None:
    from transformers import BertConfig, BertModel  # noqa: PLC0415

    config = (folder / "config.json").read_text(encoding="utf-8")
    BertModel(BertConfig.from_pretrained(folder)).save_pretrained(folder)
    (folder / "config.json").write_text(config, encoding="utf-8")


def _without(*names: str) -> Callable[[Path], None]:
    return lambda folder: [path.unlink() for name in names for path in folder.glob(name)] and None


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (_without("tokenizer*"), "knows no word"),
        (_without("config.json"), "can't be had from the hub"),
        (_without("*.safetensors"), "can't be had from the hub"),
        (lambda folder: (folder / "model.safetensors").write_bytes(b"x" * 99), "can't be had from the hub"),
        (lambda folder: (folder / "config.json").write_text("{"), "can't be had from the hub"),
        (_without_head, "no weights for classifier.bias"),
        (
            lambda folder: write_model(folder, ("entailment", "not_entailment")),
            "entailment, neutral and contradiction are needed",
        ),
        (lambda folder: write_model(folder, ("LABEL_0", "LABEL_1", "LABEL_2")), "has the classes label_0"),
    ],
)
def test_a_folder_that_is_no_trained_cross_encoder_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoil: Callable[[Path], object], words: str
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    spoil(write_model(tmp_path))
    with pytest.raises(UsageError, match=words) as caught:
        read_pairs_by(str(tmp_path), [PAIR])
    assert str(tmp_path) in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize(("says", "label"), list(zip(CLASSES, ("AGREE", "SILENT", "DIVERGE"), strict=True)))
def test_the_command_reads_the_folder_and_tunes_its_thresholds(tmp_path: Path, says: str, label: str) -> None:
    """A model that says one thing of all pairs ends, whatever its thresholds, as one class for every pair."""
    folder = write_model(tmp_path / "model", says=says)
    rows = [
        {"id": f"{name}{n}", "fda_text": f"records must be kept {n} years", "ema_text": "labels are blue", "label": name}
        for name in LABELS
        for n in range(5)
    ]
    rows = [row | {"label": "SILENT-EMA"} if row["label"] == "SILENT" else row for row in rows]
    path = tmp_path / "pairs.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    command = ["bench", "regdivergence", str(path), "--nli", str(folder), "--resamples", "10", "--json"]
    told = CliRunner().invoke(app, [*command, "--out", str(tmp_path / "out")])
    row = next(row for row in map(json.loads, told.stdout.splitlines()) if row["method"].startswith("NLI"))
    assert row["readable"] == len(rows)
    [written] = (tmp_path / "out").glob("NLI*.jsonl")
    labels = {json.loads(line)["label"].split("-")[0] for line in written.read_text(encoding="utf-8").splitlines()}
    assert labels == {label}
