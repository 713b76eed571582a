"""Programs as tasks store them: written, read back through JSON, and run without their family."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from espire_dsl.language.families.family import Family
from espire_dsl.program.family_evaluation import evaluate_family
from espire_dsl.program.reference import EvaluationError
from espire_dsl.program.stored import StoredProgram, StoredProgramError
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.steps import steps_of
from tests.nodes import node as new_node
from tests.program.agreement import bindings_on
from tests.program.suites import SUITES, families, scenes


@pytest.mark.parametrize("family", [f for s in SUITES for f in families(s)], ids=lambda f: f.name)
def test_a_stored_program_gives_what_its_family_gives(family: Family) -> None:
    rng = np.random.default_rng(len(family.name))
    tried = 0
    for scene in scenes(family.world, 8):
        if tried >= 10:
            break
        found = bindings_on(family, scene, rng, most=2)
        for binding in [found[i] for i in rng.permutation(len(found))[:5]]:
            if any(getattr(v, "constructor", "") == "Range" for v in binding.values()):
                continue  # an empty one is no program
            try:
                asked = evaluate_family(family, scene, binding)
            except EvaluationError:
                continue
            steps = json.loads(json.dumps(steps_of(family, binding)))
            run = StoredProgram.read(steps, scene).run(scene, family.tolerance)
            assert run.answer() == asked.answer
            told = {repr({**s.to_json(), "step": None}) for s in run.trace}
            assert told == {repr(s.to_json()) for s in asked.evaluation.trace}
            tried += 1
    assert tried


def step(function: str, type_: str, **arguments: Any) -> dict[str, Any]:
    return {"function": function, "arguments": arguments, "type": type_}


RED = Scene.build(
    [
        new_node("red", "object", extents=(0.1, 0.1, 0.1)),
        new_node("cube", "object", (1, 0, 0), extents=(0.1, 0.1, 0.1), labels={"color": "red"}),
    ]
)


OBJECT = {"kind": "object", "is": ["movable"], "front": "maybe"}
BOOK = {"kind": "book", "is": ["graspable", "movable"], "front": "never"}


def test_a_label_that_equals_an_id_is_a_label() -> None:
    asked = {"xs": {"step": 0}, "name": {"label": "color"}, "value": {"label": "red"}}
    steps = [step("of_kind", "Set[object]", kind=OBJECT), step("filter_label", "Set[object]", **asked)]
    assert StoredProgram.read(steps, RED).run(RED, None).answer().ids == ("cube",)
    spoilt = [steps[0], step("filter_label", "Set[object]", **{**asked, "value": {"thing": "red"}})]
    with pytest.raises(StoredProgramError, match="filter_label: it does not fit"):
        StoredProgram.read(spoilt, RED)


def test_the_owner_of_a_frame_is_in_the_record() -> None:
    family = next(f for f in families("espire") if f.name == "pick.orientation.oriented.side")
    (scene, *_) = scenes("tabletop", 2)
    for binding in bindings_on(family, scene, np.random.default_rng(0)):
        last = steps_of(family, binding)[-1]
        assert last["arguments"]["in"] == {"frame": "intrinsic", "of": {"thing": binding["O"].id}}
        spoilt = {**last["arguments"], "in": {"frame": "intrinsic", "of": {"thing": "viewer"}}}
        with pytest.raises(StoredProgramError, match="belongs to another thing"):
            StoredProgram.read(
                [step("of_kind", "Set[book]", kind=BOOK), {**last, "arguments": spoilt}], scene
            )


@pytest.mark.parametrize(
    ("spoilt", "message"),
    [
        ([], "at least one step"),
        (["books"], "a function, arguments and a type"),
        ([step("of_kind", "Set[object]", kind=OBJECT, scene=3)], "of which type it is"),
        ([step("fly", "Length")], "no function `fly`"),
        ([step("value", "Int", operand={"int": 2.5})], "2.5 is no int"),
        ([step("value", "Bool", operand={"bool": 1})], "1 is no bool"),
        ([step("value", "object", operand={"thing": "green"})], "has no green"),
        ([step("not", "Bool", operand={"int": 1})], "does not work on Int"),
        ([step("and", "Bool", operand={"bool": True})], "left and right"),
        ([step("value", "Int", operand={"int": 2, "number": 2})], "one type"),
        ([step("unique", "object", xs={"things": ["red", "cube"]})], "has no value"),
        ([step("value", "Length", operand={"int": 2})], "its type is Length, and it gives Int"),
    ],
)
def test_what_cannot_be_read_is_said(spoilt: Any, message: str) -> None:
    with pytest.raises(StoredProgramError, match=message):
        StoredProgram.read(spoilt, RED).run(RED, None).answer()
