"""OpenGL sees the same geometry as rays do, but for edges, and paints it in the same colours."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from espire_dsl.scene.camera import look_at
from espire_sim.appearance.materials import TexturedScene
from espire_sim.appearance.shape import Form
from espire_sim.appearance.textures import load_textures
from espire_sim.gl.painter import nearest
from espire_sim.gl.probe import probed
from espire_sim.gl.renderer import renderer_of
from espire_sim.interfaces import Mask
from espire_sim.rendering.cast import NOTHING, cast_picture
from espire_sim.rendering.observe import cast
from espire_sim.rendering.view import View
from tests.sim.strategies import Part, drawn, skewed_shapes
from tests.sim.strategies import parts as shape_parts

PLATFORM = probed().platform or ""
pytestmark = pytest.mark.skipif(not PLATFORM, reason=f"no OpenGL: {probed().reason}")


def inner(places: np.ndarray) -> Mask:
    """The pixels all of whose eight neighbours show the same as they do."""
    same = np.zeros(places.shape, dtype=np.bool_)
    middle = places[1:-1, 1:-1]
    same[1:-1, 1:-1] = True
    for row in range(3):
        for column in range(3):
            height, width = places.shape
            same[1:-1, 1:-1] &= places[row : height - 2 + row, column : width - 2 + column] == middle
    return same


@pytest.mark.parametrize(("world", "camera"), [("tabletop", "world"), ("shelf", "world"), ("shelf", "wrist")])
def test_things_are_where_rays_find_them(world: str, camera: str) -> None:
    found = drawn(world, "hard", 2)
    seen = cast(found.scene, camera, found.appearance)
    places, depths = nearest(PLATFORM, seen.textured, seen.view)
    owners = np.array([*seen.textured.owners, 0])
    sure = inner(owners[seen.hits.shape])
    assert np.array_equal(owners[places][sure], owners[seen.hits.shape][sure])
    assert (places != seen.hits.shape).mean() < 1e-3
    surely = inner(seen.hits.shape) & (places == seen.hits.shape) & (places != NOTHING)
    assert surely.mean() > 0.5
    assert np.abs(depths[surely] / seen.hits.depth[surely] - 1).max() < 2e-3


@settings(max_examples=25)
@given(
    parts=shape_parts(1.0),
    shear=st.floats(-0.5, 0.5),
    metres=st.none() | st.floats(1.5, 4),
)
@example(
    parts=[(Form.BOX, (0.0, 0.0, 0.5), 0.0, 0.0, 0.5), (Form.BOX, (2.0**-24, 0.0, 0.5), 0.0, 0.0, 0.5)],
    shear=0.0,
    metres=None,
)
def test_every_form_is_met_as_by_rays(
    parts: list[Part],
    shear: float,
    metres: float | None,
) -> None:
    shapes = skewed_shapes(parts, shear)
    view = View.of(look_at((2.5, 0.4, 0.7), (0.0, 0.0, 0.0), metres=metres, width=96, height=72))
    plain = next(iter(load_textures().values()))
    places, depths = nearest(
        PLATFORM, TexturedScene(shapes, (plain,) * len(shapes), (1,) * len(shapes), {}), view
    )
    hits, _ = cast_picture(shapes, [1] * len(shapes), view)
    sure = inner(hits.shape)
    assert np.array_equal(places[sure] == NOTHING, hits.shape[sure] == NOTHING)
    # Two shapes may share a surface or nearly so; then either is the nearest.
    alone = np.array([cast_picture([shape], [1], view)[0].depth for shape in shapes])
    rows, columns = np.nonzero(sure & (places != hits.shape))
    behind = alone[places[rows, columns], rows, columns] > hits.depth[rows, columns] + 2e-3
    assert behind.sum() < 0.01 * places.size
    both = sure & (places != NOTHING)
    assert np.allclose(depths[both], hits.depth[both], atol=2e-3)


@pytest.mark.parametrize("world", ["tabletop", "shelf"])
@pytest.mark.parametrize("camera", ["world", "top"])
def test_colours_are_those_of_rays(world: str, camera: str) -> None:
    found = drawn(world, "hard", 2)
    top = look_at((0.2, 0.0, 4.0), (0.2, 0.0, 0.0), metres=2.5)
    scene = found.scene.with_parts(found.scene.nodes, cameras={**found.scene.cameras, "top": top})
    one = renderer_of("gl", smooth=False).render(scene, camera, found.appearance)
    other = renderer_of("rays", smooth=False).render(scene, camera, found.appearance)
    assert np.array_equal(one.instance_id_segmentation, other.instance_id_segmentation)
    assert np.array_equal(one.distance_to_image_plane, other.distance_to_image_plane)
    off = np.abs(one.rgb.astype(np.int64) - other.rgb).max(axis=-1)
    assert np.median(off) <= 1
    assert (off > 16).mean() < 0.015  # at the rims of shadows


def test_the_same_scene_is_painted_in_the_same_bytes_and_softened_at_edges() -> None:
    found = drawn("tabletop", "easy", 1)
    smooth, rough = renderer_of("auto"), renderer_of("auto", smooth=False)
    one, again = (smooth.render(found.scene, "world", found.appearance).rgb for _ in range(2))
    assert np.array_equal(one, again)
    assert len(np.unique(one.reshape(-1, 3), axis=0)) > 500
    plain = rough.render(found.scene, "world", found.appearance).rgb.astype(np.int64)
    assert np.abs(np.diff(one.astype(np.int64), axis=1)).sum() < np.abs(np.diff(plain, axis=1)).sum()
