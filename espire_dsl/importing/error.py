"""What is wrong with a file of somebody else."""

from __future__ import annotations

from espire_dsl.diagnostics.error import EspireError


class UnfitError(EspireError):
    """A file, or a scene in it, that cannot be imported; the message names the file, the scene and the
    object."""
