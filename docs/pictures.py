"""Makes the pictures of docs/: scenes of worlds, settled and rendered, all ornaments, and those of examples.

`python docs/pictures.py` writes them to docs/pictures/; `python docs/pictures.py kitchen` only those of one
example, or of the tunnel, or the same scenes by every painter (`painters`), for which the extras `gl` and
`photo` are needed. They are JPEG files, to stay small.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from math import cos, radians, sin, tanh
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from espire_dsl.catalogue.reader import Category, load_catalogue
from espire_dsl.importing.files import read_sources
from espire_dsl.probing.score_page import heat_map
from espire_dsl.probing.scores import Grid, GridCell
from espire_dsl.scene.camera import WORLD_CAMERA, look_at
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import yaw
from espire_dsl.scene.things import thing
from espire_dsl.tasks.drawing import draw_scene
from espire_dsl.tasks.worlds import load_world, shipped_world
from espire_sim.interfaces import Renderer, Settled
from espire_sim.mujoco import BACKEND
from espire_sim.mujoco.physics import MujocoPhysics
from espire_sim.rendering.renderer import RayRenderer
from espire_sim.worlds import Drawn, draw
from espire_sim.worlds.result import Appearance, Light

Picture = NDArray[np.uint8]

FOLDER = Path(__file__).resolve().parent / "pictures"
LEVELS = ("easy", "medium", "hard")
COUNT = 12
LARGEST = 60_000
BINDINGS = ("blue", "red", "orange", "teal", "green", "violet", "brown", "ochre")
"""The colours of books, one for each binding and once more for the first."""
EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
FAMILIES = EXAMPLES.parent / "families"
OF_EXAMPLES = (
    ("kitchen_counter_top", "kitchen/worlds.espire", "counter_top", "many", 3, 0, WORLD_CAMERA),
    ("kitchen_dishes_away", "kitchen/worlds.espire", "dishes_away", "many", 10, 0, WORLD_CAMERA),
    ("first_world_workbench", "first_world/tools.espire", "workbench", "usual", 7, 0, WORLD_CAMERA),
    ("blocks", "blocks/world.espire", "blocks", "many", 3, 0, WORLD_CAMERA),
    ("room", "room/room.espire", "room", "full", 0, 1, WORLD_CAMERA),
    ("room_top", "room/room.espire", "room", "full", 0, 1, "top"),
)
"""The name of a picture, a file, a world and a level of it, a seed and an index, and a camera."""
PAINTERS = ("rays", "gl", "photo")
COMPARED = (("tabletop", "medium", 8), ("shelf", "hard", 9))
"""Worlds, levels and seeds of the scenes that painters are compared on."""


def save(picture: Picture, name: str) -> None:
    """As the best JPEG that is small enough."""
    path = FOLDER / f"{name}.jpg"
    for quality in range(90, 40, -5):
        Image.fromarray(picture).save(path, quality=quality, optimize=True)
        if path.stat().st_size <= LARGEST:
            return


def scene_picture(world: str, number: int, camera: str) -> Picture:
    drawn = draw(shipped_world(world), LEVELS[number % 3], number)
    return settled_picture(drawn, camera)


def settled_picture(drawn: object, camera: str, renderer: Renderer | None = None) -> Picture:
    assert isinstance(drawn, Drawn), drawn
    settled = MujocoPhysics().settle(drawn.scene)
    assert isinstance(settled, Settled), settled
    return (renderer or RayRenderer()).render(settled.scene, camera, drawn.appearance).rgb


def scanned_picture() -> Picture:
    """Boxes of examples/room, as they were imported."""
    scene, *_ = read_sources("boxes", [EXAMPLES / "room" / "scans" / "flats.json"])
    return RayRenderer().render(scene, WORLD_CAMERA).rgb


def portrait(category: Category) -> Picture:
    """A thing alone on the floor, with its front to the right of the viewer."""
    x, y, z = (extent.middle for extent in category.extents)
    away = 1.9 * max(x, y, z)
    camera = look_at((away, 0, z / 2 + away / 2), (0, 0, z / 2), width=240, height=180, vertical_degrees=40)
    floor = Node("floor", "floor", (0, 0, -0.05), extents=(8, 8, 0.1))
    one = thing(category, "thing", (0, 0, z / 2), yaw(-25), (x, y, z))
    return RayRenderer().render(Scene.build([floor, one], (), {"world": camera}), "world").rgb


def binding(variant: int, colour: str) -> Picture:
    """A book of one of the bindings, with its spine to the left of the viewer."""
    size = (0.16, 0.022, 0.23)
    camera = look_at((-0.28, -0.42, 0.26), (0, 0, 0.115), width=240, height=270, vertical_degrees=34)
    floor = Node("floor", "floor", (0, 0, -0.05), extents=(8, 8, 0.1))
    book = thing(load_catalogue().get("book_medium"), "book", (0, 0, 0.115), yaw(8), size)
    look = Appearance((Light((-2.0, -1.5, 2.8), 5000.0, 1.0),), {"book": colour}, {"book": variant})
    return RayRenderer().render(Scene.build([floor, book], (), {"world": camera}), "world", look).rgb


def sheet(pictures: Sequence[Picture], columns: int) -> Picture:
    rows = [np.hstack(pictures[start : start + columns]) for start in range(0, len(pictures), columns)]
    return np.vstack(rows)


def example_pictures(chosen: Sequence[str]) -> None:
    for name, file, world, level, seed, index, camera in OF_EXAMPLES:
        if not chosen or Path(file).parent.name in chosen:
            drawn = draw_scene(load_world(world, EXAMPLES / file), level, seed, index)
            save(settled_picture(drawn, camera), name)


def tunnel_pictures() -> None:
    """The same two things in a consistent and in a counter cell, and the maps of two made-up models."""
    world = load_world("tunnel", FAMILIES / "spatialtunnel" / "tunnel.espire")
    for name, alpha, beta in (("consistent", 112.5, 292.5), ("counter", 292.5, 112.5)):
        drawn = draw_scene(world, "usual", 0, 3, arguments=(("alpha", alpha), ("beta", beta)))
        save(settled_picture(drawn, WORLD_CAMERA), f"tunnel_{name}")
    angles = tuple(22.5 * number for number in range(16))
    for name, share in (("shortcut", 0.8), ("geometry", 0.15)):
        cells = tuple(GridCell(a, b, *tunnel_answer(a, b, share)) for a in angles for b in angles)
        figure = heat_map(Grid(("a", "b"), angles, angles, cells), None)
        (FOLDER / f"tunnel_{name}.svg").write_bytes(figure)


def tunnel_answer(alpha: float, beta: float, share: float) -> tuple[float, int, str]:
    """How right a model is that goes by height for a share of its answer, and by distance for the rest."""
    far, near = (
        sin(radians(angle)) / max(abs(sin(radians(angle))), abs(cos(radians(angle)))) / distance
        for angle, distance in ((alpha, 6), (beta, 3))
    )
    higher = (tanh(20 * (far - near)) + 1) / 2
    return share * higher + (1 - share) * 0.95, 48, "consistent" if far > near else "counter"


def painters_pictures() -> None:
    """A scene of each world by every way of painting that works here."""
    for way in PAINTERS:
        problem = BACKEND.problem(way)
        if problem or BACKEND.renderer is None:
            print(f"no pictures by {way}: {problem}", file=sys.stderr)
            continue
        for world, level, seed in COMPARED:
            drawn = draw(shipped_world(world), level, seed)
            save(settled_picture(drawn, WORLD_CAMERA, BACKEND.renderer(way)), f"{way}_{world}")


def main(chosen: Sequence[str]) -> None:
    example_pictures(chosen)
    if not chosen or "tunnel" in chosen:
        tunnel_pictures()
    if "painters" in chosen:
        painters_pictures()
    if chosen:
        return
    for world in ("tabletop", "shelf"):
        for number in range(1, COUNT + 1):
            save(scene_picture(world, number, "world"), f"{world}_{number:02d}")
        save(scene_picture(world, 5, "wrist"), f"{world}_wrist")
    save(scanned_picture(), "room_scanned")
    save(sheet([binding(number, colour) for number, colour in enumerate(BINDINGS, start=1)], 4), "bindings")
    for kind in ("near", "distant"):
        save(sheet([portrait(category) for category in load_catalogue().of_kind(kind)], 4), kind)


if __name__ == "__main__":
    main(sys.argv[1:])
