"""Ranks against a definition by connected components."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.scene.groups import rank_groups

values = st.lists(st.integers(0, 60).map(lambda n: n / 200), max_size=10)


@given(values)
def test_groups_are_the_components_of_being_close(xs: list[float]) -> None:
    close: nx.Graph[int] = nx.Graph()
    close.add_nodes_from(range(len(xs)))
    close.add_edges_from(
        (i, j) for i in range(len(xs)) for j in range(i) if abs(xs[i] - xs[j]) <= 0.01 + 1e-9
    )
    expected = {frozenset(part) for part in nx.connected_components(close)}
    ranks = rank_groups(xs)
    assert {frozenset(group) for group in ranks.groups} == expected
    assert sum(map(len, ranks.groups)) == len(xs)


@given(values)
def test_groups_ascend_with_gaps_wider_than_together(xs: list[float]) -> None:
    ranks = rank_groups(xs)
    assert len(ranks.gaps) == max(len(ranks.groups) - 1, 0)
    for gap, before, after in zip(ranks.gaps, ranks.groups, ranks.groups[1:], strict=False):
        measured = min(xs[i] for i in after) - max(xs[i] for i in before)
        assert gap == pytest.approx(measured, abs=1e-9)
        assert gap > 0.01


def test_a_gap_of_just_a_centimetre_joins() -> None:
    assert rank_groups([0.3, 0.31, 0.1]).groups == ((2,), (0, 1))
    assert rank_groups([0.3, 0.32, 0.1]).groups == ((2,), (0,), (1,))
    assert rank_groups([1, 2], together=1).groups == ((0, 1),)
