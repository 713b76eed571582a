"""The shapes for collisions cover the packaged meshes to 3 mm, and are not much larger than they are.

Larger is told by the distance from the surface of the shapes to the nearest vertex of the mesh: 2 cm on
average and 6.5 cm at most, where capsules round off flat ends. The foot is one box, and so twice as loose.
"""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from espire_sim.robot.arm import Link, panda
from tests.sim.robot.packaged import Array, vertices

COVERED = 0.003
LARGER_ON_AVERAGE = 0.021
LARGER_AT_MOST = 0.065
LOOSER = {"link0": 2.0}

LINKS = {
    **{f"link{number}": link for number, link in enumerate(panda().links)},
    "hand": panda().hand,
    "finger": panda().finger,
}


@pytest.mark.parametrize("name", LINKS)
def test_every_vertex_is_in_a_shape(name: str) -> None:
    assert depths(LINKS[name], vertices(name)).max() <= COVERED


@pytest.mark.parametrize("name", LINKS)
def test_shapes_do_not_reach_far_from_the_mesh(name: str) -> None:
    mesh = vertices(name)
    surface = surfaces(LINKS[name])
    surface = surface[depths(LINKS[name], surface) > -1e-9]
    assert len(surface) > 100
    distances = np.array([np.linalg.norm(mesh - point, axis=1).min() for point in surface])
    assert distances.mean() <= LARGER_ON_AVERAGE * LOOSER.get(name, 1.0)
    assert distances.max() <= LARGER_AT_MOST * LOOSER.get(name, 1.0)


def depths(link: Link, points: Array) -> Array:
    """How far points are outside the shapes of a link; negative inside."""
    found = []
    for capsule in link.capsules:
        start, along = np.asarray(capsule.start), np.subtract(capsule.end, capsule.start)
        part = np.clip((points - start) @ along / (along @ along), 0, 1)
        found.append(np.linalg.norm(points - start - part[:, None] * along, axis=1) - capsule.radius)
    for block in link.blocks:
        beyond = np.abs(points - np.asarray(block.center)) - np.asarray(block.half)
        found.append(np.linalg.norm(np.maximum(beyond, 0), axis=1) + np.minimum(beyond.max(axis=1), 0))
    least: Array = np.min(found, axis=0)
    return least


def surfaces(link: Link) -> Array:
    """Points all over the surfaces of the shapes of a link."""
    rng = np.random.default_rng(7)
    found = []
    for capsule in link.capsules:
        out = rng.normal(size=(300, 3))
        out /= np.linalg.norm(out, axis=1)[:, None]
        along = np.subtract(capsule.end, capsule.start)
        at_end = (out @ along > 0)[:, None]
        found.append(np.where(at_end, capsule.end, capsule.start) + capsule.radius * out)
        sides = np.cross(out, along)
        sides /= np.linalg.norm(sides, axis=1)[:, None]
        part = rng.random((300, 1))
        found.append(np.asarray(capsule.start) + part * along + capsule.radius * sides)
    for block in link.blocks:
        for axis, side in product(range(3), (-1.0, 1.0)):
            inside = rng.uniform(-1, 1, size=(60, 3))
            inside[:, axis] = side
            found.append(np.asarray(block.center) + inside * np.asarray(block.half))
    return np.concatenate(found)
