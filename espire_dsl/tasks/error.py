"""What goes wrong with task sets: told to the author, never shown as a traceback."""

from __future__ import annotations

from espire_dsl.diagnostics.error import EspireError


class TaskSetError(EspireError):
    """A task set cannot be made, written or read; the message says why."""
