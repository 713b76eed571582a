"""The work of binding a family to a scene is bounded, however many things are there. Counted, not timed."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

import espire_dsl as espire
from espire_dsl.checking.check import compile_paths
from espire_dsl.resources import resource_path
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks import batch_evaluator
from espire_dsl.tasks.batch_evaluator import BatchEvaluator
from espire_dsl.tasks.bindings import MOST_BINDINGS, bind
from espire_dsl.tasks.hops import shortened
from espire_dsl.tasks.narrowing import MOST_LOOKED_AT, references
from espire_dsl.tasks.partial_bindings import MOST_PARTIAL_BINDINGS
from espire_dsl.tasks.plan import plans_of
from espire_dsl.tasks.readings import readings_of

FOLDER = resource_path("examples") / "blocks"


def crowded(things: int) -> Scene:
    """A scene of so many blocks, each with a name of its own."""
    scene = espire.world("blocks", FOLDER / "world.espire").draw("many", seed=3)
    blocks = scene.of_kind("block")
    more = []
    for number in range(things):
        block = blocks[number % len(blocks)]
        x, y, z = block.center
        away = 0.37 * (number // len(blocks))
        more.append(
            evolve(block, id=f"more_{number:03}", name=f"block {number}", center=(x + away, y - away, z))
        )
    others = [node for node in scene.nodes if not node.is_a("block")]
    return scene.with_parts([*others, *more], edges=())


@pytest.mark.parametrize("name", ["zero.exists", "one.count", "two.exists", "three.count"])
@pytest.mark.parametrize("things", [10, 80])
def test_the_rows_that_a_scene_costs_are_bounded(
    name: str, things: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows: list[int] = []
    evaluate = batch_evaluator.evaluate_rows

    def counting(family: Any, batch: Any, scenes: Any, bindings: Any) -> Any:
        rows.append(len(scenes))
        return evaluate(family, batch, scenes, bindings)

    monkeypatch.setattr(batch_evaluator, "evaluate_rows", counting)
    files = compile_paths(sorted(FOLDER.glob("*.espire")), [FOLDER]).files.values()
    (family,) = (family for file in files for family in file.families if family.name == name)
    scene = crowded(things)
    for plan in plans_of(family):
        rows.clear()
        found = bind("blocks", plan, [scene], BatchEvaluator.of([scene]), 1).bindings
        assert len(found.get(0, ())) <= MOST_BINDINGS
        shorter = shortened(family)
        most = len(references(family)) * MOST_LOOKED_AT + MOST_PARTIAL_BINDINGS
        most += MOST_BINDINGS * (len(readings_of(plan).all) - 1)
        most += MOST_BINDINGS * sum(1 if s.referents is None else 2 + things for s in shorter)
        assert 0 < sum(rows) <= most
        calls = 1 + len(references(family)) + len(readings_of(plan).all) + 3 * len(shorter)
        assert len(rows) <= calls, "types that differ from row to row cost no calls of their own"
