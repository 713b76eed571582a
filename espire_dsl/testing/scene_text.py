"""A scene as an author would write it, so that a counterexample can be pasted into an `example`."""

from __future__ import annotations

from decimal import Decimal

from espire_dsl.catalogue.reader import load_kinds
from espire_dsl.domain.kinds import MOVABLE, ROLES
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.measures import tilt
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import axis_angle, product, rotate_vector, yaw
from espire_dsl.syntax import tree

_SAME = 1e-9


def scene_literal(scene: Scene) -> tree.SceneLiteral:
    return tree.SceneLiteral(tuple(_thing(node, scene) for node in scene.nodes))


def _thing(node: Node, scene: Scene) -> tree.SceneThing:
    properties = [_property("at", *node.center)]
    properties += _turn(node)
    if any(node.extents):
        properties.append(_property("size", *node.extents))
    for key, targets in (("on", scene.targets(node.id, "on")), ("in", _places(node, scene))):
        for target in targets[:1]:
            properties.append(tree.Property(tree.Word(key), (tree.Name(target),)))
    for holder in scene.sources(node.id, "holds")[:1]:
        properties.append(tree.Property(tree.Word("in"), (tree.Name(holder),)))
    for name in ("row", "column", "occupancy"):
        value = getattr(node, name)
        if value is not None:
            properties.append(_property(name, value))
    if node.labels:
        pairs = [tree.Text(text) for pair in node.labels.items() for text in pair]
        properties.append(tree.Property(tree.Word("labels"), tuple(pairs)))
    category = tree.Word(node.category) if node.category != node.kind and node.size is None else None
    named = category is not None or node.id != node.kind or not _single(node.kind)
    return tree.SceneThing(tree.Word(node.kind), category, tree.Word(node.id), tuple(properties), named)


def _single(name: str) -> bool:
    """Whether scenes have one thing of a kind of the library, which then needs no name."""
    kind = ROLES.get(name) or load_kinds().get(name)
    return kind is not None and kind.single


def _places(node: Node, scene: Scene) -> tuple[str, ...]:
    """What a thing stands in, by its edge or by its field."""
    return scene.targets(node.id, "in") or ((node.slot,) if node.slot is not None else ())


def _turn(node: Node) -> list[tree.Property]:
    """`facing` or `yaw`, and `tilt`; what they cannot say exactly is said as nearly as they can."""
    forward = rotate_vector(node.quaternion, (1.0, 0.0, 0.0))
    degrees = _degrees(forward[0], forward[1])
    lean = 0.0
    if node.is_a(MOVABLE) and node.front is None:
        leaned = product(yaw(degrees), axis_angle((1.0, 0.0, 0.0), tilt(node)))
        lean = -tilt(node) if _like(leaned, node) else tilt(node)
    word = "facing" if node.front is not None else "yaw"
    turned = [tree.Property(tree.Word(word), (_number(degrees, "deg"),))] if degrees else []
    if not degrees and node.front is not None:
        turned = [tree.Property(tree.Word("facing"), (_number(0, "deg"),))]
    if lean:
        turned.append(tree.Property(tree.Word("tilt"), (_number(lean, "deg"),)))
    return turned


def _like(quaternion: tuple[float, ...], node: Node) -> bool:
    dot = sum(a * b for a, b in zip(quaternion, node.quaternion, strict=True))
    return abs(abs(dot) - 1) < _SAME


def _degrees(x: float, y: float) -> float:
    from math import atan2, degrees

    return round(degrees(atan2(y, x)) % 360, 6) % 360


def _property(name: str, *values: float) -> tree.Property:
    return tree.Property(tree.Word(name), tuple(_number(v) for v in values))


def _number(value: float, unit: str | None = None) -> tree.Expression:
    text = format(Decimal(repr(abs(round(value, 9)))).normalize(), "f")
    number = tree.Number(text, unit)
    return tree.Unary("-", number) if round(value, 9) < 0 else number
