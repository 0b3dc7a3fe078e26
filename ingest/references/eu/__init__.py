"""References in EU law and in guidance: which act, article, annex point or section a text points to.

Targets are citations: "Regulation (EU) 2017/745 Article 10(9)(a)", "... Annex VI Part C", "... Article 95..98" for a range,
"... Article 107g(4) subparagraph 1 (b)". Relative references are resolved from the citation of the provision.
"""

from ingest.references.eu.find import find_references

__all__ = ["find_references"]
