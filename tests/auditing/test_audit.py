"""Whole audits: what is flagged, what is not, what holds by definition, spreads and splits."""

from __future__ import annotations

import random

import pytest

from espire_dsl.auditing.audit import AuditGroup, audit
from espire_dsl.auditing.by_definition import PAIRS
from espire_dsl.auditing.elevation import Split
from espire_dsl.auditing.shortcuts import NAMES
from espire_dsl.auditing.spread import RankCount
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.task import Task
from tests.auditing.making import BOOKS, options, row_scene, task, task_set


def group_of(*tasks: Task) -> AuditGroup:
    [suite] = audit(task_set(tasks))
    [group] = suite.groups
    return group


def fair_tasks(dice: random.Random, family: str, count: int = 20) -> list[Task]:
    """Answers and the order of the candidates are left to the dice."""
    tasks = []
    for number in range(count):
        order = dice.sample(BOOKS, 3)
        answers = dice.sample(BOOKS, dice.choice((1, 1, 2)))
        tasks.append(task(number, id=f"{family}{number}", family=family, candidates=order, answers=answers))
    return tasks


def test_a_family_that_the_first_candidate_always_solves_is_flagged() -> None:
    dice = random.Random(1)
    tasks = []
    for number in range(20):
        order = dice.sample(BOOKS, 3)
        tasks.append(task(number, candidates=order, answers=order[:1]))
    [suite] = audit(task_set(tasks))
    assert [(group.family, rate.shortcut) for group, rate in suite.flagged] == [("pick.mine", "first")]
    [(_, rate)] = suite.flagged
    assert (rate.rate, rate.tasks) == (1, 20)
    assert rate.chance == pytest.approx(1 / 3)


@pytest.mark.slow
def test_false_alarms_are_as_rare_as_promised() -> None:
    """400 suites of three fair families: at most one in a hundred may be flagged, give or take."""
    dice = random.Random(2)
    alarms = 0
    for _ in range(400):
        tasks = [t for family in "xyz" for t in fair_tasks(dice, family)]
        [suite] = audit(task_set(tasks))
        alarms += bool(suite.flagged)
    assert alarms <= 8


def test_a_small_excess_is_not_flagged_however_sure() -> None:
    answers = [["a"]] * 220 + [["b"]] * 140 + [["c"]] * 140
    group = group_of(*(task(n, answers=a) for n, a in enumerate(answers)))
    first = next(rate for rate in group.rates.tested if rate.shortcut == "first")
    assert first.corrected < 0.01
    assert first.rate - first.chance == pytest.approx(0.44 - 1 / 3)
    assert group.flagged == ()


def test_correction_spans_the_families_of_a_suite_and_not_other_suites() -> None:
    dice = random.Random(3)
    odd = [task(n, id=f"odd{n}", family="odd", candidates=["a", "b", "c"]) for n in range(5)]
    [alone] = audit(task_set(odd))
    many = [t for family in "uvwxyz" for t in fair_tasks(dice, family)]
    [together] = audit(task_set([*odd, *many]))
    [first, *_] = alone.groups[0].rates.tested
    [among, *_] = next(group for group in together.groups if group.family == "odd").rates.tested
    assert first.p == among.p
    assert among.corrected > first.corrected
    [chosen] = audit(task_set([*odd, *many]), family="o*")
    assert chosen.groups == tuple(group for group in together.groups if group.family == "odd")
    elsewhere = [task(n, id=f"else{n}", suite="else", family="odd") for n in range(5)]
    assert [a.suite for a in audit(task_set([*odd, *elsewhere]))] == ["else", "hand"]
    assert audit(task_set([*odd, *elsewhere]))[1] == alone


def test_the_nearest_of_closest_is_shown_apart_and_not_flagged() -> None:
    name = "pick.distance.viewer.extreme"
    tasks = [task(n, id=f"c{n}", family=name, candidates=["b", "a", "c"]) for n in range(20)]
    tasks += [
        task(n, id=f"f{n}", family=name, type="Farthest", answers=["c"], candidates=["b", "a", "c"])
        for n in range(20)
    ]
    group = group_of(*tasks)
    [defined] = group.rates.defined
    assert (defined.type, defined.rate.shortcut, defined.rate.rate) == ("Closest", "nearest", 1)
    nearest = next(rate for rate in group.rates.tested if rate.shortcut == "nearest")
    assert (nearest.tasks, nearest.hits) == (20, 0)
    assert "nearest" not in {rate.shortcut for rate in group.flagged}
    elsewhere = group_of(*(task(n, candidates=["b", "a", "c"]) for n in range(20)))
    assert "nearest" in {rate.shortcut for rate in elsewhere.flagged}


def test_pairs_by_definition_name_shortcuts_and_are_told_once() -> None:
    assert all(pair.shortcut in NAMES and pair.reason for pair in PAIRS)
    assert len({(p.families, p.type, p.shortcut) for p in PAIRS}) == len(PAIRS)


