"""Which provisions of two jurisdictions answer each other, where they differ, and where none was found.

Candidates, field by field verdicts, silence with its evidence and its state, calibration, review.
"""
