"""Pads scenes, so that Dr.Jit finds the kernel for the next one in its cache, where LLVM has compiled one.

Mitsuba's code for a scene depends on which kinds of surfaces (BSDFs) there are, and on how many shapes and
surfaces in all, but not on which of them is where. So every scene gets a speck of every kind of surface, and
then more of them until there are as many as in other scenes. Nobody sees a hundredth of a millimetre below
the floor.

Surfaces are made once and get the colours of one scene after another: some take Mitsuba 20 ms to make.
"""

from __future__ import annotations

import itertools
from collections import Counter
from functools import cache
from typing import Any, Final

import numpy as np
from attrs import define, field

from espire_sim.appearance.textures import MATERIALS
from espire_sim.photo.engine import mesh_of
from espire_sim.photo.materials import Told, relief_of, surface_of
from espire_sim.photo.skins import PIXELS, Skin
from espire_sim.photo.triangles import Triangles

_SHAPES: Final = 160  # scenes have this number of shapes, or twice or three times as many
_SURFACES: Final = 512  # and of surfaces
_SPECK: Final = Triangles(
    np.array([0.0, 0.0, -1.0]) + 1e-5 * np.eye(3),
    np.eye(3),
    np.zeros((3, 2)),
    np.array([[0, 1, 2]], np.uint32),
)
_VALUES: Final = frozenset({"bitmap", "rgb"})  # what is said of surfaces
_PLAIN: Final[Told] = {"type": "diffuse"}
_SKINS: Final = tuple(
    Skin(np.full(pixels, 0.5, dtype=np.float16), heights, (1.0, 1.0))
    for pixels, heights in (
        ((1, 1, 3), None),
        ((2, 2, 3), None),
        ((2, 2, 3), np.zeros((PIXELS, PIXELS), dtype=np.float16)),
    )
)
"""One colour, a picture, and a picture with a relief: there are no others."""

_Kind = tuple[str, bool, bool]


@define(eq=False)
class Surfaces:
    """Surfaces by kind, some of which are in use in a scene; and how many Mitsuba has made for them."""

    mi: Any
    _made: dict[_Kind, list[Any]] = field(factory=dict, init=False)
    _used: Counter[_Kind] = field(factory=Counter, init=False)
    _count: int = field(default=0, init=False)
    _specks: dict[str, Any] = field(factory=dict, init=False)

    def begin(self) -> None:
        """No surface is in use any more."""
        if not self._specks:
            kinds = itertools.product(MATERIALS, _SKINS)
            self._specks = {
                f"speck_{number:03d}": mesh_of(self.mi, f"speck_{number}", _SPECK, self._new(*kind))
                for number, kind in enumerate(kinds)
            }
        self._used.clear()

    def of(self, material: str, skin: Skin) -> Any:
        """A surface of a material with a skin."""
        kind = material, skin.colours.size > 3, skin.heights is not None
        made, place = self._made.setdefault(kind, []), self._used[kind]
        self._used[kind] += 1
        if place == len(made):
            made.append(self._new(material, skin))
        else:
            self._dress(made[place], skin)
        return made[place]

    def specks(self, meshes: int, lamps: int) -> tuple[dict[str, Any], Any]:
        """Specks for a scene of so many meshes and lamps, and what is to be kept until it was painted."""
        more = -(meshes + lamps + len(self._specks)) % _SHAPES
        plain = {
            f"plain_{number:03d}": mesh_of(self.mi, f"plain_{number}", _SPECK, self.mi.load_dict(_PLAIN))
            for number in range(more)
        }
        spare = -(self._count + lamps + more) % _SURFACES
        return self._specks | plain, [self.mi.load_dict(_PLAIN) for _ in range(spare)]

    def _new(self, material: str, skin: Skin) -> Any:
        told = surface_of(self.mi, material, skin)
        self._count += _count_of(told)
        return self.mi.load_dict(told, parallel=False, optimize=False)

    def _dress(self, surface: Any, skin: Skin) -> None:
        values = self.mi.traverse(surface)
        names = values.keys()
        for name in names:
            if name.endswith(".data"):
                pixels = skin.colours
                if skin.heights is not None and name.endswith("texture.data"):
                    pixels = relief_of(skin.heights)
                values[name] = self.mi.TensorXf16(np.ascontiguousarray(pixels))
            elif name.endswith(("reflectance.value", "color.value")):
                values[name] = self.mi.Color3f(skin.colours.ravel().tolist())
        values.update()


def _count_of(told: Told) -> int:
    """How many surfaces Mitsuba makes of what it is told, one of which may be made of others."""
    inner = sum(_count_of(part) for part in told.values() if isinstance(part, dict))
    return inner + (told["type"] not in _VALUES)


@cache
def surfaces_of(mi: Any) -> Surfaces:
    """The surfaces of a process, which Mitsuba makes for one scene after another."""
    return Surfaces(mi)
