"""What the things that a task is about must be like: named alone, seen, turned so that their sides can be
told, in one row, on a shelf with rows and columns to count.

The same is asked of bindings that are still to be bound, whose references are variables, and of programs that
are bound, whose references are things.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from attrs import frozen

from espire_dsl.domain.kinds import VIEWER
from espire_dsl.identity_memo import once_for_each
from espire_dsl.language.core.values import ThingRef
from espire_dsl.language.rules import Rules
from espire_dsl.language.typed import Apply, Constant, Construct, FrameOf, Read, Typed, walk
from espire_dsl.scene.frames import faces_within
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.places import lines_of_grid, row_of
from espire_dsl.scene.visibility import is_clearly_visible
from espire_dsl.tasks.plan import FamilyPlan, inlined
from espire_dsl.tasks.reason import Reason

NEED_A_GRID: Final = {"Row": ("rows",), "Column": ("columns",), "Cell": ("rows", "columns")}
NEED_ONE_ROW: Final = frozenset({"BetweenSlots", "BetweenSpaces"})


def unsayable(node: Node, scene: Scene, rules: Rules) -> Reason | None:
    """Why a sentence cannot be about a thing; the viewer can always be spoken of."""
    if node.is_a(VIEWER):
        return None
    if scene.name_counts[node.name] > 1:
        return Reason.NAME_NOT_UNIQUE
    if not is_clearly_visible(node, scene, rules.visible, rules.pixels):
        return Reason.HIDDEN_REFERENCE
    return None


def has_lines(plan: FamilyPlan, scene: Scene, rules: Rules) -> bool:
    """Whether the rows and columns that a family counts are there, and enough of them."""
    wanted = _lines_wanted(plan)
    if not wanted:
        return True
    lines = lines_of_grid(scene)
    return lines is not None and all(lines[line] >= rules.line_count for line in wanted)


@once_for_each
def _lines_wanted(plan: FamilyPlan) -> frozenset[str]:
    """Whether a family needs rows, columns or both."""
    asked = {line for type_ in plan.all_types for line in NEED_A_GRID.get(type_, ())}
    return plan.counted_lines | asked


@frozen
class Demands:
    """What a program asks of its references; `demands_of` works it out once for a plan.

    `faced` are those whose own front it goes by, `between` the two ends of each "between" with its type.
    References that are computed, and not named, are none of them.
    """

    faced: tuple[Typed, ...]
    between: tuple[tuple[Typed, Typed, Typed], ...]

    def refusal(
        self, values: Mapping[str, Any], scene: Scene, rules: Rules, faces: dict[str, bool] | None = None
    ) -> Reason | None:
        """Why the references that variables stand for will not do. Who asks several times of one scene hands
        in `faces`, which remembers of things whether they face the viewer as far as the rules ask."""
        if not self.faced and not self.between:
            return None
        known = {} if faces is None else faces
        for reference in self.faced if scene.of_kind("viewer") else ():
            id = _id(reference, values)
            if id not in known:
                known[id] = faces_within(scene.node(id), scene, rules.front_angle)
            if not known[id]:
                return Reason.FACES_AWAY
        for type_, *ends in self.between:
            if _constructor(type_, values) in NEED_ONE_ROW:
                first, second = (row_of(scene, _id(end, values)) for end in ends)
                if first is None or first != second:
                    return Reason.NOT_IN_ONE_ROW
        return None


@once_for_each
def demands_of(plan: FamilyPlan) -> Demands:
    """What the program of a family asks of its references."""
    program = inlined(plan.family.program)
    owners = (n.of for n in walk(program) if isinstance(n, FrameOf) and n.kind == "intrinsic")
    faced = tuple(of for of in owners if of is not None and _is_named(of))
    return Demands(faced, tuple(_ends(program)))


def _ends(program: Typed) -> Iterator[tuple[Typed, Typed, Typed]]:
    for node in walk(program):
        if isinstance(node, Apply) and node.function == "filter_between":
            type_, a, b = (node.argument(name) for name in ("type", "a", "b"))
            if type_ is not None and a is not None and b is not None and _is_named(a) and _is_named(b):
                yield type_, a, b


def _is_named(node: Typed) -> bool:
    """Whether a reference is a variable, or the thing that one stood for."""
    return isinstance(node, Read) or (isinstance(node, Constant) and isinstance(node.value, ThingRef))


def _id(node: Typed, values: Mapping[str, Any]) -> str:
    if isinstance(node, Read):
        return str(values[node.name])
    assert isinstance(node, Constant)
    return str(node.value.id)


def _constructor(node: Typed, values: Mapping[str, Any]) -> str | None:
    if isinstance(node, Construct):
        return node.constructor
    return values[node.name].constructor if isinstance(node, Read) else None
