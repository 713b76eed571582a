"""Frames of rows, and what is measured along their axes."""

from __future__ import annotations

from functools import partial

import numpy as np
from attrs import field, frozen

from espire_dsl.program.arrays.attributes import fronts, problem_of
from espire_dsl.program.arrays.batch import SceneBatch
from espire_dsl.program.arrays.columns import Floats, FrameColumn, Ints
from espire_dsl.program.arrays.failures import Failed, first_of
from espire_dsl.program.arrays.pairs import of_pairs
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.frames import Direction, Frame, FrameKind, floor_front
from espire_dsl.scene.mathematics import DEGREES, atan2, hypot
from espire_dsl.scene.node import UP
from espire_dsl.scene.quantize import quantize_array


@frozen
class PlacedFrame:
    """A kind of frame, placed: the place at the origin of each row, or -1 for the world's origin."""

    kind: FrameKind
    origin: Ints = field(eq=False)


def place_frame(
    batch: SceneBatch, scenes: Ints, frame: FrameColumn, reference: Ints | None
) -> tuple[PlacedFrame, Failed]:
    """Measured from the frame's owner, or from the reference where it has none."""
    if frame.kind == "intrinsic":
        assert frame.of is not None
        return PlacedFrame("intrinsic", frame.of), front_failures(batch, scenes, frame.of)
    if frame.kind == "relative":
        assert reference is not None
        return PlacedFrame("relative", reference), viewer_failures(batch, scenes)
    return PlacedFrame("absolute", np.full(len(scenes), -1) if reference is None else reference), None


def front_failures(batch: SceneBatch, scenes: Ints, places: Ints) -> Failed:
    bad = np.isnan(fronts(batch)[scenes, places, 0])
    return batch.messages.failing(bad, partial(problem_of, floor_front, batch), scenes, places)


def viewer_failures(batch: SceneBatch, scenes: Ints) -> Failed:
    viewers = batch.viewers[scenes]
    blind = batch.messages.failing(viewers < 0, partial(no_viewer, batch), scenes)
    return first_of(blind, front_failures(batch, scenes, viewers))


def no_viewer(batch: SceneBatch, scene: int) -> str:
    try:
        return batch.scenes[scene].viewer.id
    except SceneError as error:
        return str(error)


def origins(batch: SceneBatch, scenes: Ints, places: Ints) -> Floats:
    return np.where(places[:, None] < 0, 0.0, batch.centers[scenes, places])


def forwards(batch: SceneBatch, kind: str, scenes: Ints, places: Ints) -> Floats:
    """Each frame's forward on the floor, (rows, 2)."""
    owners = places if kind == "intrinsic" else batch.viewers[scenes]
    found: Floats = fronts(batch)[scenes, owners]
    return found


def axis(batch: SceneBatch, kind: str, scenes: Ints, places: Ints, direction: Direction) -> Floats:
    """What a direction word means in each frame, (rows, 3)."""
    result = np.zeros((len(scenes), 3))
    if direction in ("up", "down"):
        result[:, 2] = 1.0 if direction == "up" else -1.0
        return result
    forward = forwards(batch, kind, scenes, places)
    if direction in ("left", "right"):
        left = np.stack([0.0 - forward[:, 1], forward[:, 0]], axis=1)
        backwards = np.full(len(scenes), direction == "right")
        if kind == "intrinsic":
            backwards ^= _encountered(batch)[scenes, places]
        result[:, :2] = np.where(backwards[:, None], 0.0 - left, left)
    else:
        result[:, :2] = forward if (direction == "front") == (kind == "intrinsic") else 0.0 - forward
    return result


def _encountered(batch: SceneBatch) -> Floats:
    """Which things have the left of a person before them."""
    return batch.remember(
        "encountered", lambda: batch.spread([n.perspective == "encounter" for n in batch.nodes], False, bool)
    )


