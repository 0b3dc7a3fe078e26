"""The front door: the `regkg` command and the few functions that a notebook imports.

Only puts the stages together; what they do stands in kg, ingest, align, qa and bench.
"""
