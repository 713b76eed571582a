"""Hypothesis strategies for boxes and whole scenes, for this package's tests and for those of its users.

Coordinates lie on a grid of a centimetre and turns on one of 15 degrees, so that counterexamples shrink to
scenes that one can read. Bodies may overlap; no two of their centres coincide.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Final

from hypothesis import strategies as st

from espire_dsl.catalogue.reader import Catalogue, Category, load_catalogue
from espire_dsl.domain.kinds import CELL, CONTAINER, GRASPABLE, ROLES, SURFACE, VACANCY, Kind
from espire_dsl.language.library import library_kinds
from espire_dsl.scene.box import Box
from espire_dsl.scene.camera import Camera, look_at
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import FORWARD, Node, Quaternion, Vector
from espire_dsl.scene.rotation import axis_angle, matrix, product, yaw
from espire_dsl.scene.spaces import WIDTH, with_spaces
from espire_dsl.scene.things import standing_at, thing
from espire_dsl.scene.validate import Edge

TABLE_TOP: Final = 0.7
SHELF_DEPTH: Final = 0.45

NEAR, DISTANT, SHELF_WORLD = "near", "distant", "shelf"  # the library has two kinds of ornaments, and a world

_BOARD: Final = 0.02
_SLOT_DEPTH: Final = 0.44
_TOWARDS_VIEWER: Final = -90
_BOOK_IDS: Final = "abcdef"


@cache
def _catalogue() -> Catalogue:
    return load_catalogue()


@cache
def centimetres(low: int, high: int) -> st.SearchStrategy[float]:
    """Lengths in metres on a grid of a centimetre, both ends included."""
    return st.integers(low, high).map(lambda value: value / 100)


@cache
def turns(step: int = 15) -> st.SearchStrategy[int]:
    """Degrees in [0, 360) on a grid."""
    return st.integers(0, 360 // step - 1).map(lambda value: value * step)


def quaternions() -> st.SearchStrategy[Quaternion]:
    """Turns about z, then y, then x, each on the grid; often about z only."""
    whole = st.builds(
        lambda z, y, x: product(yaw(z), product(axis_angle((0, 1, 0), y), axis_angle((1, 0, 0), x))),
        turns(),
        turns(),
        turns(),
    )
    return st.one_of(turns().map(yaw), whole)


@cache
def library_kind(role: str) -> Kind:
    """The first kind of the library that plays a role."""
    return next(kind for kind in library_kinds() if kind.is_a(role) and kind.name not in ROLES)


@st.composite
def boxes(draw: st.DrawFn) -> Box:
    """Boxes about the origin, some of them flat, thin or points."""
    center = [draw(centimetres(-60, 60)) for _ in range(3)]
    half = [draw(centimetres(0, 40)) for _ in range(3)]
    return Box(center, matrix(draw(quaternions())), half)


def _extents(draw: st.DrawFn, category: Category) -> Vector:
    """Lengths of a category, on a grid of a millimetre."""
    x, y, z = (
        draw(st.integers(math.ceil(round(length.low * 1000, 6)), int(round(length.high * 1000, 6)))) / 1000
        for length in category.extents
    )
    return (x, y, z)


def _book(draw: st.DrawFn, id: str, place: tuple[float, float], level: float) -> Node:
    """A book that stands, leans or lies with its lowest point at a level."""
    category = draw(_graspable())
    lean = draw(st.sampled_from((0, 90, 15, 30, 45, 60, 75)))
    turn = product(yaw(draw(turns())), axis_angle((1, 0, 0), lean))
    return standing_at(thing(category, id, (*place, level), turn, _extents(draw, category)), level)


@cache
def _graspable() -> st.SearchStrategy[Category]:
    return st.sampled_from(_catalogue().of_kind(library_kind(GRASPABLE).name))


@cache
def _ornaments(kind: str, most: int, least: int = 0) -> st.SearchStrategy[list[Category]]:
    """Different categories of one kind."""
    choices = _catalogue().of_kind(kind)
    return st.lists(
        st.sampled_from(choices), min_size=least, max_size=most, unique_by=lambda category: category.id
    )


def _standing(draw: st.DrawFn, category: Category, place: tuple[float, float], level: float) -> Node:
    return standing_at(thing(category, category.id, (*place, level), yaw(draw(turns()))), level)


@st.composite
def tabletop_scenes(draw: st.DrawFn) -> Scene:
    """A viewer before a table with 1 to 6 books, `a`, `b`, ..., up to 3 near and 2 distant ornaments.

    The viewer looks along +y, more or less. The table's front is towards the viewer, or turned by quarters.
    An ornament's id is its category.
    """
    table_turn = yaw(_TOWARDS_VIEWER + 90 * draw(st.integers(0, 3)))
    books = draw(st.integers(1, len(_BOOK_IDS)))
    near, distant = draw(_ornaments(NEAR, 3)), draw(_ornaments(DISTANT, 2))
    on_table = st.tuples(centimetres(-65, 65), centimetres(-25, 25))
    count = books + len(near)
    places = draw(st.lists(on_table, min_size=count, max_size=count, unique=True))
    on_floor = st.tuples(centimetres(-100, 100), centimetres(110, 210))
    far = draw(st.lists(on_floor, min_size=len(distant), max_size=len(distant), unique=True))

    (category,) = _catalogue().of_kind(library_kind(SURFACE).name)
    table = standing_at(thing(category, category.kind, (0.0, 0.0, 0.0), table_turn), 0.0)
    things = [_book(draw, id, place, TABLE_TOP) for id, place in zip(_BOOK_IDS, places[:books], strict=False)]
    things += [
        _standing(draw, category, place, TABLE_TOP)
        for category, place in zip(near, places[books:], strict=True)
    ]
    edges: list[Edge] = [(node.id, table.id, "on") for node in things]
    things += [_standing(draw, category, place, 0.0) for category, place in zip(distant, far, strict=True)]
    eye = (draw(centimetres(-40, 40)), draw(centimetres(-110, -60)), draw(centimetres(120, 170)))
    camera = look_at(eye, (draw(centimetres(-40, 40)), -0.3, TABLE_TOP))
    return Scene.build([table, *things], edges, {"world": camera}, id="tabletop", world="tabletop")


def _layout(draw: st.DrawFn, grid: bool | None) -> list[list[tuple[float, float]]]:
    """Rows of slots from the top, each slot (width, height): a full grid, or rows of their own."""
    heights = draw(st.lists(centimetres(30, 45), min_size=1, max_size=4))
    widths = st.lists(st.sampled_from((0.3, 0.4, 0.2, 0.5)), min_size=1, max_size=4)
    if draw(st.booleans()) if grid is None else grid:
        row = draw(widths)
        return [[(width, height) for width in row] for height in heights]
    return [[(width, height) for width in draw(widths)] for height in heights]


def _shelf_and_slots(layout: list[list[tuple[float, float]]]) -> tuple[Node, list[Node]]:
    """The shelf stands at the origin, its front towards -y, so that columns are counted along +x."""
    width = max(sum(w + _BOARD for w, _ in row) for row in layout) + _BOARD
    height = sum(row[0][1] + _BOARD for row in layout) + _BOARD
    turn = yaw(_TOWARDS_VIEWER)
    category = _catalogue().of_kind(library_kind(CONTAINER).name)[0]
    cell = library_kind(CELL)
    shelf = thing(category, category.kind, (0.0, 0.0, height / 2), turn, (SHELF_DEPTH, width, height))
    slots = []
    top = height - _BOARD
    for row, cells in enumerate(layout, start=1):
        left = -width / 2 + _BOARD
        for column, (w, h) in enumerate(cells, start=1):
            center = (left + w / 2, (_SLOT_DEPTH - SHELF_DEPTH) / 2, top - h / 2)
            slots.append(
                Node(
                    f"{cell.name}_{row}_{column}",
                    cell.name,
                    center,
                    turn,
                    (_SLOT_DEPTH, w, h),
                    roles=cell.roles,
                    row=row,
                    column=column,
                )
            )
            left += w + _BOARD
        top -= cells[0][1] + _BOARD
    return shelf, slots


def _spots(slot: Node) -> list[Node]:
    """Where things may stand in a slot: in its front or its back half, every 10 cm or so."""
    count = max(1, round(slot.extents[1] / WIDTH))
    width, depth = slot.extents[1] / count, slot.extents[0] / 2
    x, y, z = slot.center
    first = x - slot.extents[1] / 2 + width / 2
    return [
        Node(
            f"spot_{slot.id}_{place}_{side}",
            library_kind(VACANCY).name,
            (first + place * width, y + side * depth / 2, z),
            slot.quaternion,
            (depth, width, slot.extents[2]),
            roles=library_kind(VACANCY).roles,
            slot=slot.id,
        )
        for place in range(count)
        for side in (-1, 1)
    ]


@st.composite
def shelf_scenes(draw: st.DrawFn, *, grid: bool | None = None) -> Scene:
    """A viewer before a shelf of slots, ornaments and books in them, free spaces, a book in the robot's hand.

    Slots are `slot_ROW_COLUMN`, spaces `space_ROW_COLUMN_NUMBER`, the book in hand is `held`. About half of
    the shelves are full grids; `grid=True` asks for one, and `grid=False` for rows that are cut independently
    of one another.
    """
    shelf, slots = _shelf_and_slots(_layout(draw, grid))
    spots = [spot for slot in slots for spot in _spots(slot)]
    near = draw(_ornaments(NEAR, min(3, len(spots)), 1))
    books = _BOOK_IDS[: draw(st.integers(0, min(2, len(spots) - len(near))))]
    count = len(near) + len(books)
    chosen = draw(st.lists(st.sampled_from(spots), min_size=count, max_size=count, unique_by=lambda s: s.id))
    bodies = []
    edges: list[Edge] = [(slot.id, shelf.id, "in") for slot in slots]
    for place, spot in enumerate(chosen):
        at, floor = (spot.center[0], spot.center[1]), spot.center[2] - spot.extents[2] / 2
        body = (
            _standing(draw, near[place], at, floor)
            if place < len(near)
            else _book(draw, books[place - len(near)], at, floor)
        )
        bodies.append(body)
        edges.append((body.id, str(spot.slot), "in"))

    side = draw(st.sampled_from((-1, 1)))
    reach = shelf.extents[1] / 2
    far = (side * (round(reach, 2) + draw(centimetres(60, 120))), draw(centimetres(-60, 0)))
    distant = [_standing(draw, category, far, 0.0) for category in draw(_ornaments(DISTANT, 1))]
    hand = (draw(centimetres(-30, 30)), -1.2, draw(centimetres(80, 110)))
    held = thing(
        draw(st.sampled_from(_catalogue().of_kind(library_kind(GRASPABLE).name))),
        "held",
        hand,
        yaw(draw(turns())),
    )
    robot = Node("robot", "robot", (hand[0], -1.6, 0.5), yaw(90), (0.4, 0.4, 1.0), front=FORWARD)
    edges.append(("robot", "held", "holds"))

    camera = _shelf_camera(
        draw(centimetres(-50, 50)), draw(centimetres(180, 260)), draw(centimetres(120, 150))
    )
    things = [shelf, *slots, *bodies, *distant, held, robot]
    scene = Scene.build(things, edges, {"world": camera}, id=SHELF_WORLD, world=SHELF_WORLD)
    vacancy = library_kind(VACANCY)
    return with_spaces(scene, vacancy.name, vacancy.roles)


def _shelf_camera(x: float, away: float, height: float) -> Camera:
    return look_at((x, -away, height), (0.0, 0.0, 1.0))
