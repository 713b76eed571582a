"""Looks: every category has one that fits into its box, and bad files say what is wrong."""

from __future__ import annotations

import numpy as np
import pytest
from attrs import evolve

from espire_dsl.catalogue.error import CatalogueError
from espire_dsl.catalogue.reader import Category
from espire_dsl.scene.rotation import matrix
from espire_dsl.tasks.worlds import shipped_world
from espire_sim.appearance.assets import appearance_of
from espire_sim.appearance.materials import apply_materials
from espire_sim.appearance.patterns import shares
from espire_sim.appearance.textures import PATTERNS, PRINT, load_textures, read_textures
from espire_sim.worlds import Drawn, draw
from espire_sim.worlds.looks import WALL
from tests.nodes import node as new_node
from tests.sim.handmade import TOP, on_table
from tests.sim.strategies import catalogue, drawn

DRESSED = [c for c in catalogue() if c.kind not in ("shelf", "viewer", "object") and c.id != "panel"]
"""All but what looks like its box: shelves by their boards, and plain shapes as worlds make them."""
ORNAMENTS = [c for c in DRESSED if c.kind in ("near", "distant")]


@pytest.mark.parametrize("category", DRESSED, ids=lambda category: category.id)
def test_every_category_has_a_look_that_fits_into_its_box(category: Category) -> None:
    assert category.shape is not None
    appearance = appearance_of(category)
    if category.kind != "book":
        assert appearance.box == pytest.approx([extent.middle for extent in category.extents], abs=1e-9)
    if category.shape.reaches_out:
        return
    for variant in range(1, category.variants + 1):
        for part in appearance.of_variant(variant):
            low, high = part.reach
            assert (low >= -appearance.box / 2 - 1e-6).all(), (
                variant,
                part.paint,
                low * 100,
                appearance.box * 50,
            )
            assert (high <= appearance.box / 2 + 1e-6).all(), (
                variant,
                part.paint,
                high * 100,
                appearance.box * 50,
            )


@pytest.mark.parametrize("category", ORNAMENTS, ids=lambda category: category.id)
def test_looks_fill_their_boxes_and_have_several_parts(category: Category) -> None:
    appearance = appearance_of(category)
    lows, highs = zip(*(part.reach for part in appearance.parts), strict=True)
    filled = (np.max(highs, axis=0) - np.min(lows, axis=0)) / appearance.box
    assert filled[2] > 0.9
    assert filled.min() >= 0.5
    assert len(appearance.parts) >= 5
    assert len({part.paint for part in appearance.parts}) >= 2


@pytest.mark.parametrize("category", [c for c in ORNAMENTS if c.oriented], ids=lambda c: c.id)
def test_fronts_differ_from_backs(category: Category) -> None:
    """Turned by half, an oriented thing does not look the same."""
    parts = appearance_of(category).parts
    there = {(part.paint, *np.round(part.center, 4).tolist()) for part in parts}
    turned = {(part.paint, *np.round(part.center * (-1, -1, 1), 4).tolist()) for part in parts}
    assert there != turned


def test_variants_of_a_table_differ() -> None:
    appearance = appearance_of(catalogue().get("table"))
    shapes = {
        tuple((part.form, part.paint, *part.center.tolist()) for part in appearance.of_variant(number))
        for number in range(1, 9)
    }
    assert len(shapes) == 8


@pytest.mark.parametrize(("world", "level"), [("tabletop", "hard"), ("shelf", "easy")])
def test_bindings_leave_everything_else_of_a_scene_as_it_is(world: str, level: str) -> None:
    """Books of one binding only stand where they do, among the same furniture in the same light."""
    found = drawn(world, level, 6)
    alike = catalogue().with_more(evolve(book, variants=1) for book in catalogue().of_kind("book"))
    other = draw(shipped_world(world), level, 6, alike)
    assert isinstance(other, Drawn)
    assert other.scene == found.scene
    assert other.appearance.lights == found.appearance.lights
    assert other.appearance.textures == found.appearance.textures
    assert other.appearance.variants.items() <= found.appearance.variants.items()
    books = {node.id for node in found.scene.of_kind("book")}
    assert found.appearance.variants.keys() - other.appearance.variants.keys() == books


