"""Question items made from graph edges: generation, validation D0-D7, screening C1-C5, review, release.

Every item names the edges it was made from, so that it can be checked and made again when the law changes.
"""
