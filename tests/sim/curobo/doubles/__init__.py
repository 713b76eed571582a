"""Thin doubles of cuRobo's modules, with the signatures that version 0.8 documents.

Its planner goes back from the furniture, up, across and forward again, which mostly touches nothing; whether
it does is found out by the code under test. `install` puts them where cuRobo's modules would be.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.sim.curobo.doubles import planning, scene, state
from tests.sim.curobo.doubles.content import write_content
from tests.sim.curobo.doubles.log import Log


def install(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Log:
    """Pretends that cuRobo is installed; gives what happens inside it."""
    log = Log()
    write_content(folder)
    modules = {
        "yaml": {"safe_load": json.loads},
        "curobo": {},
        "curobo.content": {
            "get_assets_path": lambda: folder / "assets",
            "get_robot_configs_path": lambda: folder / "configs" / "robot",
        },
        "curobo.motion_planner": planning.modules(log),
        "curobo.scene": {"Scene": scene.Scene, "Cuboid": scene.Cuboid},
        "curobo.types": {"JointState": state.JointState},
    }
    for name, content in modules.items():
        module = ModuleType(name)
        vars(module).update(content)
        monkeypatch.setitem(sys.modules, name, module)
    return log
