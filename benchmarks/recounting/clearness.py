"""Rules about how clearly a task is decided: counting, margins, ways of measuring, what is stated."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from .deciding import (
    ABOUT,
    MOST,
    POSES,
    TILT_TOLERANCE,
    about,
    clock_depth,
    counted,
    is_counted,
    place_of,
    pose_depth,
)
from .look import Look
from .measuring import plain_type, spread
from .numbers import (
    ANGLE,
    BOOK_LENGTH,
    BOOK_SHARE,
    EPSILON,
    FLOOR,
    FROM_CAMERA_INSIDE,
    INSIDE,
    LEAST_LINES,
    LENGTH,
    LEVEL,
    MOST_UNDECIDED,
    SHARE,
    is_spoken,
    step_of,
)
from .program import Hop
from .rules import Rule, any_of, of_tasks

STATED = frozenset({"LessThan", "MoreThan", "Range", "EqualTo"})
ROWS, COLUMNS = 0, 1
BESIDES = frozenset({"DirectLeft", "DirectRight"})
LEVELS = frozenset({"Above", "Below", "BetweenSlots"})
SIDES = frozenset({"Left", "Right", "Front", "Behind", "Upper", "Lower", "Between", "BetweenSpaces"})


def _has(look: Look, test: Callable[[str], bool]) -> bool:
    return any(test(hop.type) for hop in look.hops)


def _differs(look: Look) -> bool | None:
    if look.again is None:
        return None
    if _has(look, lambda type: type in BESIDES):
        return not look.answers <= look.again
    return bool((look.answers ^ look.again) - look.undecided)


def _not_run(look: Look) -> bool | None:
    return None if look.fixes_pose else look.again is None


def _ranks_differ(look: Look) -> bool | None:
    return _differs(look) if _has(look, lambda type: type.startswith("Rank")) else None


def _extremes_differ(look: Look) -> bool | None:
    of_interest = _has(look, is_counted) and not _has(look, lambda type: type.startswith("Rank"))
    return _differs(look) if of_interest else None


def _others_differ(look: Look) -> bool | None:
    return None if _has(look, is_counted) else _differs(look)


def from_camera(look: Look, hop: Hop) -> bool:
    """Distances of slots and spaces to the viewer, which are all alike."""
    return (
        hop.is_distance
        and hop.references[0] == look.scene.viewer.id
        and all(look.scene[id].kind in ("slot", "space") for id in hop.asked)
    )


def _close_ranks(look: Look) -> bool | None:
    return any_of(_is_close_rank(look, n, hop) for n, hop in enumerate(look.hops) if is_counted(hop.type))


def _is_close_rank(look: Look, number: int, hop: Hop) -> bool:
    """The answer stands too close to the one before or after it, and it would matter."""
    order, place = counted(hop.type, hop.values), place_of(hop.type, hop.arguments)
    lines = len(hop.chosen) > 1 or (look.says_lines and plain_type(hop.type) in MOST)
    if lines or not hop.chosen:
        return False
    for other in order[max(place - 2, 0) : place - 1] + order[place : place + 1]:
        a, b = hop.values[hop.chosen[0]], hop.values[other]
        needed = _outside(look, hop, max(a, b) if hop.is_distance else 0.0)
        if abs(a - b) < needed - EPSILON and look.matters(number, (other,)):
            return True
    return False


def _lines_unsaid(look: Look) -> bool | None:
    return any_of(_is_off_grid(look, hop) for hop in look.hops)


def _is_off_grid(look: Look, hop: Hop) -> bool | None:
    """Rows and columns are counted on full grids of three or more, where the sentence says so."""
    scene, name = look.scene, plain_type(hop.type)
    lines = look.number("line_count", LEAST_LINES)
    if hop.type in ("Row", "Column", "Cell"):
        least = {"Row": (lines, 1), "Column": (1, lines), "Cell": (1, 1)}[hop.type]
        return scene.grid is None or any(n < m for n, m in zip(scene.grid, least, strict=True))
    if name not in MOST or not hop.asked or any(scene[id].kind != "slot" for id in hop.asked):
        return None
    sideways = name in ("LeftMost", "RightMost")
    heights = [float(scene[id].center[2]) for id in hop.asked]
    if sideways and max(heights) - min(heights) <= LEVEL:
        return None
    if not look.says_lines:
        return sideways
    return scene.grid is None or scene.grid[COLUMNS if sideways else ROWS] < lines


def _measured_otherwise(look: Look) -> bool | None:
    if not any(hop.is_distance for hop in look.hops) or look.task.get("names_measure"):
        return None
    return any(_is_another(look, other, hops) for other, hops in look.by_ways())


def _is_another(look: Look, other: frozenset[str], hops: Sequence[Hop]) -> bool:
    """Whether other answers are not those of the task: none is shared, or something differs that is decided
    both here and there."""
    undecided = look.undecided | _undecided(look, hops)
    return not look.answers & other or bool((look.answers ^ other) - undecided)


def _undecided(look: Look, hops: Sequence[Hop]) -> frozenset[str]:
    """Spaces too close to a stated length, or across the boundary of a side, by what some hops measured, and
    those that are too hidden to be asked for."""
    close = (
        id
        for hop in hops
        if hop.type in STATED
        for id, depth, stated in _depths(look, hop)
        if abs(depth) < _needed(look, hop, id, depth, stated) - EPSILON
    )
    across = (id for hop in hops if hop.type in SIDES for id in hop.asked if _is_near(look, hop, id))
    hidden = (id for hop in hops for id in hop.asked if look.is_hidden(id) or look.is_small(id))
    return frozenset(id for id in (*close, *across, *hidden) if look.scene[id].kind == "space")


def _measured_otherwise_entirely(look: Look) -> bool | None:
    if not any(hop.is_distance for hop in look.hops):
        return None
    return not look.answers & look.by_ways()[-1][0]


def _depths(look: Look, hop: Hop) -> Iterator[tuple[str, float, float]]:
    """Of each decided thing: how far it is inside the nearest stated boundary, and the boundary's length."""
    for id in hop.asked:
        if id in look.undecided or hop.values[id] is None:
            continue
        value = hop.values[id]
        bounds = [float(bound) for bound in hop.arguments]
        match hop.type:
            case "LessThan":
                found = [(bounds[0] - value, bounds[0])]
            case "MoreThan":
                found = [(value - bounds[0], bounds[0])]
            case "Range":
                found = [(value - bounds[0], bounds[0]), (bounds[1] - value, bounds[1])]
            case _:
                wide = about(hop.type, bounds[0], look.terms)
                found = [(wide - abs(value - bounds[0]), bounds[0])]
        yield (id, *min(found))


