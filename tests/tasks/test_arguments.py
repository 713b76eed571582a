"""Arguments come from the scene: checked against asking the reference with every value of a domain."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.core.function import Invocation
from espire_dsl.language.core.values import ThingRef, TypeValue
from espire_dsl.language.families.domains import TypeDomain
from espire_dsl.language.families.family import Family
from espire_dsl.language.families.spoken_lengths import is_spoken, spoken
from espire_dsl.language.rules import USUAL, Rules
from espire_dsl.program.arrays.decisions import decide_rows
from espire_dsl.program.single import call_function
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.quantize import quantize
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.tasks import arguments
from espire_dsl.tasks.arguments import ALIKE, MOST_ARGUMENTS, ArgumentOptions, Probe, separating
from espire_dsl.tasks.batch_evaluator import Measured
from espire_dsl.tasks.outcome import Outcome
from espire_dsl.tasks.partial_bindings import written_out
from espire_dsl.tasks.rulebook import RuleBook
from espire_dsl.tasks.rules import refusal
from espire_dsl.testing.strategies import tabletop_scenes
from tests.tasks.helpers import bound_on, family_from, outcome_of, pick, plan_of, scene_from

RULES = RuleBook().of(None, None)  # drawn scenes have no level
DOMAINS = {
    "LessThan": ("LessThan(d)", "d in 60 cm .. 190 cm step 5 cm", "distance coarse, reference viewer"),
    "MoreThan": ("MoreThan(d)", "d in 60 cm .. 190 cm step 10 cm", "distance coarse, reference viewer"),
    "EqualTo": ("EqualTo(d)", "d in 60 cm .. 190 cm step 10 cm", "distance fine, reference viewer"),
    "Range": (
        "Range(low, high)",
        "low in 60 cm .. 150 cm step 10 cm, high in 70 cm .. 160 cm step 10 cm",
        "distance fine, reference viewer",
    ),
    "RankClosest": ("RankClosest(n)", "n in 2nd .. 6th", "distance fine, reference viewer"),
}


def distance_family(folder: Path, type_: str) -> Family:
    written, where, spec = DOMAINS[type_]
    clauses = (
        f"let O in viewer\n let R in {{ {written} }} where {where}\n"
        "program filter_distance(candidates, R, to: O)\n"
        'say naming measure "{{ Pick }} a book {{ R.of(O) }}, {{ measure }}."'
    )
    return family_from(folder, pick(clauses, spec))


@pytest.fixture(scope="module")
def families(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Family]:
    return {type_: distance_family(tmp_path_factory.mktemp(type_), type_) for type_ in DOMAINS}


@pytest.mark.parametrize("type_", DOMAINS)
@settings(
    deadline=None,
    derandomize=True,
    max_examples=4,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(scene=tabletop_scenes())
def test_found_are_valid_and_no_answer_set_is_missed(
    type_: str, families: dict[str, Family], scene: Scene
) -> None:
    family = families[type_]
    plan = plan_of(family)
    variable = family.variable("R")
    assert variable is not None
    assert isinstance(variable.domain, TypeDomain)
    valid: dict[tuple[object, ...], set[object]] = {}
    for choice in plan.choices:
        for value in written_out(choice, variable.domain):
            outcome = outcome_of(family, scene, {"O": "viewer", "R": value})
            said = all(not isinstance(a, float) or is_spoken(a) for a in value.arguments)
            if refusal(plan, outcome, RULES) is None and said and _is_own(value, outcome, scene):
                valid.setdefault(outcome.answer, set()).add(value)
    found = bound_on(scene, family).bindings.get(0, ())
    for bound in found:
        assert bound.values["R"] in valid[bound.answer]
    told = {bound.answer for bound in found}
    if len(valid) * ALIKE <= MOST_ARGUMENTS:
        assert told == valid.keys()
    else:
        assert bool(told) == bool(valid)
    assert len(found) <= MOST_ARGUMENTS


def _is_own(value: TypeValue, outcome: Outcome, scene: Scene) -> bool:
    """What is "about" a length states that of an answer, rounded as people speak."""
    if value.constructor != "EqualTo":
        return True
    you = ThingRef("viewer", scene)
    away = (
        call_function("distance", Invocation({"a": ThingRef(id, scene), "to": you}, scene)).value
        for id in outcome.answer
    )
    return any(abs(spoken(d) - value.arguments[0]) < 1e-9 for d in away)


LENGTHS = tuple(quantize(n / 20) for n in range(10, 31))
OFFERED: dict[str, tuple[tuple[Any, ...], ...]] = {
    "LessThan": (LENGTHS,),
    "EqualTo": (LENGTHS,),
    "Range": (LENGTHS[::3], LENGTHS[1::3]),
    "RankClosest": ((1, 2, 3, 4),),
    "ClockPosition": (tuple(range(1, 13)),),
}


@st.composite
def probes(draw: st.DrawFn, type_: str) -> list[tuple[Measured, Rules]]:
    """What was measured in some rows: lengths in metres, or degrees, of as many candidates as there are."""
    most = 360.0 if type_ == "ClockPosition" else 2.0
    found = []
    for values in draw(st.lists(st.lists(st.floats(0, most), max_size=6), min_size=1, max_size=70)):
        spaces = np.array([draw(st.integers(0, 4)) == 0 for _ in values], dtype=bool)
        measured = np.array([quantize(value) for value in values])
        reaches = measured / 200 if type_ == "ClockPosition" else None
        found.append((Measured(measured, spaces, reaches), USUAL.changed({"spoken": draw(st.booleans())})))
    return found


@pytest.mark.parametrize("type_", OFFERED)
@settings(deadline=None, max_examples=20)
@given(data=st.data())
def test_rows_have_the_arguments_that_they_have_alone(type_: str, data: st.DataObject) -> None:
    """However many are tried at once."""
    columns = OFFERED[type_]
    written = tuple(TypeValue(type_, arguments) for arguments in itertools.product(*columns))
    options = ArgumentOptions(written, columns, are_free=True)
    rows = data.draw(probes(type_))

    def asked() -> list[Probe]:
        return [Probe(measured, options, own, RandomStream.of(n)) for n, (measured, own) in enumerate(rows)]

    constructor = CONSTRUCTORS[type_]
    alone = [next(separating(constructor, [probe], None)) for probe in asked()]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arguments, "_CELLS", data.draw(st.sampled_from([0, 200, arguments._CELLS])))
        assert list(separating(constructor, asked(), None)) == alone


def test_many_values_and_candidates_are_decided_in_small_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    columns = (tuple(quantize(n / 100) for n in range(1, 501)),)
    options = ArgumentOptions(tuple(TypeValue("EqualTo", (a,)) for a in columns[0]), columns, are_free=True)
    numbers, rules = np.random.default_rng(7), USUAL.changed({"spoken": False})
    rows = [
        Measured(np.round(numbers.uniform(0, 5, size), 9), np.zeros(size, dtype=bool), None)
        for size in (*numbers.integers(0, 200, 66).tolist(), 900, 3)
    ]
    sizes: list[tuple[int, int]] = []

    def decided(name: str, values: Any, *others: Any) -> Any:
        sizes.append(values.shape)
        return decide_rows(name, values, *others)

    def asked() -> list[Probe]:
        return [Probe(row, options, rules, RandomStream.of(n)) for n, row in enumerate(rows)]

    constructor = CONSTRUCTORS["EqualTo"]
    alone = [next(separating(constructor, [probe], None)) for probe in asked()]
    assert any(one.found for one in alone)
    monkeypatch.setattr(arguments, "decide_rows", decided)
    assert list(separating(constructor, asked(), None)) == alone
    assert sum(height for height, _ in sizes) == len(rows) * len(columns[0])
    *others, largest = sorted(height * width for height, width in sizes)
    assert largest == 500 * 900, "one row is decided as a whole"
    assert max(others) <= 1 << 18


def test_the_value_said_is_the_value_computed_with(tmp_path: Path) -> None:
    scene = scene_from(
        "viewer at (0, -1, 0.8)\n table at (0, 0)\n book a at (0, 0)\n book b at (0, 0.2)"
    )  # 98.9 and 118.9 cm away
    found = bound_on(scene, distance_family(tmp_path, "LessThan")).bindings[0]
    assert {bound.values["R"].arguments[0] for bound in found} <= {1.05, 1.10, 1.15}
    assert {bound.answer for bound in found} == {("a",)}


def test_lengths_that_keep_an_ample_distance_are_stated_where_there_are_any(tmp_path: Path) -> None:
    text = "viewer at (0, -1, 0.8)\n table at (0, 0)\n book a at (0, 0)\n book b at (0, {})"
    family = distance_family(tmp_path, "LessThan")
    far, near = (bound_on(scene_from(text.format(y)), family).bindings[0] for y in (0.52, 0.2))
    assert all(bound.ample and bound.values["R"].arguments[0] * 1.15 <= 1.51 for bound in far)  # not 1.35 m
    assert near
    assert not any(bound.ample for bound in near)
