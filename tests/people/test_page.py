"""The page for people: what it holds and what it must not hold."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from espire_dsl.cli import main
from espire_dsl.diagnostics.error import UsageError
from espire_dsl.people.page import page_html
from espire_dsl.people.sample import STUDY, sample
from espire_dsl.scoring.frames import leaves_frame_open, tells_frames_apart
from espire_dsl.tasks.files import TaskSet, save
from espire_dsl.tasks.forms.plain import PlainForm
from espire_dsl.tasks.task import FIELDS, Task
from tests.auditing.making import row_scene
from tests.exporting.making import written
from tests.scoring.handmade import pointing, rectangle

SEEN = {"id", "instruction", "answer_kind", "answer_unit", "options", "scene"}
"""The fields of a task that its page may depend on."""
OTHERS: dict[str, Any] = {
    "answers": ["elsewhere"],
    "feasible": ["elsewhere"],
    "masks": {"elsewhere": rectangle(1, 1, 2, 2)},
    "undecided": ["perhaps"],
    "chance": 0.123,
    "margin": {"m": 0.777},
    "readings": {"intrinsic": ["elsewhere"], "relative": ["nowhere"]},
    "trace": [{"output": ["elsewhere"]}],
    "verification": {"elsewhere": "reached"},
    "candidates": ["elsewhere"],
    "references": ["elsewhere"],
    "tags": {"secret": True},
    "program": "secret()",
    "family": "secret.family",
    "type": "Secret",
    "answer_angles": {"elsewhere": 3.0},
    "answer_step": 0.5,
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Task]]:
    out = tmp_path_factory.mktemp("people") / "set"
    return out, written(out)


def data_in(html: str) -> Any:
    found = re.search(r'<script id="data" type="application/json">(.*?)</script>', html)
    assert found is not None
    return json.loads(found[1])


def test_the_page_depends_on_nothing_that_tells_an_answer(made: tuple[Path, list[Task]]) -> None:
    out, tasks = made
    assert set(OTHERS) <= set(FIELDS) - SEEN
    others = [evolve(task, **OTHERS) for task in tasks]
    assert page_html(tasks, PlainForm(out)) == page_html(others, PlainForm(out))


def test_nothing_of_answers_stands_in_its_bytes(made: tuple[Path, list[Task]]) -> None:
    out, tasks = made
    html = page_html(tasks, PlainForm(out))
    for task in tasks:
        for answer in task.answers:
            if isinstance(answer, str) and answer.startswith("thing"):
                assert answer not in html
        for mask in task.masks.values():
            assert mask["counts"] not in html
    allowed = {"id", "text", "kind", "unit", "options", "picture"}
    assert all(set(asked) == allowed for asked in data_in(html)["tasks"])
    assert set(data_in(html)) == {"tasks", "sizes", "key"}


def test_options_stand_in_the_order_of_the_record_without_ids(made: tuple[Path, list[Task]]) -> None:
    out, tasks = made
    asked = {one["id"]: one for one in data_in(page_html(tasks, PlainForm(out)))["tasks"]}
    assert asked["task4"]["options"] == [["A", "a"], ["B", "b"], ["C", "c"]]
    assert asked["task6"]["unit"] == "centimetres"


def test_texts_cannot_leave_their_place(made: tuple[Path, list[Task]]) -> None:
    out, tasks = made
    hostile = "</script><script>alert(1)</script><!-- \u2028 {{script}} {{pictures}}"
    html = page_html([evolve(tasks[0], instruction=hostile)], PlainForm(out))
    plain = page_html([tasks[0]], PlainForm(out))
    assert html.count("<script") == plain.count("<script")
    assert data_in(html)["tasks"][0]["text"].startswith("</script><script>alert(1)")


def test_the_policy_lets_nothing_out(made: tuple[Path, list[Task]]) -> None:
    html = page_html(made[1], PlainForm(made[0]))
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    assert policy is not None
    assert policy[1].startswith("default-src 'none'; script-src 'sha256-")
    assert "http" not in policy[1]
    without_svg = html.replace("http://www.w3.org/2000/svg", "")
    assert "http:" not in without_svg
    assert "https:" not in without_svg


def test_pictures_stand_once_each(made: tuple[Path, list[Task]]) -> None:
    html = page_html(made[1], PlainForm(made[0]))
    assert html.count('type="text/plain" id="picture-') == 2


def test_draws_depend_on_the_seed_alone(made: tuple[Path, list[Task]]) -> None:
    out, tasks = made
    drawn = sample(tasks, PlainForm(out), 4, 3)
    assert len(drawn) == 4
    assert drawn == sample(tasks[::-1], PlainForm(out), 4, 3)
    assert any(sample(tasks, PlainForm(out), 4, seed) != drawn for seed in range(8))
    assert {t.id for t in sample(tasks, PlainForm(out), 99, 0)} == {
        t.id for t in tasks if not leaves_frame_open(t)
    }


def test_families_come_in_turn(made: tuple[Path, list[Task]]) -> None:
    out, tasks = made
    many = [
        evolve(tasks[0], id=f"{family}{number}", family=family)
        for family, size in (("a", 20), ("b", 3), ("c", 1))
        for number in range(size)
    ]
    drawn = [task.family for task in sample(many, PlainForm(out), 9, 0)]
    assert sorted(drawn) == [*"aaaaa", *"bbb", "c"]


def test_frames_are_told_apart_by_disjoint_readings() -> None:
    def asked(**readings: list[str]) -> Task:
        return pointing(0, (0, 0, 1, 1), tags={"frame_sensitive": True}, readings=readings)

    assert tells_frames_apart(asked(intrinsic=["a"], relative=["b", "c"]))
    assert not tells_frames_apart(asked(intrinsic=["a"], relative=["a", "c"]))
    assert not tells_frames_apart(asked(intrinsic=["a"], relative=[]))
    assert not tells_frames_apart(evolve(asked(intrinsic=["a"], relative=["b"]), names_frame=True))


def open_framed(made: tuple[Path, list[Task]], category: str, count: int, name: str) -> list[Task]:
    return [
        evolve(
            made[1][0],
            id=f"{category}.{name}{number}",
            family=f"pick.open.{category}.{name}",
            tags={"frame_sensitive": True},
            names_frame=False,
            readings={"intrinsic": ["thing0"], "relative": ["other"]},
        )
        for number in range(count)
    ]


def test_the_frame_study_is_drawn_as_in_the_paper(made: tuple[Path, list[Task]]) -> None:
    """29 about something near and 62 others, none of which has overlapping or empty readings."""
    good = [
        *open_framed(made, "near", 40, "rank"),
        *open_framed(made, "near", 4, "side"),
        *open_framed(made, "distant", 50, "rank"),
        *open_framed(made, "table", 50, "extreme"),
    ]
    overlapping = [
        evolve(task, id=f"o{task.id}", readings={"intrinsic": ["thing0"], "relative": ["thing0", "other"]})
        for task in good
    ]
    nowhere = [evolve(task, id=f"n{task.id}", family="pick.open.else.rank") for task in good]
    drawn = sample([*overlapping, *good, *nowhere, *made[1]], PlainForm(made[0]), STUDY, 5, frames=True)
    assert {task.id for task in drawn} <= {task.id for task in good}
    near = [task for task in drawn if ".near." in task.family]
    assert (len(near), len(drawn) - len(near)) == (29, 62)
    assert sum(task.family.endswith("side") for task in near) == 4, "families are drawn from in turn"
    assert drawn == sample(good[::-1], PlainForm(made[0]), STUDY, 5, frames=True)
    few = sample(open_framed(made, "near", 3, "rank"), PlainForm(made[0]), STUDY, 5, frames=True)
    assert len(few) == 3


def test_the_command_tells_what_was_drawn(
    made: tuple[Path, list[Task]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, out = tmp_path / "page.html", tmp_path / "set"
    tasks = [*open_framed(made, "near", 2, "rank"), *open_framed(made, "table", 3, "rank")]
    save(out, TaskSet({"seed": 0}, tuple(tasks), (row_scene("one"), row_scene("two"))), {})
    shutil.copytree(made[0] / "images", out / "images", dirs_exist_ok=True)
    assert main(["people", str(out), "-o", str(page), "--frames"]) == 0
    told = capsys.readouterr()
    assert told.out == f"5 tasks in {page}: 2 near, 3 distant or table\n"
    assert told.err == "espirec: there are no more that fit, though 91 were asked for\n"


def test_a_set_without_pictures_is_refused(made: tuple[Path, list[Task]], tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no pictures"):
        sample(made[1], PlainForm(tmp_path), 3, 0)
    with pytest.raises(UsageError, match="no task fits"):
        sample(made[1], PlainForm(made[0]), 3, 0, suite="nobody")


@pytest.mark.parametrize("count", ["0", "-3"])
def test_a_page_has_tasks(
    count: str, made: tuple[Path, list[Task]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["people", str(made[0]), "-o", str(tmp_path / "p.html"), "--tasks", count]) == 2
    assert "at least 1" in capsys.readouterr().err


def test_the_command_writes_the_page(made: tuple[Path, list[Task]], tmp_path: Path) -> None:
    argv = ["people", str(made[0]), "--tasks", "5", "--seed", "2"]
    assert main([*argv, "-o", str(tmp_path / "p.html")]) == 0
    assert main([*argv, "-o", str(tmp_path / "q.html")]) == 0
    assert (tmp_path / "p.html").read_bytes() == (tmp_path / "q.html").read_bytes()
    assert len(data_in((tmp_path / "p.html").read_text(encoding="utf-8"))["tasks"]) == 5
