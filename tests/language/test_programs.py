"""Programs drawn by type: they check without a finding, and compute a value of their type or none."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.language.core.values import (
    DistractorValue,
    FrameValue,
    ThingList,
    ThingRef,
    ThingSet,
    TypeValue,
)
from espire_dsl.language.kinds import sort_from_words
from espire_dsl.language.library import library_kinds
from espire_dsl.language.typed import Apply, Constant
from espire_dsl.language.types import (
    ANGLE,
    BOOL,
    CLOCK,
    INT,
    LABEL,
    LENGTH,
    NUMBER,
    SCENE,
    FrameType,
    List,
    Reasoning,
    Scalar,
    Set,
    Thing,
    Type,
    fits,
    limit_of,
    solved,
)
from espire_dsl.program.reference import EvaluationError, evaluate
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.testing.programs import expressions
from espire_dsl.testing.strategies import shelf_scenes, tabletop_scenes
from tests.language.reading import typed


def sort(words: str) -> Any:
    found = sort_from_words(words.split(), library_kinds())
    assert found is not None
    return found


WANTED: list[Type] = [
    BOOL,
    LENGTH,
    ANGLE,
    INT,
    NUMBER,
    CLOCK,
    LABEL,
    Set(sort("book")),
    Set(sort("slot")),
    Set(sort("item")),
    Thing(sort("book")),
    Thing(sort("oriented near")),
    List(sort("ornament")),
]
NAMES: dict[str, Type] = {"s": SCENE, "b": Thing(sort("book"))}


@pytest.mark.parametrize("wanted", WANTED, ids=str)
@settings(max_examples=40, deadline=None, derandomize=True)
@given(data=st.data())
def test_drawn_programs_are_well_typed_and_compute_what_they_promise(
    wanted: Type, data: st.DataObject
) -> None:
    text = data.draw(expressions(wanted, 3, NAMES), label="program")
    program, findings = typed(text, NAMES)
    assert not findings.errors
    assert fits(program.type, wanted)
    scene = data.draw(st.one_of(tabletop_scenes(), shelf_scenes()), label="scene")
    books = scene.of_kind("book")
    book = books[0].id if books else "none"
    try:
        value = evaluate(program, scene, {"s": scene, "b": ThingRef(book, scene)}).value
    except EvaluationError:
        return
    assert is_of_type(value, solved(program.type)), value


def is_of_type(value: Any, type_: Type) -> bool:
    """Whether a computed value is what a type promises."""
    match type_:
        case Set():
            return isinstance(value, ThingSet) and all(of_sort(node, type_) for node in nodes(value))
        case List():
            return isinstance(value, ThingList) and all(of_sort(node, type_) for node in nodes(value))
        case Thing():
            return isinstance(value, ThingRef) and of_sort(value.scene.node(value.id), type_)
        case Reasoning(constructors=constructors):
            return isinstance(value, TypeValue) and value.constructor in constructors
        case FrameType(kinds=kinds):
            return isinstance(value, FrameValue) and value.kind in kinds
        case Scalar(name=name):
            return is_scalar(value, name)
    return False


def is_scalar(value: Any, name: str) -> bool:
    match name:
        case "Bool":
            return isinstance(value, bool)
        case "Clock":
            return value in range(1, 13)
        case "Int" | "Ordinal":
            return isinstance(value, int) and not isinstance(value, bool)
        case "Label":
            return isinstance(value, str)
        case "Scene":
            return isinstance(value, Scene)
        case "Distractors":
            return isinstance(value, DistractorValue)
        case _:
            return isinstance(value, int | float) and value == value


def nodes(value: ThingSet | ThingList) -> list[Node]:
    return [value.scene.node(id) for id in value.ids]


def of_sort(node: Node, type_: Set | List | Thing) -> bool:
    limit = limit_of(type_.element)
    return node.is_a(*limit.names) and ("oriented" if node.oriented else "plain") in limit.facing


def test_things_is_a_set_except_where_it_says_how_to_count() -> None:
    counted = "filter_relation(slots, LeftMost, of: shelf, in: relative{})"
    usual, _ = typed(counted.format(""))
    written, findings = typed(counted.format(", count: things"))
    assert not findings.items
    assert isinstance(usual, Apply)
    assert isinstance(written, Apply)
    ways = [call.argument("count") for call in (usual, written)]
    assert [way.value for way in ways if isinstance(way, Constant)] == ["things", "things"]
    a_set, findings = typed("count(things)")
    assert not findings.items
    assert isinstance(a_set, Apply)
    inside = a_set.argument("xs")
    assert isinstance(inside, Apply)
    assert inside.function == "things"
