"""Which bindings templates are read for."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.wording.samples import MOST_BINDINGS, bindings
from espire_dsl.wording.values import Said, SaidInt, SaidThing, SaidType

TYPES = st.integers(1, 5).map(lambda n: [SaidType(f"T{i}") for i in range(n)])
THINGS = st.integers(1, 6).map(lambda n: [SaidThing(f"thing {i}") for i in range(n)])


@given(TYPES, THINGS, THINGS)
def test_every_type_meets_every_reference(
    types: list[SaidType], first: list[SaidThing], second: list[SaidThing]
) -> None:
    found = bindings({"R": types, "A": first, "B": second})
    for name, things in (("A", first), ("B", second)):
        met = {(binding["R"], binding[name]) for binding in found}
        assert met == {(kind, thing) for kind in types for thing in things}


@given(THINGS, THINGS)
def test_two_names_are_two_things_where_that_is_possible(
    first: list[SaidThing], second: list[SaidThing]
) -> None:
    for binding in bindings({"A": first, "B": second}):
        if binding["A"] == binding["B"]:
            assert 1 in (len(first), len(second))


def test_no_binding_comes_twice_and_none_without_samples() -> None:
    samples: dict[str, list[Said]] = {"R": [SaidType("T")] * 3, "n": [SaidInt(1), SaidInt(1)]}
    assert len(bindings(samples)) == 1
    assert bindings({}) == [{}]
    assert bindings({"R": [], "n": [SaidInt(1)]}) == []


def test_there_is_an_end_to_it() -> None:
    types: list[Said] = [SaidType(f"T{i}") for i in range(100)]
    things: list[Said] = [SaidThing(f"thing {i}") for i in range(100)]
    assert 1000 < len(bindings({"R": types, "O": things})) <= MOST_BINDINGS
