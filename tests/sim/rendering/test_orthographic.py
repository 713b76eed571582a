"""Pictures with parallel rays: against single rays, against projected boxes, and against a lens from afar."""

from __future__ import annotations

import numpy as np
import pytest
from attrs import evolve
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from espire_dsl.meshes.read import quantized
from espire_dsl.scene.box import Box
from espire_dsl.scene.camera import Camera, look_at
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.projection import eyes_of, outline, projected
from espire_dsl.scene.rotation import Array, axis_angle, matrix
from espire_sim.appearance.materials import ROOM, apply_materials
from espire_sim.appearance.shape import Form, Shape
from espire_sim.interfaces import Observation
from espire_sim.rendering.cast import NOTHING, cast_picture
from espire_sim.rendering.masks import masks_of, shown_things
from espire_sim.rendering.meet import first_hits
from espire_sim.rendering.paint import Painter
from espire_sim.rendering.triangles import first_triangles
from espire_sim.rendering.view import View
from espire_sim.robot.balls import Balls
from espire_sim.worlds.result import Drawn
from espire_sim.worlds.seeing import Boxes, hidden_behind, seen_points
from tests.sim.rendering.test_meshes import TRIANGLES, by_hand
from tests.sim.strategies import drawn

ANGLES = st.floats(0, 360)
SPOTS = st.tuples(*[st.floats(-0.6, 0.6)] * 3)
CAMERA = look_at((1.5, 1.0, 2.0), (0.0, 0.1, 0.0), metres=2.2, width=48, height=36)


@settings(deadline=None, max_examples=60)
@given(
    st.sampled_from([Form.BOX, Form.BALL, Form.CONE, Form.TUBE]),
    SPOTS,
    ANGLES,
    st.floats(0.05, 0.95),
    st.floats(0.1, 0.9),
)
def test_parallel_rays_meet_what_each_ray_meets_alone(
    form: Form, spot: tuple[float, float, float], degrees: float, top: float, hole: float
) -> None:
    shape = Shape(
        form,
        np.array(spot),
        matrix(axis_angle((1, 2, 3), degrees)) * [0.3, 0.2, 0.4],
        top if form is Form.CONE else 1.0,
        hole if form is Form.TUBE else 0.0,
    )
    view = View.of(CAMERA)
    hits, _ = cast_picture([shape], [1], view)
    for row in range(0, CAMERA.height, 5):
        for column in range(0, CAMERA.width, 5):
            pixel = np.array([column + 0.5]), np.array([row + 0.5])
            start = shape.inward @ (view.vectors.origin(*pixel)[0] - shape.center)
            x, y, z = (shape.inward @ view.vectors.direction(*pixel)[0])[:, None]
            a, b, c = start.tolist()
            expected = float(first_hits(shape, (a, b, c), (x, y, z))[0])
            assert hits.depth[row, column] == pytest.approx(expected, abs=1e-9)


@settings(deadline=None)
@given(TRIANGLES, st.tuples(*[st.floats(-3, 3)] * 3), st.integers(0, 2**32 - 1))
@example([((0.0, 0.0, 0.0), (0.0, 0.0, 0.5), (0.0, 0.5, 0.5))], (0.0, 1.0, 0.0), 0)
@example([((0.0, 0.0, 0.0), (0.0, 0.5, 0.0), (0.5, 0.0, 0.0))], (0.0, 1.0, 2.0**-1025), 0)
def test_parallel_rays_meet_the_first_triangle(
    rows: list[tuple[tuple[float, float, float], ...]], way: tuple[float, float, float], seed: int
) -> None:
    vertices = np.asarray(rows).reshape(-1, 3)
    if np.linalg.norm(way) < 0.1:
        return
    try:
        mesh = quantized(vertices, np.arange(len(vertices)).reshape(-1, 3))
    except ValueError:
        return
    aims = np.random.default_rng(seed).uniform(-1, 1, (3, 60))
    starts = aims - 2.0 * np.asarray(way)[:, None] / np.linalg.norm(way) * 2
    ways = np.repeat(np.asarray(way)[:, None], 60, axis=1)
    (a, b, c), (x, y, z) = starts, ways
    found, which = first_triangles(mesh, (a, b, c), (x, y, z))
    expected = np.concatenate([by_hand(mesh, starts[:, i], ways[:, i : i + 1]) for i in range(60)])
    differing = ~np.isclose(found, expected, rtol=1e-6)
    assert differing.sum() <= 1  # rays that graze an edge may go either way
    assert ((which >= 0) == np.isfinite(found)).all()


