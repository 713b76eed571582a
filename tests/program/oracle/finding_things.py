"""Things of the scene, and sets of them. Without an argument they read the scene that is asked about."""

from __future__ import annotations

from espire_dsl.language.core.values import ThingRef, ThingSet
from espire_dsl.language.kinds import GROUPS
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from tests.program.oracle.function import Function, Invocation, function


def _all_of(name: str, sort: str) -> Function:
    kinds = GROUPS.get(sort, frozenset({sort}))

    def implementation(call: Invocation) -> ThingSet:
        held = {
            target
            for robot in call.scene.of_kind("robot")
            for target in call.scene.targets(robot.id, "holds")
        }
        found = (n.id for n in call.scene.of_kind(*kinds) if n.id not in held)
        return ThingSet.of(found, call.scene)

    return function(name)(implementation)


def _the(kind: str) -> Function:
    def implementation(call: Invocation) -> ThingRef:
        found = call.scene.of_kind(kind)
        if len(found) != 1:
            raise SceneError(f"the program asks for the {kind}, and the scene has {len(found)} of them")
        return ThingRef(found[0].id, call.scene)

    return function(kind)(implementation)


things = _all_of("things", "item")
books = _all_of("books", "book")
slots = _all_of("slots", "slot")
spaces = _all_of("spaces", "space")
ornaments = _all_of("ornaments", "ornament")
near_ornaments = _all_of("near_ornaments", "near")
distant_ornaments = _all_of("distant_ornaments", "distant")
objects = _all_of("objects", "object")
rooms = _all_of("rooms", "room")
supports = _all_of("supports", "support")
table = _the("table")
shelf = _the("shelf")
viewer = _the("viewer")
robot = _the("robot")


@function("held")
def held(call: Invocation) -> ThingRef:
    """The book in the gripper."""
    return ThingRef(held_book(call.scene), call.scene)


def held_book(scene: Scene) -> str:
    found = [t for r in scene.of_kind("robot") for t in scene.targets(r.id, "holds")]
    if len(found) != 1:
        raise SceneError(f"the program asks for the book in hand, and the gripper holds {len(found)}")
    return found[0]


def _only(sort: str) -> Function:
    kinds = GROUPS.get(sort, frozenset({sort}))

    def implementation(call: Invocation) -> ThingSet:
        return ThingSet.of((n.id for n in call.nodes("xs") if n.kind in kinds), call.scene)

    return function(f"filter_{sort}s")(implementation)


filter_books = _only("book")
filter_slots = _only("slot")
filter_spaces = _only("space")
filter_ornaments = _only("ornament")


@function("filter_category")
def filter_category(call: Invocation) -> ThingSet:
    """The things of a set that are of a category of the catalogue."""
    return ThingSet.of((n.id for n in call.nodes("xs") if n.category == call["category"]), call.scene)


@function("filter_label")
def filter_label(call: Invocation) -> ThingSet:
    """The things of a set that carry a label with a value: `filter_label(objects, "color", "red")`."""
    name, value = call["name"], call["value"]
    return ThingSet.of((n.id for n in call.nodes("xs") if n.labels.get(name) == value), call.scene)


@function("unique")
def unique(call: Invocation) -> ThingRef:
    """The one thing of a set that has exactly one; any other set makes the binding invalid."""
    ids = call["xs"].ids
    if len(ids) != 1:
        raise SceneError(f"`unique` was given {len(ids)} things" + (": " + ", ".join(ids) if ids else ""))
    return ThingRef(ids[0], call.scene)


@function("count")
def count(call: Invocation) -> int:
    """How many things are in a set."""
    return len(call["xs"].ids)


@function("exists")
def exists(call: Invocation) -> bool:
    """Whether a set has any thing in it."""
    return bool(call["xs"].ids)


@function("contains")
def contains(call: Invocation) -> bool:
    """Whether a thing is in a set."""
    return call["x"].id in call["xs"].ids


def _around(scene: Scene, id: str) -> set[str]:
    """Everything that a thing is in, from the nearest outwards."""
    found: set[str] = set()
    todo = [id]
    while todo:
        for target in scene.targets(todo.pop(), "in"):
            if target not in found:
                found.add(target)
                todo.append(target)
    return found


@function("contents")
def contents(call: Invocation) -> ThingSet:
    scene, whole = call.scene, call["of"].id
    return ThingSet.of((n.id for n in scene.nodes if whole in _around(scene, n.id)), scene)


@function("inside")
def inside(call: Invocation) -> bool:
    return call["of"].id in _around(call.scene, call["a"].id)


@function("in_view")
def in_view(call: Invocation) -> ThingSet:
    seen = (n.id for n in call.nodes("xs") if n.pixels.get(call["camera"], 60) >= 60)
    return ThingSet.of(seen, call.scene)
