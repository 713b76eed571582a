"""Sorts of things and types: the laws that containment, union and intersection keep."""

from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.kinds import (
    ADJECTIVES,
    ANYTHING,
    EITHER,
    UNIONS,
    Sort,
    sort_from_words,
    sort_of,
    words_for_sorts,
)
from espire_dsl.language.library import library_kinds
from espire_dsl.language.types import (
    FRAME_KINDS,
    INT,
    NUMBER,
    SCALARS,
    UNKNOWN,
    CategoryType,
    FrameType,
    List,
    Reasoning,
    Set,
    Thing,
    Type,
    fits,
)

KINDS = tuple(library_kinds())

FACINGS = st.sampled_from([EITHER, frozenset({"oriented"}), frozenset({"plain"})])
sorts = st.builds(sort_of, st.frozensets(st.sampled_from(sorted(KINDS, key=lambda kind: kind.name))), FACINGS)
types: st.SearchStrategy[Type] = st.one_of(
    st.sampled_from(sorted(SCALARS.values(), key=str)),
    st.builds(Thing, sorts),
    st.builds(Set, sorts),
    st.builds(List, sorts),
    st.builds(CategoryType, sorts),
    st.builds(Reasoning, st.frozensets(st.sampled_from(sorted(CONSTRUCTORS)), min_size=1, max_size=4)),
    st.builds(FrameType, st.frozensets(st.sampled_from(sorted(FRAME_KINDS)), min_size=1)),
)


@given(sorts, sorts, sorts)
def test_containment_is_an_order(a: Sort, b: Sort, c: Sort) -> None:
    assert a.within(a)
    assert not (a.within(b) and b.within(a)) or a == b
    assert not (a.within(b) and b.within(c)) or a.within(c)
    assert a.within(ANYTHING)


@given(sorts, sorts, sorts)
def test_join_is_the_least_that_holds_both(a: Sort, b: Sort, c: Sort) -> None:
    both = a.join(b)
    assert a.within(both)
    assert b.within(both)
    assert not (a.within(c) and b.within(c)) or both.within(c)
    assert both == b.join(a)
    assert a.join(a) == a


@given(sorts, sorts, sorts)
def test_meet_is_the_greatest_that_both_hold(a: Sort, b: Sort, c: Sort) -> None:
    shared = a.meet(b)
    assert shared.within(a)
    assert shared.within(b)
    assert not (c.within(a) and c.within(b)) or c.within(shared)
    assert shared == b.meet(a)
    assert a.meet(a) == a


@given(sorts)
def test_every_kind_of_a_sort_can_have_its_facing(sort: Sort) -> None:
    assert all(kind.facing & sort.facing for kind in sort.kinds)
    assert sort.empty == (not sort.kinds)


def test_a_sort_is_printed_as_one_writes_it() -> None:
    for word in sorted(words_for_sorts(library_kinds()) - ADJECTIVES):
        for words in ([word], *([adjective, word] for adjective in sorted(ADJECTIVES))):
            sort = sort_from_words(words, library_kinds())
            assert sort is not None
            if not sort.empty:
                assert sort_from_words(str(sort).split(), library_kinds()) == sort


def test_words_that_are_no_sort() -> None:
    assert sort_from_words([], library_kinds()) is None
    assert sort_from_words(["oriented"], library_kinds()) is None
    assert sort_from_words(["near", "distant"], library_kinds()) is None
    assert sort_from_words(["neer"], library_kinds()) is None
    nothing = sort_from_words(["oriented", "plain", "near"], library_kinds())
    assert nothing is not None
    assert nothing.empty


def test_words_for_several_kinds_stand_for_kinds() -> None:
    names = library_kinds().by_name.keys()
    assert all(set(roles) <= names for roles in UNIONS.values())
    assert not UNIONS.keys() & names


@given(types, types, types)
def test_fitting_is_reflexive_and_transitive(a: Type, b: Type, c: Type) -> None:
    assert fits(a, a)
    assert not (fits(a, b) and fits(b, c)) or fits(a, c)


@given(types)
def test_what_is_unknown_fits_everywhere(a: Type) -> None:
    assert fits(a, UNKNOWN)
    assert fits(UNKNOWN, a)


def test_whole_numbers_are_numbers_and_not_the_other_way() -> None:
    assert fits(INT, NUMBER)
    assert not fits(NUMBER, INT)


@given(sorts, sorts)
def test_sets_fit_as_their_elements_do_and_never_pass_for_things(a: Sort, b: Sort) -> None:
    assert fits(Set(a), Set(b)) == fits(Thing(a), Thing(b)) == a.within(b)
    assert not fits(Set(a), Thing(b))
    assert not fits(Thing(a), Set(b))
    assert not fits(List(a), Set(b))
