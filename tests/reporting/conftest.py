"""The small task set of tests/task_sets."""

from tests.task_sets.fixtures import made

__all__ = ["made"]
