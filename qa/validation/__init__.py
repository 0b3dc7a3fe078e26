"""D0-D7: deterministic validation of item files, with a coded issue for every fault and nothing left out.

D0 readable record, D1 required fields and types, D2 question and options complete, D3 answer maps to exactly one option,
D4 id, type and language agree with the text, D5 sources exist and match the type, D6 strict four options, D7 duplicates,
near-duplicates and contradictions between items.
"""

from qa.validation.files import Report, validate_files, validate_items
from qa.validation.issues import CODES, Issue

__all__ = ["CODES", "Issue", "Report", "validate_files", "validate_items"]
