"""From families to a score, as a user would do it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import espire_dsl as espire
from tests.api.conftest import FAMILIES, FAMILY


def test_checking_says_what_the_command_says(tmp_path: Path) -> None:
    assert str(espire.check([FAMILIES / "espire" / "pick"])).endswith("all well")
    file = tmp_path / "mine.espire"
    file.write_text("espire 1\n\nfamily pick.mine {\n}\n", encoding="utf-8")
    found = espire.check(str(file), cache=False)
    assert found.errors
    assert f"error[{found.findings[0].code}]" in str(found)
    with pytest.raises(espire.EspireError) as raised:
        espire.families(file)
    assert {finding.code for finding in raised.value.findings} == {f.code for f in found.findings}
    assert f"--> {file}:3:" in str(raised.value)


def test_formatting_a_text() -> None:
    text = "espire 1\nfn  near_ones( o : near )=books( )\n"
    assert espire.format(text) == espire.format(espire.format(text)) != text
    with pytest.raises(espire.EspireError, match=r"error\[E\d+\]") as raised:
        espire.format("espire 1\nfamily {")
    assert raised.value.findings


def test_a_set_that_was_compiled(compiled: espire.Compilation) -> None:
    assert FAMILY.split(".")[0] in str(compiled)
    assert compiled.is_complete
    assert len(compiled.dataset) == 2
    assert compiled.dataset.manifest["seed"] == 3
    again = espire.load(compiled.dataset.folder)
    assert [task.id for task in again] == [task.id for task in compiled.dataset]


def test_tasks_are_found_by_place_and_by_id(dataset: espire.Dataset) -> None:
    first, second = dataset
    assert dataset[-1].id == second.id
    assert [task.id for task in dataset[:1]] == [first.id]
    assert dataset[first.id[:8]].record == first.record
    assert first.id in dataset
    assert first in dataset
    assert "nothing" not in dataset
    assert dataset.scenes[first.record.scene] == first.scene
    with pytest.raises(espire.EspireError, match=f"there is no task `zz`; the first ones: {first.id}"):
        dataset["zz"]
    with pytest.raises(IndexError):
        dataset[2]


def test_a_set_without_pictures_says_so(dataset: espire.Dataset) -> None:
    task = dataset[0]
    assert task.pictures == {}
    assert task.picture is None
    assert task.marked() is None
    assert task.mask(task.answers[0]) is None
    assert task.scene.pictures == {}
    assert task.instruction in str(task)


def test_a_task_asked_again_has_its_answers(dataset: espire.Dataset, families: espire.Families) -> None:
    for task in dataset:
        values = {argument["name"]: argument["value"] for argument in task.record.args}
        reply = families[task.record.family].ask(task.scene, **values)
        assert list(reply.answers) == task.answers
        assert dict(reply.margin) == task.record.margin
        assert reply.is_fair
        assert {name: list(a) for name, a in reply.readings.items()} == task.record.readings
        assert list(reply.trace) == task.record.trace
        assert list(reply.steps) == task.record.program_steps


def test_a_final_state_is_judged(dataset: espire.Dataset) -> None:
    task = dataset[0]
    robot = task.scene.of_kind("robot")[0].id
    right, wrong = task.answers[0], next(i for i in task.record.candidates or () if i not in task.answers)
    for held, success in ((right, True), (wrong, False)):
        after = task.scene.with_parts(task.scene.nodes, [*task.scene.edges, (robot, held, "holds")])
        assert espire.judge(task, after).success is success


def test_worlds() -> None:
    world = espire.world("shelf")
    assert world.draw(world.levels[0], 5, 1) == world.draw(world.levels[0], 5, 1)
    assert world.draw(world.levels[0], 5, 1) != world.draw(world.levels[0], 5, 2)
    with pytest.raises(espire.EspireError, match="did you mean `shelf`"):
        espire.world("shelv")
    with pytest.raises(espire.EspireError, match="world shelf has no level esy; it has easy"):
        world.draw("esy")
    with pytest.raises(espire.EspireError, match="no installed package offers a backend called mujocco"):
        world.draw("easy", backend="mujocco")


def test_what_cannot_be_compiled_is_told(tmp_path: Path) -> None:
    with pytest.raises(espire.EspireError, match="nowhere: there is no such file or folder"):
        espire.compile(tmp_path / "nowhere", tmp_path / "out")
    with pytest.raises(espire.EspireError, match="compile: per_type: it must be a whole number from 1"):
        espire.compile(FAMILIES, tmp_path / "out", per_type=0)
    with pytest.raises(espire.EspireError, match="compile: resolution: it must be a text such as"):
        espire.compile(FAMILIES, tmp_path / "out", resolution=(0, 4))
    with pytest.raises(espire.EspireError, match=r"no family here is called pick\.nothing"):
        espire.compile(FAMILIES / "espire", tmp_path / "out", family="pick.nothing")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("keep me")
    with pytest.raises(espire.EspireError, match="this folder holds other files and no task set"):
        espire.compile(FAMILIES / "espire", tmp_path / "out", family=FAMILY, backend="none")
    with pytest.raises(espire.EspireError, match="this is no task set"):
        espire.load(tmp_path)


def test_a_damaged_line_is_named_when_it_is_read(dataset: espire.Dataset, tmp_path: Path) -> None:
    for name in ("manifest.json", "tasks.jsonl", "scenes.jsonl"):
        (tmp_path / name).write_bytes((dataset.folder / name).read_bytes())
    lines = (tmp_path / "tasks.jsonl").read_text(encoding="utf-8").splitlines()
    (tmp_path / "tasks.jsonl").write_text(f"{lines[0]}\n\n{{}}\n", encoding="utf-8")
    damaged = espire.load(tmp_path)
    assert damaged[0].id == json.loads(lines[0])["id"]
    with pytest.raises(espire.EspireError, match=r"tasks\.jsonl:3: not a task: field id: it is missing"):
        damaged[1]
    with pytest.raises(espire.EspireError, match=r"tasks\.jsonl:3: this is no task with an id"):
        damaged["abc"]
