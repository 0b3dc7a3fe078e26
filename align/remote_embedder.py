"""Sentence vectors from a server that speaks OpenAI's protocol."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from align.embeddings import Vectors
from kg.errors import Missing, SettingsError, Transient

_BATCH = 128
_RETRIES = 5
"""Tries after the first that a passing fault (429, 5xx, no answer) is given, as far apart as the server asks."""
_SECONDS = 120.0
_OPENAI = "https://api.openai.com/v1"


class OpenAICompatibleEmbedder:
    """`/embeddings` of any server that speaks OpenAI's protocol (`REGKG_OPENAI_BASE_URL`, `REGKG_OPENAI_API_KEY`)."""

    def __init__(self, model: str, base_url: str, api_key: str) -> None:
        from openai import OpenAI  # noqa: PLC0415

        if not base_url and not api_key:
            raise Missing(
                f"the embedder openai:{model} needs REGKG_OPENAI_API_KEY, or REGKG_OPENAI_BASE_URL for a server of your own"
            )
        self.name = model
        self.revision = base_url
        self._where = f"{base_url or _OPENAI}/embeddings"
        self._client = OpenAI(base_url=base_url or _OPENAI, api_key=api_key or "none", max_retries=_RETRIES, timeout=_SECONDS)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Empty texts, which servers refuse, have a zero vector. Raises SettingsError, Transient."""
        asked = [i for i, text in enumerate(texts) if text.strip()]
        parts = [self._batch([texts[i] for i in asked[at : at + _BATCH]]) for at in range(0, len(asked), _BATCH)]
        lengths = sorted({part.shape[1] for part in parts})
        if len(lengths) > 1:
            raise SettingsError(
                f"{self._where} answers with vectors of {lengths} values; give one model that keeps to one length"
            )
        out = np.zeros((len(texts), *lengths), np.float32) if lengths else np.zeros((len(texts), 0), np.float32)
        if asked:
            out[asked] = np.vstack(parts)
        return out

    def _batch(self, texts: list[str]) -> Vectors:
        import openai  # noqa: PLC0415 - half a second, and only where it is used

        try:
            answer = self._client.embeddings.create(model=self.name, input=texts, encoding_format="float")
            rows = np.array([row.embedding for row in sorted(answer.data, key=lambda row: row.index)], np.float32)
        except openai.APIConnectionError:
            raise Transient(f"{self._where} does not answer; start the server, or set REGKG_OPENAI_BASE_URL") from None
        except openai.APIStatusError as error:
            raise self._refused(error.status_code, error.message) from None
        except (openai.OpenAIError, AttributeError, TypeError, ValueError):
            rows = np.zeros((0, 0), np.float32)
        if rows.ndim != 2 or rows.shape[0] != len(texts) or not rows.size:
            raise SettingsError(
                f"{self._where} answers {len(texts)} texts with something other than {len(texts)} vectors; "
                f"is {self.name} an embedding model, and the address one of OpenAI's protocol?"
            )
        return rows

    def _refused(self, status: int, message: str) -> SettingsError | Transient:
        if status in (408, 409, 429) or status >= 500:
            return Transient(f"{self._where} answers {status} after {1 + _RETRIES} tries; run the command again later")
        if status in (401, 403):
            return SettingsError(f"{self._where} refuses the key ({status}); set REGKG_OPENAI_API_KEY")
        if status == 404:
            return SettingsError(
                f"{self._where} knows no model {self.name} (404); see REGKG_OPENAI_BASE_URL and the model's name"
            )
        said = (message.strip().splitlines() or [""])[0][:200]
        return SettingsError(f"{self._where} refuses the texts ({status}: {said}); is {self.name} an embedding model?")
