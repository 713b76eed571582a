"""The readings of a sentence: what its answers would be if it were meant in another way.

A program leaves points open: the frame of reference of a hop, where its reference allows another one, and the
way of measuring distances. Hops that share a frame are read together, as a sentence names it once; whoever
measures in another way does so throughout. Every combination of the points is a reading. A sentence may leave
open only what does not matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final

from attrs import evolve, field, frozen

from espire_dsl.identity_memo import once_for_each
from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.families.family import Family
from espire_dsl.language.kinds import ONLY_VIEWER
from espire_dsl.language.typed import Apply, Constant, FrameOf, Typed, children
from espire_dsl.language.unify import sort_within
from espire_dsl.tasks.plan import FamilyPlan, inlined, with_children

FRAMES: Final = ("intrinsic", "relative")
MEASURES: Final = ("edges", "centres")
FRAME, MEASURE = "frame", "measure"
_MOST_POINTS: Final = 4


@frozen
class Ambiguity:
    """What a sentence may leave open: `own` is what the program takes, `other` what else could be meant."""

    kind: str
    own: str
    other: str
    steps: frozenset[Apply] = field(repr=False)
    is_asked: bool

    def is_named(self, names_frame: bool, names_measure: bool) -> bool:
        """Whether a sentence that names this much says what is meant. It names one frame: that of what is
        asked, or the only one."""
        return names_measure if self.kind == MEASURE else names_frame and self.is_asked


@frozen
class Reading:
    """A family as one could read it; `taken` has what it takes at each point."""

    name: str
    family: Family = field(repr=False)
    taken: tuple[str, ...]


@frozen
class Readings:
    """All readings of a family's sentences, the program's own first."""

    points: tuple[Ambiguity, ...]
    all: tuple[Reading, ...]

    @property
    def own(self) -> Reading:
        return self.all[0]

    def changed(self, reading: Reading) -> tuple[Ambiguity, ...]:
        """The points at which a reading is not the program's own."""
        return tuple(p for p, taken in zip(self.points, reading.taken, strict=True) if taken != p.own)


@once_for_each
def readings_of(plan: FamilyPlan) -> Readings:
    """The readings of a family asked with one type."""
    program, asked = inlined(plan.family.program), inlined(plan.family.asked)
    points = tuple(_points(program, asked, plan))[:_MOST_POINTS]
    found = []
    for taken in product(*((p.own, p.other) for p in points)):
        choice = {step: to for p, to in zip(points, taken, strict=True) if to != p.own for step in p.steps}
        changed = _changed(asked, choice)
        assert isinstance(changed, Apply)
        family = evolve(plan.family, program=_changed(program, choice), asked=changed)
        found.append(Reading("+".join(taken), family if choice else plan.family, taken))
    return Readings(points, tuple(found))


def _points(program: Typed, asked: Typed, plan: FamilyPlan) -> Iterator[Ambiguity]:
    """The points of a program, in its order."""
    groups: dict[tuple[object, ...], list[Apply]] = {}
    for step in _steps(program):
        frame, measure = step.argument("in"), step.argument("by")
        if isinstance(frame, FrameOf) and frame.kind in FRAMES and _can_be_in(step, _other(frame.kind), plan):
            groups.setdefault((FRAME, frame.kind, frame.of), []).append(step)
        if isinstance(measure, Constant) and measure.value in MEASURES:
            groups.setdefault((MEASURE, measure.value), []).append(step)
    frames = [key for key in groups if key[0] == FRAME]
    framed = isinstance(asked, Apply) and isinstance(asked.argument("in"), FrameOf)
    for key, steps in groups.items():
        is_asked = asked in steps or (not framed and frames == [key])
        own = str(key[1])
        yield Ambiguity(str(key[0]), own, _other(own), frozenset(steps), is_asked)


def _steps(node: Typed) -> Iterator[Apply]:
    """All calls, what is computed first before what takes it, each once."""
    found: dict[Apply, None] = {}

    def visit(part: Typed) -> None:
        for child in children(part):
            visit(child)
        if isinstance(part, Apply):
            found.setdefault(part)

    visit(node)
    return iter(found)


def _other(value: str) -> str:
    first, second = FRAMES if value in FRAMES else MEASURES
    return second if value == first else first


def _changed(node: Typed, choice: Mapping[Apply, str]) -> Typed:
    """The program with other frames or ways of measuring at some of its steps."""
    rebuilt = with_children(node, tuple(_changed(child, choice) for child in children(node)))
    to = choice.get(node) if isinstance(node, Apply) else None
    if to is None:
        return rebuilt
    assert isinstance(rebuilt, Apply)
    name = "by" if to in MEASURES else "in"
    own = rebuilt.argument(name)
    assert own is not None
    if isinstance(own, FrameOf):
        reference = rebuilt.argument("of") or rebuilt.argument("from")
        other: Typed = evolve(own, kind=to, of=reference if to == "intrinsic" else None)
    else:
        assert isinstance(own, Constant)
        other = evolve(own, value=to)
    arguments = tuple((n, other if n == name else value) for n, value in rebuilt.arguments)
    return evolve(rebuilt, arguments=arguments)


def _can_be_in(step: Apply, kind: str, plan: FamilyPlan) -> bool:
    """The relative frame is the viewer's view of any thing but the viewer, the intrinsic one that of a thing
    with a front."""
    reference = step.argument("of") or step.argument("from")
    if reference is None:
        return False
    sort = sort_within(reference.type)
    if kind == "relative" and sort is not None and sort == ONLY_VIEWER:
        return False
    if kind == "intrinsic" and sort is not None and sort.facing == {"plain"}:
        return False
    return all(kind in CONSTRUCTORS[name].frames for name in plan.types_of(step))
