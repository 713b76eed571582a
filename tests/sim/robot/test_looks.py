"""What is seen of the robot is what is verified: its parts are within the shapes for collisions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_sim.appearance.materials import apply_materials
from espire_sim.appearance.robot import LinkPart, arm_shapes, link_parts
from espire_sim.appearance.shape import Form, Shape
from espire_sim.appearance.textures import load_textures
from espire_sim.robot.arm import panda
from espire_sim.robot.body import FINGERS, hulls
from espire_sim.robot.stance import heading_of, opening_of, outward_of
from tests.sim.robot.packaged import Array, vertices
from tests.sim.robot.test_shapes import depths
from tests.sim.strategies import drawn

BEYOND = 0.001
FROM_THE_MAKERS = 0.013
MOST = 64

NAMES = [*(f"link{number}" for number in range(8)), "hand", "finger"]
LINKS = (*panda().links, panda().hand, *(panda().finger for _ in FINGERS))


def surface(shape: Shape, count: int, seed: int) -> Array:
    """Points all over the surface of a shape."""
    rng = np.random.default_rng(seed)
    own = rng.normal(size=(count, 3))
    if shape.form is Form.BALL:
        own /= np.linalg.norm(own, axis=1)[:, None]
    elif shape.form is Form.BOX:
        own /= np.abs(own).max(axis=1)[:, None]
        own[:8] = [[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    else:
        turn, level = rng.uniform(0, 2 * np.pi, count), rng.uniform(-1, 1, count)
        cap = slice(count // 3, count // 2)  # before them are rims
        level[: count // 2] = np.sign(level[: count // 2])
        radius = 1 + (shape.top - 1) * (level + 1) / 2
        radius[cap] *= np.sqrt(rng.random(len(radius[cap])))
        own = np.column_stack([radius * np.cos(turn), radius * np.sin(turn), level])
    points: Array = shape.center + own @ shape.axes.T
    return points


@pytest.mark.parametrize("part", link_parts(), ids=lambda part: f"{part.link}-{part.shape.form}")
def test_every_part_is_within_the_shapes_of_its_link(part: LinkPart) -> None:
    assert depths(LINKS[part.link], surface(part.shape, 3000, 5)).max() <= BEYOND


@pytest.mark.parametrize("number", range(len(NAMES)), ids=NAMES)
def test_parts_follow_what_the_maker_ships(number: int) -> None:
    """On average, far nearer than the shapes for collisions, which are allowed 21 mm and more."""
    points = np.concatenate([surface(p.shape, 400, 6) for p in link_parts() if p.link == number])
    mesh = vertices(NAMES[number])
    distances = np.array([np.linalg.norm(mesh - point, axis=1).min() for point in points])
    assert distances.mean() <= FROM_THE_MAKERS


def test_links_have_their_parts_and_paints() -> None:
    parts = link_parts()
    assert len(parts) <= MOST
    assert {part.link for part in parts} == set(range(len(LINKS)))
    assert {part.paint for part in parts} <= set(load_textures())
    tips = [p for p in parts if p.link == FINGERS[0] and p.paint == "gray_rubber"]
    assert len(tips) == 1


@settings(max_examples=10, deadline=None)
@given(world=st.sampled_from(["shelf", "tabletop"]), seed=st.integers(0, 30))
def test_shapes_in_a_scene_are_within_the_hull_there(world: str, seed: int) -> None:
    scene = drawn(world, "easy", seed).scene
    (robot,) = scene.of_kind("robot")
    hull = hulls(
        np.array([robot.configuration]), heading_of(outward_of(scene, robot)), opening_of(scene, robot)
    )
    for part, (shape, paint) in zip(link_parts(), arm_shapes(scene, robot), strict=True):
        points = surface(shape, 200, seed)
        found = []
        for place, link in enumerate(hull.capsule_links):
            if link == part.link:
                start, along = hull.starts[0, place], hull.ends[0, place] - hull.starts[0, place]
                share = np.clip((points - start) @ along / (along @ along), 0, 1)[:, None]
                away = np.linalg.norm(points - start - share * along, axis=1)
                found.append(away - hull.radii[place])
        for place, link in enumerate(hull.box_links):
            if link == part.link:
                own = np.abs((points - hull.centers[0, place]) @ hull.axes[0, place])
                found.append((own - hull.halves[place]).max(axis=1))
        assert np.min(found, axis=0).max() <= BEYOND + 1e-5
        assert paint == part.paint


def test_the_robot_has_one_number() -> None:
    scene = drawn("shelf", "easy", 3).scene
    (robot,) = scene.of_kind("robot")
    textured = apply_materials(scene, None)
    (number,) = (number for number, id in textured.ids.items() if id == robot.id)
    assert textured.owners.count(number) == len(link_parts())
