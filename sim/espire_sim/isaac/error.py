"""What can go wrong with Isaac Sim, as a sentence."""

from __future__ import annotations


class IsaacError(Exception):
    """Isaac Sim cannot be started, or cannot do what it was asked."""
