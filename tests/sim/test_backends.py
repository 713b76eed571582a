"""Backends are found by name, and say what they need."""

from __future__ import annotations

import subprocess
import sys

import pytest
from attrs import evolve

from espire_dsl.pipeline.simulator import backend_of, known_backends
from espire_dsl.tasks.error import TaskSetError
from espire_sim.backends import NONE, Backend, Requirement
from espire_sim.interfaces import PlanStatus
from espire_sim.mujoco import BACKEND
from espire_sim.mujoco.physics import MujocoPhysics
from espire_sim.rendering.renderer import RayRenderer


def test_the_packaged_backends_are_known() -> None:
    assert {"mujoco", "none"} <= set(known_backends())


def test_the_embedded_backend_settles_and_renders() -> None:
    assert backend_of("mujoco") == BACKEND
    assert BACKEND.physics is not None
    assert BACKEND.renderer is not None
    assert isinstance(BACKEND.physics(), MujocoPhysics)
    assert isinstance(BACKEND.renderer("rays"), RayRenderer)


def test_the_backend_none_does_nothing() -> None:
    assert backend_of("none") == NONE
    assert NONE.open("rays") is None


def test_an_unknown_backend_is_refused_with_those_that_are_near() -> None:
    with pytest.raises(TaskSetError, match=r"backend called mujocco; did you mean mujoco\?"):
        backend_of("mujocco")
    with pytest.raises(TaskSetError, match=r"known are: .*mujoco, none"):
        backend_of("xyz")


def test_a_backend_that_is_not_installed_says_what_to_install() -> None:
    missing = Backend("far", (Requirement("no_such_engine", "pip install 'espire-dsl[far]'"),))
    problem = missing.problem()
    assert problem is not None
    assert '"no_such_engine"' in problem
    assert "pip install 'espire-dsl[far]'" in problem


def test_a_way_of_painting_that_is_not_installed_says_what_to_install() -> None:
    far = Requirement("no_such_painter", "pip install 'espire-dsl[far]'")
    some = evolve(BACKEND, painters={"photo": (far,)})
    said = some.problem("photo")
    assert said == (
        'painting by photo needs the module "no_such_painter", which is installed by: '
        "pip install 'espire-dsl[far]'"
    )
    assert some.problem("rays") is None
    assert some.problem() is None
    assert {"photo", "photo-llvm"} <= set(BACKEND.paints)
    assert all("espire-dsl[photo]" in need.install for need in BACKEND.painters["photo-llvm"])


def test_naming_the_embedded_backend_does_not_load_its_engine() -> None:
    code = (
        "import sys; from espire_dsl.pipeline.simulator import backend_of; backend_of('mujoco');"
        "assert 'mujoco' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_planner_statuses_are_our_own() -> None:
    assert [status.value for status in PlanStatus] == [
        "reached",
        "ik_failed",
        "in_collision",
        "no_path",
        "out_of_limits",
        "budget_spent",
        "backend_error",
    ]
