"""The suites beside espire: several hops, and frames left open."""

from __future__ import annotations

from collections import Counter

from espire_dsl.language.core.functions import FUNCTIONS
from espire_dsl.language.family import Family
from espire_dsl.language.typed import Apply, walk
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


def test_every_family_has_an_example_and_three_or_four_sentences(suites: dict[str, Suite]) -> None:
    for suite in suites.values():
        assert {example.family.name for example in suite.examples} == set(suite.families)
        assert all(3 <= len(family.sentences) <= 4 for family in suite.families.values())


def test_no_name_is_in_two_suites(suites: dict[str, Suite]) -> None:
    names = Counter(name for suite in suites.values() for name in suite.families)
    assert max(names.values()) == 1
