"""The gallery in a browser: filters, search, links, keys, masks, and a quiet console."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from attrs import evolve
from numpy.typing import NDArray
from selenium.webdriver.common.keys import Keys

from espire_dsl.gallery.page import write_gallery
from espire_dsl.tasks.task import Task
from tests.auditing.making import options
from tests.auditing.making import task as made_task
from tests.auditing.making import task_set as set_of
from tests.browser.gallery import Gallery
from tests.gallery.making import pixels_of

FACETS = ("suite", "action", "aspect", "granularity", "level", "type", "family")
PAGE = 60
HOSTILE = "</script><script>document.title = 'gone'</script><img src=x onerror=\"document.title = 'gone'\">"


def tasks_of(gallery: Gallery) -> tuple[Task, ...]:
    return gallery.task_set.tasks


def test_it_opens_with_all_tasks(gallery: Gallery) -> None:
    tasks = tasks_of(gallery)
    assert gallery.status() == f"{len(tasks)} tasks, showing 1–{PAGE}"
    assert gallery.cards() == [task.id for task in tasks[:PAGE]]
    assert gallery.one(".card .said").text == tasks[0].instruction
    assert f"{len(gallery.task_set.scenes)} scenes" in gallery.one("#about").text


def test_a_page_of_a_part_says_so(gallery: Gallery) -> None:
    assert "the first of" not in gallery.one("#about").text
    made = evolve(gallery.task_set, manifest={"counts": {"espire": {"tasks": 20_320}}})
    write_gallery(gallery.folder.parent / "part", made)
    part = evolve(gallery, folder=gallery.folder.parent / "part", task_set=made)
    part.open()
    assert "the first of a set of 20,320 tasks" in part.one("#about").text


@pytest.mark.parametrize("facet", FACETS)
def test_each_filter_narrows_to_its_count(gallery: Gallery, facet: str) -> None:
    counts = Counter(getattr(task, facet) for task in tasks_of(gallery))
    value, number = min(counts.items(), key=lambda item: (item[1], item[0]))
    assert gallery.count(facet, value) == number
    gallery.choose(facet, value)
    expected = [task.id for task in tasks_of(gallery) if getattr(task, facet) == value]
    assert gallery.cards() == expected[:PAGE]
    assert gallery.status().startswith(
        f"{number} of {len(tasks_of(gallery))} tasks"
        if number < len(tasks_of(gallery))
        else f"{number} tasks"
    )


def test_filters_join_and_counts_follow(gallery: Gallery) -> None:
    gallery.choose("action", "pick")
    gallery.choose("level", "hard")
    gallery.choose("level", "easy")
    fits = [t for t in tasks_of(gallery) if t.action == "pick" and t.level in ("easy", "hard")]
    assert gallery.cards() == [task.id for task in fits[:PAGE]]
    aspects = Counter(task.aspect for task in fits)
    assert {a: gallery.count("aspect", a) for a in aspects} == dict(aspects)
    assert gallery.count("level", "medium") == sum(
        t.action == "pick" and t.level == "medium" for t in tasks_of(gallery)
    )
    gallery.open(gallery.run("return location.hash"))
    assert gallery.cards() == [task.id for task in fits[:PAGE]]
    gallery.one("#clear").click()
    assert gallery.status().startswith(f"{len(tasks_of(gallery))} tasks")
    assert not gallery.one("#clear").is_displayed()


@pytest.mark.parametrize("what", ["instruction", "id", "scene"])
def test_free_text_finds_instructions_ids_and_scenes(gallery: Gallery, what: str) -> None:
    words = {"instruction": "Book  LEFT", "id": tasks_of(gallery)[7].id[:10], "scene": "shelf-4-00001"}[what]
    gallery.search(words)
    fits = [
        task
        for task in tasks_of(gallery)
        if all(w in f"{task.instruction} {task.id} {task.scene}".lower() for w in words.lower().split())
    ]
    assert fits
    gallery.until("return document.querySelectorAll('.card').length === arguments[0]", min(len(fits), PAGE))
    assert gallery.cards() == [task.id for task in fits[:PAGE]]


def test_nothing_fits(gallery: Gallery) -> None:
    gallery.search("no such words")
    gallery.until("return !document.getElementById('nothing').hidden")
    assert gallery.cards() == []
    gallery.one("#clear-all").click()
    assert len(gallery.cards()) == PAGE
    assert gallery.one("#words").get_attribute("value") == ""


def test_pages(gallery: Gallery) -> None:
    gallery.one("nav.pages a[aria-label='Next page']").click()
    gallery.until("return location.hash === '#page=2'")
    gallery.until(
        "return document.querySelector('.card').dataset.task === arguments[0]", tasks_of(gallery)[PAGE].id
    )
    assert gallery.cards() == [task.id for task in tasks_of(gallery)[PAGE : 2 * PAGE]]


def test_a_card_opens_and_the_back_button_closes(gallery: Gallery) -> None:
    chosen = tasks_of(gallery)[2]
    gallery.choose("suite", chosen.suite)
    before = gallery.cards()
    gallery.one(f'[data-task="{chosen.id}"]').click()
    gallery.until("return document.getElementById('detail').open")
    assert gallery.instruction() == chosen.instruction
    assert gallery.run("return location.hash").endswith(f"task={chosen.id}")
    gallery.chrome.back()
    gallery.until("return !document.getElementById('detail').open")
    assert gallery.cards() == before
    gallery.chrome.back()
    gallery.until("return location.hash === ''")
    gallery.chrome.forward()
    gallery.until("return document.getElementById('status').textContent.includes(' of ')")


def test_arrows_walk_and_escape_closes(gallery: Gallery) -> None:
    tasks = tasks_of(gallery)
    gallery.one(f'[data-task="{tasks[0].id}"]').click()
    gallery.until("return document.getElementById('detail').open")
    for step, place in (
        (Keys.ARROW_RIGHT, 1),
        (Keys.ARROW_RIGHT, 2),
        (Keys.ARROW_LEFT, 1),
        (Keys.ARROW_LEFT, 0),
    ):
        gallery.keys(step)
        gallery.until("return location.hash.endsWith(arguments[0])", tasks[place].id)
        assert gallery.instruction() == tasks[place].instruction
    gallery.keys(Keys.ARROW_LEFT)
    assert gallery.instruction() == tasks[0].instruction
    gallery.keys(Keys.ESCAPE)
    gallery.until("return !document.getElementById('detail').open")
    gallery.until("return document.activeElement.dataset.task === arguments[0]", tasks[0].id)
    assert gallery.run("return location.hash") == ""


def test_a_link_to_a_task_opens_it(gallery: Gallery) -> None:
    chosen = next(task for task in tasks_of(gallery) if len(task.program_steps) > 5)
    gallery.open(f"#task={chosen.id}")
    assert gallery.is_detail_open()
    assert gallery.instruction() == chosen.instruction
    tree = gallery.one(".tree").text
    assert all(step["function"] in tree for step in chosen.program_steps)
    statuses = [element.text for element in gallery.all("ul.answers .status")]
    assert len(statuses) == len(chosen.answers)
    gallery.keys(Keys.ESCAPE)
    gallery.until("return !document.getElementById('detail').open")
    assert len(gallery.cards()) == PAGE


def test_every_task_can_be_shown(gallery: Gallery) -> None:
    gallery.open(f"#task={tasks_of(gallery)[0].id}")
    seen = gallery.run(
        "const seen = [];"
        "for (let i = 0; i < arguments[0]; i++) {"
        "  const drawn = document.querySelectorAll('.plan .answer').length;"
        "  seen.push([new URLSearchParams(location.hash.slice(1)).get('task'), drawn > 0]);"
        "  document.querySelector('[aria-label=\"Next task\"]').click();"
        "}"
        "return seen",
        len(tasks_of(gallery)),
    )
    assert seen == [[task.id, True] for task in tasks_of(gallery)]


def painted(gallery: Gallery, selector: str) -> NDArray[np.bool_]:
    """Which pixels of a canvas are not clear."""
    width, height, alpha = gallery.run(
        "const c = document.querySelector(arguments[0]);"
        "const data = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
        "return [c.width, c.height, [...data].filter((_, i) => i % 4 === 3)]",
        selector,
    )
    return (np.array(alpha) > 0).reshape(height, width)


def test_hovering_paints_the_masks_of_the_answers(gallery: Gallery) -> None:
    for task in tasks_of(gallery)[:4]:
        gallery.hover(gallery.one(f'[data-task="{task.id}"]'))
        expected = np.any([pixels_of(mask) for mask in task.masks.values()], axis=0)
        assert np.array_equal(painted(gallery, f'[data-task="{task.id}"] canvas'), expected)
        gallery.until("return document.querySelector(arguments[0]) !== null", f'[data-task="{task.id}"] img')
        shot, canvas = (gallery.one(f'[data-task="{task.id}"] {part}').rect for part in ("img", "canvas"))
        assert canvas == pytest.approx(shot, abs=1)
    gallery.hover(gallery.one("h1"))
    assert gallery.all(".card canvas") == []


def test_answers_can_be_shown_on_all_cards(gallery: Gallery) -> None:
    gallery.one("#mark").click()
    assert len(gallery.all(".card canvas")) == PAGE
    gallery.one("#mark").click()
    assert gallery.all(".card canvas") == []


def test_layers_of_the_large_picture(gallery: Gallery) -> None:
    task = next(t for t in tasks_of(gallery) if len(t.answers) > 1 and len(t.candidates or []) > 2)
    gallery.open(f"#task={task.id}")
    answers = np.any([pixels_of(mask) for mask in task.masks.values()], axis=0)
    assert np.array_equal(painted(gallery, ".world canvas"), answers)
    gallery.one(".layer.feasible").click()
    feasible = np.any([pixels_of(task.masks[id]) for id in task.feasible or []], axis=0)
    assert np.array_equal(painted(gallery, ".world canvas"), feasible)
    gallery.one(".layer.feasible").click()
    assert gallery.all(".world canvas") == []
    gallery.one(".layer.candidates").click()
    drawn = {element.get_attribute("data-node") for element in gallery.all(".outline.candidate")}
    assert drawn <= set(task.candidates or [])
    assert drawn


def test_pictures_are_loaded_from_beside_the_page(gallery: Gallery) -> None:
    gallery.open(f"#task={tasks_of(gallery)[0].id}")
    gallery.until(
        "return ['.world img', '.wrist img'].every((s) => document.querySelector(s).naturalWidth === 64)"
    )


def test_texts_of_tasks_stay_texts(gallery: Gallery) -> None:
    first, *others = tasks_of(gallery)
    hostile = evolve(
        first, instruction=HOSTILE, family=HOSTILE, type=HOSTILE, scene=first.scene, program=HOSTILE
    )
    out = gallery.folder.parent / "hostile"
    made = evolve(gallery.task_set, tasks=(hostile, *others[:3]))
    write_gallery(out, made)
    bad = evolve(gallery, folder=out, task_set=made)
    bad.open(f"#task={hostile.id}")
    assert bad.instruction() == HOSTILE
    assert bad.run("return [document.title, document.querySelectorAll('img[src=x]').length]")[1] == 0
    assert bad.chrome.title != "gone"
    assert bad.run("return document.querySelector('pre').textContent") == HOSTILE


def test_answers_that_are_no_things(gallery: Gallery) -> None:
    chosen = made_task(
        1, answer_kind="choice", answers=["two"], options=options("one", "two"), candidates=None, chance=0.5
    )
    measured = made_task(2, answer_kind="number", answers=[12.5], answer_unit="cm")
    lost = made_task(3, scene="elsewhere")
    out = gallery.folder.parent / "plain"
    write_gallery(out, set_of([chosen, measured, lost]))
    plain = evolve(gallery, folder=out, task_set=set_of([chosen, measured, lost]))
    plain.open("#task=task1")
    assert [item.text for item in plain.all(".options li")] == ["A one", "B two right"]
    assert [item.text for item in plain.all(".options .kept")] == ["B two right"]
    assert "50 %" in plain.one(".facts").text
    plain.open("#task=task2")
    assert plain.one(".plain-answer").text == "12.500 cm"
    plain.open("#task=task3")
    assert "not in the set" in plain.one(".problem").text
    plain.open("#task=unknown")
    assert not plain.is_detail_open()


def test_thousands_of_tasks(large_gallery: Gallery) -> None:
    gallery = large_gallery
    tasks = tasks_of(gallery)
    assert gallery.status() == f"{len(tasks):,} tasks, showing 1–{PAGE}"
    gallery.choose("action", "place")
    fits = [task.id for task in tasks if task.action == "place"]
    assert gallery.status() == f"{len(fits):,} of {len(tasks):,} tasks, showing 1–{PAGE}"
    assert gallery.cards() == fits[:PAGE]
    gallery.until("return document.querySelectorAll('.card svg.elevation').length >= 8")
    gallery.run("document.querySelector('li:last-child > .card').scrollIntoView()")
    gallery.until("return document.querySelector('li:last-child > .card svg.elevation') !== null")
    gallery.search(f"{4000:016x}")
    gallery.until("return document.querySelectorAll('.card').length <= 1")


def test_a_phone_needs_no_sideways_scrolling(gallery: Gallery) -> None:
    gallery.chrome.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True},
    )
    try:
        gallery.open()
        assert gallery.run("return document.documentElement.scrollWidth") <= 390
        assert not gallery.one("#filters").is_displayed()
        gallery.one("#open-filters").click()
        assert gallery.one("#filters").is_displayed()
        gallery.open(f"#task={tasks_of(gallery)[0].id}")
        assert gallery.run("return document.getElementById('detail').scrollWidth") <= 390
    finally:
        gallery.chrome.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_controls_have_names(gallery: Gallery) -> None:
    gallery.open(f"#task={tasks_of(gallery)[0].id}")
    unnamed = gallery.run(
        "const controls = [...document.querySelectorAll('button, input, a, dialog, svg[role=img]')];"
        "const isNamed = (e) => e.textContent.trim() || e.getAttribute('aria-label') || e.labels?.length;"
        "return controls.filter((e) => !isNamed(e)).map((e) => e.outerHTML)"
    )
    assert unnamed == []
