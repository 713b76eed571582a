"""Ways to spoil JSON: values replaced, left out, doubled or moved, at any depth, and bytes at random."""

from __future__ import annotations

import copy
import json
from typing import Any

from hypothesis import strategies as st

ODD: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    7,
    2.5,
    -0.0,
    1e308,
    10**400,
    2**63,
    "",
    "x",
    "pick",
    "book_1",
    "../../victim",
    "a\0b",
    "\ud800",
    "x" * 3000,
    [],
    [[]],
    [None],
    ["a", "a"],
    {},
    {"a": 1},
    {"size": [3, 3], "counts": "9"},
    {"size": [10**9, 10**9], "counts": "o" * 50},
    [[[[[[[[[[]]]]]]]]]],
    float("nan"),
    float("inf"),
]
_odd = st.sampled_from(ODD).map(copy.deepcopy)  # what is put somewhere may be spoilt again there


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value inside."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, item in inner for place in _places(item, (*path, key)))]


@st.composite
def spoilt(draw: st.DrawFn, value: Any) -> Any:
    """A JSON value with a few things wrong in it."""
    value = copy.deepcopy(value)
    for _ in range(draw(st.integers(1, 3))):
        places = [place for place in _places(value) if place]
        if not places:
            return draw(_odd)
        *way, last = draw(st.sampled_from(places))
        inside = value
        for step in way:
            inside = inside[step]
        match draw(st.integers(0, 4)):
            case 0:
                del inside[last]
            case 1:
                inside[last] = [inside[last], inside[last]]
            case 2:
                *other_way, other = draw(st.sampled_from(places))
                there = value
                for step in other_way:
                    there = there[step]
                inside[last] = copy.deepcopy(there[other])
            case 3 if isinstance(inside, dict):
                inside[str(draw(_odd))] = inside.pop(last)
            case _:
                inside[last] = draw(_odd)
    return value


@st.composite
def spoilt_line(draw: st.DrawFn, line: str) -> bytes:
    """A line of JSON that is spoilt inside, or whose bytes are."""
    if draw(st.integers(0, 3)):
        return json.dumps(draw(spoilt(json.loads(line)))).encode()
    content = bytearray(line.encode())
    for _ in range(draw(st.integers(1, 5))):
        content[draw(st.integers(0, len(content) - 1))] = draw(st.integers(0, 255))
    return bytes(content[: draw(st.integers(0, 2 * len(content)))])
