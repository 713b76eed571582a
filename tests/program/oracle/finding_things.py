"""Things of the scene, and sets of them. Without an argument they read the scene that is asked about."""

from __future__ import annotations

from espire_dsl.language.core.values import ThingRef, ThingSet
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from tests.program.oracle.function import Invocation, function

ITEMS = frozenset({"book", "near", "distant", "object", "support", "slot", "space", "room"})
MEMBERS = {"ornament": frozenset({"near", "distant"}), "furniture": frozenset({"table", "shelf"})}
"""The kinds that others hold, written down once more."""


def _members(call: Invocation) -> frozenset[str]:
    name = call["kind"].name
    return MEMBERS.get(name, frozenset({name}))


def _free(call: Invocation, kinds: frozenset[str]) -> ThingSet:
    robots = [n.id for n in call.scene.nodes if n.kind == "robot"]
    held = {target for robot in robots for target in call.scene.targets(robot, "holds")}
    found = (n.id for n in call.scene.nodes if n.kind in kinds and n.id not in held)
    return ThingSet.of(found, call.scene)


@function("things")
def things(call: Invocation) -> ThingSet:
    return _free(call, ITEMS)


@function("of_kind")
def of_kind(call: Invocation) -> ThingSet:
    return _free(call, _members(call))


@function("the")
def the(call: Invocation) -> ThingRef:
    found = [n for n in call.scene.nodes if n.kind in _members(call)]
    if len(found) != 1:
        noun = call["kind"].noun
        raise SceneError(f"the program asks for the {noun}, and the scene has {len(found)} of them")
    return ThingRef(found[0].id, call.scene)


@function("filter_kind")
def filter_kind(call: Invocation) -> ThingSet:
    return ThingSet.of((n.id for n in call.nodes("xs") if n.kind in _members(call)), call.scene)


@function("held")
def held(call: Invocation) -> ThingRef:
    """The book in the gripper."""
    return ThingRef(held_book(call.scene), call.scene)


def held_book(scene: Scene) -> str:
    found = [t for r in (n for n in scene.nodes if n.kind == "robot") for t in scene.targets(r.id, "holds")]
    if len(found) != 1:
        raise SceneError(f"the program asks for what is in hand, and the gripper holds {len(found)}")
    return found[0]


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
