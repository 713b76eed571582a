"""Names for contents: equal values have equal keys, in every process and on every machine."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from collections.abc import Set as AnySet
from functools import cache
from hashlib import sha256
from typing import Any

from attrs import fields, has

_NOT_CONTENT = frozenset({"span", "pictures", "path"})
"""Where something stands in a file, which file that is, or what it looks like, says nothing about it."""


def key_of(*parts: Any) -> str:
    """A key of some values: plain ones, attrs classes, and collections of these."""
    text = json.dumps([_plain(part) for part in parts], ensure_ascii=False, sort_keys=True)
    return sha256(text.encode()).hexdigest()[:32]


def key_of_long(*parts: Any) -> str:
    """What `key_of` gives for the same parts; iterators stand for lists that are too long to be held."""
    digest = sha256(b"[")
    for place, part in enumerate(parts):
        digest.update(b", " * (place > 0))
        if isinstance(part, Iterator):
            digest.update(b"[")
            for number, item in enumerate(part):
                digest.update(b", " * (number > 0) + _text(item).encode())
            digest.update(b"]")
        else:
            digest.update(_text(part).encode())
    digest.update(b"]")
    return digest.hexdigest()[:32]


def _text(value: Any) -> str:
    return json.dumps(_plain(value), ensure_ascii=False, sort_keys=True)


def _plain(value: Any) -> Any:
    """The value as JSON has it. Classes keep their names, so that two kinds of things never look the same."""
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, Mapping):
        return {"map": [[_plain(key), _plain(value[key])] for key in sorted(value)]}
    if isinstance(value, AnySet):
        return {"set": sorted(json.dumps(_plain(part), sort_keys=True) for part in value)}
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    if has(type(value)):
        kind: Any = type(value)
        return {type(value).__name__: {name: _plain(getattr(value, name)) for name in _content_of(kind)}}
    raise TypeError(f"there is no key for a {type(value).__name__}")


@cache
def _content_of(kind: Any) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind) if f.name not in _NOT_CONTENT)
