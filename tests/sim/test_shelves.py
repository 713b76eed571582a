"""The look of shelves: within their boards, and hardly smaller than these."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from espire_dsl.scene.box import Box, box_of
from espire_dsl.scene.graph import Scene
from espire_sim.appearance.shape import Shape
from espire_sim.appearance.shelves import EDGE_BANDS, shelf_shapes
from espire_sim.appearance.textures import load_textures
from espire_sim.worlds.boards import shelf_boards
from tests.nodes import node as new_node
from tests.sim.strategies import drawn

Points = NDArray[np.float64]

TAKEN = 0.009
"""How much of a shelf's front and sides the look may take away, and a little more for rounding."""


def in_shape(shape: Shape, points: Points, slack: float) -> NDArray[np.bool_]:
    half = np.linalg.norm(shape.axes, axis=0)
    own = (points - shape.center) @ (shape.axes / half)
    inside: NDArray[np.bool_] = (np.abs(own) <= half + slack).all(axis=1)
    return inside


def in_box(box: Box, points: Points, slack: float) -> NDArray[np.bool_]:
    beyond = np.abs((points - box.center) @ box.axes) - box.half
    return np.asarray(beyond.max(axis=1) <= slack, dtype=np.bool_)


def boards_and_shapes(scene: Scene) -> tuple[tuple[Box, ...], list[tuple[Shape, str]]]:
    (shelf,) = scene.of_kind("shelf")
    boards = shelf_boards(scene)[shelf.id]
    return boards, list(shelf_shapes(shelf, boards, "oak"))


@settings(max_examples=6, deadline=None)
@given(level=st.sampled_from(["easy", "hard"]), seed=st.integers(0, 5))
def test_parts_are_within_the_boards_and_fill_them(level: str, seed: int) -> None:
    scene = drawn("shelf", level, seed).scene
    boards, parts = boards_and_shapes(scene)
    rng = np.random.default_rng(seed)
    for shape, _ in parts:
        points = shape.center + rng.uniform(-1, 1, (500, 3)) @ shape.axes.T
        assert np.any([in_box(board, points, 1e-6) for board in boards], axis=0).all()
    (shelf,) = scene.of_kind("shelf")
    whole = box_of(shelf)
    inner = Box(whole.center, whole.axes, whole.half - TAKEN)
    for board in boards:
        points = board.center + (rng.uniform(-1, 1, (500, 3)) * board.half) @ board.axes.T
        points = points[in_box(inner, points, 0.0)]
        assert np.any([in_shape(shape, points, 1e-6) for shape, _ in parts], axis=0).all()


def test_a_shelf_has_few_more_parts_than_boards() -> None:
    boards, parts = boards_and_shapes(drawn("shelf", "easy", 3).scene)
    paints = {paint for _, paint in parts}
    assert paints == {"oak", "ink", EDGE_BANDS["oak"]}
    assert len(boards) < len(parts) <= 2 * len(boards)


def test_a_rack_looks_like_its_boards() -> None:
    low = new_node("rack", "shelf", (0, 0, 0.2), extents=(0.3, 0.4, 0.4))
    slot = new_node("slot", "slot", (0.01, 0, 0.2), extents=(0.28, 0.36, 0.36))
    scene = Scene.build([low, slot], [("slot", "rack", "in")])
    boards, parts = boards_and_shapes(scene)
    assert [shape.center.tolist() for shape, _ in parts] == [board.center.tolist() for board in boards]
    assert {paint for _, paint in parts} == {"oak"}


@pytest.mark.parametrize("name", EDGE_BANDS)
def test_bands_differ_a_little_from_their_boards(name: str) -> None:
    board, band = (load_textures()[of] for of in (name, EDGE_BANDS[name]))
    apart = np.abs((np.array(board.ground) + board.other) / 2 - (np.array(band.ground) + band.other) / 2)
    assert 0.02 < apart.max() < 0.25
