"""Prints: what is looked up is what was drawn, reads the right way round, and leaves books their colours."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image

from espire_dsl.catalogue.error import CatalogueError
from espire_dsl.scene.camera import look_at
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.things import thing
from espire_sim.appearance.patterns import kept
from espire_sim.appearance.prints import lookup
from espire_sim.appearance.prints.cells import (
    ACROSS,
    BLOCK,
    CELLS,
    COVER,
    LEVELS,
    SIZE,
    SPINE,
    TITLES,
    Cell,
    corner_of,
)
from espire_sim.appearance.prints.draw_atlas import drawn_cell, titles
from espire_sim.appearance.prints.lookup import atlas_levels, cell_picture, ink, level_of, on_cell, sharpness
from espire_sim.appearance.shape import Form, Shape
from espire_sim.appearance.textures import PRINT, Texture, load_textures
from espire_sim.photo.looks import Look, looks_of
from espire_sim.photo.printing import laid_at
from espire_sim.photo.triangles import triangles_of
from espire_sim.rendering.observe import Cast, cast
from espire_sim.rendering.surface import colours_at, linear
from espire_sim.rendering.view import View
from espire_sim.worlds.result import Appearance
from tests.sim.strategies import catalogue

COLOURS = ("red", "blue", "green", "ochre", "black", "white", "violet", "orange", "teal", "brown")
BINDINGS = range(1, catalogue().get("book_medium").variants + 1)
FROM = {"front": (0.0, -2.0), "back": (0.0, 2.0), "spine": (-2.0, 0.0)}
PRINTS = {name: texture for name, texture in load_textures().items() if texture.pattern == PRINT}


def seen(side: str, binding: int, colour: str) -> Cast:
    """A book, seen straight from a side that fills the picture."""
    book = catalogue().get("book_medium")
    size = (0.16, 0.022, 0.23)
    wide = size[1] if side == "spine" else size[0]
    camera = look_at(
        (*FROM[side], size[2] / 2),
        (0.0, 0.0, size[2] / 2),
        width=round(4000 * wide),
        height=round(4000 * size[2]),
        metres=size[2],
    )
    one = thing(book, "book", (0.0, 0.0, size[2] / 2), (1.0, 0.0, 0.0, 0.0), size)
    scene = Scene.build([one], (), {"world": camera})
    return cast(scene, "world", Appearance((), {"book": colour}, {"book": binding}))


def inked(found: Cast) -> tuple[NDArray[np.float32], Texture]:
    """The shares of ink in a picture of a book of which most is printed, and the print."""
    counts = np.bincount(found.hits.shape[found.hits.shape >= 0].ravel(), minlength=1)
    place = max(
        (place for place in range(len(counts)) if found.textured.textures[place].pattern == PRINT),
        key=lambda place: int(counts[place]),
    )
    shape, texture = found.textured.shapes[place], found.textured.textures[place]
    rows, columns = np.nonzero(found.hits.shape == place)
    starts, ways = found.view.rays(columns + 0.5, rows + 0.5)
    points = starts + found.hits.depth[rows, columns].astype(np.float32) * ways
    own = (shape.inward @ (points - shape.center[:, None])).astype(np.float32)
    colours = colours_at(texture, shape, own, found.view)
    ground, other = (linear(np.array(colour))[:, None] for colour in (texture.ground, texture.other))
    share = ((colours - ground) * (other - ground)).sum(axis=0) / ((other - ground) ** 2).sum()
    picture = np.zeros(found.hits.shape.shape, dtype=np.float32)
    picture[rows, columns] = share
    return picture[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1], texture


def alike(picture: NDArray[np.float32], cell: NDArray[np.float32]) -> float:
    """The correlation of two pictures, the second stretched to the size of the first."""
    height, width = picture.shape
    sized = np.asarray(Image.fromarray(cell).resize((width, height), Image.Resampling.BILINEAR))
    return float(np.corrcoef(picture.ravel(), sized.ravel())[0, 1])


@pytest.mark.parametrize("side", ["front", "back", "spine"])
@pytest.mark.parametrize("binding", [1, 2, 3])
def test_text_reads_the_right_way_round(side: str, binding: int) -> None:
    """Upright on both covers, and from top to bottom on the spine, which is where the text's top is right."""
    picture, texture = inked(seen(side, binding, "blue"))
    cell = cell_picture(texture.cell, texture.title)
    if side == "spine":
        cell = np.rot90(cell, -1)
    likeness = alike(picture, cell)
    assert likeness > 0.85
    for wrong in (cell[:, ::-1], cell[::-1], cell[::-1, ::-1]):
        assert alike(picture, wrong) < likeness - 0.04


@pytest.mark.parametrize("binding", BINDINGS)
@pytest.mark.parametrize("side", list(FROM))
def test_covers_and_spines_show_most_of_the_books_own_colour(binding: int, side: str) -> None:
    found = seen(side, binding, "green")
    own = np.array(load_textures()["green"].ground)
    shown = 0.0
    for place, texture in enumerate(found.textured.textures):
        ground = np.array(texture.ground)
        tone = ground / own
        if np.ptp(tone) < 1e-9 and tone[0] > 0.6:
            bare = 1.0
            if texture.pattern == PRINT:
                bare -= float(cell_picture(texture.cell, texture.title).mean())
            shown += bare * float((found.hits.shape == place).sum())
    assert shown / (found.hits.shape >= 0).sum() > 0.55