def frames_of(batch: SceneBatch, scenes: Ints, frame: PlacedFrame) -> list[Frame]:
    """The frame of each row, with its axes."""
    places = zip(scenes.tolist(), frame.origin.tolist(), strict=True)
    nodes = [None if place < 0 else batch.node(scene, place) for scene, place in places]
    middles = [((0.0, 0.0, 0.0), None) if node is None else (node.center, node.id) for node in nodes]
    if frame.kind == "absolute":
        return [Frame("absolute", center, None, None, UP, name) for center, name in middles]
    ahead = forwards(batch, frame.kind, scenes, frame.origin).tolist()
    left = axis(batch, frame.kind, scenes, frame.origin, "left").tolist()
    return [
        Frame(frame.kind, center, (x, y, 0.0), tuple(side), UP, name)
        for (center, name), (x, y), side in zip(middles, ahead, left, strict=True)
    ]


def along(a: Floats, b: Floats) -> Floats:
    """Scalar products."""
    product: Floats = a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1] + a[..., 2] * b[..., 2]
    return product


def coordinates(
    batch: SceneBatch, scenes: Ints, frame: PlacedFrame, direction: Direction, places: Ints
) -> Floats:
    """How far centres lie in a direction from each frame's origin, (rows, len(places))."""

    def compute(scenes: Ints, origin: Ints) -> Floats:
        away = batch.centers[scenes] - origins(batch, scenes, origin)[:, None, :]
        return quantize_array(along(away, axis(batch, frame.kind, scenes, origin, direction)[:, None, :]))

    return of_pairs(batch, ("along", frame.kind, direction), scenes, frame.origin, places, compute)


def offsets(
    batch: SceneBatch, scenes: Ints, frame: FrameColumn, reference: Ints, direction: Direction, places: Ints
) -> tuple[Floats, Failed]:
    """How far the centre of one thing of each row lies in a direction from its reference."""
    placed, lost = place_frame(batch, scenes, frame, reference)
    away = batch.centers[scenes, places] - origins(batch, scenes, placed.origin)
    way = axis(batch, placed.kind, scenes, placed.origin, direction)
    return quantize_array(along(away, way)), lost


def angles_off_axis(
    batch: SceneBatch, scenes: Ints, frame: PlacedFrame, direction: Direction, places: Ints
) -> Floats:
    """Degrees between a direction and the way to one thing of each row."""
    away = batch.centers[scenes, places] - origins(batch, scenes, frame.origin)
    way = axis(batch, frame.kind, scenes, frame.origin, direction)
    length = along(away, way)
    if direction in ("up", "down"):
        across = hypot(away[:, 0], away[:, 1])
    else:
        across = away[:, 0] * way[:, 1] - away[:, 1] * way[:, 0]
    nowhere = (quantize_array(length) == 0) & (quantize_array(across) == 0)
    return np.where(nowhere, 90.0, quantize_array(atan2(np.abs(across), length) * DEGREES))


def clock_angles(batch: SceneBatch, scenes: Ints, frame: PlacedFrame, places: Ints) -> Floats:
    """Degrees clockwise from each frame's forward; NaN for things right at the middle."""

    def compute(scenes: Ints, origin: Ints) -> Floats:
        away = batch.centers[scenes] - origins(batch, scenes, origin)[:, None, :]
        forward = forwards(batch, frame.kind, scenes, origin)[:, None, :]
        ahead = away[..., 0] * forward[..., 0] + away[..., 1] * forward[..., 1]
        right = away[..., 0] * forward[..., 1] - away[..., 1] * forward[..., 0]
        somewhere = (quantize_array(ahead) != 0) | (quantize_array(right) != 0)
        somewhere &= batch.there[scenes] & ~np.isnan(ahead)
        return quantize_array(atan2(right, ahead, somewhere) * DEGREES % 360.0) % 360.0

    return of_pairs(batch, ("clock", frame.kind), scenes, frame.origin, places, compute)
