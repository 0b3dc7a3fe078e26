from kg.records import Obligation


def find_obligations(text: str, lead_in: str = "") -> tuple[Obligation, ...]:
    return ()
