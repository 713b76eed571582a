"""Meshes in pictures: rays against other ways of finding the first triangle, and a box that is a mesh."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest
from attrs import evolve
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from espire_dsl.catalogue.reader import Catalogue, Category, LengthRange
from espire_dsl.catalogue.shape import AssetShape, MeshFile, ShapePart
from espire_dsl.meshes.read import quantized
from espire_dsl.meshes.value import Mesh
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import Array, axis_angle
from espire_sim.appearance.materials import apply_materials
from espire_sim.appearance.shape import Form
from espire_sim.interfaces import Settled
from espire_sim.mujoco.model import build_model
from espire_sim.mujoco.physics import MujocoPhysics
from espire_sim.rendering.renderer import RayRenderer
from espire_sim.rendering.triangles import first_triangles
from tests.meshes.making import CUBE, SIDES, write_obj
from tests.sim.handmade import TOP, on_table
from tests.sim.strategies import catalogue

SIZE = (0.2, 0.3, 0.25)


def by_hand(mesh: Mesh, origin: Array, rays: Array) -> Array:
    """The parameter of the first hit of each ray, tried with every triangle (Moeller and Trumbore)."""
    found = np.full(rays.shape[1], np.inf)
    for a, b, c in mesh.unit[mesh.triangles]:
        p = np.cross(rays.T, c - a)
        along = p @ (b - a)
        with np.errstate(all="ignore"):
            u = p @ (origin - a) / along
            q = np.cross(origin - a, b - a)
            v, t = rays.T @ q / along, (c - a) @ q / along
            good = (along != 0) & (u >= -1e-9) & (v >= -1e-9) & (u + v <= 1 + 1e-9) & (t > 0)
        found = np.where(good & (t < found), t, found)
    return found


COORDINATES = st.floats(-0.5, 0.5)
TRIANGLES = st.lists(
    st.tuples(*[st.tuples(COORDINATES, COORDINATES, COORDINATES)] * 3), min_size=1, max_size=30
)
# Nobody looks from a hair's breadth above a triangle: there floats decide what is seen.
EYES = st.tuples(*[st.floats(-3, 3).map(lambda place: round(place, 6))] * 3)


@settings(deadline=None)
@given(TRIANGLES, EYES, st.integers(0, 2**32 - 1))
def test_rays_meet_the_first_triangle(
    rows: list[tuple[tuple[float, float, float], ...]], eye: tuple[float, float, float], seed: int
) -> None:
    vertices = np.asarray(rows).reshape(-1, 3)
    try:
        mesh = quantized(vertices, np.arange(len(vertices)).reshape(-1, 3))
    except ValueError:
        return
    random = np.random.default_rng(seed)
    targets = np.concatenate([random.uniform(-1, 1, (3, 150)), random.normal(size=(3, 50))], axis=1)
    rays = targets - np.asarray(eye)[:, None]
    x, y, z = rays
    found, which = first_triangles(mesh, eye, (x, y, z))
    expected = by_hand(mesh, np.asarray(eye), rays)
    assume((expected > 1e-6).all())  # or the eye is in a triangle
    # Rays that graze an edge may go either way.
    differing = ~np.isclose(found, expected, rtol=1e-6)
    assert differing.sum() <= 1, (found[differing], expected[differing])
    assert ((which >= 0) == np.isfinite(found)).all()


def test_rays_meet_what_trimesh_says() -> None:
    trimesh = pytest.importorskip("trimesh")
    pytest.importorskip("rtree")
    ball = trimesh.creation.icosphere(subdivisions=3)
    wavy = ball.vertices * (1 + 0.2 * np.sin(7 * ball.vertices[:, :1]))
    mesh = quantized(wavy / (2 * np.abs(wavy).max()), np.asarray(ball.faces))
    random = np.random.default_rng(1)
    eye = (2.5, -1.0, 1.5)
    rays = random.uniform(-1, 1, (3, 400)) - np.asarray(eye)[:, None]
    x, y, z = rays
    found, _ = first_triangles(mesh, eye, (x, y, z))
    body = trimesh.Trimesh(mesh.unit, mesh.triangles, process=False)
    places, ray, _ = body.ray.intersects_location(np.repeat([eye], 400, axis=0), rays.T)
    expected = np.full(400, np.inf)
    lengths = np.linalg.norm(rays, axis=0)
    np.minimum.at(expected, ray, np.linalg.norm(places - np.asarray(eye), axis=1) / lengths[ray])
    assert 100 < np.isfinite(expected).sum() < 400
    assert found == pytest.approx(expected, rel=1e-6)


# --- a box as a mesh --------------------------------------------------------------------------------


def with_shape(shape: AssetShape) -> Catalogue:
    x, y, z = (LengthRange(side, side) for side in SIZE)
    crate = Category(
        "crate",
        "near",
        "crate",
        "a",
        False,
        False,
        None,
        "own",
        (x, y, z),
        shape=shape,
    )
    return catalogue().with_more([crate])


def meshed(folder: Path, vertices: Array = CUBE, triangles: Array = SIDES, **more: object) -> MeshFile:
    path = write_obj(folder / f"crate{len(triangles)}.obj", vertices, triangles)
    file = MeshFile(str(path), hashlib.sha256(path.read_bytes()).hexdigest(), paint="ochre")
    return evolve(file, **more)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    pytest.importorskip("trimesh")
    monkeypatch.setenv("ESPIRE_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path


def crate(turn: float = 25.0) -> Node:
    place = (0.0, 0.1, TOP + SIZE[2] / 2)
    return Node("crate", "near", place, axis_angle((0, 0, 1), turn), SIZE, category="crate")


def test_a_box_that_is_a_mesh_gives_the_same_picture(folder: Path) -> None:
    middle = (0.0, 0.0, SIZE[2] / 2)
    other = Node(
        "book", "book", (0.15, -0.2, TOP + 0.115), extents=(0.16, 0.022, 0.23), category="book_medium"
    )
    scene = on_table([crate(), other])
    parts = with_shape(AssetShape(SIZE, (ShapePart("box", SIZE, middle, paint="ochre"),)))
    mesh = with_shape(AssetShape(SIZE, mesh=meshed(folder)))
    assert [s.form for s in apply_materials(scene.with_assets(mesh), None).shapes].count(Form.MESH) == 1
    rough = RayRenderer(smooth=False)
    one, two = (rough.render(scene.with_assets(known), "world") for known in (parts, mesh))
    assert np.array_equal(one.instance_id_segmentation, two.instance_id_segmentation)
    assert one.alone == two.alone
    assert np.allclose(one.distance_to_image_plane, two.distance_to_image_plane, rtol=1e-6)
    assert np.array_equal(one.rgb, two.rgb)


def test_a_mesh_with_a_hole_is_seen_through(folder: Path) -> None:
    """Without the sides towards the front and the back, a crate shows what is behind it."""
    sides = np.array([face for face in SIDES.tolist() if len({CUBE[corner][0] for corner in face}) > 1])
    behind = Node(
        "book", "book", (-0.2, 0.1, TOP + 0.115), extents=(0.16, 0.022, 0.23), category="book_medium"
    )
    scene = on_table([crate(0.0), behind])
    closed, opened = (
        RayRenderer().render(scene.with_assets(with_shape(AssetShape(SIZE, mesh=file))), "world")
        for file in (meshed(folder), meshed(folder, triangles=sides))
    )
    number = next(number for number, id in closed.ids.items() if id == "book")
    assert (opened.instance_id_segmentation == number).sum() > (
        closed.instance_id_segmentation == number
    ).sum()


# --- hulls ------------------------------------------------------------------------------------------


def test_a_hull_settles_like_what_it_is(folder: Path) -> None:
    """A crate whose base is narrower than its box stands; the model has its corners, not those of the box."""
    narrow = CUBE * np.where(CUBE[:, 2:] < 0, (0.6, 0.6, 1.0), (1.0, 1.0, 1.0))
    hull = with_shape(AssetShape(SIZE, mesh=meshed(folder, narrow, collider="hull")))
    model = build_model(on_table([crate()]).with_assets(hull)).compiled
    assert model.nmesh == 1
    assert model.nmeshvert == 8
    volume = (1 + 0.36 + 0.6) / 3 * SIZE[0] * SIZE[1] * SIZE[2]
    assert model.body_mass[-1] == pytest.approx(crate().density * volume, rel=1e-3)
    settled = MujocoPhysics().settle(on_table([crate()]).with_assets(hull))
    assert isinstance(settled, Settled)
    assert settled.scene.node("crate").center == pytest.approx(crate().center, abs=2e-3)


def test_a_mesh_collides_as_its_box_unless_it_says_hull(folder: Path) -> None:
    model = build_model(
        on_table([crate()]).with_assets(with_shape(AssetShape(SIZE, mesh=meshed(folder))))
    ).compiled
    assert model.nmesh == 0
