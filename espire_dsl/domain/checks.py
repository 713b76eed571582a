"""Validators of descriptions: what a field must be, said by its name."""

from __future__ import annotations

import math
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
