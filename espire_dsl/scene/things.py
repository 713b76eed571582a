"""Nodes of things from the catalogue: one place that says how a category becomes a node."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from attrs import evolve

from espire_dsl.catalogue.reader import Category
from espire_dsl.scene.box import box_of, shadow
from espire_dsl.scene.node import IDENTITY, UP, Node, Quaternion, Vector


def thing(
    category: Category,
    id: str,
    center: Vector,
    quaternion: Quaternion = IDENTITY,
    extents: Sequence[float] | None = None,
) -> Node:
    """A thing of a category; without `extents` it has the middle of each range of lengths."""
    lengths = [length.middle for length in category.extents] if extents is None else extents
    return Node(
        id,
        category.kind,
        center,
        quaternion,
        (lengths[0], lengths[1], lengths[2]),
        roles=category.roles,
        axes=category.axes,
        density=category.density,
        category=category.id,
        name=category.name,
        size=category.size,
        front=category.front,
        oriented=category.oriented,
        perspective=category.perspective,
        upright=UP,
        labels=dict(category.labels),
    )


def standing_at(node: Node, level: float) -> Node:
    """The thing moved up or down until the lowest point of its box is at a height."""
    low, _ = shadow(box_of(node), UP)
    x, y, z = node.center
    return evolve(node, center=(x, y, float(np.round(z + level - low, 9))))
