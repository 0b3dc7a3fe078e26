"""Question items from graph edges, by rules, deterministic by seed."""

from qa.generation.generate import MOST, SEED, Generated, candidates, generate
from qa.generation.leaks import GUESSERS, LIMITS, Leak, leaks

__all__ = ["GUESSERS", "LIMITS", "MOST", "SEED", "Generated", "Leak", "candidates", "generate", "leaks"]
