"""What can be drawn, as numbers: nothing is lost or mixed up on the way."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.tasks.bindings import Binding
from espire_dsl.tasks.supply import Supply, Traits
from espire_dsl.tasks.variants import Member, TaskGroup

TYPES = [("f", "T"), ("f", "U"), ("g", "T")]
BINDINGS = st.builds(
    Binding,
    st.just({}),
    st.booleans() | st.integers(0, 2) | st.sampled_from(["a", "b"]) | st.just(("thing",)),
    frame_sensitive=st.none() | st.booleans(),
    strict=st.booleans(),
    ample=st.booleans(),
)
GROUPS = st.lists(st.builds(Member, st.sampled_from(TYPES), BINDINGS), min_size=1, max_size=3).map(
    lambda members: TaskGroup(tuple(members))
)
COMING = st.lists(
    st.tuples(
        st.sampled_from(TYPES), st.sampled_from([f"s{n}" for n in range(12)]), st.lists(GROUPS, max_size=3)
    ),
    max_size=12,
)


@given(COMING)
def test_columns_have_the_last_that_came_for_a_type_and_a_scene(
    coming: list[tuple[tuple[str, str], str, list[TaskGroup]]],
) -> None:
    supply = Supply()
    for source, (type_, scene, groups) in enumerate(coming):
        supply.add(type_, scene, groups, source)
    last = {(type_, scene): (source, groups) for source, (type_, scene, groups) in enumerate(coming)}
    expected = {
        (type_, scene): (source, [Traits.of(group) for group in groups])
        for (type_, scene), (source, groups) in last.items()
        if groups
    }
    found = {}
    for type_, column in supply.columns().items():
        assert list(column.scenes) == sorted(set(column.scenes))
        ends = [*column.begins[1:], len(column.codes)]
        for scene, source, begin, end in zip(column.scenes, column.sources, column.begins, ends, strict=True):
            traits = [supply.traits[code] for code in column.codes[begin:end]]
            found[type_, supply.scenes[scene]] = (source, traits)
    assert found == expected
    for type_ in TYPES:
        counts = Counter(t for (own, _), (_, traits) in expected.items() if own == type_ for t in traits)
        assert supply.counts(type_) == counts


@given(GROUPS)
def test_traits_say_what_the_group_says(group: TaskGroup) -> None:
    traits = Traits.of(group)
    assert (traits.strict, traits.ample) == (group.strict, group.ample)
    assert traits.frame_sensitive is group.frame_sensitive
    assert [type_ for type_, _ in traits.members] == [member.type for member in group.members]
    assert (traits.answer is None) == (
        len(group.members) > 1 or isinstance(group.members[0].binding.answer, tuple)
    )
