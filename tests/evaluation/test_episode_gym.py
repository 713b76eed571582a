"""The Gymnasium environment: it passes Gymnasium's own checker, seeds decide, and the oracle is rewarded."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from espire_dsl.diagnostics.error import UsageError
from tests.task_sets.fixtures import made
from tests.task_sets.making import make_clauses

__all__ = ["made"]

gymnasium = pytest.importorskip("gymnasium", reason="the extra gym is not installed: pip install gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from espire_dsl.evaluation.gym import ENVIRONMENT, ExecutionEnv  # noqa: E402
from espire_dsl.evaluation.oracle import oracle_point  # noqa: E402


@pytest.fixture(scope="module")
def env(made: Path) -> ExecutionEnv:
    return ExecutionEnv(made, render_mode="rgb_array")


# The checker warns of what some libraries cannot train on; everything it calls wrong is an error.
@pytest.mark.filterwarnings("ignore:.*WARN")
def test_gymnasium_finds_nothing_wrong(made: Path) -> None:
    check_env(ExecutionEnv(made, cameras=("world",), render_mode="rgb_array"), skip_render_check=False)


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return all(np.array_equal(one[name], other[name]) for name in one) and one.keys() == other.keys()


def test_seeds_decide(env: ExecutionEnv) -> None:
    first, about = env.reset(seed=3)
    env.action_space.seed(0)
    actions = [env.action_space.sample() for _ in range(2)]
    ends = [env.step(action) for action in actions]
    again, about_again = env.reset(seed=3)
    assert about == about_again
    assert same(first, again)
    for action, end in zip(actions, ends, strict=True):
        observation, reward, terminated, truncated, _ = env.step(action)
        assert same(observation, end[0])
        assert (reward, terminated, truncated) == end[1:4]
    drawn = {env.reset(seed=seed)[1]["task"] for seed in range(4)}
    assert len(drawn) > 1


def test_observations_show_the_target_and_say_the_instruction(env: ExecutionEnv) -> None:
    observation, about = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    assert observation["instruction"] == env.tasks.task(about["task"]).instruction
    left, top, right, bottom = observation["world_box"]
    assert 0 <= left < right <= observation["world"].shape[1]
    assert 0 <= top < bottom <= observation["world"].shape[0]
    picture = env.render()
    assert picture is not None
    np.testing.assert_array_equal(picture, observation["world"])
    assert ExecutionEnv.metadata["render_modes"] == ["rgb_array"]


def test_the_oracle_is_rewarded_and_others_run_out_of_moves(env: ExecutionEnv) -> None:
    env.reset(seed=2)
    episode = env._running()
    point = oracle_point(episode, episode.observe(env.cameras))
    assert point is not None
    camera, (x, y) = point
    width, height = env._sizes[camera]
    action = {
        "camera": env.cameras.index(camera),
        "point": np.array([x / width, y / height]),
        "angles": np.zeros(3),
    }
    _, reward, terminated, truncated, info = env.step(action)
    assert (reward, terminated, truncated, info["success"]) == (1.0, True, False, True)
    assert info["move"]["step_class"] == "T6"
    env.reset(seed=2)
    corner = {"camera": 0, "point": np.ones(2), "angles": np.zeros(3)}
    told = [env.step(corner) for _ in range(5)]
    assert [part[1] for part in told] == [0.0] * 5
    assert [part[3] for part in told] == [False] * 4 + [True]


def test_it_is_registered(made: Path) -> None:
    opened = gymnasium.make(ENVIRONMENT, set=made, cameras=("wrist",), family="place.*")
    observation, about = opened.reset(seed=0)
    assert set(observation) == {"instruction", "wrist", "wrist_depth", "wrist_box"}
    inner = opened.unwrapped
    assert isinstance(inner, ExecutionEnv)
    assert inner.tasks.task(about["task"]).action == "place"


def test_a_task_can_be_chosen(env: ExecutionEnv) -> None:
    id = env.tasks.ids[-1]
    _, about = env.reset(options={"task": id})
    assert about["task"] == id
    with pytest.raises(UsageError, match="no task nothing"):
        env.reset(options={"task": "nothing"})
    with pytest.raises(UsageError, match="no answer nowhere"):
        env.reset(options={"task": id, "target": "nowhere"})


def test_what_cannot_be_used_is_refused_in_words(made: Path, tmp_path: Path) -> None:
    for changes, words in (
        ({"render_mode": "human"}, "no render mode human"),
        ({"cameras": ()}, "needs a camera"),
        ({"cameras": ("ceiling",)}, "no camera ceiling"),
        ({"family": "nothing.*"}, "no task of this set"),
    ):
        with pytest.raises(UsageError, match=words):
            ExecutionEnv(made, **changes)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="call reset"):
        ExecutionEnv(made).step({})
    copy = Path(shutil.copytree(made, tmp_path / "set"))
    (copy / "looks.jsonl").write_text("[]\n", encoding="utf-8")
    with pytest.raises(UsageError, match="no file of appearances"):
        ExecutionEnv(copy)
    with pytest.raises(UsageError, match="can be acted out"):
        ExecutionEnv(make_clauses(tmp_path / "clauses"))
