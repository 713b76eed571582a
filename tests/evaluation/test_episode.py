"""Episodes count and record moves, whatever an arena says of them."""

# ruff: noqa: ARG002 - the arena made for these tests has the face of any, and needs little of it

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from attrs import asdict, define, evolve, field
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.evaluation.episode import NO_POINT, Episode
from espire_dsl.evaluation.step_class import RECOGNISABLE, step_class
from espire_dsl.scene.acting import Axis, CameraView, Finished, MoveResult, Sight, ToolPose
from espire_dsl.scene.camera import look_at
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Vector
from espire_dsl.scene.rotation import Mask
from espire_dsl.tasks.task import Task
from tests.nodes import node as new_node

WIDTH, HEIGHT = 40, 30
CAMERA = look_at((1.0, 0.0, 0.5), (0.0, 0.0, 0.0), width=WIDTH, height=HEIGHT)
SCENE = Scene.build(
    [
        new_node("robot", "robot", (0.5, 0, 0.5), extents=(0.08, 0.2, 0.06), front=(1, 0, 0)),
        new_node("book", "book", (0, 0, 0.1), extents=(0.1, 0.02, 0.2)),
    ],
    cameras={"world": CAMERA, "wrist": evolve(CAMERA, position=(0.9, 0.0, 0.5))},
)
START = ToolPose((0.5, 0.0, 0.5), (1.0, 0.0, 0.0, 0.0))
ELSEWHERE = ToolPose((0.3, 0.4, 0.1), (1.0, 0.0, 0.0, 0.0))
ON_TARGET, BESIDE, NOWHERE, UNREADABLE, OUTSIDE = (5.0, 5.0), (25.0, 5.0), (39.0, 29.0), None, (99.0, 5.0)
ANSWERS = (ON_TARGET, BESIDE, NOWHERE, UNREADABLE, OUTSIDE)


