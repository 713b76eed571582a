"""espire_dsl: a typed language for spatial-reasoning tasks, and the toolkit that compiles it.

    import espire_dsl as espire

    families = espire.families("families/")
    scene = espire.world("tabletop").draw("easy", seed=3)
    print(families["pick.distance.near.extreme"].ask(scene, O="bear", R="Closest"))

docs/python.md walks through all of it. The names below are loaded when they are first asked for, so that
importing the package loads none of the libraries it needs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from espire_dsl.version import LANGUAGE_VERSION, PACKAGE_VERSION

if TYPE_CHECKING:
    from espire_dsl.api.compiling import Compilation, compile
    from espire_dsl.api.dataset import Dataset, LoadedTask, Picture, load
    from espire_dsl.api.evaluating import judge, score
    from espire_dsl.api.family import LoadedFamily
    from espire_dsl.api.reply import Reply
    from espire_dsl.api.sources import Families, check, families, format
    from espire_dsl.api.worlds import LoadedWorld, world
    from espire_dsl.checking.result import CheckResult
    from espire_dsl.diagnostics.error import EspireError
    from espire_dsl.diagnostics.value import Diagnostic
    from espire_dsl.program.relations import relations
    from espire_dsl.scene.camera import Camera, look_at
    from espire_dsl.scene.graph import Scene
    from espire_dsl.scene.node import Node
    from espire_dsl.scoring.score import Score
    from espire_dsl.success.result import Judgement
    from espire_dsl.tasks.task import Task

__version__ = PACKAGE_VERSION

_HOMES = {
    "Camera": "scene.camera",
    "CheckResult": "checking.result",
    "Compilation": "api.compiling",
    "Dataset": "api.dataset",
    "Diagnostic": "diagnostics.value",
    "EspireError": "diagnostics.error",
    "Families": "api.sources",
    "Judgement": "success.result",
    "LoadedFamily": "api.family",
    "LoadedTask": "api.dataset",
    "LoadedWorld": "api.worlds",
    "Node": "scene.node",
    "Picture": "api.dataset",
    "Reply": "api.reply",
    "Scene": "scene.graph",
    "Score": "scoring.score",
    "Task": "tasks.task",
    "check": "api.sources",
    "compile": "api.compiling",
    "families": "api.sources",
    "format": "api.sources",
    "judge": "api.evaluating",
    "load": "api.dataset",
    "look_at": "scene.camera",
    "relations": "program.relations",
    "score": "api.evaluating",
    "world": "api.worlds",
}

__all__ = [
    "LANGUAGE_VERSION",
    "Camera",
    "CheckResult",
    "Compilation",
    "Dataset",
    "Diagnostic",
    "EspireError",
    "Families",
    "Judgement",
    "LoadedFamily",
    "LoadedTask",
    "LoadedWorld",
    "Node",
    "Picture",
    "Reply",
    "Scene",
    "Score",
    "Task",
    "__version__",
    "check",
    "compile",
    "families",
    "format",
    "judge",
    "load",
    "look_at",
    "relations",
    "score",
    "world",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
