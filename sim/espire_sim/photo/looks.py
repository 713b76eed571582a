"""How the shapes of a scene look: the material and the skin of each, and where on the skin it begins."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

import numpy as np
from attrs import field, frozen

from espire_dsl.scene.rotation import Array
from espire_sim.appearance.materials import TexturedScene
from espire_sim.appearance.textures import COAT, COVER, Texture
from espire_sim.photo.skins import Field, Skin, skin_of

BINDINGS: Final = ("cloth", "leather", COAT)
"""What books are bound in; which one is up to the book."""

_PAGES: Final = "paper"
_METRE: Final = 2**14  # in two bytes: parts begin within four metres


@frozen
class Look:
    """What one shape looks like. `begin` is in metres; no two boards are cut from the same place."""

    texture: Texture
    material: str
    begin: Array = field(eq=False)

    @property
    def skin(self) -> Skin:
        return skin_of(self.texture, self.material)

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
    """The look of each shape. What has pages is bound in one of the bindings; what else has the colour of a
    cover is coated."""
    shapes = list(zip(textured.textures, textured.owners, strict=True))
    bound = {owner for texture, owner in shapes if texture.material == _PAGES}
    looks = []
    for place, (texture, owner) in enumerate(shapes):
        material = texture.material
        if material == COVER:
            material = _binding(textured.ids[owner], texture.ground) if owner in bound else COAT
        looks.append(Look(texture, material, _begin(textured.ids.get(owner, ""), place)))
    return tuple(looks)


def _binding(id: str, colour: Sequence[float]) -> str:
    number = int.from_bytes(sha256(f"{id} {colour}".encode()).digest()[:4])
    return BINDINGS[number % len(BINDINGS)]


def _begin(id: str, place: int) -> Array:
    digest = sha256(f"{id} {place}".encode()).digest()
    return np.array([int.from_bytes(digest[:2]), int.from_bytes(digest[2:4])]) / _METRE
