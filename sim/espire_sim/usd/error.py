"""What is wrong with a stage that shall become a scene, or with a scene that shall become a stage."""

from __future__ import annotations


class StageError(Exception):
    """A sentence about a stage or a scene that cannot be turned into the other."""
