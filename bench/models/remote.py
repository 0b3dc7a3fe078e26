"""Real models over HTTP: any OpenAI-compatible address (OpenAI, Gemini, DeepSeek, Qwen, vLLM, llama.cpp) and Anthropic."""

from __future__ import annotations

from typing import Any

import httpx

from bench.models.base import ModelFault, RateLimited, Reply, encodable
from bench.protocol import MAX_TOKENS, TEMPERATURE, TIMEOUT_SECONDS, TOP_P, Prompt
from qa.items import Item

_ANTHROPIC_VERSION = "2023-06-01"


class _Remote:
    """One HTTP client and how its faults are told apart: 408, 409, 429 and 5xx may pass, other 4xx do not."""

    def __init__(self, name: str, base_url: str, headers: dict[str, str], timeout: float) -> None:
        self.name = name
        self.revision = ""
        self._timeout = timeout
        self._client = httpx.AsyncClient(base_url=base_url, headers=headers, timeout=timeout)

    async def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        try:
            response = await self._client.post(path, json=body)
        except httpx.TimeoutException:
            raise ModelFault(f"no answer within {self._timeout:g} s", passing=True) from None
        except httpx.HTTPError as error:
            raise ModelFault(f"no connection: {error}", passing=True) from None
        if response.status_code == 429:
            after = response.headers.get("retry-after", "")
            raise RateLimited("rate limited", float(after) if after.replace(".", "", 1).isdigit() else None)
        if response.status_code >= 400:
            passing = response.status_code >= 500 or response.status_code in (408, 409)
            raise ModelFault(f"HTTP {response.status_code}: {response.text[:200]}", passing=passing)
        try:
            return dict(response.json())
        except (ValueError, TypeError, RecursionError):
            raise ModelFault("the reply is not a JSON object", passing=True) from None

    async def close(self) -> None:
        await self._client.aclose()


class OpenAICompatible(_Remote):
    """`/chat/completions` at `base_url`."""

    def __init__(self, model: str, base_url: str, api_key: str, timeout: float = TIMEOUT_SECONDS) -> None:
        headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        super().__init__(f"openai:{model}", base_url.rstrip("/"), headers, timeout)
        self._model = model

    async def ask(self, prompt: Prompt, item: Item | None) -> Reply:
        messages = [{"role": "system", "content": prompt.system}]
        messages += [{"role": role, "content": text} for role, text in prompt.turns]
        body = {
            "model": self._model,
            "messages": messages,
            "temperature": TEMPERATURE,
            "top_p": TOP_P,
            "max_tokens": MAX_TOKENS,
            "response_format": {"type": "json_object"},
        }
        reply = await self._post("/chat/completions", body)
        self.revision = str(reply.get("model") or self.revision)
        usage = reply.get("usage") or {}
        try:
            message = reply["choices"][0]["message"]
            text = message["content"] or message.get("refusal") or ""
        except (KeyError, IndexError, TypeError, AttributeError):
            raise ModelFault("the reply has no message", passing=True) from None
        if not isinstance(text, str):
            raise ModelFault("the message of the reply is not text", passing=True)
        return Reply(encodable(text), usage.get("prompt_tokens"), usage.get("completion_tokens"))


class Anthropic(_Remote):
    """`/v1/messages` of Anthropic."""

    def __init__(
        self, model: str, api_key: str, base_url: str = "https://api.anthropic.com", timeout: float = TIMEOUT_SECONDS
    ) -> None:
        headers = {"x-api-key": api_key, "anthropic-version": _ANTHROPIC_VERSION}
        super().__init__(f"anthropic:{model}", base_url, headers, timeout)
        self._model = model

    async def ask(self, prompt: Prompt, item: Item | None) -> Reply:
        body = {
            "model": self._model,
            "system": prompt.system,
            "messages": [{"role": role, "content": text} for role, text in prompt.turns],
            "temperature": TEMPERATURE,
            "max_tokens": MAX_TOKENS,
        }
        reply = await self._post("/v1/messages", body)
        self.revision = str(reply.get("model") or self.revision)
        usage = reply.get("usage") or {}
        text = "".join(part.get("text", "") for part in reply.get("content") or [])
        return Reply(encodable(text), usage.get("input_tokens"), usage.get("output_tokens"))
