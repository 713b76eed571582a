"""Holds JSON values against the schemas that come with the package.

Knows the words of JSON Schema that these schemas use, and no more. Problems are sentences about a field; a
record is checked in about a third of the time that the package jsonschema takes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from attrs import frozen

from espire_dsl.scene.json_shapes import LIST, NULL, NUMBER, OBJECT, TEXT, TRUTH, WHOLE, JsonShape

Json = Mapping[str, Any]
Path = str

_MOST_SHOWN: Final = 40


@frozen
class SchemaProblem:
    """A problem of one record, before it is known where the record stands."""

    field: str
    message: str


_TYPES: Final[dict[str, JsonShape]] = {
    "string": TEXT,
    "integer": WHOLE,
    "number": NUMBER,
    "boolean": TRUTH,
    "null": NULL,
    "array": LIST,
    "object": OBJECT,
}
_SHAPE = frozenset({"type", "$ref", "required", "items", "additionalProperties", "maxItems"})
_UNCHECKED = frozenset({"$schema", "$id", "$defs", "title", "description", "required", "properties"})


def shape_of_schema(schema: Json) -> dict[str, Any]:
    """The part of a schema that says which types stand where, without what may be said by them."""
    shape: dict[str, Any] = {}
    for word, wanted in schema.items():
        if word == "enum":
            shape["type"] = [name for name, type_ in _TYPES.items() if any(map(type_.test, wanted))]
        elif word in ("properties", "$defs"):
            shape[word] = {name: shape_of_schema(inner) for name, inner in wanted.items()}
        elif word == "oneOf":
            shape[word] = [shape_of_schema(one) for one in wanted]
        elif word in ("items", "additionalProperties") and isinstance(wanted, dict):
            shape[word] = shape_of_schema(wanted)
        elif word in _SHAPE or (word == "minItems" and "maxItems" in schema):
            shape[word] = wanted
    return shape


def problems_of(
    value: Any, schema: Json, root: Json | None = None, path: Path = ""
) -> Iterator[SchemaProblem]:
    """All places at which a value is not as the schema says."""
    root = schema if root is None else root
    for word, wanted in schema.items():
        if word not in _UNCHECKED:
            yield from _WORDS[word](value, wanted, schema, root, path)
    if isinstance(value, dict):
        for name in schema.get("required", ()):
            if name not in value:
                yield SchemaProblem(_inside(path, name), "it is missing")
        for name, inner in schema.get("properties", {}).items():
            if name in value:
                yield from problems_of(value[name], inner, root, _inside(path, name))


def _inside(path: Path, name: str) -> Path:
    return f"{path}.{name}" if path else name


def _type(value: Any, wanted: Any, _: Json, __: Json, path: Path) -> Iterator[SchemaProblem]:
    names = [wanted] if isinstance(wanted, str) else wanted
    if not any(_TYPES[name].test(value) for name in names):
        words = " or ".join(_TYPES[name].words for name in names)
        yield SchemaProblem(path, f"it must be {words}, not {_shown(value)}")


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= _MOST_SHOWN else f"{text[: _MOST_SHOWN - 3]}..."


def _enum(value: Any, wanted: Any, _: Json, __: Json, path: Path) -> Iterator[SchemaProblem]:
    if not any(value == one and type(value) is type(one) for one in wanted):
        yield SchemaProblem(
            path, f"it must be one of {', '.join('null' if w is None else str(w) for w in wanted)}"
        )


def _const(value: Any, wanted: Any, schema: Json, root: Json, path: Path) -> Iterator[SchemaProblem]:
    yield from _enum(value, [wanted], schema, root, path)


def _reference(value: Any, wanted: Any, _: Json, root: Json, path: Path) -> Iterator[SchemaProblem]:
    found: Any = root
    for step in wanted.removeprefix("#/").split("/"):
        found = found[step]
    yield from problems_of(value, found, root, path)


def _one_of(value: Any, wanted: Any, _: Json, root: Json, path: Path) -> Iterator[SchemaProblem]:
    """The problems with that alternative which comes nearest."""
    tried = [list(problems_of(value, one, root, path)) for one in wanted]
    if all(tried):
        yield from (tried[-1] if value is not None else tried[0])


def _items(value: Any, wanted: Any, _: Json, root: Json, path: Path) -> Iterator[SchemaProblem]:
    for place, item in enumerate(value if isinstance(value, list) else ()):
        yield from problems_of(item, wanted, root, f"{path}[{place}]")


def _additional(value: Any, wanted: Any, schema: Json, root: Json, path: Path) -> Iterator[SchemaProblem]:
    known = schema.get("properties", {})
    for name, inner in value.items() if isinstance(value, dict) else ():
        if name in known:
            continue
        if wanted is False:
            yield SchemaProblem(_inside(path, name), "there is no such field")
        else:
            yield from problems_of(inner, wanted, root, _inside(path, name))


def _names(value: Any, wanted: Any, _: Json, root: Json, path: Path) -> Iterator[SchemaProblem]:
    for name in value if isinstance(value, dict) else ():
        if any(problems_of(name, wanted, root, path)):
            yield SchemaProblem(_inside(path, name), "there is no such field")


def _pattern(value: Any, wanted: Any, _: Json, __: Json, path: Path) -> Iterator[SchemaProblem]:
    if isinstance(value, str) and not re.search(wanted, value):
        yield SchemaProblem(path, f"it must look like {wanted}")


def _limit(
    kind: Callable[[Any], bool], size: Callable[[Any], Any], holds: Callable[[Any, Any], bool], words: str
) -> Callable[[Any, Any, Json, Json, Path], Iterator[SchemaProblem]]:
    def check(value: Any, wanted: Any, _: Json, __: Json, path: Path) -> Iterator[SchemaProblem]:
        if kind(value) and not holds(size(value), wanted):
            yield SchemaProblem(path, words.format(wanted))

    return check


def _unique(value: Any, wanted: Any, _: Json, __: Json, path: Path) -> Iterator[SchemaProblem]:
    if wanted and isinstance(value, list) and len({(type(v), str(v)) for v in value}) < len(value):
        yield SchemaProblem(path, "something is in it twice")


_WORDS: dict[str, Callable[[Any, Any, Json, Json, Path], Iterator[SchemaProblem]]] = {
    "type": _type,
    "enum": _enum,
    "const": _const,
    "$ref": _reference,
    "oneOf": _one_of,
    "items": _items,
    "additionalProperties": _additional,
    "propertyNames": _names,
    "pattern": _pattern,
    "uniqueItems": _unique,
    "minLength": _limit(TEXT.test, len, lambda a, b: a >= b, "it must have {} characters or more"),
    "minItems": _limit(LIST.test, len, lambda a, b: a >= b, "it must have {} items or more"),
    "maxItems": _limit(LIST.test, len, lambda a, b: a <= b, "it must have {} items or fewer"),
    "minimum": _limit(NUMBER.test, lambda v: v, lambda a, b: a >= b, "it must be {} or more"),
    "maximum": _limit(NUMBER.test, lambda v: v, lambda a, b: a <= b, "it must be {} or less"),
    "exclusiveMinimum": _limit(NUMBER.test, lambda v: v, lambda a, b: a > b, "it must be more than {}"),
}
