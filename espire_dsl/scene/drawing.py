"""A scene as a line drawing (SVG): seen from above, or, where it has slots, as the viewer sees their shelf.

It shows where boxes are, not what things look like, and needs no renderer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

import numpy as np
from attrs import frozen

from espire_dsl.markup import Markup, element
from espire_dsl.scene.box import box_of
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.footprint import Polygon, hull
from espire_dsl.scene.frames import floor_front
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import Array

_WIDTH: Final = 660
_MOST_HEIGHT: Final = 540
_PADDING: Final = 26.0
_NOT_DRAWN: Final = frozenset({"floor", "room", "space"})
_RANKS: Final = {"table": 0, "shelf": 0, "slot": 1}
_NOT_NAMED: Final = frozenset({"table", "shelf", "slot", "space", "support", "robot", "viewer"})
_FILLS: Final = {
    "table": "#ece7df",
    "shelf": "#ece7df",
    "slot": "none",
    "space": "none",
    "support": "#cfc4b2",
    "book": "#a9c7e8",
    "near": "#f3c793",
    "distant": "#c6dfb0",
    "robot": "#d5d5dc",
    "viewer": "#555555",
}
_FILL: Final = "#dddddd"
_MARKED: Final = "#12a150"


def drawing(scene: Scene, marked: Collection[str] = ()) -> Markup:
    """The drawing of a scene; marked things stand out."""
    view = _View.of(scene)
    shown = (node for node in scene.nodes if node.id in marked or view.shows(node))
    nodes = sorted(shown, key=lambda node: (node.id in marked, view.order(node)))
    outlines = {node.id: view.outline(node) for node in nodes}
    points = np.array([point for outline in outlines.values() for point in outline] or [(0.0, 0.0)])
    sheet = _Sheet.around(points)
    shapes = (shape for n in nodes for shape in _shapes(n, outlines[n.id], n.id in marked, view, sheet))
    named = (node for node in nodes if node.id in marked or node.kind not in _NOT_NAMED)
    names = (_name(node, view, sheet) for node in named)
    told = f"{'seen by the viewer' if view.is_front else 'seen from above'}: {scene.id}"
    return element(
        "svg",
        element("title", told),
        *shapes,
        *names,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {sheet.width:.0f} {sheet.height:.0f}",
        width=f"{sheet.width:.0f}",
        height=f"{sheet.height:.0f}",
        style="background:#fff;max-width:100%;height:auto",
        font_family="sans-serif",
        font_size="11",
    )


@frozen(eq=False)
class _View:
    """Two axes of the world that become those of the sheet, and the one that looks into it."""

    right: Array
    up: Array
    into: Array
    is_front: bool

    @classmethod
    def of(cls, scene: Scene) -> _View:
        try:
            x, y, _ = floor_front(scene.viewer)
        except SceneError:
            x, y = 0.0, 1.0
        if scene.of_kind("slot"):
            return cls(np.array([y, -x, 0.0]), np.array([0.0, 0.0, 1.0]), np.array([x, y, 0.0]), True)
        return cls(np.array([y, -x, 0.0]), np.array([x, y, 0.0]), np.array([0.0, 0.0, -1.0]), False)

    def shows(self, node: Node) -> bool:
        return node.kind not in _NOT_DRAWN and not (self.is_front and node.kind in ("viewer", "robot"))

    def order(self, node: Node) -> tuple[int, float]:
        """What is drawn later lies above: furniture first, then what is nearer to the eye."""
        return _RANKS.get(node.kind, len(_RANKS)), -float((box_of(node).corners @ self.into).min())

    def point(self, at: Array) -> tuple[float, float]:
        return float(at @ self.right), float(at @ self.up)

    def outline(self, node: Node) -> Polygon:
        return hull([self.point(corner) for corner in box_of(node).corners])

    def front(self, node: Node) -> tuple[float, float] | None:
        """Where a thing faces on the sheet, as a unit vector."""
        if self.is_front or not node.oriented or node.kind in ("table", "shelf"):
            return None
        try:
            return self.point(np.array(floor_front(node)))
        except SceneError:
            return None


@frozen(eq=False)
class _Sheet:
    """From metres to pixels."""

    left: float
    top: float
    scale: float
    width: float
    height: float

    @classmethod
    def around(cls, points: Array) -> _Sheet:
        low, high = points.min(axis=0), points.max(axis=0)
        span = np.maximum(high - low, 0.1)
        scale = float(min((_WIDTH - 2 * _PADDING) / span[0], (_MOST_HEIGHT - 2 * _PADDING) / span[1]))
        width, height = (float(side * scale + 2 * _PADDING) for side in span)
        return cls(float(low[0]), float(high[1]), scale, width, height)

    def at(self, x: float, y: float) -> tuple[float, float]:
        return (x - self.left) * self.scale + _PADDING, (self.top - y) * self.scale + _PADDING


def _shapes(node: Node, outline: Polygon, is_marked: bool, view: _View, sheet: _Sheet) -> Iterator[Markup]:
    title = element("title", f"{node.name} ({node.id})")
    x, y = sheet.at(*view.point(np.array(node.center)))
    facing = view.front(node)
    stroke = _MARKED if is_marked else "#777777"
    if node.kind == "viewer":
        if facing is not None:
            yield _arrow(x, y, facing, 16, "#555555")
        yield element("circle", title, cx=f"{x:.1f}", cy=f"{y:.1f}", r="5", fill=_FILLS["viewer"])
        return
    corners = " ".join(f"{a:.1f},{b:.1f}" for a, b in (sheet.at(*corner) for corner in outline))
    yield element(
        "polygon",
        title,
        points=corners,
        fill="#bdebd0" if is_marked else _FILLS.get(node.kind, _FILL),
        fill_opacity="0.9",
        stroke=stroke,
        stroke_width="2.5" if is_marked else "0.8",
        stroke_dasharray="4 3" if node.kind == "slot" and not is_marked else None,
    )
    if facing is not None:
        yield _arrow(x, y, facing, 12, stroke)


def _arrow(x: float, y: float, facing: tuple[float, float], length: float, colour: str) -> Markup:
    """From the middle of a thing to where it faces."""
    (a, b), back = facing, 4.0
    tip_x, tip_y = x + length * a, y - length * b
    wings = [(tip_x - back * (a - s * b), tip_y + back * (b + s * a)) for s in (-0.7, 0.7)]
    path = f"M{x:.1f} {y:.1f}L{tip_x:.1f} {tip_y:.1f}"
    path += "".join(f"M{wx:.1f} {wy:.1f}L{tip_x:.1f} {tip_y:.1f}" for wx, wy in wings)
    return element("path", d=path, stroke=colour, stroke_width="1.4", fill="none")


def _name(node: Node, view: _View, sheet: _Sheet) -> Markup:
    """Ornaments are called by their names; what has many of its name, by its id."""
    x, y = sheet.at(*view.point(np.array(node.center)))
    return element(
        "text",
        node.name if node.kind in ("near", "distant") else node.id,
        x=f"{x:.1f}",
        y=f"{y + 4:.1f}",
        text_anchor="middle",
        stroke="#ffffff",
        stroke_width="3",
        paint_order="stroke",
        fill="#222222",
    )
