"""Validators of descriptions: what a field must be, said by its name."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from attrs import Attribute

from espire_dsl.domain.error import WorldError


def some(_: object, attribute: Attribute[Any], value: tuple[object, ...]) -> None:
    """At least one."""
    if not value:
        raise WorldError(f"{attribute.name}: there must be at least one")


def all_positive(_: object, attribute: Attribute[Any], value: tuple[float, ...]) -> None:
    """At least one, and all more than 0."""
    if not value or min(value) <= 0:
        raise WorldError(f"{attribute.name}: shares must be more than 0, and there must be one: {value}")


def length(_: object, attribute: Attribute[Any], value: float) -> None:
    """0 or more."""
    if not (math.isfinite(value) and value >= 0):
        raise WorldError(f"{attribute.name}: it must be 0 or more, not {value}")


def more_than_0(_: object, attribute: Attribute[Any], value: float) -> None:
    """More than 0."""
    if not (math.isfinite(value) and value > 0):
        raise WorldError(f"{attribute.name}: it must be more than 0, not {value}")


def counts(most: int) -> Callable[[object, Attribute[Any], Any], None]:
    """How many, from a least to a most number, for each level or for all: a scene of too many never ends."""

    def check(_: object, attribute: Attribute[Any], value: Any) -> None:
        for low, high in value.values() if isinstance(value, Mapping) else (value,):
            if not 0 <= low <= high <= most:
                raise WorldError(f"{attribute.name}: it must be from 0 to {most:,}, not {low} to {high}")

    return check


def whole(most: int) -> Callable[[object, Attribute[Any], int], None]:
    """From 1 to so many."""

    def check(_: object, attribute: Attribute[Any], value: int) -> None:
        if not 1 <= value <= most:
            raise WorldError(f"{attribute.name}: it must be from 1 to {most:,}, not {value}")

    return check


def at_least(least: float) -> Callable[[object, Attribute[Any], float], None]:
    """So much or more."""

    def check(_: object, attribute: Attribute[Any], value: float) -> None:
        if not (math.isfinite(value) and value >= least):
            raise WorldError(f"{attribute.name}: it must be {least:g} or more, not {value}")

    return check
