"""From measured values to answers: which candidates are chosen, and by how much.

Each decision takes the candidates' values in order and says for each whether it is chosen, and the
margin: how far the nearest candidate stands from the boundary of the decision, in the values' own
unit; None when no candidate could have fallen the other way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen

from espire_dsl.scene.quantize import quantize

LEVEL = 0.01


@frozen
class Decision:
    chosen: tuple[bool, ...]
    margin: float | None


def by_boundary(values: Sequence[float], inside: Callable[[float], float]) -> Decision:
    """`inside` says how far within the boundary a value lies (negative: outside, 0: on it, out)."""
    depths = [quantize(inside(v)) for v in values]
    return Decision(tuple(d > 0 for d in depths), min((abs(d) for d in depths), default=None))


def positive(values: Sequence[float]) -> Decision:
    return by_boundary(values, lambda v: v)


def beyond_level(values: Sequence[float], together: float) -> Decision:
    """Positive, where what lies within `together` of the boundary is level with it: out beyond doubt.

    Slots of the reference's own row stand on the boundary by construction; they are no near miss.
    """
    depths = [quantize(v) for v in values]
    clear = [abs(d) for d in depths if abs(d) > together]
    return Decision(tuple(d > together for d in depths), min(clear, default=None))


def below(values: Sequence[float], bound: float) -> Decision:
    return by_boundary(values, lambda v: bound - v)


def above(values: Sequence[float], bound: float) -> Decision:
    return by_boundary(values, lambda v: v - bound)


def at_most(values: Sequence[float], bound: float) -> Decision:
    return _closed(values, lambda v: bound - v)


def at_least(values: Sequence[float], bound: float) -> Decision:
    return _closed(values, lambda v: v - bound)


def _closed(values: Sequence[float], inside: Callable[[float], float]) -> Decision:
    """As `by_boundary`, with the boundary itself inside."""
    depths = [quantize(inside(v)) for v in values]
    return Decision(tuple(d >= 0 for d in depths), min((abs(d) for d in depths), default=None))


def about(values: Sequence[float], stated: float, tolerance: float) -> Decision:
    """Within the tolerance of the stated value; the margin is the gap up to the nearest other one."""
    offs = [quantize(abs(v - stated)) for v in values]
    chosen = tuple(off <= tolerance for off in offs)
    gaps = [quantize(off - tolerance) for off, inside in zip(offs, chosen, strict=True) if not inside]
    return Decision(chosen, min(gaps, default=None))


def rank(values: Sequence[float], place: int) -> Decision:
    """The one in the given place, counted one by one, least first and the earlier one of equals first.

    The margin is the gap to the nearer neighbour in that order.
    """
    order = sorted(range(len(values)), key=lambda i: (values[i], i))
    if not 1 <= place <= len(order):
        return Decision(tuple(False for _ in values), None)
    it = order[place - 1]
    beside = [*order[place - 2 : place - 1], *order[place : place + 1]] if place > 1 else order[1:2]
    gaps = [quantize(abs(values[other] - values[it])) for other in beside]
    return Decision(tuple(i == it for i in range(len(values))), min(gaps, default=None))


def least(values: Sequence[float | None], level: float) -> Decision:
    """All within `level` of the least among those that have a value; the margin is the gap to the next."""
    known = sorted(v for v in values if v is not None)
    together = [v for v in known if quantize(v - known[0]) <= level]
    others = known[len(together) :]
    margin = quantize(others[0] - together[-1]) if others else None
    return Decision(tuple(v in together for v in values), margin)


def within(values: Sequence[float], low: float, high: float) -> Decision:
    return _closed(values, lambda v: min(v - low, high - v))


def within_reach(values: Sequence[float | None], reach: float) -> Decision:
    """Nearer than `reach`, among those that have a value."""
    depths = [None if v is None else quantize(reach - v) for v in values]
    return Decision(
        tuple(d is not None and d > 0 for d in depths),
        min((abs(d) for d in depths if d is not None), default=None),
    )


def equal(values: Sequence[object], wanted: object) -> Decision:
    """Exact agreement; nothing to measure."""
    return Decision(tuple(v == wanted for v in values), None)


def first_by(values: Sequence[float], sign: int) -> Decision:
    """Of two values, is the first less (+1) or greater (-1) than the second?"""
    first, second = values
    lead = quantize(sign * (second - first))
    return Decision((lead > 0, lead < 0), abs(lead))