@settings(deadline=None, max_examples=60)
@given(SPOTS, ANGLES, st.tuples(*[st.floats(0.05, 0.4)] * 3))
def test_ids_by_rays_are_the_projected_box(
    spot: tuple[float, float, float], degrees: float, half: tuple[float, float, float]
) -> None:
    axes = matrix(axis_angle((3, 1, 2), degrees))
    hits, pixels = cast_picture([Shape(Form.BOX, np.array(spot), axes * half)], [1], View.of(CAMERA))
    polygon = outline(CAMERA, Box(spot, axes, half))
    sides = _sides(np.array(polygon), CAMERA)
    sure = np.abs(sides).min(axis=0) > 1e-6 if len(polygon) else np.ones((36, 48), dtype=bool)
    inside = (sides > 0).all(axis=0) if len(polygon) else np.zeros((36, 48), dtype=bool)
    assert np.array_equal((hits.shape != NOTHING)[sure], inside[sure])
    assert pixels.alone[1] == (hits.shape != NOTHING).sum()


def _sides(polygon: Array, camera: Camera) -> Array:
    """On which side of each edge of a polygon, whose corners are given in turn, the middles of pixels are."""
    u, v = np.meshgrid(np.arange(camera.width) + 0.5, np.arange(camera.height) + 0.5)
    found = []
    for (a, b), (c, d) in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
        found.append((c - a) * (v - b) - (d - b) * (u - a))
    turn = np.sign(sum(map(np.sum, found))) if found else 1.0
    middle = polygon.mean(axis=0) if len(polygon) else np.zeros(2)
    signs = [
        np.sign((c - a) * (middle[1] - b) - (d - b) * (middle[0] - a)) or turn
        for (a, b), (c, d) in zip(polygon, np.roll(polygon, -1, axis=0), strict=True)
    ]
    return np.array([sign * side for sign, side in zip(signs, found, strict=True)])


def test_depth_is_the_distance_to_the_image_plane() -> None:
    camera = look_at((0, 0, 3), (0, 0, 0), metres=2, width=20, height=20)
    table = Shape(Form.BOX, np.array([0.0, 0.0, 0.5]), np.diag([0.5, 0.5, 0.25]))
    hits, _ = cast_picture([table], [1], View.of(camera))
    assert np.allclose(hits.depth[5:15, 5:15], 2.25)
    assert np.isinf(hits.depth[:5]).all()


@pytest.mark.parametrize("world", ["tabletop", "shelf"])
def test_a_long_lens_from_afar_sees_the_same(world: str) -> None:
    """Rays of a camera very far away are nearly parallel: ids, masks, openings and colours agree."""
    found = drawn(world, "medium", 3)
    near = found.scene.cameras["world"]
    back = matrix(near.quaternion)[:, 2]
    metres, far = 1.8, 2000.0
    target = (np.asarray(near.position) - 2 * back).tolist()
    parallel = look_at(near.position, target, metres=metres, width=160, height=120)
    degrees = float(np.degrees(2 * np.arctan(metres / 2 / (far + 2))))
    start = (np.asarray(near.position) + far * back).tolist()
    long = look_at(start, target, vertical_degrees=degrees, width=160, height=120)
    cameras = {**found.scene.cameras, "parallel": parallel, "long": long}
    scene = found.scene.with_parts(
        (node for node in found.scene.nodes if node.kind != "robot"),
        [edge for edge in found.scene.edges if "robot" not in edge],
        cameras,
    )
    (one, painted), (other, again) = (without_walls(scene, name, found) for name in ("parallel", "long"))
    assert (one.instance_id_segmentation != other.instance_id_segmentation).mean() < 0.01
    depth, long_depth = one.distance_to_image_plane, other.distance_to_image_plane
    both = np.isfinite(depth) & np.isfinite(long_depth)
    assert np.median(np.abs(depth[both] + far - long_depth[both])) < 1e-2
    ids = [node.id for node in scene.nodes if node.kind in ("book", "slot", "space") and node.id != "held"]
    masks, others = masks_of(scene, "parallel", one, ids), masks_of(scene, "long", other, ids)
    for id in ids:
        assert (masks[id] != others[id]).sum() <= 6 + 0.03 * masks[id].sum(), id
    assert any(mask.any() for mask in masks.values())
    opened, expected = (
        [
            shown.opening
            for _, shown in sorted(shown_things(scene, camera, picture, ids).items())
            if shown.opening is not None
        ]
        for camera, picture in (("parallel", one), ("long", other))
    )
    assert all(abs(a - b) <= 6 + 0.03 * b for a, b in zip(opened, expected, strict=True))
    assert (np.abs(painted - again).max(axis=-1) > 16).mean() < 0.03


