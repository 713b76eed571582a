"""Skins of surfaces repeat without a seam, keep the colours of their textures, and are always the same."""

from __future__ import annotations

import numpy as np
import pytest
import trimesh
from hypothesis import example, given, settings
from hypothesis import strategies as st

from espire_dsl.scene.camera import look_at
from espire_dsl.scene.rotation import axis_angle, matrix
from espire_sim.appearance.shape import Form, Shape
from espire_sim.appearance.textures import MATERIALS, load_textures
from espire_sim.photo.exposure import exposure_of
from espire_sim.photo.skins import skin_of
from espire_sim.photo.triangles import bevel_of, laid_at, sides_of, triangles_of
from espire_sim.rendering.surface import linear
from espire_sim.rendering.tone import toned
from espire_sim.rendering.view import View

VIEW = View.of(look_at((2.0, 0.3, 0.4), (0.0, 0.0, 0.0)))


def test_every_material_is_used_by_a_texture() -> None:
    assert {texture.material for texture in load_textures().values()} == set(MATERIALS)


@pytest.mark.parametrize(
    "name", ["oak", "parquet", "brick", "tiles", "marble", "carpet", "steel", "leaf", "paper"]
)
def test_a_skin_has_no_seam_and_its_textures_colours(name: str) -> None:
    texture = load_textures()[name]
    skin = skin_of(texture, texture.material)
    again = skin_of.__wrapped__(texture, texture.material)
    assert np.array_equal(skin.colours, again.colours)
    for axis in (0, 1):
        within = np.abs(np.diff(skin.colours, axis=axis)).mean()
        seam = np.abs(skin.colours.take(0, axis) - skin.colours.take(-1, axis)).mean()
        assert seam < 6 * within + 0.01
    ground, other = linear(np.array(texture.ground)), linear(np.array(texture.other))
    mean = skin.colours.mean(axis=(0, 1))
    slack = 0.12 * np.maximum(ground, other) + 0.01
    assert (mean > np.minimum(ground, other) - slack).all()
    assert (mean < np.maximum(ground, other) + slack).all()


@settings(max_examples=40)
@given(
    form=st.sampled_from([form for form in Form if form is not Form.MESH]),
    lengths=st.tuples(*[st.floats(0.05, 0.5)] * 3),
    degrees=st.floats(0, 360),
    top=st.floats(0.1, 1.2),
    hole=st.floats(0.2, 0.9),
)
def test_triangles_face_outwards_and_are_laid_as_points_of_the_shape_are(
    form: Form, lengths: tuple[float, float, float], degrees: float, top: float, hole: float
) -> None:
    shape = Shape(
        form,
        np.array([0.1, 0.2, 0.3]),
        matrix(axis_angle((1, 2, 3), degrees)) * np.array(lengths),
        top if form is Form.CONE else 1.0,
        hole if form is Form.TUBE else 0.0,
    )
    made = triangles_of(shape, VIEW)
    a, b, c = (made.points[made.faces[:, corner]] for corner in range(3))
    ways = np.cross(b - a, c - a)
    sizes = np.linalg.norm(ways, axis=1)
    whole = sizes > 1e-9
    mean = made.normals[made.faces].mean(axis=1)
    assert ((ways * mean).sum(axis=1)[whole] > 0).all()
    # Seen from the middle of a solid without a hole, every face looks away.
    if form is not Form.TUBE:
        assert ((ways * (a - shape.center)).sum(axis=1)[whole] > -1e-12).all()
    # In the middle of a triangle, the place on the surface is that of the point.
    middle = ((a + b + c) / 3 - shape.center) @ shape.inward.T
    laid = laid_at(shape, middle, mean @ shape.axes)
    finest = 2 * np.pi / sides_of(shape, VIEW) * max(lengths)
    expected = made.laid[made.faces].mean(axis=1)
    wide = whole & (np.linalg.norm(middle[:, :2], axis=1) > 0.05)
    if form is Form.BOX:  # bevels may be laid as either of their faces are
        wide &= (made.normals[made.faces] == made.normals[made.faces[:, :1]]).all(axis=(1, 2))
        assert wide.sum() == 12
    assert np.abs(laid - expected)[wide].max() < 1.5 * finest


