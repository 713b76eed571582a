"""The reasoning functions: sets of candidates in, answers out, by attribute, distance, relationship
and orientation. What a type means is in `constructors`; here the question is put together."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from attrs import evolve

from espire_dsl.language.core.values import FrameValue, ThingSet, TypeValue
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.quantize import quantize
from tests.program.oracle import frames, measures
from tests.program.oracle.constructor import Constructor
from tests.program.oracle.constructors import CONSTRUCTORS
from tests.program.oracle.decisions import Decision
from tests.program.oracle.finding_things import held_book
from tests.program.oracle.fit import Pose, clearance
from tests.program.oracle.function import Invocation, Step, function
from tests.program.oracle.question import Question

ABSOLUTE = frozenset({"absolute"})


def place_frame(scene: Scene, frame: FrameValue, reference: str | None) -> frames.Frame:
    """The frame in the scene. Measured from its owner, or from the reference where it has none."""
    if frame.kind == "intrinsic":
        assert frame.of is not None
        return frames.intrinsic(scene, frame.of)
    if frame.kind == "relative":
        assert reference is not None
        return frames.relative(scene, reference)
    return frames.absolute(scene, reference)


def answer(question: Question, constructor: Constructor) -> Step:
    """Measure, decide, and remember."""
    asked = [c for c in question.candidates if c.is_a(*constructor.candidates.names)]
    question = evolve(question, candidates=tuple(asked))
    values = constructor.measure(question)
    if question.count == "lines" and constructor.line is not None:
        values, decision = by_lines(values, question, constructor)
    else:
        decision = constructor.decide(values, question)
    chosen = [c for c, inside in zip(asked, decision.chosen, strict=True) if inside]
    angles = (
        {c.id: measures.angle_off_axis(question.axes, c, constructor.side) for c in chosen}
        if constructor.side
        else {}
    )
    return Step(
        ThingSet.of((c.id for c in chosen), question.scene),
        decision.margin,
        constructor.unit,
        question.frame,
        {c.id: value for c, value in zip(asked, values, strict=True)},
        angles,
    )


def by_lines(
    values: Sequence[float], question: Question, constructor: Constructor
) -> tuple[list[float], Decision]:
    """Decide between lines of a shelf, each of which stands where its candidates stand on average; all of the
    chosen line's are chosen. What is in no line is one by itself."""
    assert constructor.line is not None
    lines: dict[object, list[int]] = {}
    for number, candidate in enumerate(question.candidates):
        line = constructor.line(question.scene, candidate.id)
        lines.setdefault(candidate.id if line is None else line, []).append(number)
    means = [_mean([values[i] for i in line]) for line in lines.values()]
    decision = constructor.decide(means, question)
    mean_of, chosen = [0.0] * len(values), [False] * len(values)
    for line, mean, is_it in zip(lines.values(), means, decision.chosen, strict=True):
        for i in line:
            mean_of[i], chosen[i] = mean, is_it
    return mean_of, Decision(tuple(chosen), decision.margin)


def _mean(values: Sequence[float]) -> float:
    """The mean to a billionth, by whole numbers and halves to the even one: the same in any order."""
    return quantize(round(Fraction(sum(round(value * 1e9) for value in values), len(values))) / 1e9)


def _ask(call: Invocation, references: tuple[str, ...] = (), frame: FrameValue | None = None) -> Step:
    asked: TypeValue = call["type"]
    constructor = CONSTRUCTORS[asked.constructor]
    scene = call.scene
    nodes = tuple(call.node(name) for name in references)
    tolerance = None
    if constructor.tolerance is not None:
        tolerance = call.tolerance if call.tolerance is not None else constructor.tolerance
    placed = place_frame(scene, frame, nodes[0].id if nodes else None) if frame else None
    by, count = call.arguments.get("by", "edges"), call.arguments.get("count", "things")
    question = Question(scene, call.nodes("xs"), asked.arguments, nodes, placed, tolerance, by, count)
    return answer(question, constructor)


@function("filter_attribute")
def filter_attribute(call: Invocation) -> Step:
    """The things of a set with an attribute: a size class, a dimension, how full a slot is."""
    return _ask(call)


@function("filter_distance")
def filter_distance(call: Invocation) -> Step:
    """The things of a set chosen by their least distance, boundary to boundary, to a reference."""
    return _ask(call, ("to",))


@function("filter_relation")
def filter_relation(call: Invocation) -> Step:
    """The things of a set by where they are on a table or shelf: a region, the most, a rank, a cell."""
    return _ask(call, ("of",), call["in"])


@function("filter_between")
def filter_between(call: Invocation) -> Step:
    """The things of a set between two references."""
    return _ask(call, ("a", "b"))


@function("filter_orientation")
def filter_orientation(call: Invocation) -> Step:
    """The things of a set by their direction from a reference: a side, a rank along it, a clock hour,
    above and below."""
    return _ask(call, ("of",), call["in"])


@function("filter_pose")
def filter_pose(call: Invocation) -> Step:
    """The things of a set that lie, stand or lean."""
    return _ask(call, (), FrameValue("absolute"))


_POSES: dict[str, Pose] = {"Flat": "flat", "Vertical": "upright", "Tilted": "tilted"}


@function("place_orientation")
def place_orientation(call: Invocation) -> Step:
    """The places in which the held book fits in the asked pose; the pose becomes part of the task."""
    asked: TypeValue = call["type"]
    scene = call.scene
    book = held_book(scene)
    pose: Pose = _POSES.get(asked.constructor) or float(asked.arguments[0])
    room = {place.id: clearance(scene, place.id, book, pose) for place in call.nodes("xs")}
    constructor = CONSTRUCTORS[asked.constructor]
    constraint = {"pose": asked.constructor, "angle": asked.arguments[0] if asked.arguments else None}
    if constructor.tolerance is not None:
        constraint["tolerance"] = call.tolerance if call.tolerance is not None else constructor.tolerance
    return Step(
        ThingSet.of((id for id, left in room.items() if left > 0), scene),
        min((abs(c) for c in room.values()), default=None),
        "m",
        frames.absolute(scene, None),
        room,
        constraint=constraint,
    )


@function("compare_distance")
def compare_distance(call: Invocation) -> Step:
    """Whether a thing is closer to (or farther from) a reference than another is."""
    pair = (call.node("a"), call.node("than"))
    constructor = CONSTRUCTORS[call["type"].constructor]
    question = Question(call.scene, pair, (), (call.node("to"),), by=call.arguments.get("by", "edges"))
    decision = constructor.decide(constructor.measure(question), question)
    return Step(decision.chosen[0], decision.margin, "m")
