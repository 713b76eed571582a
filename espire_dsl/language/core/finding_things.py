"""Things of the scene, and sets of them. Without an argument they read the scene that is asked about."""

from __future__ import annotations

from espire_dsl.language.core.function import CoreFunction, declare


def _all_of(name: str, sort: str, meaning: str, said: str) -> CoreFunction:
    return declare(f"{name}(scene: Scene = here) -> Set[{sort}]", said, meaning)


def _the(kind: str, meaning: str, said: str) -> CoreFunction:
    return declare(f"{kind}(scene: Scene = here) -> {kind}", said, meaning)


def _only(sort: str) -> CoreFunction:
    said = f"{sort}s"
    meaning = f"The {said} among the things of a set."
    return declare(f"filter_{said}(xs: Set[thing]) -> Set[{sort}]", f"the {said} among {{xs}}", meaning)


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
held = declare(
    "held(scene: Scene = here) -> book",
    "the book in hand",
    "The book in the gripper.",
)
filter_books = _only("book")
filter_slots = _only("slot")
filter_spaces = _only("space")
filter_ornaments = _only("ornament")
filter_category = declare(
    "filter_category(xs: Set[thing], category: Category[T: thing]) -> Set[T]",
    "the {category} among {xs}",
    "The things of a set that are of a category of the catalogue.",
)
filter_label = declare(
    "filter_label(xs: Set[T: thing], name: Label, value: Label) -> Set[T]",
    "the {value} ones among {xs}",
    'The things of a set that carry a label with a value: `filter_label(objects, "color", "red")`.',
    aspect="attribute",
    granularity="coarse",
)
unique = declare(
    "unique(xs: Set[T: thing]) -> T",
    "the only one of {xs}",
    "The one thing of a set that has exactly one; any other set makes the binding invalid.",
)
count = declare(
    "count(xs: Set[thing]) -> Int",
    "how many {xs} there are",
    "How many things are in a set.",
)
exists = declare(
    "exists(xs: Set[thing]) -> Bool",
    "whether there are any {xs}",
    "Whether a set has any thing in it.",
)
contains = declare(
    "contains(xs: Set[thing], x: thing) -> Bool",
    "whether {x} is among {xs}",
    "Whether a thing is in a set.",
)
contents = declare(
    "contents(of: thing) -> Set[thing]",
    "what is in {of}",
    "The things that are in another one: of a slot its books, of a shelf its slots and all that is in them.",
)
inside = declare(
    "inside(a: thing, of: thing) -> Bool",
    "whether {a} is in {of}",
    "Whether a thing is in another one, or in something that is.",
)
in_view = declare(
    "in_view(xs: Set[T: thing], camera: Label = world) -> Set[T]",
    "those of {xs} that can be seen",
    "The things of a set that a picture shows well enough to point at; all where it was not measured.",
)