@define
class FakeArena:
    """The target is in the left half of every picture; nothing is seen in the lower right pixel.

    Attempts are accepted from the given one on; repositions always move.
    """

    accepts_at: int | None = None
    sees: Sight = Sight(500, 600, 0)
    scene: Scene = SCENE
    tool: ToolPose = START
    attempts: list[Mapping[Axis, float]] = field(factory=list)
    looks: int = 0
    repositions: int = 0

    def look(self, camera: str) -> CameraView:
        self.looks += 1
        depth = np.ones((HEIGHT, WIDTH), dtype=np.float32)
        depth[-1, -1] = np.inf
        rgb = np.full((HEIGHT, WIDTH, 3), self.looks % 256, dtype=np.uint8)
        return CameraView(
            camera, SCENE.cameras[camera], rgb, depth, np.zeros_like(depth, dtype=np.uint16), {}
        )

    def mask(self, view: CameraView, target: str) -> Mask:
        assert target == "book"
        mask: Mask = np.zeros((HEIGHT, WIDTH), dtype=np.bool_)
        mask[:, : WIDTH // 2] = True
        return mask

    def sight(self, view: CameraView, target: str) -> Sight:
        return self.sees

    def reposition(self, point: Vector, eye: Vector, toward: str) -> MoveResult:
        self.repositions += 1
        before, self.tool = self.tool, ELSEWHERE
        return MoveResult(True, False, "reached", "", ELSEWHERE, before, ELSEWHERE, 7)

    def attempt(
        self,
        target: str,
        point: Vector,
        asked: Mapping[Axis, float] | None = None,
        constraint: Mapping[str, Any] | None = None,
    ) -> MoveResult:
        self.attempts.append(dict(asked or {}))
        accepted = self.accepts_at is not None and len(self.attempts) >= self.accepts_at
        before = self.tool
        if accepted:
            self.tool = ELSEWHERE
        status, detail = ("reached", "") if accepted else ("in_collision", "no room")
        return MoveResult(accepted, accepted, status, detail, ELSEWHERE, before, self.tool, 3, {"yaw": 1.0})

    def offsets(self, *_: Any, **__: Any) -> Mapping[Axis, float] | None:
        return None

    def finish(self) -> Finished:
        edges = [("robot", "book", "holds")] if self.accepts_at is not None else []
        return Finished(SCENE.with_parts(SCENE.nodes, edges))


def task(**changes: Any) -> Task:
    filled = dict.fromkeys(Task.__annotations__) | {
        "id": "t",
        "scene": SCENE.id,
        "action": "pick",
        "answers": ["book", "other"],
        "feasible": ["book"],
        "undecided": [],
    }
    return Task(**(filled | changes))


def episode(arena: FakeArena | None = None, **changes: Any) -> Episode:
    return Episode(task(), SCENE, arena or FakeArena(), "book", **changes)


@given(st.lists(st.sampled_from(ANSWERS), min_size=1, max_size=8), st.integers(1, 6))
def test_every_answer_costs_a_move_and_two_updates(
    answers: list[tuple[float, float] | None], moves: int
) -> None:
    one = episode(moves=moves)
    for answer in answers[:moves]:
        one.step("world", answer)
    spent = min(len(answers), moves)
    assert len(one.record) == spent
    assert one.updates == 2 * spent
    assert [move.number for move in one.record] == list(range(1, spent + 1))
    assert one.done is (spent == moves)
    assert not one.accepted
    if one.done:
        with pytest.raises(UsageError, match="over"):
            one.step("world", ON_TARGET)


@given(st.lists(st.sampled_from(ANSWERS), min_size=5, max_size=5), st.integers(1, 3))
def test_an_episode_ends_at_the_first_accepted_attempt(
    answers: list[tuple[float, float] | None], accepts_at: int
) -> None:
    arena = FakeArena(accepts_at)
    one = episode(arena)
    while not one.done:
        one.step("world", answers[len(one.record)])
    places = [number for number, answer in enumerate(answers, 1) if answer == ON_TARGET]
    expected = places[accepts_at - 1] if len(places) >= accepts_at else 5
    assert len(one.record) == expected
    assert one.accepted is (len(places) >= accepts_at)
    assert [move.accepted for move in one.record].count(True) == one.accepted
    assert arena.repositions == sum(answer == BESIDE for answer in answers[:expected])


@pytest.mark.parametrize(
    ("answer", "kind", "moved"),
    [
        (ON_TARGET, "attempt", False),
        (BESIDE, "reposition", True),
        (NOWHERE, "none", False),
        (UNREADABLE, "none", False),
        (OUTSIDE, "none", False),
        ((math.nan, 3.0), "none", False),
    ],
)
def test_where_a_point_lies_says_what_is_done(
    answer: tuple[float, float] | None, kind: str, moved: bool
) -> None:
    move = episode().step("world", answer)
    assert (move.kind, move.on_target, move.moved, move.accepted) == (kind, kind == "attempt", moved, False)
    assert (move.point is None) is (kind == "none")
    assert (move.status == NO_POINT) is (kind == "none")
    assert move.tool_before == START
    assert move.tool_after == (ELSEWHERE if moved else START)


def test_distances_are_those_to_the_target_and_to_the_goal() -> None:
    move = episode().step("world", BESIDE)
    before, after = move.distances_before, move.distances_after
    assert before.centre == pytest.approx(math.dist((0.5, 0.0, 0.5), (0.0, 0.0, 0.1)))
    assert before.boundary == pytest.approx(math.hypot(0.45, 0.3))
    assert before.goal == pytest.approx(math.dist(START.position, ELSEWHERE.position))
    assert after.goal == 0.0
    assert after.boundary == pytest.approx(math.hypot(0.25, 0.39))
    assert episode().step("world", None).distances_after.goal is None


def test_an_accepted_move_is_measured_at_its_goal() -> None:
    arena = FakeArena(accepts_at=1)
    move = episode(arena).step("world", ON_TARGET)
    assert move.step_class == "T6"
    assert move.distances_after.goal == 0.0


def test_records_are_plain_json() -> None:
    one = episode(asked=("pitch", "roll"))
    for answer in ANSWERS:
        one.step("wrist", answer, {"pitch": 5.0})
    for move in one.record:
        text = json.dumps(asdict(move), allow_nan=False)
        assert json.loads(text)["number"] == move.number


def test_only_asked_axes_reach_the_arena() -> None:
    arena = FakeArena()
    one = episode(arena, asked=("pitch", "yaw"))
    one.step("world", ON_TARGET, {"pitch": 5.0, "yaw": None, "roll": 30.0})
    one.step("world", ON_TARGET)
    one.step("world", ON_TARGET, {"pitch": math.inf})
    assert arena.attempts == [
        {"pitch": 5.0, "yaw": 0.0},
        {"pitch": 0.0, "yaw": 0.0},
        {"pitch": 0.0, "yaw": 0.0},
    ]
    assert [dict(move.asked) for move in one.record] == arena.attempts


def test_a_picture_is_made_once_a_state() -> None:
    arena = FakeArena()
    one = episode(arena)
    first = one.observe(("world", "wrist"))
    assert one.observe(("world", "wrist"))["world"] is first["world"]
    one.step("world", ON_TARGET)
    assert one.observe(("world",))["world"] is first["world"], "nothing moved"
    one.step("world", BESIDE)
    assert one.observe(("world",))["world"] is not first["world"]
    assert arena.looks == 4, "two at the start, one to class the step, one of the world"


def test_the_status_check_goes_by_feasible_answers_or_by_all() -> None:
    one = Episode(task(feasible=["other"]), SCENE, FakeArena(accepts_at=1), "book")
    one.step("world", ON_TARGET)
    assert not one.status_check().success
    assert one.status_check("all").success
    assert not episode().status_check().success, "nothing is held"
    unknown = Episode(task(feasible=None), SCENE, FakeArena(accepts_at=1), "book")
    assert unknown.status_check().success, "without a simulator's word all answers count"


@pytest.mark.parametrize(
    ("changes", "words"),
    [({"target": "nothing"}, "no"), ({"asked": ("spin",)}, "no axis spin"), ({"moves": 0}, "at least one")],
)
def test_an_episode_that_makes_no_sense_is_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        Episode(task(), SCENE, FakeArena(), **({"target": "book"} | changes))


@pytest.mark.parametrize(
    ("sight", "name"),
    [
        (Sight(40, 100, 60), "T3"),
        (Sight(40, 100, 0), "T4"),
        (Sight(0, 100, 100), "T3"),
        (Sight(RECOGNISABLE - 1, RECOGNISABLE, 0), "T5"),
        (Sight(0, 0, 0), "T5"),
        (Sight(500, 600, 0), "T2"),
    ],
)
def test_steps_are_classed_by_what_hides_the_target(sight: Sight, name: str) -> None:
    arena = FakeArena(sees=sight)
    assert step_class(arena, arena.look("wrist"), "book", None) == name


def test_a_view_from_which_an_attempt_would_do_is_of_the_first_class() -> None:
    class Willing(FakeArena):
        def offsets(self, *_: Any, **__: Any) -> Mapping[Axis, float] | None:
            return {}

    arena = Willing()
    assert step_class(arena, arena.look("wrist"), "book", None) == "T1"
    assert Episode(task(), SCENE, arena, "book").step("world", BESIDE).step_class == "T1"
