"""The domain of blocks: its files are sound, its scenes look as they are called, and its answers are those
that plain arithmetic on places and labels finds."""

from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np
import pytest

import espire_dsl as espire
from espire_dsl.checking.check import compile_paths
from espire_dsl.domain.patterns import filled
from espire_dsl.language.core.values import TypeValue
from espire_dsl.language.families.family import Family
from espire_dsl.program.batched import Request
from espire_dsl.program.stored import StoredProgram
from espire_dsl.resources import resource_path
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.scene.rotation import matrix
from espire_dsl.syntax.formatting import format_file
from espire_dsl.tasks import record
from espire_dsl.tasks.batch_evaluator import BatchEvaluator
from espire_dsl.tasks.bindings import bind
from espire_dsl.tasks.partial_bindings import in_scene, values_offered
from espire_dsl.tasks.plan import plans_of
from espire_dsl.tasks.record import Chosen, Wording, task_of
from espire_dsl.tasks.rulebook import RuleBook
from espire_dsl.tasks.task import Task, task_to_line
from espire_dsl.wording.render import Lexicon
from tests.program.agreement import assert_traces_agree

FOLDER = resource_path("examples") / "blocks"
FILES = sorted(FOLDER.glob("*.espire"))
COUNTS = {"few": (3, 5), "some": (6, 8), "many": (9, 10)}
SIDES = {"Left": (0, 1), "Right": (0, -1), "Front": (-1, 0), "Behind": (1, 0)}
"""In parts of the direction in which the viewer looks, and of the one to its left."""


@cache
def families() -> dict[str, Family]:
    files = compile_paths(FILES, [FOLDER]).files.values()
    return {family.name: family for file in files for family in file.families}


@cache
def scenes() -> tuple[Scene, ...]:
    world = espire.world("blocks", FOLDER / "world.espire")
    return tuple(world.draw(level, seed=seed) for level in COUNTS for seed in range(2))


@cache
def lexicon() -> Lexicon:
    return Lexicon.load()


@cache
def tasks_of(name: str) -> tuple[tuple[Scene, Task], ...]:
    """Up to three tasks of a family for each scene."""
    family, found = families()[name], []
    for plan in plans_of(family):
        bindings = bind("blocks", plan, scenes(), BatchEvaluator.of(scenes()), 1).bindings
        for index, some in bindings.items():
            for number, binding in enumerate(some[:3]):
                wording = Wording(number % len(family.sentences), number, number)
                scene = scenes()[index]
                task = task_of(
                    "blocks", plan, scene, binding, wording, lexicon(), family.catalogue, 1, RuleBook()
                )
                found.append((scene, task))
    return tuple(found)


def test_the_files_are_sound_and_in_form() -> None:
    assert len(families()) == 19
    assert not espire.check(FOLDER).findings
    for file in FILES:
        assert not format_file(file).changes, file.name


def test_blocks_look_as_they_are_called() -> None:
    names = set()
    for scene in scenes():
        blocks = scene.of_kind("block")
        low, high = COUNTS[scene.level or ""]
        assert low <= len(blocks) <= high
        for block in blocks:
            assert block.name == filled("{size} {colour} {material} {shape}", block.labels)
            assert block.category == filled("{size}_{shape}", block.labels)
            assert block.size == block.labels["size"]
            names.add(block.name)
    assert len(names) > 20, "attributes are drawn for each thing anew"


@pytest.mark.parametrize("name", sorted(families()))
def test_every_family_has_questions(name: str) -> None:
    assert tasks_of(name)


@pytest.mark.parametrize("name", ["zero.count", "one.exists", "two.colour", "three.count", "logical.and"])
def test_a_trace_is_that_of_the_stored_program(name: str) -> None:
    for scene, task in tasks_of(name):
        run = StoredProgram.read(task.program_steps, scene).run(scene, None)
        run.answer()
        assert task.trace == [step.to_json() for step in run.trace]


def rows_of(name: str) -> list[tuple[int, dict[str, Any]]]:
    """Combinations of values on all scenes, of all reasoning types, most of which are no fair task."""
    family, rows = families()[name], []
    for index, scene in enumerate(scenes()):
        (plan, *_) = plans_of(family)
        offered = values_offered(plan, scene, RuleBook().of(family, scene.level)).values
        stream = RandomStream.of(index, "rows", name)
        rows += [(index, {v: stream.one_of(values) for v, values in offered.items()}) for _ in range(12)]
    return rows


