"""How the shapes of a scene look: the material and the skin of each, and where on the skin it begins."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

import numpy as np
from attrs import field, frozen

from espire_dsl.scene.rotation import Array
from espire_sim.appearance.materials import TexturedScene
from espire_sim.appearance.shape import Shape
from espire_sim.appearance.textures import PRINT, Texture
from espire_sim.photo import printing
from espire_sim.photo.skins import Field, Skin, skin_of
from espire_sim.photo.triangles import Triangles

_METRE: Final = 2**14  # in two bytes: parts begin within four metres


@frozen
class Look:
    """What one shape looks like. `begin` is in metres; no two boards are cut from the same place. Prints are
    laid once over their side, and begin at its corner."""

    texture: Texture
    begin: Array = field(eq=False)

    @property
    def skin(self) -> Skin:
        make = printing.printed_skin if self.is_print else skin_of
        return make(self.texture, self.texture.material)

    @property
    def is_print(self) -> bool:
        return self.texture.pattern == PRINT

    def laid_over(self, shape: Shape, part: Triangles) -> Array:
        """Where the corners of a shape's triangles are, in metres, or on a print."""
        return printing.laid_over(self.texture, shape, part) if self.is_print else part.laid

    def on_skin(self, laid: Array) -> Array:
        """Places on the skin, of which it has one from 0 to 1 and then begins again, of places in metres."""
        places: Array = (laid + self.begin) / np.array(self.skin.size)
        return places

    def colours_at(self, laid: Array) -> Field:
        """The linear colours at places in metres, as rows."""
        colours = self.skin.colours
        rows, columns = colours.shape[:2]
        along, across = (self.on_skin(laid) % 1.0).T
        places = (across * rows).astype(np.int64) % rows, (along * columns).astype(np.int64) % columns
        found: Field = colours[places].astype(np.float32)
        return found


def looks_of(textured: TexturedScene) -> tuple[Look, ...]:
    """The look of each shape."""
    shapes = enumerate(zip(textured.textures, textured.owners, strict=True))
    return tuple(
        Look(
            texture,
            np.zeros(2) if texture.pattern == PRINT else _begin(textured.ids.get(owner, ""), place),
        )
        for place, (texture, owner) in shapes
    )


def _begin(id: str, place: int) -> Array:
    digest = sha256(f"{id} {place}".encode()).digest()
    return np.array([int.from_bytes(digest[:2]), int.from_bytes(digest[2:4])]) / _METRE
