"""What keeps photographs from being taken."""

from __future__ import annotations

from espire_dsl.scene.staged import EngineFailedError


class PhotoError(EngineFailedError):
    """Mitsuba or Open Image Denoise does not work here, or cannot picture what a camera sees."""
