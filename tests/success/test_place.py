"""After a place task: where the book is, as what it counts there, and whether it rests."""

from __future__ import annotations

import math

import numpy as np
import pytest
from attrs import evolve

from espire_dsl.scene.fit import clearance
from espire_dsl.scene.graph import Scene
from espire_dsl.success.check import check_success
from espire_dsl.success.result import Judgement
from espire_dsl.tasks.task import Task
from tests.success.final_state import LYING, STANDING, middle_of, put, put_in, room_of, with_held

ENOUGH = 0.002  # room that is left beside a book that is put down


def failed(judgement: Judgement) -> list[str]:
    assert judgement.success == all(check.passed for check in judgement.checks)
    return [check.name for check in judgement.checks if not check.passed]


def of_slots(places: list[Task]) -> list[Task]:
    return [task for task in places if task.candidate_kind == "slot" and task.constraint is None]


def of_spaces(places: list[Task], *types: str) -> list[Task]:
    """Tasks of one hop about spaces."""
    found = [task for task in places if task.candidate_kind == "space" and task.type in types]
    return [t for t in found if sum("type" in s["arguments"] for s in t.program_steps) == 1]


def stands(scene: Scene, task: Task, place: str, degrees: float = STANDING) -> bool:
    return clearance(scene, place, task.held or "", degrees) > ENOUGH


def test_a_slot_is_right_if_it_is_an_answer(places: list[Task], scenes: dict[str, Scene]) -> None:
    tried = {True: 0, False: 0}
    for task in of_slots(places)[::3]:
        scene = scenes[task.scene]
        for place in [*task.answers[:2], *sorted(set(task.candidates or ()) - set(task.answers))[:2]]:
            pose = next(
                (degrees for degrees in (STANDING, LYING) if stands(scene, task, place, degrees)), None
            )
            if pose is None:
                continue
            right = place in task.answers
            tried[right] += 1
            judgement = check_success(task, scene, put_in(scene, task.held or "", place, pose))
            assert judgement.success == right, (task.instruction, place, judgement)
    assert min(tried.values()) > 15


def is_right(task: Task, place: str) -> bool:
    """What is undecided is not wrong."""
    return place in task.answers or place in task.undecided


def test_a_rank_or_a_height_of_spaces_is_that_of_the_space(
    places: list[Task], scenes: dict[str, Scene]
) -> None:
    tasks = of_spaces(places, "DirectLeft", "DirectRight", "Upper", "Lower")
    assert {task.type for task in tasks} >= {"DirectLeft", "Upper"}
    for task in tasks:
        scene = scenes[task.scene]
        for place in [*task.answers[:2], *sorted(set(task.candidates or ()) - set(task.answers))[:3]]:
            if stands(scene, task, place):
                judgement = check_success(task, scene, put_in(scene, task.held or "", place))
                assert judgement.success == is_right(task, place), (task.instruction, place, judgement)


def test_sides_are_by_the_centre_of_the_book(places: list[Task], scenes: dict[str, Scene]) -> None:
    tasks = of_spaces(places, "Left", "Right", "Front", "Behind")
    assert tasks
    right = 0
    for task in tasks:
        scene = scenes[task.scene]
        for place in (task.candidates or [])[::9]:
            if place in task.undecided or not stands(scene, task, place):
                continue
            after = put_in(scene, task.held or "", place)
            assert task.frame is not None
            ahead, left = np.array(task.frame["forward"]), np.array(task.frame["left"])
            if task.frame["kind"] == "relative":
                ahead = -ahead
            axis = {"Left": left, "Right": -left, "Front": ahead, "Behind": -ahead}[task.type]
            own = (np.array(after.node(task.held or "").center) - task.frame["origin"]) @ axis > 0
            judgement = check_success(task, scene, after)
            assert judgement.success == own, (task.instruction, place, judgement)
            assert own == (place in task.answers)
            right += own
    assert right


def test_a_distance_of_spaces_is_that_of_the_space(places: list[Task], scenes: dict[str, Scene]) -> None:
    tasks = of_spaces(places, "EqualTo", "Range")
    tried = {True: 0, False: 0}
    for task in tasks:
        scene = scenes[task.scene]
        for place in [*task.answers[:2], *sorted(set(task.candidates or ()) - set(task.answers))[:3]]:
            if stands(scene, task, place):
                judgement = check_success(task, scene, put_in(scene, task.held or "", place))
                assert judgement.success == is_right(task, place), (task.instruction, place, judgement)
                tried[is_right(task, place)] += 1
    assert all(tried.values())


def test_what_is_undecided_counts_as_right(places: list[Task], scenes: dict[str, Scene]) -> None:
    tried = 0
    for task in places:
        scene = scenes[task.scene]
        for place in task.undecided[:2]:
            if stands(scene, task, place) and task.constraint is None:
                after = put_in(scene, task.held or "", place)
                assert failed(check_success(task, scene, after)) == [], (task.instruction, place)
                assert failed(check_success(evolve(task, undecided=[]), scene, after)) == ["right place"]
                tried += 1
    assert tried > 3


