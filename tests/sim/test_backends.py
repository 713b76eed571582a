"""Backends are found by name, and say what they need."""

from __future__ import annotations

import subprocess
import sys

import pytest

from espire_sim.backends import (
    NONE,
    Backend,
    BackendError,
    Requirement,
    checked,
    known_backends,
    load_backend,
)
from espire_sim.interfaces import PlanStatus
from espire_sim.mujoco.physics import MujocoPhysics
from espire_sim.pictures.renderer import RayRenderer


def test_the_packaged_backends_are_known() -> None:
    assert {"mujoco", "none"} <= set(known_backends())


def test_the_embedded_backend_settles_and_renders() -> None:
    backend = load_backend("mujoco")
    assert backend.physics is not None
    assert backend.renderer is not None
    assert isinstance(backend.physics(), MujocoPhysics)
    assert isinstance(backend.renderer(), RayRenderer)


def test_the_backend_none_does_nothing() -> None:
    assert load_backend("none") == NONE
    assert (NONE.physics, NONE.renderer, NONE.planner) == (None, None, None)


def test_an_unknown_backend_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(BackendError, match=r'no backend "mujocco"; known are .*mujoco, none'):
        load_backend("mujocco")


def test_a_backend_that_is_not_installed_says_what_to_install() -> None:
    missing = Backend("far", (Requirement("no_such_engine", "pip install 'espire-dsl[far]'"),))
    with pytest.raises(BackendError, match=r"\"no_such_engine\".*pip install 'espire-dsl\[far\]'"):
        checked(missing)


def test_naming_the_embedded_backend_does_not_load_its_engine() -> None:
    code = (
        "import sys; from espire_sim.backends import load_backend; load_backend('mujoco');"
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
