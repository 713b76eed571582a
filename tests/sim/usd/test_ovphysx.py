"""The second engine, seen from here: with a double of its child, and with itself where it is there."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.staged import EngineFailedError
from espire_sim.interfaces import Refused, Settled, SettlingFailure
from espire_sim.mujoco.physics import MujocoPhysics
from espire_sim.usd.outcome import PhysicsRun, outcome
from espire_sim.usd.ovphysx.physics import PYTHON_VARIABLE, EngineMissingError, OvPhysics, has_engine
from tests.sim.handmade import book, leaning, on_table

DOUBLE = Path(__file__).with_name("child_double.py")
LEANS = [("book", "table", "on"), ("support", "table", "on"), ("support", "book", "supports")]


def scene(wish: str) -> Scene:
    return evolve(on_table([book("book")], [("book", "table", "on")]), id=wish)


@pytest.fixture(scope="module")
def physics() -> Iterator[OvPhysics]:
    with OvPhysics(Path(sys.executable), DOUBLE) as found:
        yield found


def test_with_a_double_a_scene_comes_back_at_rest(physics: OvPhysics) -> None:
    result = physics.settle(scene("stays"))
    assert isinstance(result, Settled)
    assert result.scene.node("book") == scene("stays").node("book")
    assert result.seconds == pytest.approx(0.05)


@pytest.mark.parametrize(
    ("wish", "reason", "message"),
    [
        ("falls", SettlingFailure.FELL, "fell by 0.500 m"),
        ("moves", SettlingFailure.RESTLESS, '"book" still moves'),
        ("diverges", SettlingFailure.DIVERGED, "unstable"),
    ],
)
def test_with_a_double_what_goes_wrong_has_a_reason(
    physics: OvPhysics, wish: str, reason: SettlingFailure, message: str
) -> None:
    result = physics.settle(scene(wish))
    assert isinstance(result, Refused)
    assert result.reason is reason
    assert message in result.detail
    assert isinstance(physics.settle(scene("stays")), Settled)


@pytest.mark.parametrize(
    ("wish", "message"), [("fails", "ValueError: no"), ("dies", "its process ended with 3")]
)
def test_with_a_double_an_engine_that_fails_says_nothing_about_the_scene(
    physics: OvPhysics, wish: str, message: str
) -> None:
    with pytest.raises(EngineFailedError, match=message):
        physics.settle(scene(wish))
    assert isinstance(physics.settle(scene("stays")), Settled)


def test_with_a_double_that_hangs_patience_ends() -> None:
    with OvPhysics(Path(sys.executable), DOUBLE, patience=2.0) as physics:
        with pytest.raises(EngineFailedError, match="its process ended with -9"):
            physics.settle(scene("hangs"))
        assert isinstance(physics.settle(scene("stays")), Settled)


def test_what_is_wrong_before_is_not_asked(physics: OvPhysics) -> None:
    result = physics.settle(on_table([book("a"), book("b", y=0.01)]))
    assert isinstance(result, Refused)
    assert result.reason is SettlingFailure.OVERLAPPING


def test_an_engine_that_lost_a_body_is_told() -> None:
    with pytest.raises(EngineFailedError, match='no body for "book"'):
        outcome(scene("stays"), PhysicsRun(1.0, True, {}, {}))


def test_without_the_engine_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(PYTHON_VARIABLE, raising=False)
    with pytest.raises(EngineMissingError, match=r"pip install ovphysx.*ESPIRE_OVPHYSX_PYTHON"):
        OvPhysics.found()
    monkeypatch.setenv(PYTHON_VARIABLE, "/no/such/python")
    with pytest.raises(EngineMissingError, match="cannot start ovphysx"):
        OvPhysics.found()
    assert not has_engine(Path(sys.executable))


@pytest.mark.skipif(PYTHON_VARIABLE not in os.environ, reason=f"{PYTHON_VARIABLE} names no Python")
def test_the_engine_itself_lets_a_book_lean_as_the_embedded_one_does() -> None:
    one, support = leaning()
    leans = on_table([one, support], LEANS)
    with OvPhysics.found() as physics:
        result, again = physics.settle(leans), physics.settle(leans)
        fallen = physics.settle(on_table([one]))
    assert isinstance(result, Settled)
    assert result == again
    embedded = MujocoPhysics().settle(leans)
    assert isinstance(embedded, Settled)
    assert result.scene.node("book").center == pytest.approx(embedded.scene.node("book").center, abs=1e-3)
    assert isinstance(fallen, Refused)
    assert fallen.reason in (SettlingFailure.FELL, SettlingFailure.POSE_CHANGED)
