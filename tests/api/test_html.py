"""What notebooks show: whole, self-contained, and with nothing of the input as markup."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given, settings

import espire_dsl as espire
from espire_dsl.markup import element, joined, table
from espire_dsl.scene.drawing import drawing
from espire_dsl.testing.strategies import shelf_scenes, tabletop_scenes
from tests.api.conftest import FAMILY

EVIL = "<script>alert('x')</script>\"><img src=x onerror=y>&"
TURNED = "\u202e\x1b[31m\x00"
EMPTY = {"img", "br", "circle", "line", "path", "polygon", "rect"}


class Page(HTMLParser):
    """Tags and attributes of a page; every tag that is opened must be closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.sources: list[str] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._seen(tag, attrs)
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._seen(tag, attrs)

    def _seen(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.sources += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def harmless_page(text: str) -> Page:
    page = Page(text)
    assert "script" not in page.tags
    assert not any(name.startswith("on") for name in page.attributes)
    assert all(source.startswith("data:image/png;base64,") for source in page.sources)
    return page


def test_a_scene(scene: espire.Scene) -> None:
    page = harmless_page(scene._repr_html_())
    assert {"svg", "polygon", "details"} <= page.tags
    assert "teddy bear" in page.text


def test_hostile_names_stay_text(scene: espire.Scene) -> None:
    nodes = [evolve(n, name=EVIL) if n.kind == "near" else n for n in scene.nodes]
    hostile = evolve(scene.with_parts(nodes), id=EVIL, world=EVIL, level=EVIL)
    page = harmless_page(hostile._repr_html_())
    assert "img" not in page.tags
    assert EVIL in page.text


def test_names_cannot_turn_the_text(scene: espire.Scene) -> None:
    nodes = [evolve(n, name=TURNED) if n.kind == "near" else n for n in scene.nodes]
    page = scene.with_parts(nodes)._repr_html_()
    assert not set(TURNED[:2]) & set(page)


def test_a_hostile_task_stays_text(dataset: espire.Dataset) -> None:
    task = dataset[0]
    record = evolve(task.record, instruction=EVIL, id=EVIL, family=EVIL, program=EVIL)
    page = harmless_page(espire.LoadedTask(record, dataset)._repr_html_())
    assert "img" not in page.tags
    assert page.text.count(EVIL) >= 3


def test_families_and_replies(families: espire.Families, scene: espire.Scene) -> None:
    family = families[FAMILY]
    page = harmless_page(family._repr_html_())
    assert "filter_distance" in page.text
    assert "Closest" in page.text
    assert FAMILY in harmless_page(families._repr_html_()).text
    page = harmless_page(family.ask(scene, O="bear", R="Closest")._repr_html_())
    assert {"svg", "details"} <= page.tags
    assert "closest to the teddy bear" in page.text


def test_a_hostile_family_stays_text(tmp_path: Path) -> None:
    path = tmp_path / "mine.espire"
    source = (Path(__file__).resolve().parents[2] / "families/espire/pick/distance.espire").read_text()
    path.write_text(
        source.replace("The nearest or the farthest book.", EVIL.replace('"', "'")), encoding="utf-8"
    )
    family = espire.families(path)[FAMILY]
    assert "<script>" in (family.doc or "")
    assert "img" not in harmless_page(family._repr_html_()).tags


def test_a_task_with_pictures(made: Path) -> None:
    dataset = espire.load(made)
    task = next(task for task in dataset if task.record.masks)
    page = harmless_page(task._repr_html_())
    assert page.sources
    assert task.instruction in page.text
    assert harmless_page(task.scene._repr_html_()).sources
    assert harmless_page(dataset._repr_html_())
    picture = task.picture
    assert picture is not None
    height, width = picture.colours.shape[:2]
    assert (height, width) == picture.depth.shape == picture.ids.shape == (240, 320)
    assert picture._repr_png_() == picture.png
    thing = next(iter(task.record.masks))
    mask = task.mask(thing)
    assert mask is not None
    assert (picture.ids[mask] == task.scene.node(thing).instance).all() or task.scene.node(
        thing
    ).kind == "space"
    assert set(task.pictures) == {"world", "wrist"}


def test_pictures_outside_of_the_set_are_not_shown(made: Path) -> None:
    dataset = espire.load(made)
    assert dataset.pictures("..") == {}
    assert dataset.pictures("../../etc") == {}


def test_damaged_pictures_are_named(copied: Path) -> None:
    dataset = espire.load(copied)
    task = next(task for task in dataset if task.record.masks)
    picture = task.picture
    assert picture is not None
    path = copied / "images" / task.record.scene / "world.png"
    path.write_bytes(b"no picture")
    path.with_suffix(".depth.npz").write_bytes(b"no array")
    path.with_suffix(".ids.png").unlink()
    with pytest.raises(espire.EspireError, match=r"world\.png"):
        task.marked()
    with pytest.raises(espire.EspireError, match=r"world\.depth\.npz"):
        _ = picture.depth
    with pytest.raises(espire.EspireError, match=r"world\.ids\.png: it is missing"):
        _ = picture.ids


@settings(max_examples=15)
@given(tabletop_scenes() | shelf_scenes())
def test_every_scene_can_be_drawn(scene: espire.Scene) -> None:
    ids = [node.id for node in scene.nodes]
    page = harmless_page(drawing(scene, ids[:2]))
    assert "nan" not in page.text


def test_an_empty_scene_can_be_drawn() -> None:
    assert "svg" in harmless_page(espire.Scene.build([])._repr_html_()).tags


def test_markup() -> None:
    assert (
        element("b", "<", class_='a"b', stroke_width=2, id=None)
        == '<b class="a&quot;b" stroke-width="2">&lt;</b>'
    )
    assert element("br") == "<br/>"
    assert joined("a<", None, element("i", "&")) == "a&lt;<i>&amp;</i>"
    assert table(("a", "<b>")).count("&lt;b&gt;") == 1
