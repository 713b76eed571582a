"""What can be wrong with a request to check success."""

from __future__ import annotations

from espire_dsl.diagnostics.error import EspireError


class SuccessCheckError(EspireError):
    """The task and the scenes do not belong together, or nothing was to be done in the task."""
