"""Where a shortcut is the question itself, so that being right by it is no fault of the family. Only data.

A pair belongs here when the shortcut goes by the very quantity that is asked for, or when the thing that is
extreme by it must be among the answers as soon as there are any. What is merely likely does not.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Final

from attrs import frozen


@frozen
class ByDefinition:
    """A shortcut that answers a type of the families of a pattern, and why."""

    families: str
    type: str
    shortcut: str
    reason: str


_NEAREST = "the question is which one is nearest to the camera"
_WITHIN = "whenever anything is near enough to the camera, the nearest is"
_UPPER = "whenever anything is in the upper half of an upright shelf, what is highest in the image is"
_TOP = "the top of an upright shelf is the top of the image"
_ABOVE = "whenever a slot is above the reference, the one highest in the image is"

PAIRS: Final = (
    ByDefinition("*.distance.viewer.extreme", "Closest", "nearest", _NEAREST),
    ByDefinition("*.distance.viewer.threshold", "LessThan", "nearest", _WITHIN),
    ByDefinition("place.relationship.shelf.slots", "Upper", "highest", _UPPER),
    ByDefinition("place.relationship.shelf.spaces", "Upper", "highest", _UPPER),
    ByDefinition("place.relationship.shelf.extreme", "TopMost", "highest", _TOP),
    ByDefinition("place.orientation.vertical", "Above", "highest", _ABOVE),
)


def by_definition(family: str, type: str, shortcut: str) -> ByDefinition | None:
    """Why this shortcut answers this type, where it does so by definition."""
    for pair in PAIRS:
        if pair.shortcut == shortcut and pair.type == type and fnmatchcase(family, pair.families):
            return pair
    return None
