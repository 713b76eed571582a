"""The readings of a sentence: what its answers would be in the other frames in which it could be meant.

Whoever takes the other frame takes it throughout: every step that has a relative or an intrinsic frame is put
into the other kind where its reference allows that. The relative frame is the viewer's view of any thing but
the viewer; the intrinsic frame is that of a thing with a front.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.family import Family
from espire_dsl.language.typed import Apply, FrameOf, Typed, children, walk
from espire_dsl.language.types import Reasoning, solved
from espire_dsl.language.unify import sort_within
from espire_dsl.tasks.plan import Plan, inlined, with_children

FRAMES = ("intrinsic", "relative")


def frame_kind(family: Family) -> str | None:
    """The kind of frame in which a family is meant: that of what is asked, or of the first step with one."""
    for node in (family.asked, *walk(family.program)):
        frame = node.argument("in") if isinstance(node, Apply) else None
        if isinstance(frame, FrameOf) and frame.kind in FRAMES:
            return frame.kind
    return None


def other_readings(plan: Plan) -> Iterator[tuple[str, Family]]:
    """The family as it would be read in each other frame, with the kind of that frame."""
    own = frame_kind(plan.family)
    if own is None:
        return
    program = inlined(plan.family.program)
    for kind in FRAMES:
        if kind != own:
            changed = _in_frame(program, kind, plan)
            if changed != program:
                asked = _in_frame(inlined(plan.family.asked), kind, plan)
                assert isinstance(asked, Apply)
                yield kind, evolve(plan.family, program=changed, asked=asked)


def _in_frame(node: Typed, kind: str, plan: Plan) -> Typed:
    rebuilt = with_children(node, tuple(_in_frame(child, kind, plan) for child in children(node)))
    if not isinstance(rebuilt, Apply) or not _can_be_in(rebuilt, kind, plan):
        return rebuilt
    reference = rebuilt.argument("of") or rebuilt.argument("from")
    frame = rebuilt.argument("in")
    assert isinstance(frame, FrameOf)
    other = evolve(frame, kind=kind, of=reference if kind == "intrinsic" else None)
    return evolve(
        rebuilt,
        arguments=tuple((name, other if name == "in" else value) for name, value in rebuilt.arguments),
    )


def _can_be_in(step: Apply, kind: str, plan: Plan) -> bool:
    frame = step.argument("in")
    reference = step.argument("of") or step.argument("from")
    if not isinstance(frame, FrameOf) or frame.kind not in FRAMES or reference is None:
        return False
    sort = sort_within(reference.type)
    if kind == "relative" and sort is not None and sort.kinds == {"viewer"}:
        return False
    return all(kind in CONSTRUCTORS[name].frames for name in _types(step, plan))


def _types(step: Apply, plan: Plan) -> frozenset[str]:
    type_ = step.argument("type")
    if type_ is None:
        return frozenset()
    if getattr(type_, "name", None) == plan.asked:
        return frozenset({plan.type})
    found = solved(type_.type)
    return found.constructors if isinstance(found, Reasoning) else frozenset()
