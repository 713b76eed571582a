"""SpatialTunnel: how many questions of which kind there are, and that the farther thing is where tags say.

The counts are those of fewer instances, sizes and pairs; places in the picture are recomputed by a pinhole.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from pathlib import Path

import pytest

from espire_dsl.language.families.domains import ValueDomain
from espire_dsl.language.families.family import Family
from espire_dsl.pipeline.generate import Generated
from espire_dsl.pipeline.settings import Settings
from espire_dsl.resources import resource_path
from espire_dsl.scene.node import Node
from espire_dsl.tasks.drawing import draw_scene
from espire_dsl.tasks.quotas import quota_of
from espire_dsl.tasks.scene_cells import cells_of
from espire_dsl.tasks.suites import Suite, compiled_suites
from espire_dsl.tasks.task import Task
from tests.pipeline.helpers import NONE, generate

SOURCE = resource_path("families") / "spatialtunnel"
FOCAL = 256 / math.tan(math.radians(20))
FEWER = {
    "phase.espire": (("times 12", "times 1"),),
    "size.espire": (("times 4", "times 1"), ("step 2 cm", "step 10 cm")),
    "probe.espire": (("quota       800", "quota       20"),),
}


def suite_in(folder: Path, changes: dict[str, tuple[tuple[str, str], ...]], family: str = "*") -> Suite:
    """The suite with some of its text replaced."""
    folder.mkdir()
    (folder / "espire.toml").write_text("", encoding="utf-8")
    for path in SOURCE.glob("*.espire"):
        text = path.read_text(encoding="utf-8")
        for old, new in changes.get(path.name, ()):
            assert old in text
            text = text.replace(old, new)
        (folder / path.name).write_text(text, encoding="utf-8")
    (suite,) = compiled_suites([folder], family=family)
    return suite


def made(suite: Suite) -> Generated:
    found = generate([suite], Settings(simulator=NONE, scenes=40))
    assert not found.shortfalls
    assert not found.given_up
    return found


@pytest.fixture(scope="module")
def whole() -> dict[str, Family]:
    return {family.name: family for family in compiled_suites([SOURCE])[0].families}


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Generated:
    return made(suite_in(tmp_path_factory.mktemp("tunnel") / "suite", FEWER))


def of(few: Generated, family: str) -> list[Task]:
    return [task for task in few.tasks if task.family == family]


def pixel(few: Generated, task: Task, thing: str) -> tuple[float, float]:
    """Column and row of a thing's centre, for a level camera at (0, 0, 1) that looks along +y."""
    scene = next(scene for scene in few.scenes if scene.id == task.scene)
    x, y, z = scene.node(thing).center
    return 256 + FOCAL * x / y, 256 - FOCAL * (z - 1) / y


def test_the_suite_has_the_stated_numbers_of_pictures_and_questions(whole: dict[str, Family]) -> None:
    scenes = {name: sum(len(c.indices) for c in cells_of(f, 0, 0)) for name, f in whole.items() if f.sweep}
    assert scenes == {"tunnel.phase": 16 * 16 * 12, "tunnel.size": 11 * 32 * 4}
    questions = {name: quota_of(family, 15) * len(family.types) for name, family in whole.items()}
    assert questions["tunnel.phase"] == 12_288
    assert questions["tunnel.size"] == 5_632
    probes = [number for name, number in questions.items() if ".probe." in name]
    assert probes == [2 * 2 * 200] * 3


@pytest.mark.slow
def test_four_questions_a_picture_and_as_many_yes_as_no(few: Generated) -> None:
    for family, scenes in (("tunnel.phase", 256), ("tunnel.size", 96)):
        tasks = of(few, family)
        assert Counter(Counter(task.scene for task in tasks).values()) == {4: scenes}
        kinds = Counter((task.type, task.answers[0]) for task in tasks)
        assert kinds == dict.fromkeys([(t, a) for t in ("Closer", "Farther") for a in (True, False)], scenes)


@pytest.mark.slow
def test_the_far_thing_is_always_twice_as_far(few: Generated) -> None:
    for task in of(few, "tunnel.phase"):
        a, b = (next(x["value"] for x in task.args if x["name"] == name) for name in "AB")
        closer = a == "near"
        assert {a, b} == {"far", "near"}
        assert task.answers == [closer == (task.type == "Closer")]


@pytest.mark.slow
def test_splits_are_those_of_projected_centres(few: Generated) -> None:
    for task in few.tasks:
        rise = pixel(few, task, "near")[1] - pixel(few, task, "far")[1]
        assert task.tags["dv"] == pytest.approx(rise, abs=1e-6)
        side = "level" if abs(rise) < 1e-6 else "consistent" if rise > 0 else "counter"
        assert task.tags["split"] == side


