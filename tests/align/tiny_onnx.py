"""An ONNX encoder of a few words, written by the tests: each word has a vector of its own, so that every mean is known."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

WORDS = {"[PAD]": 0, "[UNK]": 1, "drug": 2, "label": 3, "batch": 4, "record": 5}
TABLE = np.array([[9, 9, 9], [0, 0, 1], [1, 0, 0], [0, 1, 0], [0, 0, 1], [3, 4, 0]], np.float32)
"""The vector of each word; the filler's is large, so that one that is counted shows."""

Output = Literal["states", "pooled", "one number"]


def write_model(folder: Path, output: Output = "states", integers: int = TensorProto.INT64, inputs: str = "input_ids") -> Path:
    """`folder` with model.onnx and tokenizer.json. The model looks its words up; `pooled` sums them, `one number` all."""
    folder.mkdir(parents=True, exist_ok=True)
    nodes = [helper.make_node("Gather", ["table", inputs.split(maxsplit=1)[0]], ["states"])]
    shape: list[str | int] = ["batch", "sequence", 3]
    if output != "states":
        axes = [1] if output == "pooled" else [0, 1, 2]
        nodes.append(helper.make_node("ReduceMax", ["states"], ["out"], axes=axes, keepdims=0))
        shape = ["batch", 3] if output == "pooled" else []
    graph = helper.make_graph(
        nodes,
        "words",
        [helper.make_tensor_value_info(name, integers, ["batch", "sequence"]) for name in inputs.split()],
        [helper.make_tensor_value_info("states" if output == "states" else "out", TensorProto.FLOAT, shape)],
        [numpy_helper.from_array(TABLE, "table")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.save(model, str(folder / "model.onnx"))
    tokenizer = Tokenizer(WordLevel(WORDS, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
    return folder


def write_pooling(folder: Path, **config: object) -> None:
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text(json.dumps(config))
