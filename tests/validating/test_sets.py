"""Whole task sets on disk: files, hashes, lines, pictures."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from espire_dsl.reports.png import read_numbers
from espire_dsl.validating.finding import Finding
from espire_dsl.validating.validate import validate
from espire_sim.pictures.png import png
from tests.task_sets.making import stamp


def rows(folder: Path, name: str = "tasks.jsonl") -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / name).read_text(encoding="utf-8").splitlines()]


def write(folder: Path, found: list[Any], name: str = "tasks.jsonl") -> None:
    """Write other records, and hashes that fit them."""
    text = "".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in found)
    (folder / name).write_text(text, encoding="utf-8")
    stamp(folder)


def test_a_valid_set_has_no_findings(made: Path) -> None:
    report = validate(made)
    assert report.findings == ()
    assert report.lacking == ()
    assert report.tasks == len(rows(made))


def test_a_set_without_pictures_has_none_either_and_says_what_it_lacks(bare: Path) -> None:
    report = validate(bare)
    assert report.findings == ()
    assert report.lacking == ("pictures", "masks", "verdicts of a planner")


@pytest.mark.parametrize("name", ["tasks.jsonl", "scenes.jsonl", "README.md", "tasks.parquet"])
def test_a_file_that_was_changed(name: str, copied: Path) -> None:
    with (copied / name).open("ab") as file:
        file.write(b"\n")
    assert [f.file for f in validate(copied).findings] == [name]


def test_a_picture_that_was_changed(copied: Path) -> None:
    scene = rows(copied)[0]["scene"]
    path = copied / "images" / scene / "world.png"
    path.write_bytes(path.read_bytes() + b"x")
    (finding,) = validate(copied).findings
    assert str(finding) == "images/: it was changed since the set was made: its hash is another one"


def test_files_that_are_missing(copied: Path) -> None:
    scene = rows(copied)[0]["scene"]
    (copied / "croissant.json").unlink()
    (copied / "images" / scene / "wrist.depth.npz").unlink()
    found = {finding.file for finding in validate(copied).findings}
    assert found == {"croissant.json", "images/", f"images/{scene}/wrist.depth.npz"}


def test_a_manifest_without_hashes(copied: Path) -> None:
    path = copied / "manifest.json"
    manifest = json.loads(path.read_text())
    path.write_text(json.dumps({k: v for k, v in manifest.items() if k != "files"}))
    assert validate(copied).findings == (
        Finding("manifest.json", "it has no hashes of the files", field="files"),
    )


def test_a_folder_that_is_no_set(tmp_path: Path) -> None:
    (finding,) = validate(tmp_path).findings
    assert finding.file == "manifest.json"


def test_counts_of_the_manifest(copied: Path) -> None:
    path = copied / "manifest.json"
    manifest = json.loads(path.read_text())
    path.write_text(json.dumps({**manifest, "counts": {"espire": {"tasks": 1}}}))
    (finding,) = validate(copied).findings
    assert finding.message == f"it counts 1 tasks of espire, and there are {len(rows(copied))}"


def test_lines_that_cannot_be_read_hide_no_others(copied: Path) -> None:
    found = rows(copied)
    found[1]["level"] = "impossible"
    write(copied, [*found[:3], "{", "[]", '{"id": NaN}', *found[3:]])
    report = validate(copied)
    assert [(f.line, f.field) for f in report.findings] == [(4, None), (5, None), (6, None), (2, "level")]
    assert report.tasks == len(found)


def test_a_value_of_another_kind_is_told_with_line_and_field(copied: Path) -> None:
    found = rows(copied)
    found[2]["margin"] = {"value": "much", "unit": "m"}
    write(copied, found)
    (finding,) = validate(copied).findings
    id = found[2]["id"]
    assert str(finding) == f"tasks.jsonl:3: task {id}: field margin.value: it must be a finite number or null"


def test_a_task_that_is_there_twice(copied: Path) -> None:
    found = rows(copied)
    write(copied, [*found, found[0]])
    places = [(f.line, f.field) for f in validate(copied).findings]
    assert places == [(None, "counts"), (1, "id"), (len(found) + 1, "id")]


def test_one_task_that_differs_from_its_family(copied: Path) -> None:
    found = rows(copied)
    family = next(r["family"] for r in found if sum(o["family"] == r["family"] for o in found) > 2)
    place = next(i for i, row in enumerate(found) if row["family"] == family)
    found[place]["action"] = "point"
    write(copied, found)
    (finding,) = validate(copied).findings
    assert (finding.line, finding.field) == (place + 1, "action")


def moved(scene: dict[str, Any]) -> None:
    for node in scene["nodes"]:
        if node["kind"] == "book":
            node["center"][0] += 0.01


def renamed(scene: dict[str, Any]) -> None:
    scene["graph"]["id"] = "another"


def other_level(scene: dict[str, Any]) -> None:
    scene["graph"]["level"] = "unheard of"


@pytest.mark.parametrize(("change", "field"), [(moved, "trace"), (renamed, "scene"), (other_level, "level")])
def test_a_scene_that_was_changed(change: Callable[[dict[str, Any]], None], field: str, copied: Path) -> None:
    found = rows(copied, "scenes.jsonl")
    change(next(scene for scene in found if scene["graph"]["world"] == "tabletop"))
    write(copied, found, "scenes.jsonl")
    assert field in {finding.field for finding in validate(copied).findings}


def test_scenes_that_are_there_twice_or_unused_or_broken(copied: Path) -> None:
    found = rows(copied, "scenes.jsonl")
    write(copied, [*found, found[0], '{"nodes": []}'], "scenes.jsonl")
    report = validate(copied)
    assert {finding.line for finding in report.findings} == {len(found) + 1, len(found) + 2}
    write(copied, rows(copied)[:1])
    write(copied, found, "scenes.jsonl")
    told = [f.message for f in validate(copied).findings if f.file == "scenes.jsonl"]
    assert len(told) == len(found) - 1
    assert all(message.startswith("no task is about scene") for message in told)


def test_a_picture_of_numbers_that_shows_something_else(copied: Path) -> None:
    tasks = [row for row in rows(copied) if row["candidate_kind"] == "book"]
    path = copied / "images" / tasks[0]["scene"] / "world.ids.png"
    numbers = read_numbers(path.read_bytes())
    path.write_bytes(png(np.roll(numbers, 1, axis=1)))
    stamp(copied)
    found = validate(copied).findings
    assert {finding.task for finding in found} == {t["id"] for t in tasks if t["scene"] == tasks[0]["scene"]}
    assert all("picture of instance numbers" in finding.message for finding in found)
    path.write_bytes(b"no picture")
    stamp(copied)
    (finding,) = validate(copied).findings
    assert str(finding) == f"images/{tasks[0]['scene']}/world.ids.png: it is no PNG file"
