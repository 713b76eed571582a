"""What keeps OpenGL from painting."""

from __future__ import annotations


class GlError(Exception):
    """There is no OpenGL that works here; the message says why."""
