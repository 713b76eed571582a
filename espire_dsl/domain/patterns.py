"""Texts with holes for labels: `"{size} {colour} cube"` is filled with what a thing's labels say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_HOLE: Final = re.compile(r"\{([a-z][a-z0-9_]*)\}")


def is_pattern(text: str) -> bool:
    """Whether all braces of a text stand around names of labels."""
    return bool(text.strip()) and not set("{}") & set(_HOLE.sub("", text))


def labels_in(pattern: str) -> tuple[str, ...]:
    """The labels that a pattern asks for, each once."""
    return tuple(dict.fromkeys(_HOLE.findall(pattern)))


def filled(pattern: str, labels: Mapping[str, str]) -> str:
    """The text for a thing with these labels, which are all there."""
    return _HOLE.sub(lambda hole: labels[hole[1]], pattern)
