"""Starts Isaac Sim, once a process: its modules can be imported only while its application runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any, Final
from weakref import finalize

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.staged import EngineFailedError
from espire_sim.isaac.error import IsaacError
from espire_sim.isaac.licence import licence_problem
from espire_sim.worlds.result import Appearance

FRANKA: Final = "/Isaac/Robots/FrankaRobotics/FrankaPanda/franka.usd"
"""Where the robot is among Isaac Sim's assets."""

WHITE: Final = 1000.0
"""Nits of the brightest white: those of the skies in Isaac Sim's own examples, at its usual exposure."""

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


@cache
def franka_asset() -> str | None:
    """The address of Isaac Sim's own Franka; None where its assets cannot be reached."""
    running_app()
    _enable("isaacsim.storage.native")
    from isaacsim.storage.native import get_assets_root_path

    try:
        return f"{get_assets_root_path()}{FRANKA}"
    except RuntimeError:  # there is no address in its settings, or nobody answers there
        return None


@contextmanager
def asking(what: str) -> Iterator[None]:
    """What Isaac Sim's modules raise, which may be anything, says nothing about a scene."""
    try:
        yield
    except EngineFailedError:
        raise
    except Exception as error:
        raise IsaacError(f"Isaac Sim cannot {what}: {error}") from error


class _Stage:
    """The stage that is open: there is one a process. Its file is there as long as it is open."""

    def __init__(self) -> None:
        self._shown: tuple[Scene, Appearance | None] | None = None
        self._forget: Callable[[], object] = bool

    def show(self, scene: Scene, appearance: Appearance | None) -> None:
        """Opens a scene to look at, unless it is open: it has several cameras, which are asked in a row."""
        if self._shown is not None and self._shown[0] is scene and self._shown[1] == appearance:
            return
        self.open(scene, appearance, seen=True)
        self._shown = (scene, appearance)

    def open(self, scene: Scene, appearance: Appearance | None, *, seen: bool) -> None:
        """Opens a scene anew."""
        from espire_sim.usd.appearance import Look
        from espire_sim.usd.write import write_stage

        self._shown = None
        folder = mkdtemp(prefix="espire_isaac_")
        forget_before, self._forget = self._forget, finalize(self, rmtree, folder, ignore_errors=True)
        file = Path(folder) / "scene.usda"
        look = Look(franka_asset(), WHITE) if seen else Look()
        write_stage(scene, appearance, file, seen=seen, look=look)
        _open_file(file)
        forget_before()


@cache
def stage() -> _Stage:
    """The stage of the application, which is started for it."""
    running_app()
    return _Stage()


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
