"""Settings from the environment (`REGKG_...`, `NEO4J_...`) and `regkg.toml` in the working folder; unknown ones are refused."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from kg.errors import SettingsError


class Settings(BaseSettings):
    """What a user may set. The environment wins over `regkg.toml`."""

    model_config = SettingsConfigDict(env_prefix="REGKG_", toml_file="regkg.toml", extra="forbid", populate_by_name=True)

    workspace: Path = Path(".regkg")
    """Folder of the embedded graph, the embeddings and the candidate lists."""
    store: str = ""
    """A folder (embedded), or a bolt:// or neo4j:// address; "" means `workspace/graph`."""
    jobs: int = Field(default=0, ge=0, le=256)
    """Worker processes; 0 means one a core."""
    max_file_mb: int = Field(default=256, ge=1)
    embedder: str = "use"
    """`use`, `st:MODEL` (sentence-transformers, a name or folder, extra `quality`), `onnx:FOLDER` (model.onnx and
    tokenizer.json, extra `onnx`) or `openai:MODEL` (an OpenAI-compatible address)."""
    openai_base_url: str = ""
    openai_api_key: SecretStr = SecretStr("")
    anthropic_api_key: SecretStr = SecretStr("")
    neo4j_uri: str = Field(default="", validation_alias="NEO4J_URI")
    neo4j_user: str = Field(default="neo4j", validation_alias="NEO4J_USER")
    neo4j_password: SecretStr = Field(default=SecretStr(""), validation_alias="NEO4J_PASSWORD")

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)

    @property
    def workers(self) -> int:
        return self.jobs or os.cpu_count() or 1

    @property
    def store_address(self) -> str:
        """Where the graph is: `store` if set, else `neo4j_uri` if set, else the embedded graph of the workspace."""
        return self.store or self.neo4j_uri or str(self.workspace / "graph")


def _unknown_variables() -> list[str]:
    known = {f"REGKG_{name.upper()}" for name in Settings.model_fields}
    return sorted(name for name in os.environ if name.startswith("REGKG_") and name not in known)


@lru_cache(maxsize=1)
def settings() -> Settings:
    """The settings of this process. Raises SettingsError that names the key, where it stands and what is allowed."""
    unknown = _unknown_variables()
    if unknown:
        raise SettingsError(
            f"unknown setting {unknown[0]} in the environment; known: {', '.join(sorted(Settings.model_fields))}"
        )
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        raise SettingsError(f"setting {key}: {first['msg']} (regkg.toml or the environment)") from None
    except (ValueError, OSError) as error:
        raise SettingsError(f"regkg.toml can't be read: {error}") from None
