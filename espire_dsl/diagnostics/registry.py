"""The page of each code: what it means, why it matters, and an example. Read from `codes/*.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from attrs import frozen

CODES_FOLDER = Path(__file__).parent / "codes"
FIELDS = ("title", "what", "why", "wrong", "right")
_MAY_BE_EMPTY = frozenset({"wrong", "right"})
_CODE = re.compile(r"[EW][0-9]{4}")


class MalformedCodesError(ValueError):
    """A file of codes breaks the rules; the message says which, where and how."""


@frozen
class CodePage:
    """What there is to say about a code. `area` is the name of the file it is written in."""

    code: str
    area: str
    title: str
    what: str
    why: str
    wrong: str
    right: str


def lookup(code: str) -> CodePage | None:
    """The page of a code, or None when there is no such code."""
    return _pages().get(code)


def all_codes() -> tuple[CodePage, ...]:
    """Every page, by code."""
    return tuple(_pages().values())


@cache
def _pages() -> Mapping[str, CodePage]:
    return MappingProxyType(read_pages(CODES_FOLDER))


def read_pages(folder: Path) -> dict[str, CodePage]:
    """All pages of a folder, by code; raises `MalformedCodesError` for the first broken rule."""
    pages: dict[str, CodePage] = {}
    for path in sorted(folder.glob("*.toml")):
        previous = ""
        for code, table in _tables(path).items():
            page = _page(path, code, table)
            if code in pages:
                raise MalformedCodesError(f"{path.name}: {code} is in {pages[code].area}.toml already")
            if code < previous:
                raise MalformedCodesError(f"{path.name}: {code} stands after {previous}")
            pages[code] = page
            previous = code
    return dict(sorted(pages.items()))


def _tables(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise MalformedCodesError(f"{path.name}: {error}") from error


def _page(path: Path, code: str, table: object) -> CodePage:
    if not _CODE.fullmatch(code):
        raise MalformedCodesError(f"{path.name}: `{code}` is not E or W and four digits")
    if not isinstance(table, dict):
        raise MalformedCodesError(f"{path.name}: {code} is not a table")
    if sorted(table) != sorted(FIELDS):
        raise MalformedCodesError(f"{path.name}: {code} has {sorted(table)}, not {sorted(FIELDS)}")
    for name, value in table.items():
        if not isinstance(value, str) or not (value.strip() or name in _MAY_BE_EMPTY):
            raise MalformedCodesError(f"{path.name}: {name} of {code} is not a text")
    return CodePage(code=code, area=path.stem, **{name: value.strip("\n") for name, value in table.items()})