@settings(max_examples=40)
@given(
    lengths=st.tuples(*[st.floats(0.0005, 0.5)] * 3),
    degrees=st.floats(0, 360),
    mirrored=st.booleans(),
    away=st.floats(1, 30),
    metres=st.none() | st.floats(1, 5),
)
@example((0.5, 0.5, 0.5), 0.0, False, 1.0, None)
@example((0.5, 0.001953125, 0.5), 174.0, False, 1.0, None)
def test_a_bevelled_box_is_closed_and_within_a_pixel_of_the_box(
    lengths: tuple[float, float, float], degrees: float, mirrored: bool, away: float, metres: float | None
) -> None:
    axes = matrix(axis_angle((1, 2, 3), degrees)) * np.array(lengths)
    shape = Shape(Form.BOX, np.zeros(3), axes * [-1, 1, 1] if mirrored else axes)
    view = View.of(look_at((away, 0.0, 0.1), (0.0, 0.0, 0.0), metres=metres))
    width, made = bevel_of(shape, view), triangles_of(shape, view)
    assert width <= min(0.001, 0.4 * min(lengths)) * (1 + 1e-9)
    assert (np.abs(made.points @ shape.inward.T) <= 1 + 1e-12).all()
    solid = trimesh.Trimesh(made.points / width if width else made.points, made.faces, digits_vertex=6)
    if not width:
        assert len(made.faces) == 12
        return
    assert len(made.faces) == 44
    assert solid.is_watertight
    assert solid.is_winding_consistent
    # Boxes lose a prism along every edge; of those that meet in a corner, each has its part.
    sides = 2 * np.array(lengths) / width
    expected = sides.prod() - 2 * (sides - 2).sum() - 8 * 5 / 6
    assert solid.volume == pytest.approx(expected, rel=1e-6)
    # No corner of the box is farther than a pixel from what is left of it.
    corners, near = (shape.corners, made.points)
    off = np.linalg.norm(corners[:, None] - near[None], axis=2).min(axis=1)
    focal = view.camera.K[0][0]
    scale = focal if metres else focal / np.linalg.norm(corners - view.eye, axis=1)
    assert (off * scale < np.sqrt(2) + 1e-6).all()


def test_walls_are_not_bevelled() -> None:
    wall = Shape(Form.BOX, np.zeros(3), np.diag([0.1, 0.5, 0.5]))
    assert len(triangles_of(wall, VIEW).faces) == 44
    assert len(triangles_of(wall, VIEW, bevelled=False).faces) == 12


def test_dark_things_stay_dark_and_exposure_goes_by_the_light() -> None:
    albedo = np.full((4, 4, 3), 0.1, dtype=np.float32)
    dim, bright = exposure_of(albedo * 0.2, albedo), exposure_of(albedo * 20, albedo)
    assert dim == pytest.approx(100 * bright)
    assert exposure_of(albedo * 20, albedo) == pytest.approx(exposure_of(8 * albedo * 20, 8 * albedo))
    assert exposure_of(np.zeros_like(albedo), albedo) == 1.0


@given(st.lists(st.floats(0, 1000), min_size=2, max_size=20))
def test_more_light_is_never_darker_and_grey_stays_grey(amounts: list[float]) -> None:
    light = np.repeat(np.sort(np.array(amounts, dtype=np.float32))[None, :, None], 3, axis=2)
    picture = toned(light)
    assert (np.diff(picture[0, :, 0].astype(np.int64)) >= 0).all()
    assert (picture == picture[..., :1]).all()
    assert toned(np.zeros((1, 1, 3), dtype=np.float32)).max() == 0
