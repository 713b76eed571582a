"""A syntax tree as indented text, for those who want to see what the parser understood."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import fields, has

HIDDEN = {"span", "comments", "name_span", "version_span", "broken"}


def outline(node: Any) -> str:
    return "\n".join(_lines(node, "", ""))


def _lines(node: Any, indent: str, label: str) -> Iterator[str]:
    if not has(type(node)):
        yield f"{indent}{label}{node!r}"
        return
    parts = [(f.name, getattr(node, f.name)) for f in fields(type(node)) if f.name not in HIDDEN]
    small = [f"{name}={value!r}" for name, value in parts if _is_small(value)]
    yield f"{indent}{label}{type(node).__name__}({', '.join(small)})"
    for name, value in parts:
        if isinstance(value, tuple):
            for item in value:
                yield from _lines(item, indent + "  ", f"{name}: ")
        elif not _is_small(value):
            yield from _lines(value, indent + "  ", f"{name}: ")


def _is_small(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float | bool)
