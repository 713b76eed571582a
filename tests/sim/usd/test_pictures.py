"""Pictures of patterns have the colours that rays paint, wherever a mesh looks them up."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from pxr import Usd, UsdGeom, UsdShade

from espire_dsl.png import decode_rgb
from espire_dsl.scene.rotation import axis_angle, matrix
from espire_sim.appearance.shape import Form, Shape
from espire_sim.appearance.textures import PATTERNS, PLAIN, PRINT, Texture, load_textures
from espire_sim.rendering.surface import colours_at
from espire_sim.usd.lint import problems_of
from espire_sim.usd.pictures import FINEST, LONGEST, picture_of, written
from espire_sim.usd.read import read_stage
from espire_sim.usd.unwrap import unwrapped
from espire_sim.usd.write import write_stage
from tests.sim.strategies import drawn

SHAPES = [
    Shape(Form.BOX, np.ones(3), matrix(axis_angle((1, 2, 3), 40)) * [0.2, 0.05, 0.13]),
    Shape(Form.BALL, np.zeros(3), np.diag([0.1, 0.12, 0.15])),
    Shape(Form.CONE, np.zeros(3), np.diag([0.1, 0.11, 0.2]), top=0.4),
    Shape(Form.TUBE, np.zeros(3), np.diag([0.1, 0.11, 0.2]), hole=0.7),
]
PATTERNED = [pattern for pattern in PATTERNS if pattern not in (PLAIN, PRINT)]


def looked_up(shape: Shape, texture: Texture, dice: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """The bytes that a renderer finds at points in faces, and those that rays paint there."""
    picture, mesh = picture_of(shape, texture), unwrapped(shape)
    pixels = decode_rgb(picture.png)
    places = picture.coordinates(mesh)
    starts = np.cumsum([0, *(len(face) for face in mesh.faces)])
    own, found = [], []
    for number in dice.integers(len(mesh.faces), size=400):
        weights = dice.dirichlet([1.0, 1.0, 1.0])
        own.append(weights @ mesh.points[list(mesh.faces[number][:3])])
        s, t = weights @ places[starts[number] : starts[number] + 3]
        found.append(pixels[int((1 - t) * len(pixels)), int(s * pixels.shape[1])])
    return np.array(found, dtype=np.int64), written(
        colours_at(texture, shape, np.array(own, dtype=np.float32).T)
    ).T.astype(np.int64)


@pytest.mark.parametrize("pattern", PATTERNED)
@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.form)
def test_a_picture_has_what_rays_paint(shape: Shape, pattern: str) -> None:
    texture = Texture(pattern, (0.2, 0.4, 0.9), (0.9, 0.6, 0.1), 0.12)
    found, wanted = looked_up(shape, texture, np.random.default_rng(3))
    off = np.abs(found - wanted).max(axis=1)
    # Beside a joint the nearest pixel may be on its other side.
    assert np.median(off) <= 6
    assert (off <= 40).mean() > 0.9
    assert wanted.std(axis=0).min() > 3, "a picture of one colour would prove nothing"


def test_prints_are_in_pictures() -> None:
    texture = load_textures()["leather_cover"].worn_by(load_textures()["red"], 3)
    found, wanted = looked_up(SHAPES[0], texture, np.random.default_rng(3))
    assert np.median(np.abs(found - wanted).max(axis=1)) <= 6
    assert wanted.std(axis=0).min() > 3


@settings(max_examples=30)
@given(half=st.tuples(*[st.floats(0.003, 4.0)] * 3), form=st.sampled_from(list(Form)[:4]))
def test_pixels_are_fine_and_bounded(half: tuple[float, float, float], form: Form) -> None:
    shape = Shape(form, np.zeros(3), np.diag(half), hole=0.5 if form is Form.TUBE else 0.0)
    picture = picture_of(shape, Texture("planks", (0.1, 0.1, 0.1), (0.9, 0.9, 0.9), 0.5))
    assert decode_rgb(picture.png).shape == (picture.height, picture.width, 3)
    assert picture.places[:, 2:].max() <= LONGEST
    for piece, (x, y, wide, high) in zip(unwrapped(shape).pieces, picture.places, strict=True):
        assert 0 < x < x + wide < picture.width
        assert 0 < y < y + high < picture.height
        for length, pixels in zip(piece.size, (wide, high), strict=True):
            assert pixels == LONGEST or length / pixels <= FINEST + 1e-9
    boxes = [(x, y, x + wide, y + high) for x, y, wide, high in picture.places]
    for number, (a, b, c, d) in enumerate(boxes):
        assert not any(a < g and e < c and b < h and f < d for e, f, g, h in boxes[:number])


def test_equal_surfaces_have_one_picture_and_others_have_another() -> None:
    oak = next(texture for texture in load_textures().values() if texture.pattern == "grain")
    turn = matrix(axis_angle((3, 1, 2), 77))
    one = Shape(Form.BOX, np.zeros(3), np.diag([0.2, 0.05, 0.13]))
    same = Shape(Form.BOX, np.ones(3), turn * [0.2, 0.05, 0.13])
    other = Shape(Form.BOX, np.zeros(3), np.diag([0.2, 0.05, 0.14]))
    assert picture_of(one, oak).name == picture_of(same, oak).name
    assert picture_of(one, oak).name != picture_of(other, oak).name
    assert picture_of(one, oak).name != picture_of(one, evolve(oak, scale=2 * oak.scale)).name


def test_a_stage_has_its_pictures_beside_it(tmp_path: Path) -> None:
    found = drawn("shelf", "easy", 3)
    folders = [tmp_path / name for name in ("one", "other")]
    for folder in folders:
        folder.mkdir()
        write_stage(found.scene, found.appearance, folder / "scene.usda")
    one, other = ({str(f.relative_to(d)): f.read_bytes() for f in d.rglob("*.*")} for d in folders)
    assert one == other, "the same bytes every time"
    assert read_stage(folders[0] / "scene.usda") == found.scene
    stage = Usd.Stage.Open(str(folders[0] / "scene.usda"))
    assert problems_of(stage) == ()
    used = set()
    for prim in stage.Traverse():
        if not prim.GetName().startswith("part_"):
            continue
        material, _ = UsdShade.MaterialBindingAPI(prim).ComputeBoundMaterial()
        surface = material.ComputeSurfaceSource()[0]
        sources, _ = surface.GetInput("diffuseColor").GetConnectedSources()
        laid = UsdGeom.PrimvarsAPI(prim).GetPrimvar("st")
        assert bool(sources) == bool(laid), "a picture needs coordinates, and one colour needs none"
        if not sources:
            continue
        image = UsdShade.Shader(sources[0].source.GetPrim())
        assert image.GetIdAttr().Get() == "UsdUVTexture"
        path = image.GetInput("file").Get()
        assert path.path.startswith("./textures/")
        used.add(Path(path.resolvedPath).relative_to(folders[0]).as_posix())
        corners = UsdGeom.Mesh(prim).GetFaceVertexIndicesAttr().Get()
        assert len(laid.Get()) == len(corners)
        reader = UsdShade.Shader(image.GetInput("st").GetConnectedSources()[0][0].source.GetPrim())
        assert (reader.GetIdAttr().Get(), reader.GetInput("varname").Get()) == (
            "UsdPrimvarReader_float2",
            "st",
        )
    assert used == set(one) - {"scene.usda"}, "every picture is used, and there is none without a file"
    assert used
