"""OpenGL is tried in another process, and whatever goes wrong there has a name."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from espire_dsl.pipeline.simulator import BackendSpec, decided
from espire_sim.gl import renderer as renderers
from espire_sim.gl.error import GlError
from espire_sim.gl.platforms import open_context, wanted_platforms
from espire_sim.gl.probe import WORKS, Probed, probe, probed, problem_of
from espire_sim.gl.renderer import renderer_of
from tests.sim.handmade import book, on_table

SCENE = on_table([book("a")])


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def test_a_child_that_painted_has_no_problem() -> None:
    assert problem_of(python(f"print({WORKS!r})"), 30.0) is None


@pytest.mark.parametrize(
    ("code", "named"),
    [
        ("import os; os.abort()", "SIGABRT"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "SIGKILL"),
        ("raise SystemExit(3)", "with 3"),
        ("print('osmesa: no such library'); raise SystemExit(1)", "osmesa: no such library"),
        ("raise RuntimeError('torn')", "RuntimeError: torn"),
        ("print('something else')", "something else"),
    ],
)
def test_a_child_that_did_not_paint_has_a_reason(code: str, named: str) -> None:
    assert named in (problem_of(python(code), 30.0) or "")


def test_a_driver_that_hangs_and_a_process_that_does_not_start_have_a_reason() -> None:
    assert "within 0.2 s" in (problem_of(python("import time; time.sleep(30)"), 0.2) or "")
    assert "No such file" in (problem_of(["no-such-program"], 1.0) or "")


def test_the_environment_chooses_the_platform() -> None:
    assert wanted_platforms({}) == ("egl", "osmesa")
    assert wanted_platforms({"MUJOCO_GL": "OSMesa"}) == ("osmesa",)
    with pytest.raises(GlError, match="switched off"):
        wanted_platforms({"MUJOCO_GL": "off"})
    with pytest.raises(GlError, match="known are egl, osmesa"):
        wanted_platforms({"MUJOCO_GL": "nonsense"})


def test_a_broken_driver_ends_only_the_child(monkeypatch: pytest.MonkeyPatch) -> None:
    """With this setting Mesa fails while it opens a context; without Mesa there is nothing to open."""
    monkeypatch.setenv("MUJOCO_GL", "osmesa")
    monkeypatch.setenv("GALLIUM_DRIVER", "nonsense")
    found = probed.__wrapped__()
    assert found.platform is None
    assert "osmesa" in (found.reason or "")


def test_what_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYOPENGL_PLATFORM", "egl")
    with pytest.raises(GlError, match=r"module mujoco\.nonsense is missing"):
        open_context("nonsense")


def test_rays_take_over_where_opengl_does_not_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(renderers, "probed", lambda: Probed(None, "osmesa: torn"))
    by_rays = renderer_of("rays").render(SCENE, "world")
    assert np.array_equal(renderer_of("auto").render(SCENE, "world").rgb, by_rays.rgb)
    assert decided(BackendSpec("mujoco", "auto")) == BackendSpec("mujoco", "rays")
    assert decided(BackendSpec("none", "auto")) == BackendSpec("none", "auto")
    with pytest.raises(GlError, match="OpenGL does not work here: osmesa: torn"):
        renderer_of("gl")


def test_the_answer_is_one_of_both() -> None:
    assert (probe() is None) == (probed().platform is not None)
