"""Whole task sets on disk: files, hashes, lines, pictures."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from espire_dsl.png import decode_gray16, decode_rgb, encode_png
from espire_dsl.tasks.files import manifest_in, stamped
from espire_dsl.validating.finding import Finding
from espire_dsl.validating.validate import validate
from tests.task_sets.making import rewrite_manifest, stamp


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
    path.write_bytes(encode_png(decode_rgb(path.read_bytes())[::-1]))
    (finding,) = validate(copied).findings
    assert str(finding) == "images/: it was changed since the set was made: its hash is another one"


@pytest.mark.parametrize("name", ["world.png", "wrist.png", "world.ids.png", "wrist.ids.png"])
def test_something_hidden_behind_a_picture_though_the_hashes_fit(name: str, copied: Path) -> None:
    scene = rows(copied)[0]["scene"]
    path = copied / "images" / scene / name
    path.write_bytes(path.read_bytes() + b"PK\3\4 an archive")
    stamp(copied)
    (finding,) = validate(copied).findings
    problem = "it is damaged: something stands behind the end of the picture"
    assert str(finding) == f"images/{scene}/{name}: {problem}"


def test_a_picture_of_numbers_of_another_size(copied: Path) -> None:
    scene = rows(copied)[0]["scene"]
    path = copied / "images" / scene / "wrist.ids.png"
    numbers = decode_gray16(path.read_bytes())
    path.write_bytes(encode_png(numbers[1:]))
    stamp(copied)
    height, width = numbers.shape
    (finding,) = validate(copied).findings
    sizes = f"its size is {(height - 1, width)}, and that of its camera {(height, width)}"
    assert str(finding) == f"images/{scene}/wrist.ids.png: {sizes}"


def test_a_picture_that_is_none_though_the_hashes_fit(copied: Path) -> None:
    scene = rows(copied)[0]["scene"]
    path = copied / "images" / scene / "world.png"
    path.write_bytes(b"rubbish" + path.read_bytes()[7:])
    stamp(copied)
    assert [str(f) for f in validate(copied).findings] == [f"images/{scene}/world.png: it is no PNG file"]


def test_files_that_are_missing(copied: Path) -> None:
    scene = rows(copied)[0]["scene"]
    (copied / "croissant.json").unlink()
    (copied / "images" / scene / "wrist.depth.npz").unlink()
    found = {finding.file for finding in validate(copied).findings}
    assert found == {"croissant.json", "images/", f"images/{scene}/wrist.depth.npz"}


def test_a_manifest_without_hashes(copied: Path) -> None:
    rewrite_manifest(copied, {k: v for k, v in manifest_in(copied).items() if k != "files"})
    assert validate(copied).findings == (
        Finding("manifest.json", "it has no hashes of the files", field="files"),
    )


def test_a_folder_that_is_no_set(tmp_path: Path) -> None:
    (finding,) = validate(tmp_path).findings
    assert finding.file == "manifest.json"


def test_counts_of_the_manifest(copied: Path) -> None:
    counts = manifest_in(copied)["counts"]
    rewrite_manifest(
        copied, {**manifest_in(copied), "counts": {"espire": {**counts["espire"], "levels": {}}}}
    )
    (finding,) = validate(copied).findings
    assert finding.message == "its counts of espire are not those of its tasks"
    rewrite_manifest(copied, {**manifest_in(copied), "counts": {"espire": {"tasks": 1}}})
    (finding,) = validate(copied).findings
    assert finding.message == f"it counts 1 tasks of espire, and there are {len(rows(copied))}"


@pytest.mark.parametrize(
    ("rule", "number", "words"),
    [
        ("margin", 0.5, "margin too small"),
        ("candidate_count", 99, "too few candidates"),
        ("ranked_count", 99, "too few candidates"),
        ("chance", 0.01, "too many candidates are right"),
        ("undecided_share", 0.0, "too many spaces are undecided"),
        ("visible", 1.0, "hidden"),
        ("salience", 0.001, "no salient answer"),
    ],
)
def test_the_rules_of_the_manifest_are_those_that_tasks_must_meet(
    rule: str, number: float, words: str, copied: Path
) -> None:
    """Tasks that were fair by the rules of their set are not by stricter ones."""
    manifest = manifest_in(copied)
    manifest["rules"]["espire"]["rules"][rule] = number
    manifest["rules"]["espire"]["levels"] = {}
    rewrite_manifest(copied, manifest)
    told = [finding.message for finding in validate(copied).findings]
    assert any("should have been refused" in message and words in message for message in told), told


@pytest.mark.parametrize("name", ["seed", "options", "hashes", "versions", "scenes", "digest"])
@pytest.mark.parametrize("change", ["spoil", "drop"])
def test_a_manifest_that_was_changed(name: str, change: str, copied: Path) -> None:
    manifest = stamped(manifest_in(copied))
    del manifest[name]
    if change == "spoil":
        manifest[name] = 12_345
    (copied / "manifest.json").write_text(json.dumps(manifest))
    (finding,) = validate(copied).findings
    assert (finding.file, finding.field) == ("manifest.json", "digest")


def test_sets_of_other_engines_differ_in_their_versions_alone(copied: Path) -> None:
    manifest = stamped(manifest_in(copied))
    other = stamped({**manifest_in(copied), "engines": {"python": "9.9"}})
    assert {name for name in manifest if manifest[name] != other[name]} == {"engines"}
    (copied / "manifest.json").write_text(json.dumps(other))
    assert validate(copied).findings == ()


def test_a_manifest_names_no_files_elsewhere_and_all_that_are_there(copied: Path) -> None:
    manifest = manifest_in(copied)
    del manifest["files"]["README.md"]
    manifest["files"]["../../../../etc/passwd"] = "0"
    rewrite_manifest(copied, manifest)
    assert [f.message for f in validate(copied).findings] == [
        "it has no hash of README.md",
        "it has a hash of ../../../../etc/passwd, which no task set has",
    ]


def test_a_file_that_is_a_link(copied: Path, tmp_path: Path) -> None:
    (copied / "README.md").rename(tmp_path / "README.md")
    (copied / "README.md").symlink_to(tmp_path / "README.md")
    assert [str(f) for f in validate(copied).findings] == [
        "README.md: it is a link that leads out of the set"
    ]


def test_work_that_was_given_up(copied: Path) -> None:
    part = {"stage": "scenes", "what": "tabletop 3", "why": "the process that ran it died, twice"}
    rewrite_manifest(copied, {**manifest_in(copied), "given_up": [part]})
    (finding,) = validate(copied).findings
    assert finding.field == "given_up"


def test_lines_that_cannot_be_read_hide_no_others(copied: Path) -> None:
    found = rows(copied)
    found[1]["level"] = "impossible"
    write(copied, [*found[:3], "{", "[]", '{"id": NaN}', *found[3:]])
    report = validate(copied)
    assert [(f.line, f.field) for f in report.findings] == [(4, None), (5, None), (6, None), (2, "level")]
    assert report.tasks == len(found)


def test_a_value_of_another_kind_is_told_with_line_and_field(copied: Path) -> None:
    found = rows(copied)
    found[2]["margin"] = {"m": "much"}
    write(copied, found)
    (finding,) = validate(copied).findings
    id = found[2]["id"]
    wanted = 'field margin.m: it must be a finite number, not "much"'
    assert str(finding) == f"tasks.jsonl:3: task {id}: {wanted}"


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
    counts, finding = validate(copied).findings
    assert counts.field == "counts"
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
    numbers = decode_gray16(path.read_bytes())
    path.write_bytes(encode_png(np.roll(numbers, 1, axis=1)))
    stamp(copied)
    found = validate(copied).findings
    assert {finding.task for finding in found} == {t["id"] for t in tasks if t["scene"] == tasks[0]["scene"]}
    assert all("picture of instance numbers" in finding.message for finding in found)
    path.write_bytes(b"no picture")
    stamp(copied)
    (finding,) = validate(copied).findings
    assert str(finding) == f"images/{tasks[0]['scene']}/world.ids.png: it is no PNG file"
