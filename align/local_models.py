"""Embedders whose model lies on the user's disk: a sentence-transformers model, or a folder with an ONNX model.

A folder is named by its contents (`revision`), so that vectors of a model that was exchanged are never mixed with the new ones.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from align.embeddings import Vectors
from kg.errors import ExtraMissing, Missing, SettingsError

_BATCH = 32
_LONGEST = 512
"""Tokens of a text that are read where the model's folder does not say."""
_ONNX_PLACES = ("model.onnx", "onnx/model.onnx")
"""Where exporters put the model: optimum and sentence-transformers, and repositories that hold other formats too."""


def contents_digest(files: Iterable[Path]) -> str:
    """12 hex digits that change with any byte of `files`."""
    total = hashlib.sha256()
    for path in sorted(files):
        with path.open("rb") as file:
            total.update(path.name.encode() + hashlib.file_digest(file, "sha256").digest())
    return total.hexdigest()[:12]


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


class SentenceTransformersEmbedder:
    """A sentence-transformers model by name or folder; needs the extra `quality`."""

    def __init__(self, model: str, threads: int = 1) -> None:
        folder = Path(model).expanduser()
        if not folder.is_dir() and (model.startswith((".", "/", "~")) or model.count("/") > 1):
            raise SettingsError(
                f"the embedder st:{model} names a folder that is not there: give a folder with its modules.json"
            )
        try:
            import torch  # noqa: PLC0415 - some seconds, and only where it is used
            from sentence_transformers import SentenceTransformer  # noqa: PLC0415
            from transformers.utils.logging import disable_progress_bar  # noqa: PLC0415
        except ImportError:
            raise ExtraMissing(f"the embedder st:{model} needs sentence-transformers: pip install 'regkg[quality]'") from None
        torch.set_num_threads(threads)
        disable_progress_bar()
        try:
            self._model = SentenceTransformer(str(folder) if folder.is_dir() else model)
        except (OSError, ValueError, KeyError, RuntimeError) as error:
            raise Missing(
                f"the embedder st:{model} can't be loaded ({_first_line(error)}): "
                "give the name of a model that can be fetched, or a folder that holds one"
            ) from None
        self.name = folder.resolve().name if folder.is_dir() else model
        self.revision = contents_digest(p for p in folder.rglob("*") if p.is_file()) if folder.is_dir() else ""

    def encode(self, texts: Sequence[str]) -> Vectors:
        return np.asarray(
            self._model.encode(list(texts), batch_size=_BATCH, convert_to_numpy=True, show_progress_bar=False), np.float32
        )


