"""What keeps OpenGL from painting."""

from __future__ import annotations

from espire_dsl.scene.staged import EngineFailedError


class GlError(EngineFailedError):
    """There is no OpenGL that works here; the message says why."""
