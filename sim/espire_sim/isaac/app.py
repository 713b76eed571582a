"""Starts Isaac Sim, once a process: its modules can be imported only while its application runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from espire_dsl.scene.graph import Scene
from espire_sim.isaac.error import IsaacError
from espire_sim.isaac.licence import licence_problem
from espire_sim.worlds.result import Appearance

_LONGEST_LOADING: Final = 10_000  # updates


@cache
def running_app() -> Any:
    """The application, without a window. There is one a process, and it ends with it."""
    problem = licence_problem()
    if problem is not None:
        raise IsaacError(problem)
    from isaacsim import SimulationApp

    app = SimulationApp({"headless": True})
    _enable("isaacsim.core.simulation_manager")
    _enable("isaacsim.core.experimental.prims")
    _enable("isaacsim.sensors.experimental.rtx")
    return app


@contextmanager
def opened(scene: Scene, appearance: Appearance | None, *, seen: bool = True) -> Iterator[None]:
    """A scene as the stage of the application. The file is there as long as it is used."""
    running_app()
    from espire_sim.usd.write import write_stage

    with TemporaryDirectory(prefix="espire_isaac_") as folder:
        file = Path(folder) / "scene.usda"
        write_stage(scene, appearance, file, seen=seen)
        _open_file(file)
        yield


def _open_file(path: Path) -> None:
    """Makes a file the stage of the application, and waits until all of it is there."""
    import isaacsim.core.experimental.utils.app as app_utils
    import isaacsim.core.experimental.utils.stage as stage_utils

    done, _ = stage_utils.open_stage(str(path))
    if not done:
        raise IsaacError(f"Isaac Sim cannot open the stage {path.name}")
    for _ in range(_LONGEST_LOADING):
        app_utils.update_app()
        if not stage_utils.is_stage_loading():
            return
    raise IsaacError(f"Isaac Sim did not finish loading the stage {path.name}")


def _enable(extension: str) -> None:
    import isaacsim.core.experimental.utils.app as app_utils

    if not app_utils.enable_extension(extension):
        raise IsaacError(f"Isaac Sim has no extension {extension}: it must be version 6.0 or later")