def test_every_binding_has_a_title_on_its_cover_and_spine() -> None:
    for binding in BINDINGS:
        for side in ("front", "spine"):
            _, texture = inked(seen(side, binding, "red"))
            assert (CELLS[texture.cell].side == COVER) == (side == "front")


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("name", PRINTS)
def test_ink_can_be_read_on_every_colour(name: str, colour: str) -> None:
    worn = PRINTS[name].worn_by(load_textures()[colour], 3)
    amounts = [float(linear(np.array(c)) @ (0.2126, 0.7152, 0.0722)) for c in (worn.ground, worn.other)]
    assert (max(amounts) + 0.05) / (min(amounts) + 0.05) > 1.7
    assert worn.title == 3
    assert not worn.words


def test_own_colours_are_those_of_the_thing() -> None:
    own = load_textures()["teal"]
    assert load_textures()["own_cloth"].worn_by(own, 0).ground == own.ground
    dark = load_textures()["dark_leather"].worn_by(own, 0)
    assert dark.ground == pytest.approx([0.78 * part for part in own.ground])
    assert dark.other == pytest.approx([0.66 * part for part in own.ground])
    assert load_textures()["oak"].worn_by(own, 5) == load_textures()["oak"]


def test_titles_differ_between_books_and_are_kept_by_each() -> None:
    found = [
        {t.title for t in seen("front", 3, colour).textured.textures if t.pattern == PRINT}
        for colour in COLOURS
    ]
    assert all(len(titles) == 1 for titles in found)
    assert len(set.union(*found)) > 5


def outside(cell: Cell, columns: NDArray[np.int64], rows: NDArray[np.int64]) -> NDArray[np.float32]:
    """Points of a part in its own axes in the middles of pixels of a cell, as one who looks at it sees
    them: on a spine the text goes down and its foot is left, elsewhere it goes right."""
    right, down = 2 * (columns + 0.5) / cell.width - 1, 2 * (rows + 0.5) / cell.height - 1
    out = np.full_like(right, -1.0)
    points = {SPINE: (out, down, -right), ACROSS: (out, -right, -down), COVER: (right, out, -down)}
    return np.stack(points[cell.side]).astype(np.float32)


@given(st.sampled_from(sorted(CELLS)), st.integers(0, TITLES - 1))
def test_at_the_middle_of_its_pixels_the_atlas_is_as_it_was_drawn(name: str, title: int) -> None:
    cell = CELLS[name]
    rows, columns = np.indices((cell.height, cell.width)).reshape(2, -1)
    left, top = corner_of(cell, title)
    found = ink(name, title, outside(cell, columns, rows), 1.0)
    assert np.abs(found * 255 - atlas_levels()[0][top + rows, left + columns]).max() < 0.1


@settings(max_examples=30)
@given(st.sampled_from(sorted(CELLS)), st.integers(0, TITLES - 1), st.floats(1.0, 40.0))
def test_from_afar_there_is_as_much_ink_as_from_near(name: str, title: int, texels: float) -> None:
    places = np.linspace(-1, 1, 193, dtype=np.float32)[1::2]
    x, z = (grid.ravel() for grid in np.meshgrid(places, places))
    points = np.stack([x, np.full_like(x, -1), z] if CELLS[name].side == COVER else [-np.ones_like(x), x, z])
    assert ink(name, title, points, texels).mean() == pytest.approx(
        cell_picture(name, title).mean(), abs=0.04
    )


@pytest.mark.parametrize("number", [0, 17, TITLES - 1])
@pytest.mark.parametrize("name", CELLS)
def test_the_atlas_is_what_its_script_draws(name: str, number: int) -> None:
    """As far as another version of the library that draws letters puts them elsewhere."""
    drawn = np.asarray(drawn_cell(name, titles()[number]), dtype=np.float64) / 255
    assert np.abs(drawn - cell_picture(name, number)).mean() < 0.03


def test_cells_are_apart_and_of_whole_pixels_at_every_level() -> None:
    taken = np.zeros((BLOCK[1], BLOCK[0]), dtype=np.int64)
    for cell in CELLS.values():
        assert all(
            length % 2 ** (LEVELS - 1) == 0 for length in (cell.left, cell.top, cell.width, cell.height)
        )
        taken[cell.top : cell.top + cell.height, cell.left : cell.left + cell.width] += 1
    assert taken.max() == 1
    assert len(titles()) == TITLES
    assert atlas_levels()[0].shape == SIZE[::-1]


