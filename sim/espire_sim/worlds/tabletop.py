"""The tabletop world: books and ornaments on a table, one ornament far behind it. Only data."""

from __future__ import annotations

from typing import Final

from espire_sim.worlds.description import Furniture, Hand, Items, Lighting, Rig, Scatter, Texture, World
from espire_sim.worlds.recipes import Behind, Leaning, Lying, Propped, Span, Standing, Top

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
        (0.33, Leaning(("bookend", "riser"), Span(18.0, 70.0))),
        (0.33, Lying(("riser",), Span(0.03, 0.10))),
    ),
)

TABLETOP: Final = World(
    name="tabletop",
    levels=("easy", "medium", "hard"),
    floor=(8.0, 8.0),
    furniture=Furniture("table", ("table",)),
    scatters=(
        Scatter(Top(inset=0.02), (NEAR, BOOKS), gap=0.05, spread=0.06),
        Scatter(Behind(Span(0.8, 1.8), Span(-1.1, 1.1)), (DISTANT,), gap=0.0),
    ),
    rig=Rig(
        above=Span(0.5, 1.0),
        base="top",
        before=Span(0.3, 0.8),
        lateral=Span(-0.5, 0.5),
        aim="front edge",
        # A little more than the fifth that pictures are held to, as rays to a few points are an estimate.
        at_least={"book": 0.3, "near": 0.3, "distant": 0.3},
        whole=("book", "near", "distant"),
    ),
    hand=Hand(
        below=Span(0.3, 0.5),
        before=Span(0.1, 0.3),
        lateral=Span(-0.6, 0.6),
        pitch=Span(-22.5, 22.5),
        yaw=Span(-22.5, 22.5),
        roll=(Span(-45.0, 45.0),),
    ),
    lighting=Lighting(
        count=(1, 3),
        above=Span(2.0, 3.0),
        ahead=Span(-1.5, 2.0),
        lateral=Span(-2.0, 2.0),
        kelvin=Span(2700.0, 6500.0),
        strength=Span(0.6, 1.4),
    ),
    textures=(
        Texture(("table",), ("oak", "walnut", "birch", "marble", "laminate", "slate")),
        Texture(("floor",), ("parquet", "concrete", "tiles", "carpet", "cork")),
        Texture(("wall",), ("plaster", "brick", "panelling", "wallpaper")),
        Texture(("support",), ("steel", "beech", "acrylic", "stone")),
        Texture(
            ("book",),
            ("red", "blue", "green", "ochre", "black", "white", "violet", "orange", "teal", "brown"),
        ),
    ),
)