def some_slot_task(places: list[Task], scenes: dict[str, Scene]) -> tuple[Task, Scene, str]:
    """A task about slots, with an answer in which the book stands."""
    for task in of_slots(places):
        for place in task.answers:
            if stands(scenes[task.scene], task, place):
                return task, scenes[task.scene], place
    raise AssertionError("the set has no such task")


def test_a_book_left_in_hand_is_not_placed(places: list[Task], scenes: dict[str, Scene]) -> None:
    task, scene, place = some_slot_task(places, scenes)
    held = task.held or ""
    assert failed(check_success(task, scene, with_held(put_in(scene, held, place), held))) == ["released"]
    assert {"released", "in a cell", "at rest"} <= set(failed(check_success(task, scene, scene)))


def test_a_book_must_be_at_rest(places: list[Task], scenes: dict[str, Scene]) -> None:
    task, scene, place = some_slot_task(places, scenes)
    good = put_in(scene, task.held or "", place)
    assert failed(check_success(task, scene, good, speed=0.005)) == []
    assert failed(check_success(task, scene, good, speed=0.02)) == ["at rest"]
    assert failed(check_success(task, scene, good, speed=math.nan)) == ["at rest"]
    assert failed(check_success(task, scene, put_in(scene, task.held or "", place, lift=0.006))) == [
        "at rest"
    ]
    assert failed(check_success(task, scene, put_in(scene, task.held or "", place, lift=0.004))) == []


def test_a_book_that_sticks_out_is_in_no_slot(places: list[Task], scenes: dict[str, Scene]) -> None:
    task, scene, place = some_slot_task(places, scenes)
    slot, held = room_of(scene, place), task.held or ""
    _, side = middle_of(scene, place, held)
    flush = slot.extents[0] / 2 - scene.node(held).extents[0] / 2
    assert failed(check_success(task, scene, put(scene, held, slot, (flush + 0.004, side)))) == []
    assert "in a cell" in failed(check_success(task, scene, put(scene, held, slot, (flush + 0.006, side))))


def test_a_book_that_is_gone_is_not_placed(places: list[Task], scenes: dict[str, Scene]) -> None:
    task, scene, _ = some_slot_task(places, scenes)
    nodes = [node for node in scene.nodes if node.id != task.held]
    after = scene.with_parts(nodes, [edge for edge in scene.edges if task.held not in edge[:2]])
    assert failed(check_success(task, scene, after)) == ["released"]


@pytest.mark.parametrize(
    ("pose", "angle", "right", "wrong"),
    [
        ("Vertical", None, (0.0, 9.9), (10.2, 45.0, 90.0)),
        ("Flat", None, (80.1, 90.0), (79.8, 45.0, 0.0)),
        ("Tilted", None, (15.1, 45.0, 74.9), (14.8, 75.2, 90.0)),
        ("TiltDegree", 30.0, (20.1, 30.0, 39.9), (19.8, 40.2, 0.0)),
    ],
)
def test_the_pose_that_is_asked_for_is_that_of_the_book(
    pose: str,
    angle: float | None,
    right: tuple[float, ...],
    wrong: tuple[float, ...],
    places: list[Task],
    scenes: dict[str, Scene],
) -> None:
    task = next(task for task in places if task.type == pose and task.constraint)
    assert task.constraint is not None
    task = evolve(task, constraint={**task.constraint, "angle": angle})
    scene = empty_of_books(scenes[task.scene])
    slot = max(map(scene.node, task.answers), key=lambda slot: min(slot.extents[1:]))
    for degrees in (*right, *wrong):
        after = put(scene, task.held or "", slot, (0.0, 0.0), degrees)
        assert failed(check_success(task, scene, after)) == ([] if degrees in right else [pose]), degrees


def empty_of_books(scene: Scene) -> Scene:
    """All slots cleared, so that a book fits in every pose."""
    gone = {node.id for node in scene.nodes if node.slot is not None and node.kind != "space"}
    nodes = [evolve(n, occupancy=0.0) if n.kind == "slot" else n for n in scene.nodes if n.id not in gone]
    return scene.with_parts(nodes, [e for e in scene.edges if not gone.intersection(e[:2])])


def test_a_book_that_leans_on_nothing_falls(places: list[Task], scenes: dict[str, Scene]) -> None:
    task, scene, _ = some_slot_task(places, scenes)
    scene = empty_of_books(scene)
    slot = max(scene.of_kind("slot"), key=lambda slot: min(slot.extents[1:]))
    leaning = put(scene, task.held or "", slot, (0.0, 0.0), 45.0, leaning=False)
    assert "at rest" in failed(check_success(task, scene, leaning))
    assert "at rest" not in failed(
        check_success(task, scene, put(scene, task.held or "", slot, (0.0, 0.0), 45.0))
    )


def test_hops_ask_every_predicate(places: list[Task], scenes: dict[str, Scene]) -> None:
    tasks = [t for t in places if {s["function"] for s in t.program_steps} & {"&", "|", "-"}]
    assert tasks
    for task in tasks:
        scene = scenes[task.scene]
        for place in [*task.answers[:1], *sorted(set(task.candidates or ()) - set(task.answers))[:2]]:
            if scene.node(place).kind == "slot" and stands(scene, task, place):
                judgement = check_success(task, scene, put_in(scene, task.held or "", place))
                assert judgement.success == is_right(task, place), (task.program, place, judgement)
