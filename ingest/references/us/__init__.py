"""References in US texts and the citations they name."""

from ingest.references.us.find import find_references

__all__ = ["find_references"]
