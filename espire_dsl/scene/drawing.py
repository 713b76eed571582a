"""A scene as a line drawing (SVG): seen from above, or as the viewer sees it, where it has places one above
the other.

It shows where boxes are, not what things look like, and needs no renderer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Final

import numpy as np
from attrs import frozen

from espire_dsl.domain.kinds import CELL, FIXED, GROUND, ROBOT, ROOM, VACANCY, VIEWER
from espire_dsl.markup import Markup, element
from espire_dsl.scene.box import box_of
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.footprint import union_area
from espire_dsl.scene.frames import floor_front
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.polygons import Polygon, convex_hull
from espire_dsl.scene.rotation import Array

_WIDTH: Final = 660
_MOST_HEIGHT: Final = 540
_PADDING: Final = 26.0
_BACKGROUND: Final = (GROUND, ROOM, VACANCY)
_REGIONS: Final = (CELL, VACANCY)
_FURNITURE: Final = (FIXED,)
_NOT_IN_FRONT_VIEW: Final = (VIEWER, ROBOT)
_FILLS: Final = ("#a9c7e8", "#e6b8b0", "#f3c793", "#cfc3e6", "#b8d9dc", "#e8dca0", "#d3d3d3")
_PLAIN: Final = "#ece7df"
_LINE, _DARK, _MARKED, _MARKED_FILL = "#777777", "#555555", "#12a150", "#bdebd0"


def drawing(scene: Scene, marked: Collection[str] = ()) -> Markup:
    """The drawing of a scene; marked things stand out."""
    view = _View.of(scene)
    shown = [node for node in scene.nodes if node.id in marked or view.shows(node)]
    outlines = {node.id: view.outline(node) for node in shown}
    points = [point for outline in outlines.values() for point in outline]
    sheet = _Sheet.around(np.array(points or [(0.0, 0.0)]))
    areas = {id: union_area([outline]) for id, outline in outlines.items()}
    nodes = sorted(shown, key=lambda n: (n.id in marked, not n.is_a(*_FURNITURE, *_REGIONS), -areas[n.id]))
    names = Counter(node.name for node in scene.nodes)
    shapes = (part for n in nodes for part in _shapes(n, outlines[n.id], n.id in marked, view, sheet))
    labels = (
        _label(node, node.id if names[node.name] > 1 else node.name, view, sheet)
        for node in nodes
        if node.id in marked or _has_label(node)
    )
    told = f"{'seen by the viewer' if view.is_front else 'seen from above'}: {scene.id}"
    return element(
        "svg",
        element("title", told),
        *shapes,
        *labels,
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
    """Two axes of the world that become those of the sheet."""

    right: Array
    up: Array
    is_front: bool

    @classmethod
    def of(cls, scene: Scene) -> _View:
        try:
            x, y, _ = floor_front(scene.viewer)
        except SceneError:
            x, y = 0.0, 1.0
        is_front = any(node.is_a(*_REGIONS) for node in scene.nodes)
        return cls(np.array([y, -x, 0.0]), np.array([0.0, 0.0, 1.0] if is_front else [x, y, 0.0]), is_front)

    def shows(self, node: Node) -> bool:
        return not node.is_a(*_BACKGROUND) and not (self.is_front and node.is_a(*_NOT_IN_FRONT_VIEW))

    def point(self, at: Array) -> tuple[float, float]:
        return float(at @ self.right), float(at @ self.up)

    def outline(self, node: Node) -> Polygon:
        return convex_hull([self.point(corner) for corner in box_of(node).corners])

    def facing(self, node: Node) -> tuple[float, float] | None:
        """Where a thing faces on the sheet, as a unit vector."""
        if self.is_front or not node.oriented or node.is_a(*_FURNITURE):
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
    facing = view.facing(node)
    if len(outline) < 3:
        fill = _MARKED if is_marked else _DARK
        yield element("circle", title, cx=f"{x:.1f}", cy=f"{y:.1f}", r="5", fill=fill)
    else:
        yield element(
            "polygon",
            title,
            points=" ".join(f"{a:.1f},{b:.1f}" for a, b in (sheet.at(*corner) for corner in outline)),
            fill=_MARKED_FILL if is_marked else _fill(node),
            fill_opacity="0.9",
            stroke=_MARKED if is_marked else _LINE,
            stroke_width="2.5" if is_marked else "0.8",
            stroke_dasharray="4 3" if node.is_a(*_REGIONS) and not is_marked else None,
        )
    if facing is not None:
        yield _arrow(x, y, facing, _MARKED if is_marked else _DARK)


def _fill(node: Node) -> str:
    """A colour for each kind; what holds others is plain."""
    if node.is_a(*_REGIONS):
        return "none"
    return _PLAIN if node.is_a(*_FURNITURE) else _FILLS[sum(node.kind.encode()) % len(_FILLS)]


def _arrow(x: float, y: float, facing: tuple[float, float], colour: str) -> Markup:
    """From the middle of a thing to where it faces."""
    (a, b), length, back = facing, 14.0, 4.0
    tip_x, tip_y = x + length * a, y - length * b
    wings = [(tip_x - back * (a - s * b), tip_y + back * (b + s * a)) for s in (-0.7, 0.7)]
    path = f"M{x:.1f} {y:.1f}L{tip_x:.1f} {tip_y:.1f}"
    path += "".join(f"M{wx:.1f} {wy:.1f}L{tip_x:.1f} {tip_y:.1f}" for wx, wy in wings)
    return element("path", d=path, stroke=colour, stroke_width="1.4", fill="none")


def _has_label(node: Node) -> bool:
    return not node.is_a(*_REGIONS, *_FURNITURE, *_NOT_IN_FRONT_VIEW)


def _label(node: Node, text: str, view: _View, sheet: _Sheet) -> Markup:
    """The name of a thing, or its id where others have the same name."""
    x, y = sheet.at(*view.point(np.array(node.center)))
    return element(
        "text",
        text,
        x=f"{x:.1f}",
        y=f"{y + 4:.1f}",
        text_anchor="middle",
        stroke="#ffffff",
        stroke_width="3",
        paint_order="stroke",
        fill="#222222",
    )