@settings(max_examples=30)
@given(st.sampled_from(sorted(PRINTS)), st.integers(0, TITLES - 1), st.integers(0, 2**16))
def test_photographs_have_the_print_where_rays_have_it(name: str, title: int, seed: int) -> None:
    texture = PRINTS[name].worn_by(load_textures()["violet"], title)
    look = Look(evolve(texture, material="coat"), np.zeros(2))
    cell = CELLS[texture.cell]
    columns, rows = np.random.default_rng(seed).integers(0, (cell.width, cell.height), (400, 2)).T
    own = outside(cell, columns, rows)
    if cell.side == COVER and seed % 2:
        own[:2] *= -1
    shape = Shape(Form.BOX, np.array([0.3, 0.1, 0.2]), np.diag([0.08, 0.01, 0.11]))
    photographed = look.colours_at(laid_at(texture, own.T.astype(np.float64)))
    assert np.abs(photographed - colours_at(texture, shape, own).T).max() < 2e-3


def test_triangles_of_a_cover_are_laid_as_its_points_and_its_edges_are_blank() -> None:
    texture = load_textures()["gloss_cover"].worn_by(load_textures()["blue"], 4)
    look = Look(texture, np.zeros(2))
    shape = Shape(Form.BOX, np.array([0.3, 0.1, 0.2]), np.diag([0.08, 0.001, 0.11]))
    part = triangles_of(shape, View.of(look_at((2.0, 0.3, 0.4), (0.0, 0.0, 0.0))))
    laid = look.laid_over(shape, part)[part.faces].mean(axis=1)
    middles = (part.points[part.faces].mean(axis=1) - shape.center) @ shape.inward.T
    normals = part.normals[part.faces].mean(axis=1)
    covers = np.abs(normals[:, 1]) > 0.9
    assert laid[covers] == pytest.approx(laid_at(texture, middles)[covers], abs=1e-6)
    edges = look.colours_at(laid[~covers])
    assert edges == pytest.approx(np.tile(linear(np.array(texture.ground)), (len(edges), 1)), abs=1e-3)


def test_prints_begin_at_the_corner_of_their_side() -> None:
    for look in looks_of(seen("front", 1, "red").textured):
        assert look.is_print == (look.texture.pattern == PRINT)
        assert not look.is_print or not look.begin.any()


@given(st.floats(1e-4, 0.1), st.floats(0.0, 1.0))
def test_fine_lines_fade_before_they_flicker(scale: float, pixel: float) -> None:
    assert 0 <= kept(scale, pixel) <= 1
    assert kept(scale, pixel) == 0 or pixel < scale / 2
    assert kept(scale, 0.0) == 1


@given(
    st.sampled_from(sorted(CELLS)),
    st.integers(0, TITLES - 1),
    st.floats(0.2, 20.0),
    st.lists(st.tuples(*[st.floats(-1, 1, width=32)] * 3), min_size=1, max_size=20),
)
def test_ink_is_mixed_of_the_four_pixels_around_a_point(
    name: str, title: int, texels: float, spots: list[tuple[float, float, float]]
) -> None:
    """Against a mean of the pixels of the cell, each weighted by how near it is on both axes."""
    cell, level, own = CELLS[name], level_of(texels), np.array(spots, dtype=np.float32).T
    left, top = (edge >> level for edge in corner_of(cell, title))
    wide, high = cell.width >> level, cell.height >> level
    picture = atlas_levels()[level][top : top + high, left : left + wide] / 255
    for u, v, shown in zip(*on_cell(cell, own), ink(name, title, own, texels), strict=True):
        across = np.maximum(1 - np.abs(np.arange(wide) - np.clip(u * wide - 0.5, 0, wide - 1)), 0)
        down = np.maximum(1 - np.abs(np.arange(high) - np.clip(v * high - 0.5, 0, high - 1)), 0)
        share = (down @ picture @ across - 0.5) * sharpness(texels) + 0.5
        assert shown == pytest.approx(np.clip(share, 0, 1), abs=1e-3)


def test_points_that_are_no_numbers_have_some_ink() -> None:
    own = np.array([[np.nan, np.inf, -np.inf], [0.0, np.nan, 0.0], [0.0, 0.0, np.nan]], dtype=np.float32)
    shown = ink(next(iter(CELLS)), 0, own, 1.0)
    assert np.all((shown >= 0) & (shown <= 1))


@pytest.mark.parametrize("kept", [0, 8, 3000])
def test_an_atlas_that_is_cut_is_told_with_what_to_do(kept: int, tmp_path: Path) -> None:
    whole = files("espire_sim.appearance.prints").joinpath("atlas.png").read_bytes()
    (tmp_path / "atlas.png").write_bytes(whole[:kept])
    with pytest.raises(CatalogueError, match=r"^atlas\.png: it cannot be read .*: install espire-dsl again$"):
        lookup._atlas(tmp_path / "atlas.png")


def test_an_atlas_of_another_size_is_told(tmp_path: Path) -> None:
    Image.new("L", (SIZE[0], SIZE[1] - 1)).save(tmp_path / "atlas.png")
    with pytest.raises(CatalogueError, match=f"not of {SIZE[0]} x {SIZE[1]} pixels"):
        lookup._atlas(tmp_path / "atlas.png")
