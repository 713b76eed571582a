"""Things of the scene, and sets of them. Without an argument they read the scene that is asked about."""

from __future__ import annotations

from espire_dsl.language.core.function import declare

things = declare(
    "things(scene: Scene = here) -> Set[item]",
    "all things",
    "All items of the scene: what moves, and regions; nothing that is held.",
)
of_kind = declare(
    "of_kind(kind: Kind, scene: Scene = here) -> Set[thing]",
    "the {kind}",
    "All things of a kind but what is held. Programs write the plural of the kind: `books`, `mugs`.",
)
the = declare(
    "the(kind: Kind, scene: Scene = here) -> thing",
    "the {kind}",
    "The one thing of a kind of which scenes have one. Programs write the kind: `table`, `viewer`.",
)
held = declare(
    "held(scene: Scene = here) -> graspable",
    "what is in hand",
    "What the gripper holds.",
)
filter_kind = declare(
    "filter_kind(xs: Set[thing], kind: Kind) -> Set[thing]",
    "the {kind} among {xs}",
    "The things of a set that are of a kind. Programs write `filter_books(xs)`.",
)
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
    "The things that are in another one: of a container, its cells and all that is in them.",
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
