"""Remembers what a function gave for an object, by the identity of the object.

For large immutable values, such as programs and families, whose hash costs as much as the answer.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import Final, TypeVar

_KEPT: Final = 8192

A = TypeVar("A")
R = TypeVar("R")


def once_for_each(function: Callable[[A], R]) -> Callable[[A], R]:
    """The function, which computes once for an object. The last objects are kept with their answers, so that
    no other one can have the same identity meanwhile."""
    known: OrderedDict[int, tuple[A, R]] = OrderedDict()

    @wraps(function)
    def remembered(argument: A) -> R:
        found = known.get(id(argument))
        if found is None:
            found = known[id(argument)] = (argument, function(argument))
            if len(known) > _KEPT:
                known.popitem(last=False)
        return found[1]

    return remembered