def _toggled(hop: Hop, id: str) -> tuple[str, ...]:
    return tuple(i for i in hop.chosen if i != id) if id in hop.chosen else (*hop.chosen, id)


def _close_stated(look: Look) -> bool | None:
    return any_of(_is_close(look, n, hop) for n, hop in enumerate(look.hops) if hop.type in STATED)


def _close_size(look: Look) -> bool | None:
    return any_of(_is_close(look, n, h) for n, h in enumerate(look.hops) if h.type in ("Height", "Width"))


def _is_close(look: Look, number: int, hop: Hop) -> bool:
    for id, depth, stated in _depths(look, hop):
        needed = _needed(look, hop, id, depth, stated)
        if abs(depth) < needed - EPSILON and look.matters(number, _toggled(hop, id)):
            return True
    return False


def _needed(look: Look, hop: Hop, id: str, depth: float, stated: float) -> float:
    """How far from the boundary a thing is to be, inside or outside."""
    if depth < 0:
        return _outside(look, hop, stated, id)
    return 0.0 if hop.type in ABOUT else _inside(look, hop, stated)


def _outside(look: Look, hop: Hop, length: float, id: str | None = None) -> float:
    """How far what is wrong stays off, where a length is stated or two are compared."""
    share, least = SHARE, LENGTH
    if from_camera(look, hop):
        share = 0.0
    elif hop.type in ("Height", "Width") and id is not None and look.scene[id].kind == "book":
        share, least = BOOK_SHARE, BOOK_LENGTH
    return max(look.number("margin_share", share) * length, look.number("margin", least))


def _inside(look: Look, hop: Hop, length: float) -> float:
    """How far what is right stays within a stated length."""
    share, least = (0.0, FROM_CAMERA_INSIDE) if from_camera(look, hop) else (INSIDE, 0.0)
    return max(look.number("inside_share", share) * length, look.number("inside", least))


def _within_share(share: float) -> Callable[[Look], bool | None]:
    """Whether anything stands nearer to a stated boundary than a share of the greatest stated length; what is
    about as far as stated may be anywhere within the tolerance."""
    return lambda look: any_of(
        any(
            abs(depth) < share * max(hop.arguments)
            for _, depth, _ in _depths(look, hop)
            if depth < 0 or hop.type not in ABOUT
        )
        for hop in look.hops
        if hop.type in STATED
    )