class OnnxEmbedder:
    """A folder with an ONNX model and its `tokenizer.json`, run by onnxruntime; needs the extra `onnx`.

    The vector of a text is the mean of its tokens' last states (the first token's where the folder's
    `1_Pooling/config.json` says cls), or what the model gives where it pools itself; all of length 1.
    """

    def __init__(self, folder: Path, threads: int = 1) -> None:
        self._spec = f"the embedder onnx:{folder}"
        model, tokens = self._files(folder.expanduser())
        try:
            import onnxruntime  # noqa: PLC0415 - only where it is used
            from tokenizers import Tokenizer  # noqa: PLC0415
        except ImportError:
            raise ExtraMissing(f"{self._spec} needs onnxruntime and tokenizers: pip install 'regkg[onnx]'") from None
        try:
            self._tokenizer = Tokenizer.from_file(str(tokens))
        except Exception as error:  # noqa: BLE001 - tokenizers raises nothing narrower
            raise SettingsError(
                f"{self._spec}: {tokens} can't be read ({_first_line(error)}); give the tokenizer.json of the model"
            ) from None
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        try:
            self._session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # noqa: BLE001 - the errors of onnxruntime have no common base
            raise SettingsError(
                f"{self._spec}: {model} can't be loaded ({_first_line(error)}); export the model again"
            ) from None
        self._pad_id = self._prepare(tokens.parent)
        self._types = {i.name: np.int32 if "int32" in i.type else np.int64 for i in self._session.get_inputs()}
        unknown = sorted(set(self._types) - {"input_ids", "attention_mask", "token_type_ids"})
        if unknown or "input_ids" not in self._types:
            raise SettingsError(
                f"{self._spec}: the model asks for {', '.join(sorted(self._types))}, "
                "not input_ids, attention_mask and token_type_ids; give an encoder of texts"
            )
        self._cls = _pools_first_token(tokens.parent)
        self.name = folder.expanduser().resolve().name
        self.revision = contents_digest([model, tokens])

    def _files(self, folder: Path) -> tuple[Path, Path]:
        if not folder.is_dir():
            raise SettingsError(f"{self._spec} names a folder that is not there: give one with model.onnx and tokenizer.json")
        found = [folder / place for place in _ONNX_PLACES if (folder / place).is_file()] or sorted(folder.glob("*.onnx"))
        if len(found) != 1 and not (folder / _ONNX_PLACES[0]).is_file():
            raise SettingsError(
                f"{self._spec}: {f'{len(found)} models' if found else 'no model'} in the folder; name the one to use model.onnx"
            )
        tokens = folder / "tokenizer.json"
        if not tokens.is_file():
            raise SettingsError(f"{self._spec}: no tokenizer.json in the folder; copy it from where the model comes from")
        return found[0], tokens

    def _prepare(self, folder: Path) -> int:
        """Cuts texts as the model was trained; the padding is done here. Gives the id that fills short texts up."""
        padding, cut = self._tokenizer.padding, self._tokenizer.truncation
        longest = _json(folder / "sentence_bert_config.json").get("max_seq_length") or (cut or {}).get("max_length") or _LONGEST
        self._tokenizer.enable_truncation(int(longest))
        self._tokenizer.no_padding()
        ids = (self._tokenizer.token_to_id(name) for name in ("[PAD]", "<pad>"))
        return int(padding["pad_id"]) if padding else next((i for i in ids if i is not None), 0)

    def encode(self, texts: Sequence[str]) -> Vectors:
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))  # texts of like length share a batch
        parts = [self._batch([texts[i] for i in order[at : at + _BATCH]]) for at in range(0, len(order), _BATCH)]
        if not parts:
            return np.zeros((0, 0), np.float32)
        out = np.empty((len(texts), parts[0].shape[1]), np.float32)
        out[order] = np.vstack(parts)
        return out

    def _batch(self, texts: list[str]) -> Vectors:
        tokens = [encoding.ids for encoding in self._tokenizer.encode_batch(texts)]
        ids = np.full((len(tokens), max(1, *map(len, tokens))), self._pad_id)
        mask = np.zeros(ids.shape, np.int64)
        for row, one in enumerate(tokens):
            ids[row, : len(one)] = one
            mask[row, : len(one)] = 1
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        try:
            [states, *_] = self._session.run(None, {name: given[name].astype(kind) for name, kind in self._types.items()})
        except Exception as error:  # noqa: BLE001 - the errors of onnxruntime have no common base
            raise SettingsError(
                f"{self._spec}: the model fails ({_first_line(error)}); does the tokenizer.json belong to it?"
            ) from None
        vectors = self._pooled(np.asarray(states, np.float32), mask)
        return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9), dtype=np.float32)

    def _pooled(self, states: Vectors, mask: np.ndarray[Any, Any]) -> Vectors:
        if states.ndim == 3 and states.shape[:2] == mask.shape:
            if self._cls:
                return states[:, 0]
            total = (states * mask[:, :, None]).sum(axis=1)
            return np.asarray(total / np.maximum(mask.sum(axis=1, keepdims=True), 1), dtype=np.float32)
        if states.ndim == 2 and states.shape[0] == mask.shape[0]:
            return states
        raise SettingsError(
            f"{self._spec}: the first output has the shape {states.shape} for {mask.shape[0]} texts of {mask.shape[1]} tokens; "
            "export the model with last_hidden_state or sentence_embedding as its first output"
        )


def _json(path: Path) -> dict[str, Any]:
    """A file of the model's folder; {} where there is none or it is no JSON object."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _pools_first_token(folder: Path) -> bool:
    pooling = _json(folder / "1_Pooling" / "config.json")
    return bool(pooling.get("pooling_mode_cls_token")) or pooling.get("pooling_mode") == "cls"
