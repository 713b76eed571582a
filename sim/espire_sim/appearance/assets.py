"""Reads the looks of categories, and finds the one of a thing. All problems of a file are told together."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

import numpy as np
from attrs import field, frozen

from espire_dsl.scene.rotation import Array
from espire_sim.appearance.error import AppearanceError
from espire_sim.appearance.parts import OWN, Part, problems_of_part, read_parts, sticking_out
from espire_sim.appearance.shape import Form
from espire_sim.appearance.textures import load_textures


@frozen(eq=False)
class AssetAppearance:
    """Parts for a box of some lengths in metres, and further parts for each variant, counted from 1."""

    box: Array
    parts: tuple[Part, ...]
    variants: tuple[tuple[Part, ...], ...] = ()

    def of_variant(self, variant: int) -> tuple[Part, ...]:
        """All parts of a variant; numbers beyond the last begin again."""
        return self.parts + (self.variants[(variant - 1) % len(self.variants)] if self.variants else ())


@frozen
class AssetAppearances:
    """The looks by category."""

    appearances: Mapping[str, AssetAppearance] = field(hash=False)

    def get(self, category: str) -> AssetAppearance:
        """The look of a category; what has none looks like its box."""
        return self.appearances.get(category, _PLAIN)

    def __contains__(self, category: object) -> bool:
        return category in self.appearances


_PLAIN = AssetAppearance(np.ones(3), (Part(Form.BOX, np.zeros(3), np.eye(3) / 2, OWN),))


@cache
def load_assets() -> AssetAppearances:
    """The packaged looks."""
    return read_assets(files("espire_sim.appearance").joinpath("assets.toml").read_text(encoding="utf-8"))


def read_assets(text: str) -> AssetAppearances:
    """The looks of a file, or a LookError with all its problems."""
    table = tomllib.loads(text)
    problems = [
        f"look of {category}: {problem}"
        for category, entry in table.items()
        for problem in _problems(entry, table)
    ]
    if problems:
        raise AppearanceError(*problems)
    return AssetAppearances(
        MappingProxyType(
            {category: _appearance(table[entry.get("like", category)]) for category, entry in table.items()}
        )
    )


def _problems(entry: Mapping[str, Any], table: Mapping[str, Any]) -> Iterator[str]:
    if "like" in entry:
        if "parts" not in table.get(entry["like"], {}):
            yield f'like: "{entry["like"]}" has no parts'
        return
    if len(entry.get("box", ())) != 3 or not entry.get("parts"):
        yield "it needs a box of three lengths, and parts"
        return
    for place, part in _entries(entry):
        problems = list(problems_of_part(part, load_textures()))
        if not problems and not entry.get("reaches_out", False):
            problems += filter(None, [sticking_out(part, entry["box"])])
        for problem in problems:
            yield f"part {place}: {problem}"


def _entries(entry: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for number, part in enumerate(entry["parts"], start=1):
        yield str(number), part
    for variant, parts in enumerate(entry.get("variants", ()), start=1):
        for number, part in enumerate(parts, start=1):
            yield f"{number} of variant {variant}", part


def _appearance(entry: Mapping[str, Any]) -> AssetAppearance:
    middle = entry["box"][2] / 2
    return AssetAppearance(
        np.asarray(entry["box"], dtype=np.float64) / 100,
        _read(entry["parts"], middle),
        tuple(_read(parts, middle) for parts in entry.get("variants", ())),
    )


def _read(entries: list[Mapping[str, Any]], middle: float) -> tuple[Part, ...]:
    return tuple(part for entry in entries for part in read_parts(entry, middle))