def without_walls(scene: Scene, camera: str, found: Drawn) -> tuple[Observation, NDArray[np.int64]]:
    """What a camera sees of a scene, and its colours, if the room has no walls that hide it from afar."""
    whole = apply_materials(scene, found.appearance)
    kept = [place for place, owner in enumerate(whole.owners) if owner != ROOM]
    textured = evolve(
        whole,
        shapes=tuple(whole.shapes[place] for place in kept),
        textures=tuple(whole.textures[place] for place in kept),
        owners=tuple(whole.owners[place] for place in kept),
    )
    view = View.of(scene.cameras[camera])
    hits, pixels = cast_picture(textured.shapes, textured.owners, view)
    owners = np.array([*textured.owners, ROOM], dtype=np.uint16)
    alone = {id: pixels.alone.get(number, 0) for number, id in textured.ids.items()}
    seen = Observation(hits.depth.astype(np.float32), owners[hits.shape], textured.ids, alone)
    painted = Painter(textured, view, found.appearance.lights).paint(hits, smooth=False)
    return seen, painted.astype(np.int64)


POINTS = st.lists(SPOTS, min_size=1, max_size=5)


@settings(deadline=None)
@given(POINTS, st.lists(st.tuples(SPOTS, st.floats(0.02, 0.3)), min_size=1, max_size=4))
def test_what_hides_points_hides_each_from_its_own_eye(
    points: list[tuple[float, float, float]], balls: list[tuple[tuple[float, float, float], float]]
) -> None:
    places = np.array(points)
    eyes = eyes_of(CAMERA, places)
    arm = Balls(
        np.array([[center for center, _ in balls]]), np.array([r for _, r in balls]), (0,) * len(balls)
    )
    together = arm.hiding(eyes, places)[0]
    alone = [arm.hiding(eye, point[None])[0, 0] for eye, point in zip(eyes, places, strict=True)]
    assert together.tolist() == [bool(one) for one in alone]
    boxes = Boxes.of([Box(center, np.eye(3), (r, r, r)) for center, r in balls])
    behind = hidden_behind(boxes, eyes, places)
    apart = [hidden_behind(boxes, eye, point[None])[0] for eye, point in zip(eyes, places, strict=True)]
    assert behind.tolist() == [bool(one) for one in apart]


def test_things_below_others_are_not_seen_from_above() -> None:
    camera = look_at((0, 0, 3), (0, 0, 0), metres=4)
    below, above = Box((0, 0, 0.1), np.eye(3), (0.1, 0.1, 0.1)), Box((0, 0, 1), np.eye(3), (0.3, 0.3, 0.1))
    aside = evolve(below, center=(1.5, 0, 0.1))
    seen = seen_points(Boxes.of([below, above, aside]), 3, camera)
    assert seen.mean(axis=1).tolist() == [0.0, 1.0, 1.0]
    assert projected(camera, np.array([3.0, 0, 0]))[0] > camera.width
