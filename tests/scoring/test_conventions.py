"""Points in declared conventions, and files that look like another one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.scoring.conventions import ORDERS, SCALES, Convention, is_outside, suspicion
from espire_dsl.scoring.grading import grade
from espire_dsl.scoring.reading import read_predictions
from tests.scoring.handmade import HEIGHT, WIDTH, pointing

SIZE = (640, 480)
CONVENTIONS = [Convention(points, order) for points in SCALES for order in ORDERS]
PIXELS = st.tuples(st.floats(0, 639.9), st.floats(0, 479.9))


def given_in(convention: Convention, x: float, y: float) -> tuple[float, float]:
    """A pixel as somebody with that convention writes it."""
    scale = {"pixel": None, "unit": 1.0, "percent": 100.0, "thousand": 1000.0}[convention.points]
    told = (x, y) if scale is None else (x * scale / 640, y * scale / 480)
    return told if convention.order == "xy" else (told[1], told[0])


@given(st.sampled_from(CONVENTIONS), PIXELS)
def test_every_convention_tells_the_same_pixel(convention: Convention, pixel: tuple[float, float]) -> None:
    told = convention.in_pixels(given_in(convention, *pixel), SIZE)
    assert told == pytest.approx(pixel)


@given(st.floats(-2000, 2000), st.floats(-2000, 2000))
def test_nothing_is_clipped(x: float, y: float) -> None:
    assert Convention().in_pixels((x, y), SIZE) == (x, y)
    assert is_outside((x, y), SIZE) == (not (0 <= x < 640 and 0 <= y < 480))


SPREAD = [(x, y) for x in (20.0, 333.3, 600.0) for y in (15.0, 222.2, 470.0, 301.0)]


@pytest.mark.parametrize("declared", CONVENTIONS, ids=lambda c: f"{c.points}-{c.order}")
@pytest.mark.parametrize("meant", CONVENTIONS, ids=lambda c: f"{c.points}-{c.order}")
def test_another_scale_is_told_and_the_right_one_is_not(declared: Convention, meant: Convention) -> None:
    told = suspicion([(given_in(meant, *pixel), SIZE) for pixel in SPREAD], declared)
    if declared == meant:
        assert told is None
    elif declared.points != meant.points and declared.order == meant.order == "xy":
        # Pixels of this picture fit into 0 .. 1000, and look like nothing else.
        unseen = declared.points == "thousand" and meant.points == "pixel"
        assert unseen or (told is not None and f"--points {meant.points}" in told)
    elif declared.points == meant.points == "pixel":
        assert told is not None
        assert f"--order {meant.order}" in told


def test_a_few_small_pixels_are_no_accident() -> None:
    assert suspicion([((1.0, 1.0), SIZE)], Convention()) is None
    assert suspicion([((0.4, 0.25), SIZE)], Convention()) is not None
    assert suspicion([], Convention()) is None


@pytest.mark.parametrize("convention", CONVENTIONS, ids=lambda c: f"{c.points}-{c.order}")
def test_a_file_in_a_declared_convention(convention: Convention, tmp_path: Path) -> None:
    task = pointing(1, (20, 5, 30, 25))
    most = {"pixel": None, "unit": 1, "percent": 100, "thousand": 1000}[convention.points]
    x, y = (25.0, 10.0) if most is None else (25 / WIDTH * most, 10 / HEIGHT * most)
    point = [x, y] if convention.order == "xy" else [y, x]
    path = tmp_path / "p.jsonl"
    path.write_text(json.dumps({"task": "task1", "points": [point]}))
    found = read_predictions(path, {"task1": task}, convention)
    assert grade(task, found.by_task["task1"]).first
    assert found.outside == 0


def test_points_beside_the_picture_are_counted_and_wrong(tmp_path: Path) -> None:
    task = pointing(1, (0, 0, WIDTH, HEIGHT))
    path = tmp_path / "p.jsonl"
    path.write_text(json.dumps({"task": "task1", "points": [[WIDTH, 5], [-0.1, 5], [5, HEIGHT]]}))
    found = read_predictions(path, {"task1": task})
    assert found.outside == 3
    assert not grade(task, found.by_task["task1"]).ever
