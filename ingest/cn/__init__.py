from ingest.source import Dialect

DIALECTS: tuple[Dialect, ...] = ()

__all__ = ["DIALECTS"]
