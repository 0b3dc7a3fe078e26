"""Model clients behind one protocol: OpenAI-compatible addresses, Anthropic, and scripted models for tests and controls."""

from bench.models.base import Model, ModelFault, RateLimited, Reply
from bench.models.opening import open_model

__all__ = ["Model", "ModelFault", "RateLimited", "Reply", "open_model"]
