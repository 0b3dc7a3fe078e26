"""Expert review: cohorts, two reviewers' ratings, their reconciliation, and the disposition that each item ends with."""

from qa.review.cohorts import Cohorts, draw_cohorts, hamilton
from qa.review.reconciliation import Disposition, reconcile

__all__ = ["Cohorts", "Disposition", "draw_cohorts", "hamilton", "reconcile"]
