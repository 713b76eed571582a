"""The suites beside espire: several hops, and frames left open."""

from __future__ import annotations

from collections import Counter

import pytest

from espire_dsl.language.core.functions import FUNCTIONS
from espire_dsl.language.families.family import Family
from espire_dsl.language.library import library_kinds
from espire_dsl.language.typed import Apply, Typed, walk
from espire_dsl.language.unify import sort_within
from espire_dsl.tasks.plan import plans_of
from espire_dsl.tasks.readings import FRAME, MEASURE, readings_of
from tests.families.conftest import Suite


def _hops(family: Family) -> int:
    steps = {node for node in walk(family.program) if isinstance(node, Apply)}
    return sum(FUNCTIONS[step.function].aspect is not None for step in steps)


def test_slots_come_in_three_sizes(suites: dict[str, Suite]) -> None:
    assert set(suites["espire_plus"].families["place.attribute.size"].types) == {"Small", "Medium", "Large"}


def test_a_dozen_families_of_two_and_three_hops_for_both_actions(suites: dict[str, Suite]) -> None:
    families = suites["espire_plus"].families.values()
    several = [family for family in families if _hops(family) > 1]
    assert len(several) >= 12
    assert set(Counter((family.action, _hops(family)) for family in several)) == {
        ("pick", 2),
        ("pick", 3),
        ("place", 2),
        ("place", 3),
    }


def test_open_sentences_name_no_frame_and_compute_in_the_things_own(suites: dict[str, Suite]) -> None:
    families = suites["espire_frames"].families.values()
    assert all(not sentence.names_frame for family in families for sentence in family.sentences)
    assert {family.spec.frame for family in families} == {"intrinsic"}
    references = {str(family.spec.reference) for family in families}
    assert references == {"oriented near", "oriented distant", "table"}


@pytest.mark.parametrize("name", ["espire", "espire_plus"])
def test_what_can_be_read_in_several_ways_can_be_named(name: str, suites: dict[str, Suite]) -> None:
    """Of what a program leaves open, one sentence at least names all that a sentence can name."""
    for family in suites[name].families.values():
        for plan in plans_of(family):
            points = [p for p in readings_of(plan).points if p.is_named(True, True)]
            frame = any(p.kind == FRAME for p in points)
            measure = any(p.kind == MEASURE for p in points) and not _between_points(family)
            assert any(s.names_frame >= frame and s.names_measure >= measure for s in family.sentences), (
                f"{family.name}, {plan.type}: frame {frame}, measure {measure}"
            )


def _between_points(family: Family) -> bool:
    """Whether all distances are between points: the viewer, and middles of openings."""
    steps = [n for n in walk(family.program) if isinstance(n, Apply) and n.argument("by") is not None]
    ends = [step.argument(name) for step in steps for name in ("xs", "to")]
    return all(_kinds(end) <= {"viewer", "slot", "space"} for end in ends)


def _kinds(value: Typed | None) -> frozenset[str]:
    sort = None if value is None else sort_within(value.type)
    return frozenset(library_kinds().by_name) if sort is None else sort.names


def test_every_family_has_an_example_and_three_to_five_sentences(suites: dict[str, Suite]) -> None:
    for suite in suites.values():
        assert {example.family.name for example in suite.examples} == set(suite.families)
        assert all(3 <= len(family.sentences) <= 5 for family in suite.families.values())


def test_no_name_is_in_two_suites(suites: dict[str, Suite]) -> None:
    names = Counter(name for suite in suites.values() for name in suite.families)
    assert max(names.values()) == 1
