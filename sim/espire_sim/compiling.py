"""Makes MuJoCo's models, and tells what is wrong with a scene from what went wrong with the engine.

An engine that runs out of memory says so in an exception like any other. Taken for a property of the scene,
that would be remembered, and the scene lost for good.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import mujoco

from espire_dsl.scene.staged import EngineFailedError

_ABOUT_AN_ELEMENT: Final = "\nElement name "
"""Stands in what MuJoCo says about a part of a model; elsewhere it speaks of itself."""

_NO_MEMORY: Final = "allocate"

# MuJoCo would write its warnings into a file in the current folder; they are counted in its data besides.
mujoco.set_mju_user_warning(lambda _: None)


def compiled(spec: mujoco.MjSpec) -> mujoco.MjModel:
    """The model of a spec. A ValueError says what is wrong with one of its elements."""
    with engine_at_work():
        return spec.compile()


@contextmanager
def engine_at_work() -> Iterator[None]:
    """What the engine raises becomes an EngineFailedError, or a MemoryError, unless it is about a model."""
    try:
        yield
    except (mujoco.FatalError, mujoco.UnexpectedError, RuntimeError, ValueError) as error:
        if isinstance(error, ValueError) and _ABOUT_AN_ELEMENT in str(error):
            raise
        if _NO_MEMORY in str(error):
            raise MemoryError(str(error)) from error
        raise EngineFailedError(f"MuJoCo failed: {error}") from error
