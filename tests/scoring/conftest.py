"""The small task sets of tests/task_sets."""

from tests.task_sets.fixtures import bare, copied, made, questions

__all__ = ["bare", "copied", "made", "questions"]
