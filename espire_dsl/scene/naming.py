"""What people call things: without regard to case, blanks and underscores, and by a part of the name."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from espire_dsl.scene.node import Node


@lru_cache(4_096)
def fold(text: str) -> str:
    """A text as it reads: without regard to case, blanks and underscores."""
    return " ".join(text.replace("_", " ").split()).casefold()


def called(nodes: Iterable[Node], text: str) -> tuple[Node, ...]:
    """The things that a text may mean: the one with this id; else those of this name or category; else those
    whose name has all its words."""
    things = tuple(nodes)
    said = fold(text)
    words = set(said.split())
    return (
        tuple(node for node in things if node.id == text)
        or tuple(node for node in things if said in (fold(node.name), fold(node.category)))
        or tuple(node for node in things if words and words <= set(fold(node.name).split()))
    )