@pytest.mark.parametrize("name", ["one.colour", "two.exists", "three.count"])
def test_rows_of_several_types_together_are_what_each_is_alone(name: str) -> None:
    family, evaluator, rows = families()[name], BatchEvaluator.of(scenes()), rows_of(name)
    types = {tuple(v.constructor for v in values.values() if isinstance(v, TypeValue)) for _, values in rows}
    assert len(types) > 1
    alone = [BatchEvaluator.of(scenes()).evaluate(family, [row])[0] for row in rows]
    assert evaluator.evaluate(family, rows) == alone
    good = [row for row, outcome in zip(rows, alone, strict=True) if outcome.problem is None]
    requests = [Request(index, in_scene(family, values, scenes()[index])) for index, values in good]
    assert_traces_agree(family, evaluator.batch, requests)


@pytest.mark.parametrize("name", sorted(families()))
def test_tasks_written_together_are_those_written_one_by_one(name: str) -> None:
    family, evaluator, found = families()[name], BatchEvaluator.of(scenes()), []
    for plan in plans_of(family):
        chosen = [
            Chosen(index, binding, Wording(number % len(family.sentences), number, number))
            for index, some in bind("blocks", plan, scenes(), evaluator, 1).bindings.items()
            for number, binding in enumerate(some[:3])
        ]
        found += record.tasks_of("blocks", plan, chosen, lexicon(), family.catalogue, 1, evaluator)
    assert [task_to_line(task) for task in found] == [task_to_line(task) for _, task in tasks_of(name)]


# --- an independent way to the answers ------------------------------------------------------------


def beside(scene: Scene, things: Iterable[Node], side: str, of: Node) -> list[Node]:
    look = matrix(scene.viewer.quaternion)[:2, 0]
    look = look / np.hypot(*look)
    along, left = SIDES[side]
    way = along * look + left * np.array([-look[1], look[0]])
    return [t for t in things if t.id != of.id and float(np.subtract(t.center, of.center)[:2] @ way) > 0]


def alike(things: Iterable[Node], label: str, value: str) -> list[Node]:
    return [thing for thing in things if thing.labels[label] == value]


def only(things: list[Node]) -> Node:
    (thing,) = things
    return thing


def last_of_chain(scene: Scene, values: dict[str, Any], hops: int) -> list[Node]:
    sides = ("P", "Q", "P")[:hops]
    shapes = ("S", "T", "U")[:hops]
    blocks, here = scene.of_kind("block"), scene.node(values["A"])
    found: list[Node] = []
    for number, (side, shape) in enumerate(zip(sides, shapes, strict=True)):
        found = alike(beside(scene, blocks, values[side], here), "shape", values[shape])
        if number < hops - 1:
            here = only(found)
    return found


@pytest.mark.parametrize(("name", "hops"), [("one", 1), ("two", 2), ("three", 3)])
def test_hops_lead_where_arithmetic_leads(name: str, hops: int) -> None:
    for kind in ("count", "exists", "colour"):
        for scene, task in tasks_of(f"{name}.{kind}"):
            values = {argument["name"]: argument["value"] for argument in task.args}
            found = last_of_chain(scene, values, hops)
            if kind == "colour":
                assert task.answers == [only(found).labels["colour"]], task.instruction
            else:
                assert task.answers == [len(found) if kind == "count" else bool(found)], task.instruction


def test_what_is_alike_is_counted() -> None:
    for scene, task in tasks_of("same.count"):
        values = {argument["name"]: argument["value"] for argument in task.args}
        thing = scene.node(values["A"])
        same = alike(scene.of_kind("block"), values["N"], thing.labels[values["N"]])
        assert task.answers == [len(same) - 1]


def test_references_are_told_apart_by_their_names() -> None:
    for name in families():
        for scene, task in tasks_of(name):
            for reference in task.references:
                name_ = scene.node(reference).name
                assert [node.name for node in scene.nodes].count(name_) == 1 or name_ not in task.instruction