def test_by_type_each_type_stands_alone() -> None:
    tasks = [task(1), task(2, type="Farthest"), task(3, type="Farthest")]
    [suite] = audit(task_set(tasks), by="type")
    assert [(g.name, g.tasks) for g in suite.groups] == [("pick.mine Closest", 1), ("pick.mine Farthest", 2)]


def test_only_what_is_asked_for() -> None:
    tasks = [task(1), task(2, family="place.x"), task(3, suite="other", family="place.x")]
    [suite] = audit(task_set(tasks), suite="hand", family="place.*")
    assert [(suite.suite, g.family, g.tasks) for g in suite.groups] == [("hand", "place.x", 1)]


def test_order_of_tasks_does_not_matter() -> None:
    tasks = [t for family in "xy" for t in fair_tasks(random.Random(4), family)]
    assert audit(task_set(tasks)) == audit(task_set(tasks[::-1]))


def test_spread_of_a_hand_made_set() -> None:
    spread = group_of(
        task(1, template=0, answers=["a"]),
        task(2, template=2, answers=["a", "c"]),
        task(3, template=2, answers=["b"], candidates=["a", "b"]),
    ).spread
    assert spread.templates == {0: 1, 2: 2}
    assert spread.answers == {1: 2, 2: 1}
    assert spread.places == (
        RankCount(1, 2, pytest.approx(1 / 3 + 2 / 3 + 1 / 2)),
        RankCount(2, 1, pytest.approx(1 / 3 + 2 / 3 + 1 / 2)),
        RankCount(3, 1, pytest.approx(1 / 3 + 2 / 3)),
    )
    assert spread.mean_place == pytest.approx((0 + 0.5 + 1) / 3)
    assert spread.options == spread.yes_no == spread.values == {}


def test_spread_of_other_kinds_of_answers() -> None:
    yes_no = group_of(
        *(task(n, answer_kind="yes_no", candidates=None, answers=[n < 3]) for n in range(5))
    ).spread
    assert yes_no.yes_no == {True: 3, False: 2}
    chosen = group_of(
        task(1, answer_kind="choice", options=options("x", "y"), answers=["y"]),
        task(2, answer_kind="choice", options=options("y", "x"), answers=["x"]),
    ).spread
    assert chosen.options == {2: 2}
    labels = group_of(
        *(task(n, answer_kind="label", candidates=None, answers=[x]) for n, x in enumerate("pqp"))
    )
    assert labels.spread.values == {"p": 2, "q": 1}
    assert labels.rates.tested == ()


def test_split_asks_whether_the_farther_one_is_higher() -> None:
    """In the row, what is farther from the viewer is higher, and what is farther from the jar is lower."""
    from_viewer = [
        task(n, aspect="distance", references=["viewer"], answers=[x]) for n, x in enumerate("abc")
    ]
    assert group_of(*from_viewer).split == Split(3, 0, 0)
    from_jar = [task(n, aspect="distance", references=["jar"], answers=[x]) for n, x in enumerate("abc")]
    assert group_of(*from_jar).split == Split(0, 3, 0)
    pair = task(7, aspect="distance", answer_kind="yes_no", candidates=None, answers=[True])
    assert group_of(*[Task(**{**fields(pair), "references": ["viewer", "a", "c"]})]).split == Split(1, 0, 0)
    assert group_of(task(1)).split is None


def fields(of: Task) -> dict[str, object]:
    return {name: getattr(of, name) for name in Task.__annotations__}


def test_equal_heights_are_even() -> None:
    level = [n for n in row_scene().nodes if n.id not in ("a", "b")]
    flat = row_scene()
    a = flat.node("a")
    same = type(a)("b", "book", a.center, extents=a.extents)
    scene = flat.with_parts([*level, a, same])
    asked = task(1, aspect="distance", references=["viewer"], candidates=["a", "b"])
    [suite] = audit(task_set([asked], [scene]))
    assert suite.groups[0].split == Split(0, 0, 1)


@pytest.mark.parametrize(
    ("broken", "words"),
    [
        (task(1, scene="lost"), "no scene lost"),
        (task(1, candidates=["a", "ghost"]), "scene row has no ghost"),
        (task(1, references=["ghost"]), "scene row has no ghost"),
    ],
)
def test_tasks_that_do_not_fit_their_scenes_are_told(broken: Task, words: str) -> None:
    with pytest.raises(TaskSetError, match=words):
        audit(task_set([broken]))


def test_scenes_without_a_camera_leave_the_blind_shortcuts() -> None:
    blind = Scene.build([n for n in row_scene().nodes if n.id != "viewer"], id="row")
    [suite] = audit(task_set([task(1)], [blind]))
    assert [rate.shortcut for rate in suite.groups[0].rates.tested] == ["first", "random"]
