"""Whether a JSON value is what a field of a record is declared to hold, told from the field's annotation."""

from __future__ import annotations

from collections.abc import Callable
from types import NoneType, UnionType
from typing import Any, get_args, get_origin

from attrs import frozen

from espire_dsl.tasks.schema import is_number


@frozen
class FieldShape:
    """What a field may hold, in words and as a test."""

    words: str
    test: Callable[[Any], bool]


_PLAIN: dict[Any, FieldShape] = {
    str: FieldShape("a text", lambda value: isinstance(value, str)),
    int: FieldShape("a whole number", lambda value: isinstance(value, int) and not isinstance(value, bool)),
    float: FieldShape("a finite number", is_number),
    bool: FieldShape("true or false", lambda value: isinstance(value, bool)),
    NoneType: FieldShape("null", lambda value: value is None),
}
_MANY = {str: "texts", float: "finite numbers", int: "whole numbers"}


def shape_of(annotation: Any) -> FieldShape:
    """The shape of a field declared as `str`, `list[str]`, `dict[str, float] | None` and the like."""
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is UnionType:
        return _either([shape_of(argument) for argument in arguments])
    if origin is list:
        return _filled("a list", list, arguments[0], list)
    if origin is dict:
        return _filled("an object", dict, arguments[1], lambda value: value.values())
    raise TypeError(f"no JSON value is a {annotation}")


def _either(shapes: list[FieldShape]) -> FieldShape:
    return FieldShape(" or ".join(s.words for s in shapes), lambda value: any(s.test(value) for s in shapes))


def _filled(words: str, kind: type, inner: Any, parts: Callable[[Any], Any]) -> FieldShape:
    """A list or an object, of anything or of parts of one shape."""
    if inner is Any:
        return FieldShape(words, lambda value: isinstance(value, kind))
    part = shape_of(inner)
    many = _MANY.get(inner) or ("objects" if get_origin(inner) is dict else "lists")
    return FieldShape(
        f"{words} of {many}", lambda value: isinstance(value, kind) and all(map(part.test, parts(value)))
    )
