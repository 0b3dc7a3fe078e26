from kg.records import Reference


def find_references(text: str, citation: str = "", title: str = "") -> tuple[Reference, ...]:
    return ()
