"""The bilingual lexicon of regulatory concepts and the matcher that finds them in English and Chinese text."""

from ingest.concepts.actors import find_actor
from ingest.concepts.lexicon import Concept, Lexicon, lexicon, read_lexicon
from ingest.concepts.matcher import ConceptMatch, ConceptMatcher, concept_ids, concept_weights, concepts_of, find_concepts

__all__ = [
    "Concept",
    "ConceptMatch",
    "ConceptMatcher",
    "Lexicon",
    "concept_ids",
    "concept_weights",
    "concepts_of",
    "find_actor",
    "find_concepts",
    "lexicon",
    "read_lexicon",
]
