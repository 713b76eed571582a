"""The tabletop world: books and ornaments on a table, one ornament far behind it. Only data."""

from __future__ import annotations

from typing import Final

from espire_sim.worlds.description import (
    CameraSpec,
    Furniture,
    Hand,
    Items,
    Lighting,
    Scatter,
    TextureChoice,
    World,
)
from espire_sim.worlds.recipes import Behind, Leaning, Lying, Propped, Standing, Top, ValueRange

_TWO: Final = {"easy": (2, 2), "medium": (2, 2), "hard": (2, 2)}
_ONE: Final = {"easy": (1, 1), "medium": (1, 1), "hard": (1, 1)}

NEAR: Final = Items("near", _TWO, kinds=("near",), distinct=True)
DISTANT: Final = Items("distant", _ONE, kinds=("distant",), distinct=True)
BOOKS: Final = Items(
    "book",
    {"easy": (2, 2), "medium": (3, 5), "hard": (6, 8)},
    kinds=("book",),
    poses=(
        (0.20, Standing()),
        (0.14, Propped(("bookend",))),
        (0.33, Leaning(("bookend", "riser"), ValueRange(18.0, 70.0))),
        (0.33, Lying(("riser",), ValueRange(0.03, 0.10))),
    ),
)

TABLETOP: Final = World(
    name="tabletop",
    levels=("easy", "medium", "hard"),
    floor=(8.0, 8.0),
    furniture=Furniture("table", ("table",)),
    scatters=(
        Scatter(Top(inset=0.02), (NEAR, BOOKS), gap=0.05, spread=0.06),
        Scatter(Behind(ValueRange(0.8, 1.8), ValueRange(-1.1, 1.1)), (DISTANT,), gap=0.0),
    ),
    rig=CameraSpec(
        above=ValueRange(0.5, 1.0),
        base="top",
        before=ValueRange(0.3, 0.8),
        lateral=ValueRange(-0.5, 0.5),
        aim="front edge",
        # A little more than the fifth that pictures are held to, as rays to a few points are an estimate.
        at_least={"book": 0.3, "near": 0.3, "distant": 0.3},
        whole=("book", "near", "distant"),
    ),
    hand=Hand(
        below=ValueRange(0.3, 0.5),
        before=ValueRange(0.1, 0.3),
        lateral=ValueRange(-0.6, 0.6),
        pitch=ValueRange(-22.5, 22.5),
        yaw=ValueRange(-22.5, 22.5),
        roll=(ValueRange(-45.0, 45.0),),
    ),
    lighting=Lighting(
        count=(1, 3),
        above=ValueRange(2.0, 3.0),
        ahead=ValueRange(-1.5, 2.0),
        lateral=ValueRange(-2.0, 2.0),
        kelvin=ValueRange(2700.0, 6500.0),
        strength=ValueRange(0.6, 1.4),
    ),
    textures=(
        TextureChoice(("table",), ("oak", "walnut", "birch", "marble", "laminate", "slate")),
        TextureChoice(("floor",), ("parquet", "concrete", "tiles", "carpet", "cork")),
        TextureChoice(("wall",), ("plaster", "brick", "panelling", "wallpaper")),
        TextureChoice(("support",), ("steel", "beech", "acrylic", "stone")),
        TextureChoice(
            ("book",),
            ("red", "blue", "green", "ochre", "black", "white", "violet", "orange", "teal", "brown"),
        ),
    ),
)
