"""The error of descriptions of worlds."""

from __future__ import annotations


class WorldError(ValueError):
    """A description of a world, or a question asked of one, that cannot be meant."""
