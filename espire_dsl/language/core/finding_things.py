"""Things of the scene, and sets of them. Without an argument they read the scene that is asked about."""

from __future__ import annotations

from espire_dsl.language.core.function import Function, Invocation, define
from espire_dsl.language.core.values import ThingRef, ThingSet
from espire_dsl.language.kinds import GROUPS
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene


def _all_of(name: str, sort: str, meaning: str, said: str) -> Function:
    kinds = GROUPS.get(sort, frozenset({sort}))

    def implementation(call: Invocation) -> ThingSet:
        held = {
            target
            for robot in call.scene.of_kind("robot")
            for target in call.scene.targets(robot.id, "holds")
        }
        found = (n.id for n in call.scene.of_kind(*kinds) if n.id not in held)
        return ThingSet.of(found, call.scene)

    implementation.__doc__ = meaning
    return define(f"{name}(scene: Scene = here) -> Set[{sort}]", said)(implementation)


def _the(kind: str, meaning: str, said: str) -> Function:
    def implementation(call: Invocation) -> ThingRef:
        found = call.scene.of_kind(kind)
        if len(found) != 1:
            raise SceneError(f"the program asks for the {kind}, and the scene has {len(found)} of them")
        return ThingRef(found[0].id, call.scene)

    implementation.__doc__ = meaning
    return define(f"{kind}(scene: Scene = here) -> {kind}", said)(implementation)


things = _all_of("things", "item", "All items of the scene; nothing that is held.", "all things")
books = _all_of("books", "book", "The books of the scene, but for one in the gripper.", "the books")
slots = _all_of("slots", "slot", "The slots of the shelf.", "the slots")
spaces = _all_of("spaces", "space", "The free spaces inside slots.", "the free spaces")
ornaments = _all_of("ornaments", "ornament", "The reference ornaments, near and distant.", "the ornaments")
near_ornaments = _all_of(
    "near_ornaments", "near", "The ornaments on the table or shelf.", "the near ornaments"
)
distant_ornaments = _all_of(
    "distant_ornaments", "distant", "The ornaments on the floor.", "the distant ornaments"
)
objects = _all_of("objects", "object", "Objects of no special kind.", "the objects")
rooms = _all_of("rooms", "room", "The rooms of a floor plan.", "the rooms")
supports = _all_of("supports", "support", "What books lean or lie on.", "the supports")
table = _the("table", "The table.", "the table")
shelf = _the("shelf", "The shelf.", "the shelf")
viewer = _the("viewer", "The one who looks: the world camera.", "you")
robot = _the("robot", "The robot.", "the robot")


@define("held(scene: Scene = here) -> book", "the book in hand")
def held(call: Invocation) -> ThingRef:
    """The book in the gripper."""
    return ThingRef(held_book(call.scene), call.scene)


def held_book(scene: Scene) -> str:
    found = [t for r in scene.of_kind("robot") for t in scene.targets(r.id, "holds")]
    if len(found) != 1:
        raise SceneError(f"the program asks for the book in hand, and the gripper holds {len(found)}")
    return found[0]


def _only(name: str, sort: str, said: str) -> Function:
    kinds = GROUPS.get(sort, frozenset({sort}))

    def implementation(call: Invocation) -> ThingSet:
        return ThingSet.of((n.id for n in call.nodes("xs") if n.kind in kinds), call.scene)

    implementation.__doc__ = f"The {said} among the things of a set."
    return define(f"{name}(xs: Set[thing]) -> Set[{sort}]", f"the {said} among {{xs}}")(implementation)


filter_books = _only("filter_books", "book", "books")
filter_slots = _only("filter_slots", "slot", "slots")
filter_spaces = _only("filter_spaces", "space", "spaces")
filter_ornaments = _only("filter_ornaments", "ornament", "ornaments")


@define(
    "filter_category(xs: Set[thing], category: Category[T: thing]) -> Set[T]", "the {category} among {xs}"
)
def filter_category(call: Invocation) -> ThingSet:
    """The things of a set that are of a category of the catalogue."""
    return ThingSet.of((n.id for n in call.nodes("xs") if n.category == call["category"]), call.scene)


@define(
    "filter_label(xs: Set[T: thing], name: Label, value: Label) -> Set[T]",
    "the {value} ones among {xs}",
    aspect="attribute",
    granularity="coarse",
)
def filter_label(call: Invocation) -> ThingSet:
    """The things of a set that carry a label with a value: `filter_label(objects, "color", "red")`."""
    name, value = call["name"], call["value"]
    return ThingSet.of((n.id for n in call.nodes("xs") if n.labels.get(name) == value), call.scene)


@define("unique(xs: Set[T: thing]) -> T", "the only one of {xs}")
def unique(call: Invocation) -> ThingRef:
    """The one thing of a set that has exactly one; any other set makes the binding invalid."""
    ids = call["xs"].ids
    if len(ids) != 1:
        raise SceneError(f"`unique` was given {len(ids)} things" + (": " + ", ".join(ids) if ids else ""))
    return ThingRef(ids[0], call.scene)


@define("count(xs: Set[thing]) -> Int", "how many {xs} there are")
def count(call: Invocation) -> int:
    """How many things are in a set."""
    return len(call["xs"].ids)


@define("exists(xs: Set[thing]) -> Bool", "whether there are any {xs}")
def exists(call: Invocation) -> bool:
    """Whether a set has any thing in it."""
    return bool(call["xs"].ids)


@define("contains(xs: Set[thing], x: thing) -> Bool", "whether {x} is among {xs}")
def contains(call: Invocation) -> bool:
    """Whether a thing is in a set."""
    return call["x"].id in call["xs"].ids
