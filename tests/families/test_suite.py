"""The espire suite against its definition: names, counts, specs, candidates, sentences, examples."""

from __future__ import annotations

from collections import Counter

import pytest

from espire_dsl.language.core.values import ThingSet
from espire_dsl.language.families.domains import TypeDomain
from espire_dsl.language.families.family import Family
from espire_dsl.language.trials.examples import ExampleTrial
from espire_dsl.language.typed import Apply, Construct, Typed
from espire_dsl.program.family_evaluation import evaluate_family
from espire_dsl.program.gloss import spelled
from espire_dsl.testing.examples import bindings_of
from tests.families.conftest import Suite
from tests.families.table import FAMILIES, ROWS, TYPES_BY_ASPECT, WORLDS, Row

NAMES = [row.name for row in ROWS]
POSES_OF_THE_HELD_BOOK = ("place.orientation.pose", "place.orientation.tilt")


def _function(value: Typed | None) -> str:
    assert isinstance(value, Apply)
    return spelled(value)


def _candidates(family: Family) -> set[str]:
    if family.candidates_by_type:
        return {_function(value) for value in family.candidates_by_type.values()}
    return {_function(family.candidates)}


def test_the_table_has_the_published_counts() -> None:
    assert Counter(row.action for row in ROWS) == FAMILIES
    types: dict[str, Counter[str]] = {action: Counter() for action in FAMILIES}
    for row in ROWS:
        types[row.action][row.aspect] += len(row.constructors)
    assert types == TYPES_BY_ASPECT
    assert sum(types["pick"].values()) == 73
    assert sum(types["place"].values()) == 75


def test_the_families_are_those_of_the_table(espire: Suite) -> None:
    assert sorted(espire.families) == sorted(NAMES)


def test_there_are_148_types(espire: Suite) -> None:
    assert sum(len(family.types) for family in espire.families.values()) == 148


@pytest.mark.parametrize("row", ROWS, ids=NAMES)
def test_a_family_is_as_the_table_says(row: Row, espire: Suite) -> None:
    family = espire.families[row.name]
    spec = family.spec
    assert (spec.aspect, spec.granularity, spec.frame) == (row.aspect, row.granularity, row.frame)
    assert (None if spec.reference is None else str(spec.reference)) == row.reference
    assert spec.references == (0 if row.reference is None else row.references)
    assert set(family.types) == row.constructors
    assert len(family.types) == len(row.constructors)
    assert _candidates(family) == set(row.candidates.split())
    assert (family.action, family.world) == (row.action, WORLDS[row.action])


def test_candidates_of_a_type_are_of_its_kind(espire: Suite) -> None:
    by_type = espire.families["place.relationship.between"].candidates_by_type
    assert {name: _function(value) for name, value in by_type.items()} == {
        "BetweenSlots": "slots",
        "BetweenSpaces": "spaces",
    }


@pytest.mark.parametrize("name", NAMES)
def test_three_to_five_sentences_that_name_the_frame_if_there_is_another(name: str, espire: Suite) -> None:
    family = espire.families[name]
    assert 3 <= len(family.sentences) <= 5
    has_another = family.spec.frame in ("relative", "intrinsic")
    assert {sentence.names_frame for sentence in family.sentences} == {has_another}


@pytest.mark.parametrize("row", ROWS, ids=NAMES)
def test_distances_can_be_named_and_left_open_by_how_they_are_measured(row: Row, espire: Suite) -> None:
    """From the viewer, a point, to the middle of an opening there is nothing to name."""
    named = {sentence.names_measure for sentence in espire.families[row.name].sentences}
    has_another = row.aspect == "distance" and (row.reference, row.candidates) != ("viewer", "slots")
    assert named == ({True, False} if has_another else {False})


@pytest.mark.parametrize("name", NAMES)
def test_ranks_start_at_second(name: str, espire: Suite) -> None:
    for variable in espire.families[name].variables:
        if not isinstance(variable.domain, TypeDomain):
            continue
        if any(choice.constructor.startswith("Rank") for choice in variable.domain.choices):
            assert min(value for inner in variable.domain.inner.values() for value in inner.values) == 2


def _asked_types(example: ExampleTrial) -> set[str]:
    return {value.constructor for value in example.givens.values() if isinstance(value, Construct)}


def test_every_family_has_an_example_and_so_has_every_type(espire: Suite) -> None:
    assert {example.family.name for example in espire.examples} == set(NAMES)
    shown = {name for example in espire.examples for name in _asked_types(example)}
    assert shown == {name for row in ROWS for name in row.constructors}


def test_examples_are_not_trivial(espire: Suite) -> None:
    """Some candidate is an answer, and some is not, unless the pose of the held book is the test."""
    for example in espire.examples:
        asked = evaluate_family(example.family, example.scene, bindings_of(example))
        assert isinstance(asked.answer, ThingSet)
        assert isinstance(asked.candidates, ThingSet)
        assert asked.answer.ids, example.title
        if example.family.name not in POSES_OF_THE_HELD_BOOK:
            assert set(asked.answer.ids) < set(asked.candidates.ids), example.title
