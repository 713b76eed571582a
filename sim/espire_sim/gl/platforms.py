"""Opens an OpenGL context without a window: EGL, which may use a graphics card, or OSMesa, which needs none.

Which of the two PyOpenGL speaks to is settled when it is first imported, so a process stays with its first
choice. A broken driver may end the process: see `probe`, which tries it in another one.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from espire_sim.gl.error import GlError

PLATFORMS: Final = ("egl", "osmesa")
CHOICE: Final = "MUJOCO_GL"  # the environment's say about the platform, as MuJoCo reads it

_OFF: Final = ("", "0", "off", "disable", "disabled", "false")


def wanted_platforms(environment: Mapping[str, str]) -> tuple[str, ...]:
    """The platforms to try, best first: the one that the environment names, or else all."""
    choice = environment.get(CHOICE)
    if choice is None:
        return PLATFORMS
    name = choice.strip().lower()
    if name in PLATFORMS:
        return (name,)
    if name in _OFF:
        raise GlError(f"OpenGL is switched off by {CHOICE}={choice}")
    raise GlError(f"{CHOICE}={choice} names no platform without a window; known are {', '.join(PLATFORMS)}")


def open_context(platform: str) -> Any:
    """A context of the platform, made current. Raises GlError where that cannot be."""
    os.environ["PYOPENGL_PLATFORM"] = platform
    try:
        context = import_module(f"mujoco.{platform}").GLContext(16, 16)
        context.make_current()
    except ModuleNotFoundError as error:
        raise GlError(f"the module {error.name} is missing: pip install 'espire-dsl[gl]'") from error
    except Exception as error:
        # PyOpenGL without a library fails in as many ways as there are libraries.
        raise GlError(f"{platform}: {type(error).__name__}: {error}") from error
    return context
