"""What can go wrong with Isaac Sim, as a sentence."""

from __future__ import annotations

from espire_dsl.scene.staged import EngineFailedError


class IsaacError(EngineFailedError):
    """Isaac Sim cannot be started, or cannot do what it was asked."""
