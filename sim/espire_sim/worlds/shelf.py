"""The shelf world: books and ornaments in slots, free spaces, a book in the robot's hand. Only data."""

from __future__ import annotations

from typing import Final

from espire_sim.worlds.description import (
    CameraSpec,
    Filling,
    Furniture,
    Hand,
    Items,
    Lighting,
    Scatter,
    Spaces,
    TextureChoice,
    World,
)
from espire_sim.worlds.recipes import (
    QUARTER_TURNS,
    Beside,
    Grid,
    Layout,
    Leaning,
    Lying,
    Propped,
    Stack,
    Standing,
    ValueRange,
)

_ONE: Final = {"easy": (1, 1), "medium": (1, 1), "hard": (1, 1)}

# Shelves are 1.49 to 1.76 m wide and 1.87 to 2.15 m high; rows are listed from the top. About half of them
# are full grids of at least three rows and columns, which ranks need; rows of about half a share are too low
# for many books to stand in.
LAYOUTS: Final = (
    Layout("panels", Grid(rows=(1.0, 1.0, 1.0, 1.0))),
    Layout("uneven panels", Grid(rows=(0.55, 0.8, 1.0, 1.1, 1.4), shuffled=True)),
    Layout("grid of four by three", Grid(rows=(1.0,) * 4, columns=(1.0,) * 3), weight=2.0),
    Layout("grid of five by two", Grid(rows=(0.55, 0.85, 1.0, 1.0, 1.5), columns=(1.0, 1.0), shuffled=True)),
    Layout("grid of four by four", Grid(rows=(1.0,) * 4, columns=(1.0,) * 4), weight=2.0),
    Layout(
        "uneven grid",
        Grid(rows=(0.5, 1.0, 1.1, 1.4), columns=(0.65, 1.0, 1.35), shuffled=True),
        weight=2.0,
    ),
    Layout(
        "grid of five by three",
        Grid(rows=(0.55, 0.85, 1.0, 1.1, 1.4), columns=(1.0,) * 3, shuffled=True),
        weight=2.0,
    ),
    Layout(
        "rows of one to four",
        Stack(
            "height",
            tuple(Grid(rows=(1.0,), columns=(1.0,) * count) for count in (1, 2, 3, 4)),
            shares=(1.0, 1.0, 1.0, 1.0),
            shuffled=True,
        ),
    ),
    Layout(
        "tower of drawers beside panels",
        Stack(
            "width",
            (
                Grid(rows=(0.55, 0.55, 1.0, 1.2, 1.6), shuffled=True),
                Grid(rows=(1.0, 1.3, 1.0), columns=(1.0,)),
            ),
            shares=(0.7, 1.3),
            shuffled=True,
        ),
    ),
    Layout(
        "panels over a grid",
        Stack(
            "height",
            (Grid(rows=(1.0, 1.0)), Grid(rows=(1.0, 1.0), columns=(0.7, 1.0, 1.3), shuffled=True)),
            shares=(1.0, 1.0),
            shuffled=True,
        ),
    ),
    Layout(
        "grid between towers",
        Stack(
            "width",
            (
                Grid(rows=(1.0, 1.0, 1.0)),
                Grid(rows=(1.0,) * 4, columns=(1.0, 1.0)),
                Grid(rows=(1.0, 1.0, 1.0)),
            ),
            shares=(0.8, 1.6, 0.8),
        ),
    ),
)

NEAR: Final = Items(
    "near", {"easy": (2, 2), "medium": (2, 3), "hard": (2, 4)}, kinds=("near",), distinct=True
)
DISTANT: Final = Items("distant", _ONE, kinds=("distant",), distinct=True)
BOOKS: Final = Items(
    "book",
    {},
    kinds=("book",),
    poses=(
        (0.35, Standing()),
        (0.15, Propped(("bookend",))),
        (0.30, Leaning(("bookend", "riser"), ValueRange(18.0, 70.0))),
        (0.20, Lying()),
    ),
    turn=QUARTER_TURNS,
)
HELD: Final = Items("held", {}, categories=("book_small", "book_medium", "book_large"))

SHELF: Final = World(
    name="shelf",
    levels=("easy", "medium", "hard"),
    floor=(8.0, 8.0),
    furniture=Furniture("shelf", ("shelf_1", "shelf_2", "shelf_3", "shelf_4", "shelf_5", "shelf_6"), LAYOUTS),
    filling=Filling(
        used={"easy": 1 / 3, "medium": 2 / 3, "hard": 1.0},
        ornaments=NEAR,
        books=BOOKS,
        gap=0.05,
        inset=0.01,
        pitch=0.17,
        same_row=0.6,
        beyond=0.7,
        share=0.5,
    ),
    spaces=Spaces(least=4),
    scatters=(Scatter(Beside(ValueRange(0.1, 1.0), ValueRange(-0.3, 0.8)), (DISTANT,), gap=0.0),),
    rig=CameraSpec(
        above=ValueRange(1.2, 1.5),
        base="floor",
        before=ValueRange(1.8, 2.6),
        lateral=ValueRange(-0.6, 0.6),
        aim="centre",
        at_least={"book": 0.25, "near": 0.25, "distant": 0.3},
        whole=("book", "near", "distant"),
    ),
    hand=Hand(
        below=ValueRange(0.3, 0.5),
        before=ValueRange(0.35, 0.85),
        lateral=ValueRange(-0.6, 0.6),
        pitch=ValueRange(-22.5, 22.5),
        yaw=ValueRange(-22.5, 22.5),
        roll=(ValueRange(-120.0, -60.0), ValueRange(60.0, 120.0)),
        holds=HELD,
        held_draws=4,
        held_seen=0.7,
    ),
    lighting=Lighting(
        count=(1, 3),
        above=ValueRange(2.2, 3.2),
        ahead=ValueRange(0.8, 3.0),
        lateral=ValueRange(-2.0, 2.0),
        kelvin=ValueRange(2700.0, 6500.0),
        strength=ValueRange(0.6, 1.4),
    ),
    textures=(
        TextureChoice(("shelf",), ("oak", "walnut", "birch", "ash", "lacquer", "steel")),
        TextureChoice(("floor",), ("parquet", "concrete", "tiles", "carpet", "cork")),
        TextureChoice(("wall",), ("plaster", "brick", "panelling", "wallpaper")),
        TextureChoice(("support",), ("steel", "beech", "acrylic", "stone")),
        TextureChoice(
            ("book",),
            ("red", "blue", "green", "ochre", "black", "white", "violet", "orange", "teal", "brown"),
        ),
    ),
)
