"""How many scenes the page of a large set shows."""

from __future__ import annotations

from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.gallery.shown_scenes import MOST_TASKS, shown_scenes


@given(st.lists(st.integers(0, 3 * MOST_TASKS // 2), max_size=9), st.integers(1, 12))
def test_the_first_scenes_are_shown_as_long_as_their_tasks_have_room(numbers: list[int], most: int) -> None:
    shown = shown_scenes(numbers, most)
    totals = [0, *accumulate(numbers)]
    assert shown <= min(len(numbers), most)
    assert totals[shown] <= MOST_TASKS or shown == 1
    if shown < min(len(numbers), most):
        assert totals[shown + 1] > MOST_TASKS
    assert shown or not numbers
