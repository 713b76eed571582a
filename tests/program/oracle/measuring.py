"""What a reasoning type measures of each candidate. One function a measure; the geometry is in `scene`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.program.oracle import measures, shelf
from tests.program.oracle.frames import Direction, absolute
from tests.program.oracle.question import Question


def size_class(q: Question) -> Sequence[str | None]:
    return [c.size for c in q.candidates]


def occupancy(q: Question) -> Sequence[float]:
    return [measures.occupancy(q.scene, c.id) for c in q.candidates]


def height(q: Question) -> Sequence[float]:
    return [measures.height(c) for c in q.candidates]


def width(q: Question) -> Sequence[float]:
    return [measures.width(c) for c in q.candidates]


def distance(q: Question) -> Sequence[float]:
    return [measures.distance(q.scene, c.id, q.reference.id, q.by) for c in q.candidates]


def tilt(q: Question) -> Sequence[float]:
    return [measures.tilt(c) for c in q.candidates]


def clock_angle(q: Question) -> Sequence[float]:
    return [measures.clock_angle(q.axes, c) for c in q.candidates]


def along(direction: Direction) -> Callable[[Question], Sequence[float]]:
    """The candidate's coordinate along a direction of the frame, from the reference's centre."""

    def measure(q: Question) -> Sequence[float]:
        return [measures.coordinate(q.axes, c, direction) for c in q.candidates]

    return measure


def along_from_slot(direction: Direction) -> Callable[[Question], Sequence[float]]:
    """As `along`, from the centre of the slot in which the reference stands."""

    def measure(q: Question) -> Sequence[float]:
        frame = absolute(q.scene, shelf.slot_holding(q.scene, q.reference.id).id)
        return [measures.coordinate(frame, c, direction) for c in q.candidates]

    return measure


def directly(direction: Direction) -> Callable[[Question], Sequence[float | None]]:
    """How far a slot is above (below) the reference's, if it is and overlaps it in width."""

    def measure(q: Question) -> Sequence[float | None]:
        gaps = shelf.gaps_towards(q.scene, q.reference.id, direction)
        return [gaps.get(c.id) for c in q.candidates]

    return measure


def beside(direction: Direction) -> Callable[[Question], Sequence[float | None]]:
    """How far from the reference's side a space of the same slot begins, if nothing is between them."""

    def measure(q: Question) -> Sequence[float | None]:
        gaps = shelf.gaps_beside(q.scene, q.reference.id, direction, q.axes)
        return [gaps.get(c.id) for c in q.candidates]

    return measure


def between_on_table(q: Question) -> Sequence[float]:
    """How deep inside the band of 15 cm around the segment between two references; negative: outside."""
    a, b = q.references
    return [_signed(shelf.between_on_table(q.scene, c.id, a.id, b.id)) for c in q.candidates]


def between_in_row(q: Question) -> Sequence[float]:
    """How deep between two references of one row of the shelf; negative: outside, or not in that row."""
    a, b = q.references
    return [_signed(shelf.between_in_row(q.scene, c.id, a.id, b.id)) for c in q.candidates]


def _signed(found: shelf.Between) -> float:
    return found.margin if found.holds else -found.margin


def row(q: Question) -> Sequence[int | None]:
    return [shelf.row_of(q.scene, c.id) for c in q.candidates]


def column(q: Question) -> Sequence[int | None]:
    return [shelf.column_of(q.scene, c.id) for c in q.candidates]


def cell(q: Question) -> Sequence[tuple[int | None, int | None]]:
    return list(zip(row(q), column(q), strict=True))
