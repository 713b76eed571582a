"""Random numbers: the same for the same purpose, and for it alone."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.scene.random_stream import RandomStream


def test_streams_are_the_same_everywhere() -> None:
    stream = RandomStream.of(7, "sampling", "espire")
    assert [round(stream.unit(), 9) for _ in range(3)] == [0.373745466, 0.11188399, 0.466792374]


def test_every_purpose_has_its_own_stream() -> None:
    purposes = [(0,), (1,), (0, "a"), (0, "b"), (0, "a", "b"), (0, "ab")]
    firsts = {RandomStream.of(*purpose).unit() for purpose in purposes}  # type: ignore[arg-type]
    assert len(firsts) == len(purposes)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
@pytest.mark.parametrize("drawn", [0, 1])
def test_a_stream_is_not_copied(copied: Callable[[object], object], drawn: int) -> None:
    stream, same = RandomStream.of(7, "copy"), RandomStream.of(7, "copy")
    for _ in range(drawn):
        assert stream.unit() == same.unit()
    with pytest.raises(TypeError, match="cannot be copied or pickled"):
        copied(stream)
    assert stream.unit() == same.unit()


def test_weights_are_kept() -> None:
    stream = RandomStream.of(1, "weights")
    counts = Counter(stream.weighted_index([1.0, 0.0, 3.0]) for _ in range(4000))
    assert counts[1] == 0
    assert 0.7 < counts[2] / 4000 < 0.8


@settings(derandomize=True)
@given(st.lists(st.integers(), unique=True, max_size=12), st.integers(0, 12), st.integers(0, 50))
def test_some_keeps_order_and_shuffled_keeps_all(items: list[int], count: int, seed: int) -> None:
    stream = RandomStream.of(seed, "some")
    kept = stream.some(items, count)
    assert kept == [item for item in items if item in kept]
    assert len(kept) == min(count, len(items))
    assert sorted(stream.shuffled(items)) == sorted(items)


def test_some_draws_all_alike() -> None:
    counts = Counter(item for seed in range(2000) for item in RandomStream.of(seed, "alike").some("abcd", 2))
    assert all(900 < n < 1100 for n in counts.values())
