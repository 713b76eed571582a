"""Photographs show what rays see, in the colours of things, and are the same every time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.resources import resource_path
from espire_dsl.scene.camera import look_at
from espire_sim.appearance.materials import TexturedScene
from espire_sim.appearance.shape import Form, Shape
from espire_sim.appearance.textures import texture_of
from espire_sim.mujoco import BACKEND
from espire_sim.photo.engine import check_llvm
from espire_sim.photo.error import PhotoError
from espire_sim.photo.guides import guides_of
from espire_sim.photo.looks import looks_of
from espire_sim.photo.painter import PhotoPaint, met
from espire_sim.rendering.cast import NOTHING, cast_picture
from espire_sim.rendering.observe import cast
from espire_sim.rendering.renderer import by_rays
from espire_sim.rendering.view import View
from espire_sim.worlds.result import Light
from tests.sim.photo.small_views import NEEDS_MITSUBA, smaller, with_camera
from tests.sim.strategies import Part, drawn, skewed_shapes
from tests.sim.strategies import parts as shape_parts

pytestmark = NEEDS_MITSUBA

FAMILY = resource_path("families") / "espire" / "pick" / "attribute.espire"
TOP = look_at((0.2, 0.0, 4.0), (0.2, 0.0, 0.0), metres=2.5)


def around(places: np.ndarray, found: np.ndarray) -> np.ndarray:
    """The pixels in which, or beside which, rays met what was found."""
    padded = np.pad(places, 1, mode="edge")
    height, width = places.shape
    near = np.zeros(places.shape, dtype=np.bool_)
    for row in range(3):
        for column in range(3):
            near |= padded[row : row + height, column : column + width] == found
    return near


@pytest.mark.parametrize(
    ("world", "camera"), [("tabletop", "world"), ("shelf", "world"), ("shelf", "wrist"), ("tabletop", "top")]
)
def test_edges_are_where_rays_find_them(world: str, camera: str) -> None:
    found = drawn(world, "hard", 2)
    own = TOP if camera == "top" else found.scene.cameras[camera]
    seen = cast(with_camera(found.scene, smaller(own, 4)), "small", found.appearance)
    places = met(seen.textured, seen.view)
    owners = np.array([*seen.textured.owners, 0])
    here, there = owners[seen.hits.shape], owners[places]
    assert len(np.unique(here)) > 5
    # Things of less than a pixel may be met by the one and not by the other.
    assert around(here, there).mean() > 0.999
    assert (here == there).mean() > 0.9


@settings(max_examples=20)
@given(
    parts=shape_parts(1.2),
    shear=st.floats(-0.5, 0.5),
    mirrored=st.booleans(),
    metres=st.none() | st.floats(1.5, 4),
    off=st.tuples(st.floats(-9, 9), st.floats(-9, 9)),
)
def test_every_form_and_camera_is_that_of_rays(
    parts: list[Part],
    shear: float,
    mirrored: bool,
    metres: float | None,
    off: tuple[float, float],
) -> None:
    shapes = skewed_shapes(parts, shear, mirrored)
    camera = look_at((2.5, 0.4, 0.7), (0.0, 0.0, 0.0), metres=metres, width=96, height=72)
    (fx, skew, cx), (_, fy, cy), last = camera.K
    view = View.of(evolve(camera, K=((fx, skew, cx + off[0]), (0.0, fy, cy + off[1]), last)))
    hits, _ = cast_picture(shapes, [1] * len(shapes), view)
    count = len(shapes)
    places = met(TexturedScene(shapes, (texture_of("oak"),) * count, (1,) * count, {1: "a"}), view)
    assert around(hits.shape != NOTHING, places != NOTHING).all()
    inside = hits.shape == np.where(places == NOTHING, NOTHING, places)
    assert inside.mean() > 0.85


@pytest.mark.parametrize("world", ["tabletop", "shelf"])
def test_a_photograph_has_the_colours_of_things_and_the_same_bytes_again(world: str) -> None:
    found = drawn(world, "medium", 2)
    scene = with_camera(found.scene, smaller(found.scene.cameras["world"], 5))
    renderer = BACKEND.renderer
    assert renderer is not None
    one, again = (renderer("photo").render(scene, "small", found.appearance) for _ in range(2))
    rays = renderer("rays").render(scene, "small", found.appearance)
    assert np.array_equal(one.rgb, again.rgb)
    assert np.array_equal(one.instance_id_segmentation, rays.instance_id_segmentation)
    assert np.array_equal(one.distance_to_image_plane, rays.distance_to_image_plane)
    assert 60 < one.rgb.mean() < 200
    assert (one.rgb.max(axis=-1) == 255).mean() < 0.02
    assert (one.rgb.max(axis=-1) < 4).mean() < 0.02
    # What is bright, red or blue by rays is so here too.
    for channel in range(3):
        ours, theirs = one.rgb[..., channel].ravel(), rays.rgb[..., channel].ravel()
        assert np.corrcoef(ours, theirs)[0, 1] > 0.7


def test_a_ball_before_nothing_is_lit_from_above_and_the_rest_is_grey() -> None:
    ball = Shape(Form.BALL, np.zeros(3), 0.5 * np.eye(3))
    textured = TexturedScene((ball,), (texture_of("porcelain"),), (1,), {1: "ball"})
    view = View.of(look_at((2.0, 0.0, 0.0), (0.0, 0.0, 0.0), width=64, height=48))
    hits, _ = cast_picture((ball,), [1], view)
    found = drawn("tabletop", "easy", 1)
    seen = evolve(cast(found.scene, "world", found.appearance), textured=textured, view=view, hits=hits)
    picture = PhotoPaint(samples=16)(seen, (), True)
    assert (picture[2, 2] == 190).all()
    assert picture[14, 32].mean() > picture[34, 32].mean() + 10


@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_prints_are_where_rays_paint_them(side: float) -> None:
    """Upright, and read from left to right, from both sides."""
    board = Shape(Form.BOX, np.zeros(3), np.diag([0.08, 0.002, 0.12]))
    texture = texture_of("gloss_cover").worn_by(texture_of("blue"), 6)
    textured = TexturedScene((board,), (texture,), (1,), {1: "board"})
    view = View.of(look_at((0.0, side, 0.0), (0.0, 0.0, 0.0), width=96, height=144, metres=0.24))
    hits, _ = cast_picture((board,), [1], view)
    found = drawn("tabletop", "easy", 1)
    seen = evolve(cast(found.scene, "world", found.appearance), textured=textured, view=view, hits=hits)
    lamp = (Light((0.0, 3 * side, 1.0), 5000.0, 1.0),)
    # Not more than the middle, which no print leaves blank.
    ours = PhotoPaint(samples=16)(seen, lamp, True)[20:124, 12:84].mean(axis=-1)
    theirs = by_rays(seen, lamp, True)[20:124, 12:84].mean(axis=-1)
    likeness = np.corrcoef(ours.ravel(), theirs.ravel())[0, 1]
    assert likeness > 0.9
    for wrong in (theirs[::-1], theirs[:, ::-1]):
        assert np.corrcoef(ours.ravel(), wrong.ravel())[0, 1] < likeness - 0.2


def test_the_guides_are_the_colours_and_normals_of_surfaces() -> None:
    found = drawn("tabletop", "medium", 3)
    seen = cast(with_camera(found.scene, smaller(found.scene.cameras["world"], 4)), "small", found.appearance)
    looks = looks_of(seen.textured)
    albedo, normals = guides_of(seen, looks)
    hit = seen.hits.shape != NOTHING
    assert np.allclose(np.linalg.norm(normals[hit], axis=-1), 1.0, atol=1e-3)
    # The mean colour over a thing's pixels is near the mean colour of its skin.
    for place in np.unique(seen.hits.shape[hit]):
        own = seen.hits.shape == place
        if own.sum() > 300:
            mean = looks[place].skin.colours.mean(axis=(0, 1))
            assert np.abs(albedo[own].mean(axis=0) - mean).max() < 0.1


def test_a_camera_whose_pixels_are_not_square_is_refused() -> None:
    found = drawn("tabletop", "easy", 1)
    (fx, skew, cx), rest, last = found.scene.cameras["world"].K
    flat = evolve(found.scene.cameras["world"], K=((fx * 2, skew, cx), rest, last))
    seen = cast(with_camera(found.scene, flat), "small", found.appearance)
    with pytest.raises(PhotoError, match="square pixels: paint by rays"):
        PhotoPaint()(seen, (), True)


@pytest.mark.parametrize(
    ("version", "said"),
    [((15, 0, 6), r"LLVM 19 or later.*this is 15\.0\.6"), ((-1, -1, -1), "LLVM 19 or later.*there is none")],
)
def test_an_llvm_that_is_old_or_missing_is_refused_with_what_to_install(
    version: tuple[int, int, int], said: str
) -> None:
    with pytest.raises(PhotoError, match=said):
        check_llvm(SimpleNamespace(detail=SimpleNamespace(llvm_version=lambda: version)))


def test_a_missing_llvm_is_told_in_one_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "espire_dsl.cli", "compile", str(FAMILY), "-o", str(tmp_path / "out")]
    ended = subprocess.run(
        [*command, "--paint", "photo-llvm"],
        env={**os.environ, "DRJIT_LIBLLVM_PATH": "/nowhere/libLLVM.so"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 2
    (said,) = ended.stderr.splitlines()
    assert "photo-llvm needs LLVM 19 or later" in said
    assert "or paint by photo (there is none)" in said


def test_the_versions_of_the_engines_are_told() -> None:
    opened = BACKEND.open("photo")
    assert opened is not None
    assert {"mitsuba", "drjit", "pyoidn"} <= set(opened.engines)
    assert "none" not in opened.engines.values()
    rays = BACKEND.open("rays")
    assert rays is not None
    assert "mitsuba" not in rays.engines
