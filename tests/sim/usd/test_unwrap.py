"""Shapes as meshes: closed, facing outwards, of the right volume, and laid flat point by point."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.meshes.limits import GRID
from espire_dsl.meshes.value import Mesh
from espire_sim.appearance.shape import Form, Shape
from espire_sim.usd.unwrap import FEWEST, MOST, Unwrapped, sides_of, unwrapped
from tests.sim.strategies import Part, parts, skewed_shapes

AXES = np.diag([0.3, 0.3, 0.2])


def volume(mesh: Unwrapped) -> float:
    """In own axes, by the cones from the origin to all faces."""
    return sum(
        float(np.dot(mesh.points[a], np.cross(mesh.points[b], mesh.points[c]))) / 6
        for a, *rest in mesh.faces
        for b, c in itertools.pairwise(rest)
    )


def polygon(shape: Shape) -> float:
    """The area of the circle of the radius 1, with as many sides as the shape has."""
    return sides_of(shape) / 2 * math.sin(2 * math.pi / sides_of(shape))


def frustum(shape: Shape) -> float:
    hole = shape.hole if shape.form is Form.TUBE else 0.0
    return (2 / 3 * (1 + shape.top + shape.top**2) - 2 * hole**2) * polygon(shape)


@pytest.mark.parametrize(
    ("shape", "filled"),
    [
        (Shape(Form.BOX, np.zeros(3), AXES), lambda _: 8.0),
        (Shape(Form.CONE, np.zeros(3), AXES), frustum),
        (Shape(Form.CONE, np.zeros(3), AXES, top=0.4), frustum),
        (Shape(Form.CONE, np.zeros(3), AXES, top=0.0), frustum),
        (Shape(Form.TUBE, np.zeros(3), AXES, hole=0.6), frustum),
    ],
)
def test_meshes_fill_what_they_should(shape: Shape, filled: object) -> None:
    assert volume(unwrapped(shape)) == pytest.approx(filled(shape))  # type: ignore[operator]


def test_a_ball_is_nearly_full() -> None:
    ball = volume(unwrapped(Shape(Form.BALL, np.zeros(3), AXES)))
    assert 0.98 * 4 / 3 * math.pi < ball < 4 / 3 * math.pi


@settings(max_examples=40)
@given(some=parts(widest_top=2.0))
def test_meshes_are_closed_and_corners_are_where_their_pieces_have_them(some: list[Part]) -> None:
    for shape in skewed_shapes(some, 0.0):
        mesh = unwrapped(shape)
        edges = [edge for face in mesh.faces for edge in itertools.pairwise([*face, face[0]])]
        assert len(set(edges)) == len(edges)
        assert {(b, a) for a, b in edges} == set(edges)
        corners = mesh.points[[place for face in mesh.faces for place in face]]
        assert len(corners) == len(mesh.normals) == len(mesh.laid) == len(mesh.on)
        for number, piece in enumerate(mesh.pieces):
            rows = mesh.on == number
            assert np.allclose(piece.at(*mesh.laid[rows].T), corners[rows].T, atol=1e-8)
        assert ((mesh.laid >= 0) & (mesh.laid <= 1)).all()


@settings(max_examples=40)
@given(some=parts(widest_top=2.0))
def test_normals_are_units_and_look_where_faces_look(some: list[Part]) -> None:
    for shape in skewed_shapes(some, 0.0):
        mesh = unwrapped(shape)
        assert np.allclose(np.linalg.norm(mesh.normals, axis=1), 1.0)
        start = 0
        for face in mesh.faces:
            a, b, c = mesh.points[list(face[:3])]
            way = np.cross(b - a, c - a)
            near = mesh.normals[start : start + len(face)] @ way / np.linalg.norm(way)
            assert near.min() > 0.7, "a normal of a round face is that of the arc, and not of the chord"
            start += len(face)


def test_triangles_of_an_asset_lie_on_the_side_that_they_face() -> None:
    half = GRID // 2
    vertices = half * np.array([[-1, -1, -1], [1, -1, -1], [0, 1, -1], [0, 0, 1]], dtype=np.int32)
    faces = np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]], dtype=np.int32)
    shape = Shape(Form.MESH, np.zeros(3), np.diag([0.1, 0.1, 0.5]), mesh=Mesh(vertices, faces))
    mesh = unwrapped(shape)
    assert volume(mesh) == pytest.approx(4 / 3)
    sides = mesh.on.reshape(-1, 3)
    assert sides[0].tolist() == [4, 4, 4], "the one below looks down"
    assert sides[1].tolist() == [2, 2, 2], "a tall one looks along -y rather than up"
    corners = mesh.points[[place for face in mesh.faces for place in face]]
    for row, number, laid in zip(corners, mesh.on, mesh.laid, strict=True):
        axis = number // 2
        assert laid.tolist() == pytest.approx([(row[(axis + 1) % 3] + 1) / 2, (row[(axis + 2) % 3] + 1) / 2])


@given(radius=st.floats(0.002, 5.0))
def test_more_sides_for_what_is_larger(radius: float) -> None:
    sides = sides_of(Shape(Form.CONE, np.zeros(3), np.diag([radius, radius, 9.0])))
    assert FEWEST <= sides <= MOST
    assert sides % 4 == 0
    if sides < MOST:
        assert radius * (1 - math.cos(math.pi / sides)) < 0.0011
