from kg.records import DefinedTerm


def find_terms(text: str, citation: str = "", lead_in: str = "") -> tuple[DefinedTerm, ...]:
    return ()
