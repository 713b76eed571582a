"""Meshes from files: what is read, how it is put into its box, and what is refused before it is read."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from espire_dsl.meshes.error import MeshError, Trouble
from espire_dsl.meshes.limits import GRID, MOST_TRIANGLES
from espire_dsl.meshes.read import look_over, quantized, read_mesh
from tests.meshes.making import CUBE, SIDES, glb_header, write_cube_glb, write_glb, write_obj

BOX = (0.1, 0.2, 0.3)
pytest.importorskip("trimesh")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("meshes")


def trouble(path: Path, scale: float | None = None) -> tuple[Trouble, str]:
    with pytest.raises(MeshError) as caught:
        read_mesh(path, BOX, scale, "z")
    return caught.value.trouble, str(caught.value)


def test_a_cube_is_stretched_to_its_box(tmp_path: Path) -> None:
    for path in (write_obj(tmp_path / "cube.obj"), write_cube_glb(tmp_path / "cube.glb")):
        mesh = read_mesh(path, BOX, None, "z")
        assert mesh.unit.tolist() == sorted(CUBE.tolist())
        assert len(mesh.triangles) == 12
        assert look_over(path).triangles == 12


def test_with_a_scale_it_stands_on_the_ground_in_the_middle(tmp_path: Path) -> None:
    path = write_obj(tmp_path / "cube.obj", CUBE + np.array([5.0, 6.0, 7.0]))
    mesh = read_mesh(path, BOX, 0.05, "z")
    metres = mesh.unit * np.asarray(BOX) / 2
    assert metres.min(axis=0) == pytest.approx([-0.05, -0.05, -0.15])
    assert metres.max(axis=0) == pytest.approx([0.05, 0.05, -0.05], abs=2e-6)
    sort, said = trouble(path, 0.06)
    assert sort is Trouble.DOES_NOT_FIT
    assert said == "at this scale it has 12 cm along x, and its box 10 cm"


def test_the_axis_that_points_upwards(tmp_path: Path) -> None:
    """With y upwards, z is the front and x the left, as GLB prescribes."""
    path = write_obj(tmp_path / "bar.obj", CUBE * (1.0, 2.0, 3.0))
    mesh = read_mesh(path, (0.6, 0.2, 0.4), 0.1, "y")
    assert np.abs(mesh.unit).max(axis=0).tolist() == [1.0, 1.0, 1.0]


def test_colours_are_averaged(tmp_path: Path) -> None:
    red = {"pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0, 1]}}
    header = glb_header(len(SIDES), len(CUBE), materials=[red])
    header["meshes"][0]["primitives"][0]["material"] = 0
    binary = CUBE.astype("<f4").tobytes() + SIDES.astype("<u4").tobytes()
    assert read_mesh(write_glb(tmp_path / "red.glb", header, binary), BOX, None, "z").colour == "#ff0000"
    (tmp_path / "paint.mtl").write_text("newmtl a\nKd 0 0 1\nmap_Kd blue.png\n")
    path = write_obj(tmp_path / "blue.obj", before="mtllib paint.mtl\nusemtl a\n")
    assert read_mesh(path, BOX, None, "z").colour == "#0000ff"
    assert read_mesh(write_obj(tmp_path / "plain.obj"), BOX, None, "z").colour is None


VERTICES = st.lists(st.tuples(*[st.floats(-0.6, 0.6)] * 3), min_size=4, max_size=12)


@given(VERTICES)
def test_what_is_on_the_grid_stays_there(rows: list[tuple[float, ...]]) -> None:
    triangles = np.array([[i, i + 1, i + 2] for i in range(len(rows) - 2)])
    try:
        once = quantized(np.asarray(rows), triangles)
    except MeshError:
        return
    twice = quantized(once.vertices / GRID, once.triangles)
    assert np.abs(once.vertices).max() <= GRID // 2
    assert once.vertices.tolist() == twice.vertices.tolist()
    assert once.triangles.tolist() == twice.triangles.tolist()
    assert len({tuple(row) for row in once.vertices.tolist()}) == len(once.vertices)


@pytest.mark.parametrize(
    ("header", "sort", "message"),
    [
        (glb_header(10_000_000, 8), Trouble.TOO_LARGE, "it has 10,000,000 triangles"),
        (glb_header(MOST_TRIANGLES + 1, 8), Trouble.TOO_LARGE, "200,001 triangles"),
        (glb_header(0, 8), Trouble.BROKEN, "no triangles"),
        (glb_header(12, 8, buffers=[{"uri": "a.bin"}]), Trouble.OTHER_FILES, 'refers to "a.bin"'),
        (glb_header(12, 8, images=[{"uri": "http://a.b/c.png"}]), Trouble.OTHER_FILES, "http://a.b/c.png"),
        (glb_header(12, 8, images=[{"uri": "file:///etc/passwd"}]), Trouble.OTHER_FILES, "/etc/passwd"),
        (glb_header(12, 8, nodes=[{"mesh": 0, "children": [0]}]), Trouble.BROKEN, "no tree"),
        (glb_header(12, 8, nodes=[{"mesh": 7}]), Trouble.BROKEN, "does not describe a mesh"),
        (glb_header(12, 8, extensionsRequired=["KHR_draco"]), Trouble.BROKEN, "needs KHR_draco"),
        (glb_header(12, 8), Trouble.BROKEN, "cannot be read as a mesh"),
        ([], Trouble.BROKEN, "cut off"),
        ({}, Trouble.BROKEN, "no triangles"),
        ({"meshes": 3}, Trouble.BROKEN, "does not describe a mesh"),
    ],
)
def test_headers_that_are_refused(tmp_path: Path, header: object, sort: Trouble, message: str) -> None:
    found, said = trouble(write_glb(tmp_path / "a.glb", header))
    assert (found, message in said) == (sort, True), said


def test_many_nodes_of_one_mesh_count_each(tmp_path: Path) -> None:
    many = 200_000 // 12 + 1
    nodes = [{"mesh": 0} for _ in range(many)]
    header = glb_header(12, 8, nodes=nodes, scenes=[{"nodes": list(range(many))}])
    assert trouble(write_glb(tmp_path / "a.glb", header))[0] is Trouble.TOO_LARGE


@pytest.mark.parametrize(
    ("text", "sort", "message"),
    [
        ("", Trouble.BROKEN, "no triangles"),
        ("v 0 0 0\nv 1 0 0\nv 0 1 nan\nv 0 0 1\nf 1 2 3\nf 1 2 4\n", Trouble.BROKEN, "not finite"),
        ("v 0 0 0\nv 1 0 0\nv 0 1 inf\nf 1 2 3\n", Trouble.BROKEN, "not finite"),
        ("v 0 0 0\nv 1 1 1\nf 1 2 2\n", Trouble.BROKEN, "an area"),
        ("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", Trouble.BROKEN, "flat along z"),
        ("v a b c\nf 1 1 1\n", Trouble.BROKEN, "cannot be read as a mesh"),
        ("v 0 0 0\nf 1 2 3\n", Trouble.BROKEN, ""),
        ("mtllib ../a.mtl\n", Trouble.OTHER_FILES, "../a.mtl"),
        ("mtllib /etc/passwd\n", Trouble.OTHER_FILES, "/etc/passwd"),
        ("mtllib https://a.b/c.mtl\n", Trouble.OTHER_FILES, "https://a.b/c.mtl"),
        ("v 0 0 0" + " 1" * 40_000, Trouble.BROKEN, "a line of more than"),
        ("\0\0\0", Trouble.BROKEN, "not text"),
        ("f 1 2 3\n" * (MOST_TRIANGLES + 1), Trouble.TOO_LARGE, "more than 200,000 triangles"),
        ("v 0 0 0\n" * (3 * MOST_TRIANGLES + 1), Trouble.TOO_LARGE, "more than 200,000 triangles"),
    ],
)
def test_objs_that_are_refused(tmp_path: Path, text: str, sort: Trouble, message: str) -> None:
    path = tmp_path / "a.obj"
    path.write_text(text, encoding="utf-8")
    found, said = trouble(path)
    assert (found, message in said) == (sort, True), said


@pytest.mark.parametrize("name", ["http://a.b/c.png", "/etc/passwd", "../c.png", "C:\\c.png"])
def test_materials_refer_to_nothing_elsewhere(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.mtl").write_text(f"newmtl a\nmap_Kd -s 1 1 1 {name}\n")
    assert trouble(write_obj(tmp_path / "a.obj", before="mtllib a.mtl\n"))[0] is Trouble.OTHER_FILES


def test_a_link_to_materials_elsewhere_is_refused(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (tmp_path / "secret.mtl").write_text("newmtl a\nKd 1 0 0\n")
    (inner / "a.mtl").symlink_to(tmp_path / "secret.mtl")
    assert trouble(write_obj(inner / "a.obj", before="mtllib a.mtl\n"))[0] is Trouble.OTHER_FILES


def test_large_files_are_refused_by_their_size(tmp_path: Path) -> None:
    path = tmp_path / "a.obj"
    with path.open("wb") as file:
        file.truncate(2**31)
    assert trouble(path) == (Trouble.TOO_LARGE, "it has 2,048 MiB; at most 64 MiB are read")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
@given(st.binary(max_size=200), st.integers(0, 400), st.sampled_from([".glb", ".obj"]))
def test_damaged_files_are_refused_or_read(folder: Path, noise: bytes, place: int, ending: str) -> None:
    path = folder / f"damaged{ending}"
    write_cube_glb(path) if ending == ".glb" else write_obj(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:place] + noise + whole[place + len(noise) :])
    try:
        mesh = read_mesh(path, BOX, None, "z")
    except MeshError:
        return
    assert np.abs(mesh.vertices).max() <= GRID // 2
    assert math.isfinite(float(mesh.unit.sum()))
