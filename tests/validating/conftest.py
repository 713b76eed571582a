"""The small task sets of tests/task_sets."""

from tests.task_sets.fixtures import bare, clauses, copied, made, questions

__all__ = ["bare", "clauses", "copied", "made", "questions"]
