"""Frozen values as plain JSON and back: what is read has every field but those with a default, none besides,
each of its type."""

from __future__ import annotations

import json
import types
from collections.abc import Mapping
from typing import Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from attrs import NOTHING, AttrsInstance, asdict, fields, has

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.scene.json_shapes import NUMBER, TEXT, TRUTH, WHOLE, JsonShape
from espire_dsl.tasks.files import read_json

V = TypeVar("V", bound=AttrsInstance)


class RecordError(UsageError):
    """A file that holds something else than the records that were expected."""


def line_of(value: AttrsInstance) -> str:
    """A value as one line of JSON, without the line's end."""
    return json.dumps(asdict(value), ensure_ascii=False, allow_nan=False)


def value_of(cls: type[V], text: str, where: str) -> V:
    """The value that a text of JSON holds; a RecordError says at which `where` it holds something else."""
    try:
        data = read_json(text)
    except ValueError as error:
        raise RecordError(f"{where}: this is no JSON: {error}") from None
    try:
        found: V = _read(cls, data, "")
    except _MismatchError as error:
        raise RecordError(f"{where}: {error}") from None
    return found


class _MismatchError(Exception):
    def __init__(self, path: str, problem: str) -> None:
        super().__init__(f"field {path}: {problem}" if path else problem)


_PLAIN: Final[dict[type, JsonShape]] = {str: TEXT, int: WHOLE, float: NUMBER, bool: TRUTH}
_HINTS: Final[dict[type, dict[str, Any]]] = {}


def _hints(kind: type) -> dict[str, Any]:
    """The declared types of the fields of a class, which take long to find."""
    if kind not in _HINTS:
        _HINTS[kind] = get_type_hints(kind)
    return _HINTS[kind]


def _read(kind: Any, data: Any, path: str) -> Any:
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is Any:
        return data
    if isinstance(kind, type) and has(kind):
        return _record(kind, data, path)
    if origin in (Union, types.UnionType):
        return _one_of(arguments, data, path)
    if origin is tuple:
        return _tuple(arguments, data, path)
    if origin in (dict, Mapping):
        _expect(isinstance(data, dict), path, "it must be an object")
        return {name: _read(arguments[1], value, f"{path}.{name}") for name, value in data.items()}
    if origin is Literal:
        _expect(data in arguments, path, f"it must be one of {', '.join(map(str, arguments))}")
        return data
    shape = _PLAIN[kind]
    _expect(shape.test(data), path, f"it must be {shape.words}")
    return float(data) if kind is float else data


def _record(kind: type[Any], data: Any, path: str) -> Any:
    _expect(isinstance(data, dict), path, "it must be an object")
    names = [field.name for field in fields(kind)]
    needed = [field.name for field in fields(kind) if field.default is NOTHING]
    inner = f"{path}." if path else ""
    for name in data:
        _expect(name in names, inner + name, "there is no such field")
    for name in needed:
        _expect(name in data, inner + name, "it is missing")
    hints = _hints(kind)
    return kind(**{name: _read(hints[name], data[name], inner + name) for name in names if name in data})


def _one_of(kinds: tuple[Any, ...], data: Any, path: str) -> Any:
    """Unions here are of one kind and null, or of plain kinds."""
    if data is None and type(None) in kinds:
        return None
    others = [kind for kind in kinds if kind is not type(None)]
    for kind in others[:-1]:
        try:
            return _read(kind, data, path)
        except _MismatchError:
            continue
    return _read(others[-1], data, path)


def _tuple(kinds: tuple[Any, ...], data: Any, path: str) -> tuple[Any, ...]:
    _expect(isinstance(data, list), path, "it must be a list")
    if kinds[-1] is Ellipsis:
        return tuple(_read(kinds[0], part, f"{path}[{place}]") for place, part in enumerate(data))
    _expect(len(data) == len(kinds), path, f"it must have {len(kinds)} parts")
    return tuple(
        _read(kind, part, f"{path}[{place}]")
        for place, (kind, part) in enumerate(zip(kinds, data, strict=True))
    )


def _expect(holds: bool, path: str, problem: str) -> None:
    if not holds:
        raise _MismatchError(path, problem)
