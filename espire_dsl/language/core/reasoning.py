"""The reasoning functions: sets of candidates in, answers out, by attribute, distance, relationship
and orientation. What a type means is in `constructors`; here the question is put together."""

from __future__ import annotations

from attrs import evolve

from espire_dsl.language.core.constructor import Constructor
from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.core.finding_things import held_book
from espire_dsl.language.core.function import Invocation, Step, define
from espire_dsl.language.core.question import Question
from espire_dsl.language.core.values import FrameValue, ThingSet, TypeValue
from espire_dsl.scene import frames, measures
from espire_dsl.scene.fit import Pose, clearance
from espire_dsl.scene.graph import Scene

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
    asked = [c for c in question.candidates if c.kind in constructor.candidates.kinds]
    question = evolve(question, candidates=tuple(asked))
    values = constructor.measure(question)
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
        required_margin=question.tolerance or constructor.margin,
    )


def _ask(call: Invocation, references: tuple[str, ...] = (), frame: FrameValue | None = None) -> Step:
    asked: TypeValue = call["type"]
    constructor = CONSTRUCTORS[asked.constructor]
    scene = call.scene
    nodes = tuple(call.node(name) for name in references)
    tolerance = None
    if constructor.tolerance is not None:
        tolerance = call.tolerance if call.tolerance is not None else constructor.tolerance
    placed = place_frame(scene, frame, nodes[0].id if nodes else None) if frame else None
    question = Question(scene, call.nodes("xs"), asked.arguments, nodes, placed, tolerance)
    return answer(question, constructor)


@define(
    "filter_attribute(xs: Set[T: item], type: AttributeType) -> Set[T]",
    "the {xs} that are {type}",
    aspect="attribute",
)
def filter_attribute(call: Invocation) -> Step:
    """The things of a set with an attribute: a size class, a dimension, how full a slot is."""
    return _ask(call)


@define(
    "filter_distance(xs: Set[T: item], type: DistanceType, to: thing) -> Set[T]",
    "the {xs} {type} {to}",
    aspect="distance",
)
def filter_distance(call: Invocation) -> Step:
    """The things of a set chosen by their least distance, boundary to boundary, to a reference."""
    return _ask(call, ("to",))


@define(
    "filter_relation(xs: Set[T: item], type: RelationType, of: furniture, in: Frame[relative|intrinsic])"
    " -> Set[T]",
    "the {xs} {type} {of}",
    aspect="relationship",
)
def filter_relation(call: Invocation) -> Step:
    """The things of a set by where they are on a table or shelf: a region, the most, a rank, a cell."""
    return _ask(call, ("of",), call["in"])


@define(
    "filter_between(xs: Set[T: item], type: BetweenType, a: thing, b: thing) -> Set[T]",
    "the {xs} between {a} and {b}",
    aspect="relationship",
)
def filter_between(call: Invocation) -> Step:
    """The things of a set between two references."""
    return _ask(call, ("a", "b"))


@define(
    "filter_orientation(xs: Set[T: item], type: OrientationType, of: thing, in: Frame = absolute) -> Set[T]",
    "the {xs} {type} {of}",
    aspect="orientation",
)
def filter_orientation(call: Invocation) -> Step:
    """The things of a set by their direction from a reference: a side, a rank along it, a clock hour,
    above and below."""
    return _ask(call, ("of",), call["in"])


@define(
    "filter_pose(xs: Set[T: item], type: PoseType) -> Set[T]",
    "the {xs} that are {type}",
    aspect="orientation",
    frames=ABSOLUTE,
)
def filter_pose(call: Invocation) -> Step:
    """The things of a set that lie, stand or lean."""
    return _ask(call, (), FrameValue("absolute"))


_POSES: dict[str, Pose] = {"Flat": "flat", "Vertical": "upright", "Tilted": "tilted"}


@define(
    "place_orientation(xs: Set[T: place], type: PoseType) -> Set[T]",
    "the {xs} that take the book when it is {type}",
    aspect="orientation",
    frames=ABSOLUTE,
)
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
        required_margin=0.0,
    )


@define(
    "compare_distance(a: thing, type: ComparisonType, than: thing, to: thing) -> Bool",
    "whether {a} is {type} {to} than {than}",
    aspect="distance",
    granularity="coarse",
)
def compare_distance(call: Invocation) -> Step:
    """Whether a thing is closer to (or farther from) a reference than another is."""
    pair = (call.node("a"), call.node("than"))
    constructor = CONSTRUCTORS[call["type"].constructor]
    question = Question(call.scene, pair, (), (call.node("to"),))
    decision = constructor.decide(constructor.measure(question), question)
    return Step(decision.chosen[0], decision.margin, "m", required_margin=constructor.margin)
