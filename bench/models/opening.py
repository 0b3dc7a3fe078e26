"""From a name on the command line to a model client."""

from __future__ import annotations

from bench.models.base import Model
from bench.models.remote import Anthropic, OpenAICompatible
from bench.models.scripted import ScriptedModel
from kg.errors import Missing, UsageError
from kg.settings import Settings


def open_model(spec: str, settings: Settings) -> Model:
    """`scripted:RULE`, `openai:MODEL` (at REGKG_OPENAI_BASE_URL where set) or `anthropic:MODEL`.

    Raises UsageError for another form, Missing without the key that the provider needs.
    """
    provider, _, name = spec.partition(":")
    if provider == "scripted":
        return ScriptedModel(name)
    if provider == "openai" and name:
        key, base = settings.openai_api_key.get_secret_value(), settings.openai_base_url
        if not key and not base:
            raise Missing("openai models need REGKG_OPENAI_API_KEY, or REGKG_OPENAI_BASE_URL for a server of your own")
        return OpenAICompatible(name, base or "https://api.openai.com/v1", key)
    if provider == "anthropic" and name:
        key = settings.anthropic_api_key.get_secret_value()
        if not key:
            raise Missing("anthropic models need REGKG_ANTHROPIC_API_KEY")
        return Anthropic(name, key)
    raise UsageError(f"unknown model {spec!r}; write scripted:RULE, openai:MODEL or anthropic:MODEL")
