"""What can be wrong with a request to judge."""

from __future__ import annotations


class JudgingError(Exception):
    """The task and the scenes do not belong together, or nothing was to be done in the task."""