def _unspoken(look: Look) -> bool | None:
    return any_of(
        any(not is_spoken(float(length)) for length in hop.arguments)
        for hop in look.hops
        if hop.type in STATED | ABOUT
    )


def _untrue(look: Look) -> bool | None:
    """No answer's true value is the one that is stated, rounded as people speak."""
    return any_of(
        not any(_rounds_to(hop.values[id], float(hop.arguments[0])) for id in hop.chosen)
        for hop in look.hops
        if hop.type in ABOUT
    )


def _rounds_to(value: float, stated: float) -> bool:
    return abs(value - stated) <= max(step_of(value), step_of(stated)) / 2 + EPSILON


def _close_otherwise(look: Look) -> bool | None:
    """Sides, hours, poses and betweenness within 5 cm or 5 degrees of the boundary."""
    known = SIDES | LEVELS | frozenset(POSES) | {"ClockPosition", "TiltDegree"}
    return any_of(
        any(_is_near(look, hop, id) and look.matters(n, _toggled(hop, id)) for id in hop.asked)
        for n, hop in enumerate(look.hops)
        if hop.type in known
    )


def _is_near(look: Look, hop: Hop, id: str) -> bool:
    value = hop.values[id]
    if id in look.undecided or value is None:
        return False
    length, angle = look.number("margin", LENGTH), look.number("margin_angle", ANGLE)
    if hop.type == "ClockPosition":
        depth = abs(clock_depth(value[0], int(hop.arguments[0])))
        across = value[1] * math.sin(math.radians(min(depth, 90.0)))
        return depth < angle - EPSILON and across < length - EPSILON
    if hop.type == "TiltDegree":
        off = abs(value - hop.arguments[0]) - (look.terms.tolerance or TILT_TOLERANCE)
        return bool(0 < off < angle - EPSILON)
    if hop.type in POSES:
        return abs(pose_depth(hop.type, value)) < angle - EPSILON
    if hop.type in LEVELS and abs(value) <= LEVEL:
        return False
    reach = spread(look.scene, hop.type, id, hop.references[0], hop.frame)
    return bool(abs(value) - reach < length - EPSILON)


def _uneven_floors(look: Look) -> bool | None:
    """Emptiest slots are exactly equal, the others 5 points of floor fuller."""
    floor = look.number("margin_fraction", FLOOR)
    return any_of(
        any(EPSILON < hop.values[id] - min(hop.values.values()) < floor - EPSILON for id in hop.asked)
        for hop in look.hops
        if hop.type == "Emptiest"
    )


def _too_undecided(look: Look) -> bool | None:
    if not look.undecided:
        return None
    most = look.number("undecided_share", MOST_UNDECIDED)
    return len(look.undecided) > most * len(look.candidates | look.undecided) + EPSILON


RULES = (
    Rule("programs can be run again", of_tasks(_not_run)),
    Rule("ranks are those of ordinary counting", of_tasks(_ranks_differ)),
    Rule("extremes are those of ordinary counting", of_tasks(_extremes_differ)),
    Rule("other answers are found again", of_tasks(_others_differ)),
    Rule("ranks and extremes: neighbours 10 % and 5 cm away", of_tasks(_close_ranks)),
    Rule("rows, columns, leftmost: full grids of 3, and said", of_tasks(_lines_unsaid)),
    Rule("distances: the unnamed way of measuring does not matter", of_tasks(_measured_otherwise)),
    Rule("distances: centres give other answers only", of_tasks(_measured_otherwise_entirely), strict=False),
    Rule("stated lengths: 10 % and 5 cm outside, 5 % inside", of_tasks(_close_stated)),
    Rule("stated lengths: something within 5 %", of_tasks(_within_share(0.05)), strict=False),
    Rule("stated lengths: something within 10 %", of_tasks(_within_share(0.10)), strict=False),
    Rule("stated sizes: others 15 % and 2 cm (slots 10 %, 5 cm) off", of_tasks(_close_size)),
    Rule("stated values are of steps that people say", of_tasks(_unspoken)),
    Rule("about: the stated value is an answer's, rounded", of_tasks(_untrue)),
    Rule("sides, hours, poses, between: 5 cm or 5 degrees", of_tasks(_close_otherwise)),
    Rule("emptiest: equal, or 5 points of floor apart", of_tasks(_uneven_floors)),
    Rule("at most a third is undecided", of_tasks(_too_undecided)),
)