@pytest.mark.parametrize("world", ["tabletop", "shelf"])
def test_every_texture_that_a_world_gives_is_known(world: str) -> None:
    names = {name for texture in shipped_world(world).textures for name in texture.names}
    assert names <= set(load_textures())


def test_a_thing_without_a_look_looks_like_its_box() -> None:
    thing = new_node("thing", "object", (0, 0, TOP + 0.1), extents=(0.1, 0.3, 0.2), category="unheard_of")
    textured = apply_materials(on_table([thing]), None)
    (own,) = (
        shape
        for shape, owner in zip(textured.shapes, textured.owners, strict=True)
        if textured.ids.get(owner) == "thing"
    )
    assert own.corners.max(axis=0) == pytest.approx([0.05, 0.15, TOP + 0.2])


def test_looks_stretch_with_their_things() -> None:
    found = drawn("tabletop", "hard", 2)
    textured = apply_materials(found.scene, found.appearance)
    for node in found.scene.of_kind("book"):
        corners = np.concatenate(
            [
                shape.corners
                for shape, owner in zip(textured.shapes, textured.owners, strict=True)
                if textured.ids.get(owner) == node.id
            ]
        )
        own = (corners - np.asarray(node.center)) @ matrix(node.quaternion)
        assert own.max(axis=0) - own.min(axis=0) == pytest.approx(node.extents, rel=0.02)


def test_the_wall_stands_behind_everything() -> None:
    found = drawn("tabletop", "easy", 5)
    textured = apply_materials(found.scene, found.appearance)
    walls = [s for s, owner in zip(textured.shapes, textured.owners, strict=True) if owner == 0]
    things = [
        s
        for s, owner in zip(textured.shapes, textured.owners, strict=True)
        if owner != 0 and owner not in textured.floors
    ]
    back = walls[0].corners[:, 0].max()
    at_back = [
        s for s in walls if s.corners[:, 0].min() >= back - 1e-9 and s.corners[:, 0].max() < back + 0.1
    ]
    assert len(at_back) > 4
    assert max(s.corners[:, 0].max() for s in at_back) < min(s.corners[:, 0].min() for s in things)
    assert found.appearance.textures[WALL] in load_textures()


@pytest.mark.parametrize("pattern", [pattern for pattern in PATTERNS if pattern != PRINT])
def test_patterns_are_shares(pattern: str) -> None:
    points = np.random.default_rng(0).uniform(-2, 2, (3, 4000)).astype(np.float32)
    share = shares(pattern, points, 0.2)
    assert share.shape == (4000,)
    assert share.min() >= 0
    assert share.max() <= 1
    assert (share.std() > 0) == (pattern != "plain")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('a = { pattern = "dots", colours = ["#000000", "#ffffff"], scale = 1 }', '"dots" is no pattern'),
        ('a = { pattern = "plain", colours = ["black"] }', '"black" is no colour'),
        ('a = { pattern = "tiles", colours = ["#000000", "#ffffff"] }', "needs a scale"),
        ('a = { pattern = "tiles", colours = ["#000000"], scale = 1 }', "1 colours"),
        ('a = { pattern = "plain", colours = ["own 2"] }', '"own 2" is no colour'),
        ('a = { pattern = "print", colours = ["own", "contrast"] }', "needs a cell of the atlas"),
        ('a = { pattern = "plain", colours = ["#000000"], material = "jelly" }', '"jelly" is no material'),
        ('a = { pattern = "tiles", colours = ["#000000", "#ffffff"], scale = "wide" }', "needs a scale"),
        ('a = { pattern = "tiles", colours = ["#000000", "#ffffff"], scale = nan }', "needs a scale"),
        ('a = { pattern = "plain", colours = 7 }', "textures.toml: a: it must be a table"),
        ('a = "oak"', "textures.toml: a: it must be a table"),
        ("a = {", "textures.toml: it cannot be read .*: mend it, or install espire-dsl again"),
    ],
)
def test_bad_textures_say_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(CatalogueError, match=message):
        read_textures(text)
