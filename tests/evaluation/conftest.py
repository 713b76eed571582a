"""The small task sets of tests/task_sets."""

from tests.task_sets.fixtures import copied, made, questions

__all__ = ["copied", "made", "questions"]
