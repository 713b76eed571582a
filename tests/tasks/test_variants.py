"""Tasks that belong together: the whole grid of a sweep, the pairs of a contrast."""

from __future__ import annotations

from pathlib import Path

from espire_dsl.tasks.bindings import Binding
from espire_dsl.tasks.variants import counterpart_key, task_groups_of
from tests.tasks.helpers import answering, bound_on, family_from, scene_from

SCENE = """viewer at (0, -1, 0.8)
  table at (0, 0)
  near ceramic_jar jar at (-0.5, 0)
  near pagoda tower at (0, 0.2)
  book a at (-0.2, 0)
  book b at (0.4, 0)
"""
COMPARED = """let A, B in near
  let R in { Closer }
  program compare_distance(A, R, than: B, to: viewer)
  contrast swap(A, B)
  say "Is {{ A }} {{ R }} you than {{ B }}?"
"""
SWEPT = """let d in 50 cm .. 150 cm step 50 cm
  let O in near
  program distance(O, to: viewer) < d
  sweep d
  say "Is {{ O }} nearer to you than {{ d }}?"
"""


def test_a_contrast_brings_pairs_whose_answers_differ(tmp_path: Path) -> None:
    family = family_from(tmp_path, answering(COMPARED, "distance coarse, reference viewer"))
    found = bound_on(scene_from(SCENE), family)
    task_groups = task_groups_of(family, {"Closer": found.bindings[0]})
    ((task_group,),) = task_groups.by_type.values()
    assert {tuple(m.binding.values[n] for n in "AB"): m.binding.answer for m in task_group.members} == {
        ("jar", "tower"): True,
        ("tower", "jar"): False,
    }
    first, second = task_group.members
    assert counterpart_key(family, first.binding) == second.binding.key
    assert counterpart_key(family, second.binding) == first.binding.key
    alone = task_groups_of(family, {"Closer": found.bindings[0][:1]})
    assert (alone.by_type, sum(alone.incomplete.values())) == ({}, 1)


def test_a_sweep_brings_the_whole_grid(tmp_path: Path) -> None:
    family = family_from(tmp_path, answering(SWEPT, "distance fine, reference viewer"))
    (name,) = family.types
    bindings = bound_on(scene_from(SCENE), family).bindings[0]
    task_groups = task_groups_of(family, {name: bindings})
    (made,) = task_groups.by_type.values()
    assert [len(task_group.members) for task_group in made] == [3, 3]
    assert {m.binding.values["d"] for m in made[0].members} == {0.5, 1.0, 1.5}
    lacking = [b for b in bindings if b.values != {"d": 1.0, "O": "jar"}]
    assert sum(task_groups_of(family, {name: lacking}).incomplete.values()) == 2


def test_bindings_are_told_apart_by_their_values() -> None:
    assert Binding({"a": 1, "b": 2}, True).key == Binding({"b": 2, "a": 1}, False).key
    assert Binding({"a": 1}, True).key != Binding({"a": 2}, True).key
