"""The closed loop: which views are shown with which marks, what answers cost, and how the accounts add up."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.evaluation.evaluating import evaluate, replay_of
from espire_dsl.evaluation.execution import execute
from espire_dsl.evaluation.plain import line_of, value_of
from espire_dsl.evaluation.records import Box, ExecutionLine
from espire_dsl.evaluation.sources import TaskSource
from espire_dsl.evaluation.summary import summary_of
from espire_dsl.png import decode_rgb
from espire_dsl.scene.acting import CameraView, Finished, MoveResult, Sight, ToolPose
from espire_dsl.scene.camera import look_at
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.task import Task
from tests.auditing.making import row_scene, saved
from tests.evaluation.making import Told, evaluated, ordered, picture, set_up, timeless
from tests.scoring.handmade import HEIGHT, WIDTH, pointing

BOX = Box(8, 6, 19, 17)
ON, OFF, BLIND = "[10, 10]", "[30, 25]", "[0, 0]"
CAMERA = look_at((0, -2, 1), (0, 0, 0.1), width=WIDTH, height=HEIGHT)
SCENE = Scene.build(
    [*row_scene().nodes], cameras={"world": CAMERA, "wrist": CAMERA}, id="row", world="tabletop"
)
TASK = evolve(pointing(1, (8, 6, 20, 18)), answers=["a"], feasible=["a"])
TASK.masks["a"] = TASK.masks.pop("thing0")


class Arena:
    """A flat scene: the target is a rectangle of the picture, grasps succeed as `results` tell, and the wrist
    camera sees the target only where `seen` says so."""

    def __init__(self, results: list[bool], seen: bool = True) -> None:
        self.results, self.seen = list(results), seen
        self.scene = SCENE
        self.place = 0
        self.asked: list[Mapping[str, float]] = []

    @property
    def tool(self) -> ToolPose:
        return ToolPose((float(self.place), 0.0, 1.0), (1.0, 0.0, 0.0, 0.0))

    def look(self, camera: str) -> CameraView:
        rgb = np.full((HEIGHT, WIDTH, 3), 10 * self.place + (100 if camera == "wrist" else 0), dtype=np.uint8)
        depth = np.full((HEIGHT, WIDTH), 2.0, dtype=np.float32)
        depth[0, 0] = np.inf
        ids = np.zeros((HEIGHT, WIDTH), dtype=np.uint16)
        return CameraView(camera, CAMERA, rgb, depth, ids, {})

    def mask(self, view: CameraView, target: str) -> Any:
        assert target == "a"
        mask = np.zeros((HEIGHT, WIDTH), dtype=np.bool_)
        if view.camera == "world" or self.seen:
            mask[BOX.top : BOX.bottom + 1, BOX.left : BOX.right + 1] = True
        return mask

    def sight(self, view: CameraView, target: str) -> Sight:
        pixels = int(self.mask(view, target).sum())
        return Sight(pixels, pixels, 0)

    def _moved(self, accepted: bool, moved: bool) -> MoveResult:
        before = self.tool
        self.place += moved
        return MoveResult(moved, accepted, "reached", "", None, before, self.tool, 1)

    def reposition(self, *_: Any) -> MoveResult:
        return self._moved(False, True)

    def attempt(self, _: str, __: Any, asked: Mapping[Any, float], ___: Any) -> MoveResult:
        self.asked.append(dict(asked))
        accepted = self.results.pop(0)
        return self._moved(accepted, accepted)

    def offsets(self, *_: Any) -> Mapping[Any, float] | None:
        return {} if self.results and self.results[0] else None

    def finish(self) -> Finished:
        return Finished(SCENE)


class Simulator:
    def __init__(self, arena: Arena) -> None:
        self.held = arena

    def arena(self, *_: Any) -> Arena:
        return self.held


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = saved(tmp_path_factory.mktemp("execution"), [TASK], [SCENE])
    (folder / "images" / "row").mkdir(parents=True)
    (folder / "images" / "row" / "world.png").write_bytes(picture())
    return folder


def executed(
    out: Path, said: list[str], arena: Arena, task: Task = TASK, **choices: Any
) -> tuple[ExecutionLine, Told]:
    model = Told(said)
    setup = set_up(out, model, status_check=False, **choices)
    setup.source.simulator = lambda: Simulator(arena)  # type: ignore[assignment,return-value,method-assign]
    line = asyncio.run(execute(task, "a", False, setup))
    assert value_of(ExecutionLine, line_of(line), "here") == line
    return line, model


def colours(png: bytes) -> Any:
    return decode_rgb(png)


def is_boxed(png: bytes) -> bool:
    """Whether the frame about the target, and nothing inside of it, is red."""
    shown = colours(png)
    red = (shown == (255, 0, 0)).all(axis=2)
    edge = (
        red[BOX.top - 2, BOX.left - 2 : BOX.right + 3].all()
        and red[BOX.top - 2 : BOX.bottom + 3, BOX.left - 2].all()
    )
    return bool(edge) and not red[BOX.top : BOX.bottom + 1, BOX.left : BOX.right + 1].any()


def test_the_world_is_shown_first_and_then_the_view_of_the_hand(out: Path) -> None:
    line, model = executed(out, [OFF, ON, ON], Arena([False, True]))
    assert [turn.move.camera for turn in line.turns] == ["world", "wrist", "wrist"]
    assert [turn.move.kind for turn in line.turns] == ["reposition", "attempt", "attempt"]
    assert (line.accepted_at, line.updates) == (3, 6)
    for query, level in zip(model.queries, (0, 110, 110), strict=True):
        (png,) = query.messages[1].pictures
        assert is_boxed(png)
        assert colours(png)[-1, -1, 0] == level
    assert "3 of 5 moves left" in model.queries[2].messages[0].text
    assert TASK.instruction not in model.queries[0].messages[1].text


def test_a_target_out_of_view_has_no_box_and_is_told(out: Path) -> None:
    line, model = executed(out, [OFF, OFF, OFF, OFF, OFF], Arena([], seen=False))
    assert "not visible in this view" not in model.queries[0].messages[1].text
    assert "not visible in this view" in model.queries[1].messages[1].text
    assert not (colours(model.queries[1].messages[1].pictures[0]) == (255, 0, 0)).all(axis=2).any()
    assert [turn.boxes for turn in line.turns[:2]] == [{"world": BOX}, {"wrist": None}]


@pytest.mark.parametrize(
    ("said", "fault"), [("", "empty"), ("there", "unreadable"), ("[99, 3]", "outside"), (BLIND, None)]
)
def test_an_answer_without_a_point_of_the_scene_costs_a_move(out: Path, said: str, fault: str | None) -> None:
    line, _ = executed(out, [said] * 5, Arena([]))
    assert [turn.fault for turn in line.turns] == [fault] * 5
    assert (line.accepted_at, line.updates) == (None, 10)
    assert not any(turn.move.moved for turn in line.turns)


def test_reflection_sees_both_views_before_and_after(out: Path) -> None:
    said = [OFF, "too far", ON, "not there", ON]
    line, model = executed(out, said, Arena([False, True]), reflect=True)
    assert [query.prompt for query in model.queries] == ["pick.point", "pick.act.reflect"] * 2 + [
        "pick.point"
    ]
    assert [len(query.messages[1].pictures) for query in model.queries] == [2, 4, 2, 4, 2]
    before, after = model.queries[1].messages[1].pictures[:2], model.queries[1].messages[1].pictures[2:]
    assert [colours(png)[-1, -1, 0] for png in (*before, *after)] == [0, 100, 10, 110]
    asked = model.queries[2].messages[1].text
    assert "too far" in asked
    assert OFF in asked
    assert "a move to another place; the hand moved" in asked
    assert "the second one" in model.queries[2].messages[0].text
    assert line.turns[0].reflection is not None
    assert line.turns[2].reflection is None


def test_rotations_are_asked_with_a_dot_and_told_to_the_arm(out: Path) -> None:
    arena = Arena([False, True])
    said = [ON, '{"rotation": [5.0, null, -30]}', ON, '{"rotation": [0, null, 0]}']
    line, model = executed(out, said, arena, ask=("pitch", "roll"))
    assert arena.asked == [{"pitch": 5.0, "roll": -30.0}, {"pitch": 0.0, "roll": 0.0}]
    assert [query.prompt for query in model.queries] == ["pick.point", "pick.rotation"] * 2
    (png,) = model.queries[1].messages[1].pictures
    assert (colours(png)[10, 10] == (255, 0, 0)).all()
    assert TASK.instruction in model.queries[1].messages[1].text
    assert "You decide about pitch and roll" in model.queries[1].messages[0].text
    assert line.turns[0].rotation == (5.0, None, -30.0)


def test_a_rotation_that_cannot_be_read_costs_the_move(out: Path) -> None:
    arena = Arena([True])
    line, _ = executed(out, [ON, "about ten", ON, "[1, 2, 3]"], arena, ask=("yaw",))
    assert [turn.rotation_fault for turn in line.turns] == ["unreadable", None]
    assert line.accepted_at == 2
    assert arena.asked == [{"yaw": 2.0}]


@settings(max_examples=40)
@given(
    st.lists(st.sampled_from([ON, OFF, "", "no"]), min_size=5, max_size=5),
    st.lists(st.booleans(), min_size=5, max_size=5),
)
def test_two_updates_a_move_and_no_move_after_acceptance(
    out: Path, said: list[str], results: list[bool]
) -> None:
    line, model = executed(out, list(said), Arena(list(results)))
    attempts = iter(results)
    expected = next((number for number, text in enumerate(said, 1) if text == ON and next(attempts)), None)
    assert line.accepted_at == expected
    assert len(line.turns) == len(model.queries) == (expected or 5)
    assert line.updates == 2 * len(line.turns)


def test_the_oracle_executes_tasks_of_a_compiled_set(made: Path, tmp_path: Path) -> None:
    """Localization comes first, the target that was hit is handed on, and the state in the end is judged."""
    found = evaluated(made, tmp_path / "run", protocol="execution", limit=4)
    localized = {line.task: line for line in found.run.localizations()}
    lines = list(found.run.executions())
    assert len(lines) == 4
    assert all(line.target == localized[line.task].target and not line.given for line in lines)
    assert all(line.accepted_at is not None for line in lines)
    assert all(line.status is not None and line.status.success for line in lines)
    assert "execution" in summary_of(found.run, found.spending)
    names = {name for line in lines for turn in line.turns for name in turn.pictures.values()}
    assert all(found.run.picture(name).startswith(b"\x89PNG") for name in names)
    again = evaluated(made, tmp_path / "run", protocol="execution", limit=4)
    assert again.spending == found.spending  # nothing is asked twice
    order = replay_of(tmp_path / "run", ordered(made, tmp_path / "replayed", protocol="execution"))
    replayed = evaluate(order).run
    assert list(map(timeless, replayed.executions())) == list(map(timeless, lines))


@settings(max_examples=20)
@given(st.lists(st.lists(st.booleans(), min_size=5, max_size=5), min_size=1, max_size=8))
def test_updates_of_a_run_follow_from_acceptance_and_moves(out: Path, runs: list[list[bool]]) -> None:
    """#update = 2 (acceptance x #Move + (1 - acceptance) x 5), as the paper's tables have it."""
    lines = [executed(out, [ON] * 5, Arena(list(results)))[0] for results in runs]
    moves = [line.accepted_at for line in lines if line.accepted_at is not None]
    acceptance = len(moves) / len(lines)
    mean_moves = sum(moves) / len(moves) if moves else 0.0
    updates = sum(line.updates for line in lines) / len(lines)
    assert updates == pytest.approx(2 * (acceptance * mean_moves + (1 - acceptance) * 5))


def test_given_targets_need_no_localization(made: Path, tmp_path: Path) -> None:
    found = evaluated(
        made, tmp_path / "run", "espire/rubbish", protocol="execution", limit=2, targets="given", moves=1
    )
    assert list(found.run.localizations()) == []
    assert all(
        line.given and line.accepted_at is None and line.updates == 2 for line in found.run.executions()
    )
    assert TaskSource(made).digest == found.run.manifest.task_set
