"""The gallery of tasks that show another camera: pictures, masks, outlines and the plan are of that view."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from selenium import webdriver

from espire_dsl.cli import main
from espire_dsl.scene.projection import project
from espire_dsl.tasks.files import load
from espire_dsl.tasks.task import Task
from tests.browser.gallery import Gallery
from tests.browser.test_drawings import NEAR, POLYGONS, corners, scene_of
from tests.browser.test_gallery import painted
from tests.gallery.making import pixels_of

ROOM = Path(__file__).resolve().parents[2] / "examples" / "room"
OPTIONS = ["--family", "*map*", "--scenes", "4", "--per-type", "2", "--resolution", "320x240"]
SMALL = (32, 24)


@pytest.fixture(scope="module")
def mapped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tasks about the map of rooms, with their pictures."""
    out = tmp_path_factory.mktemp("mapped") / "out"
    main(["compile", str(ROOM), "-o", str(out), "--backend", "mujoco", "--workers", "1", *OPTIONS])
    return out


@pytest.fixture
def gallery(chrome: webdriver.Chrome, mapped: Path) -> Iterator[Gallery]:
    opened = Gallery(chrome, mapped, load(mapped))
    opened.open()
    yield opened
    assert chrome.get_log("browser") == []


def pointing(gallery: Gallery) -> Task:
    return next(task for task in gallery.task_set.tasks if task.family == "point.room.map_edge")


def shown(gallery: Gallery, selector: str) -> NDArray[np.float64]:
    """What the browser shows of an element, in few pixels."""
    return small(Image.open(BytesIO(gallery.one(selector).screenshot_as_png)))


def small(picture: Image.Image) -> NDArray[np.float64]:
    return np.asarray(picture.convert("RGB").resize(SMALL, Image.Resampling.BOX), dtype=np.float64)


def loaded(gallery: Gallery, selector: str) -> str:
    """The address of a picture, once it is there."""
    gallery.until("const i = document.querySelector(arguments[0]); return i && i.naturalWidth > 0", selector)
    return str(gallery.one(selector).get_attribute("src"))


def test_cards_and_details_show_the_picture_of_the_view(gallery: Gallery, mapped: Path) -> None:
    assert {task.view for task in gallery.task_set.tasks} == {"top"}
    for task in gallery.task_set.tasks:
        gallery.open()
        files = {view: mapped / "images" / task.scene / f"{view}.png" for view in ("top", "world", "corner")}
        card = f'[data-task="{task.id}"] img'
        gallery.run("document.querySelector(arguments[0]).scrollIntoView()", f'[data-task="{task.id}"]')
        assert loaded(gallery, card) == files["top"].as_uri()
        gallery.open(f"#task={task.id}")
        assert loaded(gallery, ".world img") == files["top"].as_uri()
        assert gallery.one(".world img").get_attribute("alt") == f"Top view of scene {task.scene}"
        for layer in gallery.all('.layer[aria-pressed="true"]'):
            layer.click()
        seen = shown(gallery, ".world img")
        off = {view: float(np.abs(seen - small(Image.open(file))).mean()) for view, file in files.items()}
        assert off["top"] < 4 < min(off["world"], off["corner"]), off


def test_masks_and_outlines_lie_over_that_picture(gallery: Gallery) -> None:
    task = pointing(gallery)
    camera = scene_of(gallery, task).cameras["top"]
    gallery.open(f"#task={task.id}")
    expected = np.any([pixels_of(mask) for mask in task.masks.values()], axis=0)
    assert expected.shape == (240, 320)
    assert np.array_equal(painted(gallery, ".world canvas"), expected)
    gallery.one(".layer.candidates").click()
    drawn = gallery.run(POLYGONS, ".outline.candidate polygon:last-child")
    assert set(drawn) == set(task.candidates or [])
    for id, points in drawn.items():
        pixels = [project(camera, corner) for corner in corners(scene_of(gallery, task).node(id)).tolist()]
        gaps = np.linalg.norm(np.array(points)[:, None] - np.array(pixels)[None], axis=2).min(axis=1)
        assert gaps.max() < 0.5, "rounding moves a point by less than half a pixel"


def test_the_plan_is_turned_like_the_map(gallery: Gallery) -> None:
    """What is right and up on the map is right and up on the plan."""
    task = pointing(gallery)
    scene = scene_of(gallery, task)
    camera = scene.cameras["top"]
    assert camera.is_orthographic
    gallery.open(f"#task={task.id}")
    drawn = gallery.run(POLYGONS, ".plan polygon.thing")
    assert gallery.all(".plan .cone") == [], "parallel rays come from no point"
    scale = 100 / camera.K[0][0]  # centimetres a pixel
    places = {id: np.mean(points, axis=0) for id, points in drawn.items() if id in (task.candidates or [])}
    assert len(places) > 2
    offsets = [
        place - scale * np.array(project(camera, scene.node(id).center)) for id, place in places.items()
    ]
    assert np.ptp(offsets, axis=0) == pytest.approx([0, 0], abs=2 * NEAR)
