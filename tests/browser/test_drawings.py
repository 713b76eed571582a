"""Outlines, the view from above and the front view, against the same geometry computed with NumPy."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import matrix
from espire_dsl.tasks.task import Task
from tests.browser.gallery import Gallery
from tests.program.oracle.frames import intrinsic, relative

Points = NDArray[np.float64]
POLYGONS = (
    "const points = (e) => e.getAttribute('points').split(' ').map((p) => p.split(',').map(Number));"
    "return Object.fromEntries([...document.querySelectorAll(arguments[0])].map((e) =>"
    " [e.closest('[data-node]').dataset.node, points(e)]))"
)
NEAR = 0.12  # points are written to a tenth, and nodes are rounded


def corners(node: Node, *, front_only: bool = False) -> Points:
    signs = [s for s in itertools.product((-1, 1), repeat=3) if s[0] == 1 or not front_only]
    own = np.array(signs) * np.array(node.extents) / 2
    return np.asarray(node.center) + own @ matrix(node.quaternion).T


def scene_of(gallery: Gallery, task: Task) -> Scene:
    return next(scene for scene in gallery.task_set.scenes if scene.id == task.scene)


def opened(gallery: Gallery, world: str, kind: str | None = None) -> tuple[Task, Scene]:
    """The details of the first task in a world, with a frame of this kind if one is asked for."""
    task = next(
        t
        for t in gallery.task_set.tasks
        if t.world == world and (kind is None or (t.frame or {}).get("kind") == kind)
    )
    gallery.open(f"#task={task.id}")
    return task, scene_of(gallery, task)


def same_outline(drawn: list[list[float]], expected: Points) -> bool:
    """Whether an outline is made of expected points and is as large as all of them."""
    points = np.array(drawn)
    gaps = np.linalg.norm(points[:, None] - expected[None], axis=2).min(axis=1)
    bounds = [np.abs(edge(points, axis=0) - edge(expected, axis=0)).max() for edge in (np.min, np.max)]
    return bool(max(gaps.max(), *bounds) < NEAR)


@pytest.mark.parametrize(("world", "front_only"), [("tabletop", False), ("shelf", True)])
def test_outlines_in_the_picture_are_those_of_the_camera(
    gallery: Gallery, world: str, front_only: bool
) -> None:
    task, scene = opened(gallery, world)
    gallery.one(".layer.candidates").click()
    drawn = gallery.run(POLYGONS, ".outline.candidate polygon:last-child")
    assert set(drawn) == set(task.candidates or [])
    camera = scene.cameras["world"]
    for id, points in drawn.items():
        seen = corners(scene.node(id), front_only=front_only) - np.asarray(camera.position)
        own = seen @ matrix(camera.quaternion)
        pixels = (own * [1, -1, -1]) @ np.asarray(camera.K).T
        expected = pixels[:, :2] / pixels[:, 2:]
        gaps = np.linalg.norm(np.array(points)[:, None] - expected[None], axis=2).min(axis=1)
        assert gaps.max() < 1.0, "rounding moves a point of the picture by less than a pixel"


@pytest.mark.parametrize("world", ["tabletop", "shelf"])
def test_the_view_from_above_has_the_viewer_below_and_mirrors_nothing(gallery: Gallery, world: str) -> None:
    _, scene = opened(gallery, world)
    drawn = gallery.run(POLYGONS, ".plan polygon.thing")
    eye = _middle(gallery, ".plan circle.viewer")
    middle = np.mean([np.mean(points, axis=0) for points in drawn.values()], axis=0)
    assert eye[1] > middle[1]
    turn = _turn_that_brings(scene.viewer.center, eye)
    for node in scene.nodes:
        if node.id in drawn:
            assert same_outline(drawn[node.id], _on_sheet(corners(node)[:, :2], turn)), node.id


def _middle(gallery: Gallery, circle: str) -> list[float]:
    return [float(gallery.one(circle).get_attribute(name) or "") for name in ("cx", "cy")]


def _turn_that_brings(point: Sequence[float], place: Sequence[float]) -> Points:
    """The quarter turn that brings a point to a place on the sheet."""
    quarters = (np.array([[c, -s], [s, c]]) for c, s in ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)))
    return next(t for t in quarters if np.allclose(_on_sheet(np.array(point[:2]), t), place, atol=NEAR))


def _on_sheet(points: Points, turn: Points) -> Points:
    """Turned about the vertical, in centimetres, and with y downwards, as the sheet has it."""
    return 100 * points @ turn.T * [1, -1]


def test_the_front_view_is_that_of_a_person_before_the_shelf(gallery: Gallery) -> None:
    _, scene = opened(gallery, "shelf")
    (shelf,) = scene.of_kind("shelf")
    drawn = gallery.run(POLYGONS, ".elevation polygon.slot")
    assert set(drawn) == {slot.id for slot in scene.of_kind("slot")}
    front = matrix(shelf.quaternion)[:, 0]
    right = np.cross(-front, [0, 0, 1])  # of one who looks against the shelf's front
    for slot in scene.of_kind("slot"):
        away = corners(slot) - np.asarray(shelf.center)
        expected = 100 * np.stack([away @ right, -away[:, 2]], axis=1)
        assert same_outline(drawn[slot.id], expected), slot.id


@pytest.mark.parametrize("kind", ["intrinsic", "relative"])
def test_the_frame_points_where_its_words_say(gallery: Gallery, kind: str) -> None:
    task, scene = opened(gallery, "tabletop", kind)
    assert task.frame is not None
    of = task.frame["of"]
    frame = relative(scene, of) if kind == "relative" else intrinsic(scene, of)
    origin = _middle(gallery, ".plan circle.origin")
    words = gallery.run(
        "return Object.fromEntries([...document.querySelectorAll('.plan text.frame')].map((e) =>"
        " [e.textContent, [Number(e.getAttribute('x')), Number(e.getAttribute('y'))]]))"
    )
    assert set(words) == {"front", "left"}
    turn = _turn_that_brings(frame.origin, origin)
    for word, place in words.items():
        axis = frame.axis("front" if word == "front" else "left")
        expected = _on_sheet(np.array(axis[:2]), turn) / 100
        away = np.array(place) - origin
        assert away @ expected / np.linalg.norm(away) > 0.97, word
