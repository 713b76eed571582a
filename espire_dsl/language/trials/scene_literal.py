"""`scene { ... }`: a scene as an author writes it. What is left out gets a sensible default.

`at (x, y)` without a height stands on the surface of the scene where it has one, else on the floor; lengths
without a unit are metres. `facing` turns a front (+x, -y, or an angle from +x), `yaw` turns what has none,
`tilt` leans a book towards its cover; 90 degrees is lying. `in` a slot, `in` a shelf, `in` the robot (held),
`on` the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from espire_dsl.catalogue.reader import Category
from espire_dsl.diagnostics.value import Label
from espire_dsl.domain.kinds import CELL, GRASPABLE, MOVABLE, ORIENTED, ROBOT, SURFACE, VACANCY, VIEWER, Kind
from espire_dsl.language.hints import did_you_mean, one_of
from espire_dsl.language.inference.infer import infer
from espire_dsl.language.inference.scope import Scope
from espire_dsl.language.typed import Constant
from espire_dsl.language.types import ANGLE, INT, LABEL, LENGTH, NUMBER
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import FORWARD, Node
from espire_dsl.scene.rotation import axis_angle, product, yaw
from espire_dsl.syntax import tree

SIZES = ("small", "medium", "large")
_USUAL_SIZE = "medium"
DIRECTIONS = {"+x": 0.0, "+y": 90.0, "-x": 180.0, "-y": 270.0}
AXES = ("x", "y", "z")
TOWARDS_THE_SCENE, TOWARDS_THE_VIEWER = 90.0, 270.0
CAMERA_HEIGHT = 1.2


Written = Mapping[str, tuple[Any, ...]]
"""The properties of one thing, evaluated: each a list of plain values."""


def build_scene(literal: tree.SceneLiteral, scope: Scope) -> Scene | None:
    """The scene, or None after saying what is wrong with it."""
    before = scope.findings.error_count
    ids: dict[str, tree.SceneThing] = {}
    for thing in literal.things:
        ids.setdefault(thing.id.text, thing)
    top = _table_top(literal, scope)
    nodes: list[Node] = []
    edges: list[tuple[str, str, str]] = []
    for thing in literal.things:
        if ids[thing.id.text] is not thing:
            scope.findings.add(
                "E0605",
                thing.id.span,
                f"two things of this scene are called `{thing.id.text}`",
                "again",
                secondary=[Label(ids[thing.id.text].id.span, "first one")],
            )
            continue
        node = _node(thing, top, ids, edges, scope)
        if node is not None:
            nodes.append(node)
    if scope.findings.error_count > before or len(nodes) < len(ids):
        return None
    try:
        return Scene.build(nodes, edges, id="example")
    except SceneError as error:
        scope.findings.add(
            "E0606", literal.span, "this scene cannot be", "not a possible scene", notes=error.problems
        )
        return None


def _table_top(literal: tree.SceneLiteral, scope: Scope) -> float:
    for thing in literal.things:
        kind = scope.kinds.get(thing.kind.text)
        if kind is not None and kind.is_a(SURFACE):
            for item in thing.properties:
                if item.name.text == "size" and len(item.values) == 3:
                    typed = infer(item.values[2], scope)
                    if isinstance(typed, Constant) and isinstance(typed.value, int | float):
                        return float(typed.value)
            return kind.extents[2]
    return 0.0


def _node(
    thing: tree.SceneThing,
    top: float,
    ids: Mapping[str, tree.SceneThing],
    edges: list[tuple[str, str, str]],
    scope: Scope,
) -> Node | None:
    kind = scope.kinds.get(thing.kind.text)
    if kind is None:
        scope.findings.add(
            "E0605",
            thing.kind.span,
            f"`{thing.kind.text}` is not a kind of thing",
            "unknown kind",
            help=did_you_mean(thing.kind.text, scope.kinds.by_name),
        )
        return None
    if not thing.named and not kind.single:
        single = sorted(name for name, known in scope.kinds.by_name.items() if known.single)
        scope.findings.add(
            "E0615",
            thing.kind.span,
            f"this `{kind.name}` has no name of its own",
            "needs a name",
            help=f"write `{kind.name} a ...`; only {', '.join(single)} may go without",
        )
        return None
    category = _category(thing, scope)
    written = _properties(thing, ids, scope)
    if written is None or (category is None and thing.category is not None):
        return None
    size_word = written.get("size")
    size = size_word[0] if size_word and isinstance(size_word[0], str) else None
    classed = [c for c in scope.catalogue.of_kind(kind.name) if c.size is not None]
    if classed and category is None:
        category = next((c for c in classed if c.size == (size or _USUAL_SIZE)), classed[0])
    extents = _extents(kind, category, size_word)
    if classed:
        if thing.category is None:
            category = _of_size(extents, classed) or category
        size = size or (category.size if category is not None else None)
    edges += _edges(thing.id.text, kind, written, ids, scope)
    front = FORWARD if _has_front(kind, category, written) else None
    rotation = _rotation(kind, written, front is not None)
    inside = written.get("in")
    slot = inside[0] if inside and _plays(CELL, ids[inside[0]], scope) else None
    labels = written.get("labels") or ()
    return Node(
        thing.id.text,
        kind.name,
        _center(kind, written, extents, top),
        rotation,
        extents,
        roles=kind.roles,
        axes=kind.axes,
        density=kind.density,
        category=category.id if category is not None else kind.name,
        name=_one(written, "name") or (category.name if category is not None else kind.noun),
        size=size,
        front=front,
        perspective=kind.perspective,
        slot=slot,
        row=_one(written, "row"),
        column=_one(written, "column"),
        occupancy=_one(written, "occupancy"),
        visible={"world": _one(written, "visible")} if written.get("visible") else {},
        labels={
            **dict(category.labels if category is not None else ()),
            **dict(zip(labels[::2], labels[1::2], strict=False)),
        },
    )


def _plays(role: str, thing: tree.SceneThing, scope: Scope) -> bool:
    kind = scope.kinds.get(thing.kind.text)
    return kind is not None and kind.is_a(role)


def _one(written: Written, name: str) -> Any:
    values = written.get(name)
    return values[0] if values else None


def _category(thing: tree.SceneThing, scope: Scope) -> Category | None:
    word = thing.category
    if word is None:
        return None
    found = scope.catalogue.categories.get(word.text)
    if found is None:
        scope.findings.add(
            "E0320",
            word.span,
            f"the catalogue has no category `{word.text}`",
            "unknown category",
            help=did_you_mean(word.text, scope.catalogue.categories),
        )
    elif found.kind != thing.kind.text:
        scope.findings.add(
            "E0320", word.span, f"`{word.text}` is a category of {found.kind}", f"not of {thing.kind.text}"
        )
        return None
    return found


# What each property takes: how many values, and of which types. An empty tuple means the id of a thing.
SHAPES: dict[str, tuple[tuple[int, ...], tuple[Any, ...]]] = {
    "at": ((2, 3), (LENGTH, NUMBER, INT)),
    "size": ((1, 3), (LENGTH, NUMBER, INT)),
    "facing": ((1,), (ANGLE,)),
    "yaw": ((1,), (ANGLE,)),
    "tilt": ((1,), (ANGLE,)),
    "on": ((1,), ()),
    "in": ((1,), ()),
    "row": ((1,), (INT,)),
    "column": ((1,), (INT,)),
    "labels": ((2, 4, 6, 8), (LABEL,)),
    "visible": ((1,), (NUMBER, INT)),
    "occupancy": ((1,), (NUMBER, INT)),
    "name": ((1,), (LABEL,)),
}


def _properties(thing: tree.SceneThing, ids: Mapping[str, tree.SceneThing], scope: Scope) -> Written | None:
    found: dict[str, tuple[Any, ...]] = {}
    ok = True
    for item in thing.properties:
        name = item.name.text
        counts, types = SHAPES[name]
        if name in found:
            scope.findings.add("E0605", item.name.span, f"`{name}` is given twice", "again")
            ok = False
        if len(item.values) not in counts:
            numbers = " or ".join(map(str, counts))
            scope.findings.add(
                "E0605", item.span, f"`{name}` takes {numbers} values", f"{len(item.values)} given"
            )
            ok = False
            continue
        values = [_value(name, types, value, ids, scope) for value in item.values]
        ok &= None not in values
        found[name] = tuple(values)
    return found if ok else None


def _value(
    name: str,
    types: tuple[Any, ...],
    value: tree.Expression,
    ids: Mapping[str, tree.SceneThing],
    scope: Scope,
) -> Any:
    words: Iterable[str] = ()
    if name == "facing":
        words = DIRECTIONS
    elif name == "size":
        words = SIZES
    elif not types:
        words = ids
    if isinstance(value, tree.Name):
        if value.text in words:
            return value.text
        if value.text[0] in "+-" and value.text[1:] not in AXES:
            return None
        if words:
            what = "a thing of this scene" if not types else one_of(words)
            scope.findings.add(
                "E0605", value.span, f"`{name}` takes {what}", "not one", help=did_you_mean(value.text, words)
            )
            return None
    typed = infer(value, scope)
    if not isinstance(typed, Constant) or typed.type not in types:
        wanted = " or ".join(str(t) for t in types[:2]) or "a thing of this scene"
        scope.findings.add("E0605", value.span, f"`{name}` takes {wanted}", f"this is {typed.type}")
        return None
    return typed.value


def _extents(
    kind: Kind, category: Category | None, size: tuple[Any, ...] | None
) -> tuple[float, float, float]:
    if size is not None and len(size) == 3:
        return (float(size[0]), float(size[1]), float(size[2]))
    if category is not None:
        x, y, z = (r.middle for r in category.extents)
        if x or y or z:
            return (x, y, z)
    return (0.0, 0.0, 0.0) if kind.is_a(VIEWER) else kind.extents


def _of_size(extents: tuple[float, float, float], classed: Iterable[Category]) -> Category | None:
    """The category whose things can be this large, of those that have a size class."""
    for category in classed:
        if all(length in span for length, span in zip(extents, category.extents, strict=True)):
            return category
    return None


def _has_front(kind: Kind, category: Category | None, written: Written) -> bool:
    if len(kind.facing) == 1:
        return ORIENTED in kind.facing
    return category.oriented if category is not None else written.get("facing") is not None


def _rotation(kind: Kind, written: Written, oriented: bool) -> tuple[float, float, float, float]:
    facing = _one(written, "facing")
    if facing is not None:
        angle = DIRECTIONS[facing] if isinstance(facing, str) else float(facing)
    elif written.get("yaw"):
        angle = float(_one(written, "yaw"))
    elif oriented or kind.is_a(CELL) or kind.is_a(VACANCY):
        looks_on = kind.is_a(VIEWER) or kind.is_a(ROBOT)
        angle = TOWARDS_THE_SCENE if looks_on else TOWARDS_THE_VIEWER
    else:
        angle = 0.0
    turned = yaw(angle)
    tilt = _one(written, "tilt")
    return product(turned, axis_angle((1.0, 0.0, 0.0), -float(tilt))) if tilt else turned


def _center(
    kind: Kind, written: Written, extents: tuple[float, float, float], top: float
) -> tuple[float, float, float]:
    at = written.get("at") or (0.0, 0.0)
    if len(at) == 3:
        return (float(at[0]), float(at[1]), float(at[2]))
    stands = top if kind.is_a(MOVABLE) and not kind.stands_on_ground else 0.0
    height = CAMERA_HEIGHT if kind.is_a(VIEWER) else stands + extents[2] / 2
    return (float(at[0]), float(at[1]), height)


def _edges(
    id: str, kind: Kind, written: Written, ids: Mapping[str, tree.SceneThing], scope: Scope
) -> list[tuple[str, str, str]]:
    edges = []
    for key in ("on", "in"):
        target = _one(written, key)
        if target is None:
            continue
        if key == "in" and _plays(ROBOT, ids[target], scope) and kind.is_a(GRASPABLE):
            edges.append((target, id, "holds"))
        else:
            edges.append((id, target, key))
    return edges
