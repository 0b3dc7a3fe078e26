"""Runs of language models over items and pairs, retrieval arms, baselines, and the statistics of the two papers.

Reads items and the graph; writes append-only logs, predictions and reports.
"""
