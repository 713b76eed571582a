"""How many scenes the page of a large set shows."""

from __future__ import annotations

from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.gallery import shown_scenes as limits
from espire_dsl.gallery.shown_scenes import MOST_TASKS, on_a_page, shown_scenes
from tests.gallery.making import plain_set


@given(st.lists(st.integers(0, 3 * MOST_TASKS // 2), max_size=9), st.integers(1, 12))
def test_the_first_scenes_are_shown_as_long_as_their_tasks_have_room(numbers: list[int], most: int) -> None:
    shown = shown_scenes(numbers, most)
    totals = [0, *accumulate(numbers)]
    assert shown <= min(len(numbers), most)
    assert totals[shown] <= MOST_TASKS or shown == 1
    if shown < min(len(numbers), most):
        assert totals[shown + 1] > MOST_TASKS
    assert shown or not numbers


def test_a_page_shows_no_tasks_of_scenes_that_it_does_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_TASKS", 3)
    whole = plain_set()
    about, scenes = [task.scene for task in whole.tasks], [scene.id for scene in whole.scenes]
    shown = on_a_page(whole, about, scenes)
    assert {task.scene for task in shown.tasks} <= {scene.id for scene in shown.scenes}
    assert 0 < len(shown.scenes) < len(scenes)
    nobody = on_a_page(whole, ["elsewhere"] * len(about), scenes)
    assert (nobody.tasks, nobody.scenes) == ([], whole.scenes)
