"""The small task set of tests/task_sets."""

from tests.task_sets.fixtures import bare, copied, made

__all__ = ["bare", "copied", "made"]
