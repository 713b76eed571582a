"""Balanced sampling against a slow transcription of Algorithm 1, line by line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from attrs import evolve, field, frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.language.rules import USUAL, Rules
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.tasks.bindings import Binding
from espire_dsl.tasks.sampling import Pool, SampledGroup, TaskSampler, frame_supply
from espire_dsl.tasks.variants import Member, TaskGroup
from tests.tasks.pools import Groups, contents, groups_drawn, pool_of_groups

LEVELS = ("easy", "medium", "hard")


def task_group(family: str, number: int, **more: bool) -> TaskGroup:
    return TaskGroup((Member((family, "T"), Binding({"n": number}, ("x",), **more)),))


@frozen
class Known:
    """A pool, and what is in it."""

    groups: Groups
    levels: Mapping[str, str]
    rules: Mapping[str, Rules] = field(factory=dict)

    @property
    def pool(self) -> Pool:
        return pool_of_groups(self.groups, self.levels, rules=self.rules)

    def told(self, drawn: Iterable[SampledGroup]) -> list[tuple[str, str, int]]:
        """Family, scene and number of what was drawn."""
        items = list(drawn)
        numbers = [group.members[0].binding.values["n"] for group in contents(self.groups, items)]
        return [(item.type[0], item.scene, number) for item, number in zip(items, numbers, strict=True)]


def known_of(counts: dict[str, list[int]]) -> Known:
    """For each family how many bindings it has on each scene; levels take turns over the scenes."""
    scenes = [f"s{i}" for i in range(max(map(len, counts.values()), default=0))]
    task_groups = {
        (family, "T"): {
            scene: [task_group(family, n) for n in range(many)]
            for scene, many in zip(scenes, row, strict=False)
        }
        for family, row in counts.items()
    }
    return Known(task_groups, {scene: LEVELS[i % 3] for i, scene in enumerate(scenes)})


def transcription(
    pool: Known, per_type: int, stream: RandomStream, total: int | None
) -> list[tuple[str, str, int]]:
    """Algorithm 1 as printed; GENERATEANSWERSET draws a binding, and every answer set is non-trivial. A type
    is asked once of a scene."""
    remaining = {t: {s: list(u) for s, u in scenes.items()} for t, scenes in pool.groups.items()}
    c = {(t, level): 0 for t in remaining for level in LEVELS}
    a = dict.fromkeys(pool.levels, 0)
    q: list[tuple[str, str, int]] = []
    n = 0

    def compatible_scenes(t: tuple[str, str]) -> list[str]:
        asked = {s for family, s, _ in q if family == t[0]}
        return [s for s in sorted(remaining[t]) if len(remaining[t][s]) > 0 and s not in asked]

    while True:
        if total is not None and n >= total:
            break
        t_sub = [
            t
            for t in sorted(remaining)
            if sum(c[t, level] for level in LEVELS) < per_type and compatible_scenes(t) != []
        ]
        if t_sub == []:
            break
        w_t = [1 / (sum(c[t, level] for level in LEVELS) + 1) for t in t_sub]
        t_star = t_sub[stream.weighted_index(w_t)]
        s_t = compatible_scenes(t_star)
        w_s = []
        for s in s_t:
            at_level = sum(c[t, pool.levels[s]] for t in remaining)
            w_s.append(1 / (at_level + 1) * (1 / (a[s] + 1) ** 2))
        s_star = s_t[stream.weighted_index(w_s)]
        answer_sets = remaining[t_star][s_star]
        drawn = answer_sets.pop(stream.below(len(answer_sets)))
        a[s_star] += 1
        c[t_star, pool.levels[s_star]] += 1
        q.append((t_star[0], s_star, drawn.members[0].binding.values["n"]))
        n += 1
    return q


def plain(pool: Known, per_type: int, seed: int, total: int | None = None) -> list[tuple[str, str, int]]:
    return pool.told(TaskSampler(pool.pool, per_type, RandomStream.of(seed, "test"), total).fill())


POOLS = st.dictionaries(
    st.sampled_from(["f", "g", "h", "i"]), st.lists(st.integers(0, 3), min_size=1, max_size=7), min_size=1
).map(known_of)


@settings(deadline=None, derandomize=True)
@given(POOLS, st.integers(1, 5), st.integers(0, 99), st.none() | st.integers(0, 12))
def test_agrees_with_the_transcription(pool: Known, per_type: int, seed: int, total: int | None) -> None:
    expected = transcription(pool, per_type, RandomStream.of(seed, "test"), total)
    assert plain(pool, per_type, seed, total) == expected


@settings(deadline=None, derandomize=True)
@given(POOLS, st.integers(1, 5), st.integers(0, 99))
def test_quotas_are_met_where_they_can_be_and_nothing_comes_twice(
    pool: Known, per_type: int, seed: int
) -> None:
    drawn = plain(pool, per_type, seed)
    assert len(set(drawn)) == len(drawn)
    counts = Counter(family for family, _, _ in drawn)
    for (family, _), scenes in pool.groups.items():
        assert counts[family] == min(per_type, sum(1 for task_groups in scenes.values() if task_groups))
    assert len({(family, scene) for family, scene, _ in drawn}) == len(drawn)


def test_levels_and_scenes_are_spread() -> None:
    pool = known_of({f"f{i}": [20] * 60 for i in range(10)})
    drawn = plain(pool, 15, seed=3)
    levels = Counter(pool.levels[scene] for _, scene, _ in drawn)
    assert max(levels.values()) - min(levels.values()) <= 12
    assert max(Counter(scene for _, scene, _ in drawn).values()) <= 6


def test_order_of_the_pool_does_not_matter() -> None:
    pool = known_of({"f": [1, 2, 3], "g": [3, 2, 1]})
    turned = Known(
        {key: dict(reversed(list(scenes.items()))) for key, scenes in reversed(list(pool.groups.items()))},
        pool.levels,
    )
    assert plain(pool, 3, 5) == plain(turned, 3, 5)


def test_a_unit_of_several_tasks_counts_all_of_them() -> None:
    pair = TaskGroup(
        (Member(("f", "T"), Binding({"n": 0}, True)), Member(("f", "T"), Binding({"n": 1}, False)))
    )
    groups = {("f", "T"): {"s0": [pair, pair], "s1": [pair]}}
    assert len(groups_drawn(groups, 3, 0, {"s0": "easy", "s1": "hard"})) == 2


@settings(deadline=None, derandomize=True)
@given(POOLS, st.integers(1, 5), st.integers(0, 99), st.data())
def test_what_is_given_back_is_replaced_and_never_comes_again(
    pool: Known, per_type: int, seed: int, data: st.DataObject
) -> None:
    sampler = TaskSampler(pool.pool, per_type, RandomStream.of(seed, "test"))
    refused: list[tuple[str, str, int]] = []
    while new := sampler.fill():
        bad = data.draw(st.lists(st.sampled_from(new), unique_by=id))
        sampler.give_back(bad)
        refused += pool.told(bad)
    kept = pool.told(sampler.drawn)
    assert len(set(kept + refused)) == len(kept) + len(refused)
    lost, counts = Counter((f, s) for f, s, _ in refused), Counter(f for f, _, _ in kept)
    for (family, _), scenes in pool.groups.items():
        usable = sum(1 for scene, task_groups in scenes.items() if len(task_groups) > lost[family, scene])
        assert counts[family] == min(per_type, usable)


def test_more_tasks_of_a_type_may_share_a_scene_if_the_rules_say_so() -> None:
    pool = known_of({"f": [3, 3]})
    assert len(plain(pool, 6, 0)) == 2
    relaxed = evolve(pool, rules={"f": USUAL.changed({"tasks_a_scene": 2})})
    assert len(plain(relaxed, 6, 0)) == 4


def test_half_of_a_family_depends_on_the_frame_if_a_tenth_of_its_bindings_does() -> None:
    def groups(sensitive: int) -> Groups:
        return {
            ("f", "T"): {f"s{i}": [task_group("f", i, frame_sensitive=i < sensitive)] for i in range(100)}
        }

    for sensitive, least, most in ((9, 0, 6), (10, 8, 10), (50, 8, 15)):
        drawn = groups_drawn(groups(sensitive), 15, 1)
        assert least <= sum(bool(group.frame_sensitive) for group in drawn) <= most
    assert frame_supply(pool_of_groups(groups(9))) == {"f": 0.09}


def test_bindings_that_meet_the_rules_of_the_suite_come_before_those_of_a_weaker_family() -> None:
    task_groups = {f"s{i}": [task_group("f", i, strict=i % 4 == 0)] for i in range(40)}
    drawn = groups_drawn({("f", "T"): task_groups}, 15, 0)
    assert [group.strict for group in drawn] == [True] * 10 + [False] * 5


def test_bindings_that_are_decided_by_more_than_the_rules_ask_for_come_first() -> None:
    task_groups = {
        f"s{i}": [task_group("f", i, ample=i % 4 == 0), task_group("f", 100 + i, ample=False)]
        for i in range(40)
    }
    drawn = groups_drawn({("f", "T"): task_groups}, 15, 0)
    assert [group.ample for group in drawn] == [True] * 10 + [False] * 5


def test_the_frame_comes_before_an_ample_decision() -> None:
    task_groups = {
        f"s{i}": [task_group("f", i, ample=i % 2 == 0, frame_sensitive=i % 2 == 1)] for i in range(40)
    }
    drawn = groups_drawn({("f", "T"): task_groups}, 10, 0)
    assert sum(bool(group.frame_sensitive) for group in drawn) >= 5


class Counted(dict[str, Rules]):
    """Rules that count how often they are asked for."""

    asked = 0

    def get(self, key: str, default: Any = None) -> Any:
        type(self).asked += 1
        return super().get(key, default)


def test_a_draw_looks_at_the_scenes_of_its_own_type_alone() -> None:
    families, scenes = [f"f{i}" for i in range(20)], [f"s{i}" for i in range(30)]
    groups = {(f, "T"): {s: [task_group(f, i)] for i, s in enumerate(scenes)} for f in families}
    assert len(groups_drawn(groups, 5, 0, rules=Counted())) == 100
    a_draw = 3  # for the wishes of its scene, those of its group, and the scenes that are left then
    assert Counted.asked <= a_draw * 100 + len(families)


@given(st.lists(st.floats(1e-9, 10.0), min_size=1, max_size=60), st.integers(0, 999))
def test_many_weights_are_drawn_from_as_few_are(weights: list[float], seed: int) -> None:
    slow, fast = RandomStream.of(seed), RandomStream.of(seed)
    assert fast.weighted_place(np.array(weights)) == slow.weighted_index(weights)
