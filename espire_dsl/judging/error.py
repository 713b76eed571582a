"""What can be wrong with a request to judge."""

from __future__ import annotations

from espire_dsl.diagnostics.error import EspireError


class JudgingError(EspireError):
    """The task and the scenes do not belong together, or nothing was to be done in the task."""