@pytest.mark.slow
def test_as_many_cells_are_consistent_as_counter(few: Generated) -> None:
    cells = {
        tuple(x["value"] for x in task.args if x["name"] in "ab"): task.tags["split"]
        for task in of(few, "tunnel.phase")
    }
    assert Counter(cells.values()) == {"consistent": 126, "counter": 126, "level": 4}
    assert {cell for cell, split in cells.items() if split == "level"} == {
        (a, b) for a in (0.0, 180.0) for b in (0.0, 180.0)
    }


@pytest.mark.slow
def test_sizes_have_sixteen_pairs_of_angles_on_each_side(few: Generated) -> None:
    tasks = of(few, "tunnel.size")
    by_size = Counter((next(x["value"] for x in t.args if x["name"] == "s"), t.tags["split"]) for t in tasks)
    sizes = (0.1, 0.2, 0.3)
    assert by_size == {(s, side): 4 * 16 for s in sizes for side in ("consistent", "counter")}
    scenes = {scene.id: scene for scene in few.scenes}
    for task in tasks:
        far, near = (scenes[task.scene].node(name).extents[0] for name in ("far", "near"))
        stated = next(x["value"] for x in task.args if x["name"] == "s")
        assert (far, near) == pytest.approx((stated, 0.4 - stated))
        assert task.tags["sizes"] == {0.1: "consistent", 0.2: "level", 0.3: "counter"}[stated]


@pytest.mark.slow
def test_things_touch_a_wall_and_do_not_overlap_in_the_picture(few: Generated) -> None:
    for scene in few.scenes:
        nodes = [scene.node(name) for name in ("far", "near")]
        for node in nodes:
            x, _, z = node.center
            assert max(abs(x), abs(z - 1)) + node.extents[0] / 2 == pytest.approx(1, abs=1e-4)
        (left, right), (low, high) = (spans(nodes, axis) for axis in (0, 2))
        assert left[1] < right[0] or right[1] < left[0] or low[1] < high[0] or high[1] < low[0]


def spans(nodes: list[Node], axis: int) -> list[tuple[float, float]]:
    """From where to where each box reaches in the picture along an axis, by its corners."""
    found = []
    for node in nodes:
        reach, level = node.extents[0] / 2, (0, 0, 1)[axis]
        ends = [
            (node.center[axis] - level + side) / (node.center[1] + ahead)
            for side in (-reach, reach)
            for ahead in (-reach, reach)
        ]
        found.append((min(ends), max(ends)))
    return found


@pytest.mark.slow
def test_pairs_differ_in_the_order_of_two_names_alone(few: Generated) -> None:
    by_id = {task.id: task for task in few.tasks}
    for task in few.tasks:
        assert task.pair is not None
        other = by_id[task.pair]
        a, b = (x["said"] for x in task.args if x["name"] in "AB")
        swapped = "".join({a: b, b: a}.get(part, part) for part in re.split(f"({a}|{b})", task.instruction))
        assert other.instruction == swapped
        assert (other.scene, other.pair) == (task.scene, task.id)
        assert other.answers != task.answers


@pytest.mark.slow
def test_probed_sides_are_told_apart_by_a_twentieth_of_the_picture(few: Generated) -> None:
    for axis, place, words in (("horizontal", 0, ("left", "right")), ("vertical", 1, ("above", "below"))):
        tasks = of(few, f"tunnel.probe.{axis}")
        assert Counter(task.answers[0] for task in tasks) == dict.fromkeys(words, 10)
        for task in tasks:
            a, b = (next(x["value"] for x in task.args if x["name"] == name) for name in "AB")
            apart = pixel(few, task, a)[place] - pixel(few, task, b)[place]
            assert abs(apart) >= 0.05 * 512
            assert task.answers == [words[0] if apart < 0 else words[1]]
    assert Counter(task.answers[0] for task in of(few, "tunnel.probe.distance")) == {"far": 10, "close": 10}


def looks(suite: Suite, cell: int, instance: int) -> tuple[object, ...]:
    (family,) = suite.families
    chosen = cells_of(family, 0, 0)[cell]
    index = chosen.indices[instance]
    drawn = draw_scene(suite.template("tunnel"), "usual", 0, index, arguments=chosen.variation.arguments)
    nodes = [drawn.scene.node(name) for name in ("far", "near")]
    return tuple((node.name, node.category, node.extents) for node in nodes)


def test_instances_are_matched_or_independent(tmp_path: Path) -> None:
    matched = suite_in(tmp_path / "matched", {}, "tunnel.phase")
    assert {looks(matched, cell, 3) for cell in (0, 7, 100)} == {looks(matched, 255, 3)}
    assert looks(matched, 0, 3) != looks(matched, 0, 4)
    anew = {"phase.espire": (("times 12", "times 12 independent"),)}
    independent = suite_in(tmp_path / "independent", anew, "tunnel.phase")
    assert len({looks(independent, cell, 3) for cell in (0, 7, 100, 255)}) == 4
    (family,) = independent.families
    cells = cells_of(family, 0, 0)
    assert sorted(index for cell in cells for index in cell.indices) == list(range(3_072))
    assert all(isinstance(variable.domain, ValueDomain) for variable in family.scene_variables)
