"""The kinds of answers that tasks have."""

from __future__ import annotations

from typing import Final

OBJECTS: Final = "objects"
SPACES: Final = "spaces"  # the word of the files; it stands for all regions that something is put into
POINTED_AT: Final = frozenset({OBJECTS, SPACES})
"""Answers that are given by pointing at things."""

ANSWER_KINDS: Final = (OBJECTS, SPACES, "yes_no", "choice", "number", "label", "list")
