"""The page has all of the task set in it, runs nothing that a task says, and is the same every time."""

from __future__ import annotations

import base64
import json
import re
import zlib
from hashlib import sha256
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from espire_dsl.gallery.data import COLUMNS, NODE_COLUMNS, PLAIN_COLUMNS
from espire_dsl.gallery.page import SCRIPTS, STYLES, gallery_html, write_gallery
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.files import TaskSet
from tests.gallery.making import pictured_set, plain_set


def unpacked(html: str) -> Any:
    """The data inside of a page."""
    _, _, rest = html.partition('<script id="data" type="application/zlib">')
    return json.loads(zlib.decompress(base64.b64decode(rest.partition("</script>")[0])))


HOSTILE = "</script><script>alert('x')</script><!-- <img src=x onerror=alert(1)> \u2028 {{data}} {{script}}"


class Outline(HTMLParser):
    """The tags of a page, and the texts of its scripts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.scripts: list[tuple[dict[str, str | None], str]] = []
        self.policy = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        given = dict(attrs)
        if tag == "script":
            self.scripts.append((given, ""))
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policy = given["content"] or ""

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1] == "script" and data.strip():
            given, text = self.scripts[-1]
            self.scripts[-1] = (given, text + data)


def near(value: Any) -> Any:
    """Floats to the fourth digit, as the page has them."""
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {key: near(part) for key, part in value.items()}
    return [near(part) for part in value] if isinstance(value, list | tuple) else value


def hostile_set() -> TaskSet:
    plain = plain_set()
    first = evolve(plain.tasks[0], instruction=HOSTILE, family=HOSTILE, type=HOSTILE)
    return evolve(plain, tasks=(first, *plain.tasks[1:]))


def test_all_tasks_can_be_read_back_from_the_page(tmp_path: Path) -> None:
    made = pictured_set(tmp_path)
    write_gallery(tmp_path, made)
    data = unpacked((tmp_path / "index.html").read_text(encoding="utf-8"))
    assert data["columns"] == list(COLUMNS)
    assert len(data["tasks"]) == len(made.tasks)
    for row, task in zip(data["tasks"], made.tasks, strict=True):
        shown = dict(zip(COLUMNS, row, strict=True))
        assert {name: shown[name] for name in PLAIN_COLUMNS} == {
            name: near(getattr(task, name)) for name in PLAIN_COLUMNS
        }
        masks = {id: data["masks"][number] for id, number in shown["masks"].items()}
        assert masks == {id: [*m["size"], m["counts"]] for id, m in task.masks.items()}
        assert [call.get("measured", {}) for call in shown["calls"]] == [
            near(call["measured"]) for call in task.trace
        ]


def test_scenes_stand_in_the_page_once_and_as_they_are(tmp_path: Path) -> None:
    made = pictured_set(tmp_path)
    write_gallery(tmp_path, made)
    data = unpacked((tmp_path / "index.html").read_text(encoding="utf-8"))
    assert sorted(data["scenes"]) == sorted(scene.id for scene in made.scenes)
    for scene in made.scenes:
        shown = data["scenes"][scene.id]
        assert shown["pictures"] == ["world", "wrist"]
        nodes = {row[0]: dict(zip(NODE_COLUMNS, row, strict=True)) for row in shown["nodes"]}
        assert set(nodes) == {node.id for node in scene.nodes if node.kind != "floor"}
        for id, node in nodes.items():
            known = scene.node(id)
            assert node["center"] == pytest.approx(known.center, abs=1e-4)
            assert node["quaternion"] == pytest.approx(known.quaternion, abs=1e-5)
            assert (node["kind"], node["name"], node["slot"]) == (known.kind, known.name, known.slot)


def test_nothing_of_a_task_is_read_as_html() -> None:
    html = gallery_html(hostile_set(), {})
    calm = gallery_html(plain_set(), {})
    assert Outline(html).tags == Outline(calm).tags
    assert "alert" not in html
    assert unpacked(html)["tasks"][0][COLUMNS.index("instruction")] == HOSTILE


def test_a_hostile_name_of_a_suite_is_escaped_in_the_title() -> None:
    plain = plain_set()
    renamed = evolve(plain, tasks=tuple(evolve(task, suite=HOSTILE) for task in plain.tasks))
    assert Outline(gallery_html(renamed, {})).tags == Outline(gallery_html(plain, {})).tags


def test_the_policy_lets_only_this_script_run() -> None:
    outline = Outline(gallery_html(plain_set(), {}))
    (_, data), (given, script) = outline.scripts
    assert given == {"type": "module"}
    assert re.fullmatch(r"[A-Za-z0-9+/=]+", data)
    digest = base64.b64encode(sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}';" in outline.policy
    assert "default-src 'none'" in outline.policy
    assert "http" not in outline.policy


def test_the_page_needs_no_network_and_writes_no_html() -> None:
    static = files("espire_dsl.gallery").joinpath("static")
    texts = {name: static.joinpath(name).read_text(encoding="utf-8") for name in (*SCRIPTS, *STYLES)}
    for name, text in texts.items():
        urls = re.findall(r"https?://[^\"']+|@import|url\(", text)
        assert urls in ([], ["http://www.w3.org/2000/svg"]), name
        assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|fetch\(", text), name


def test_every_file_of_the_page_is_used() -> None:
    static = files("espire_dsl.gallery").joinpath("static")
    assert sorted(entry.name for entry in static.iterdir()) == sorted(["page.html", *SCRIPTS, *STYLES])


def test_the_same_set_gives_the_same_bytes(tmp_path: Path) -> None:
    made = pictured_set(tmp_path)
    write_gallery(tmp_path, made)
    first = (tmp_path / "index.html").read_bytes()
    write_gallery(tmp_path, made)
    assert (tmp_path / "index.html").read_bytes() == first
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".index")] == []


def test_a_set_without_pictures_says_so(tmp_path: Path) -> None:
    write_gallery(tmp_path, plain_set())
    data = unpacked((tmp_path / "index.html").read_text(encoding="utf-8"))
    assert {tuple(scene["pictures"]) for scene in data["scenes"].values()} == {()}


def test_an_empty_set_has_a_page() -> None:
    assert "<title>no tasks</title>" in gallery_html(TaskSet({}, (), ()), {})


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(TaskSetError, match=r"index\.html: it cannot be written"):
        write_gallery(tmp_path / "file", plain_set())


def test_a_page_of_a_part_says_how_large_the_set_is() -> None:
    whole = plain_set()
    counts = {
        "espire": {"tasks": 9},
        "other": {"tasks": len(whole.tasks)},
        "odd": [],
        "odder": {"tasks": "2"},
    }
    part = evolve(whole, manifest={**whole.manifest, "counts": counts})
    assert unpacked(gallery_html(part, {}))["about"]["tasks"] == len(whole.tasks) + 9
    for told in (None, [], {"espire": {"tasks": len(whole.tasks)}}):
        about = unpacked(gallery_html(evolve(whole, manifest={"counts": told}), {}))["about"]
        assert "tasks" not in about
