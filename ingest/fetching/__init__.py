"""Official sources over the network: politely, cached, resumable; a block page is never taken for law."""

from ingest.fetching.client import Fetched, PoliteClient
from ingest.fetching.sources import ALLOWANCES, fetch_act, fetch_address, fetch_part

__all__ = ["ALLOWANCES", "Fetched", "PoliteClient", "fetch_act", "fetch_address", "fetch_part"]
