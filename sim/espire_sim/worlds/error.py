"""What goes wrong in this room: an attempt that found no room."""

from __future__ import annotations


class Blocked(Exception):  # noqa: N818 - not an error: the sampler answers it by trying again
    """One attempt at a scene came to nothing. The reason is what a refusal counts."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
