"""Doubles of cuRobo's modules, held against the signatures that were recorded from its source.

Its planner goes back from the furniture, up, across and forward again, which mostly touches nothing; whether
it does is found out by the code under test. Its inverse kinematics tests balls against boxes. `install` puts
the doubles where cuRobo's modules would be.
"""

from __future__ import annotations

import json
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import pytest

from tests.sim.curobo.doubles import planning, robot, scene, solving, state
from tests.sim.curobo.doubles.content import write_content
from tests.sim.curobo.doubles.log import Log
from tests.sim.signatures.strict import module


def install(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Log:
    """Pretends that cuRobo is installed; gives what happens inside it."""
    log = Log()
    write_content(folder)
    modules = {
        "curobo.content": {
            "get_assets_path": lambda: folder / "assets",
            "get_robot_configs_path": lambda: folder / "configs" / "robot",
        },
        "curobo.kinematics": {"Kinematics": robot.Kinematics, "KinematicsCfg": robot.KinematicsCfg},
        "curobo.motion_planner": planning.modules(log),
        "curobo.scene": {"Scene": scene.SceneCfg, "Cuboid": scene.Cuboid},
        "curobo.trajectory_optimizer": {"TrajectoryOptimizer": solving.TrajOptSolver},
        "curobo.types": {
            "GoalToolPose": state.GoalToolPose,
            "JointState": state.JointState,
            "Pose": state.Pose,
        },
    }
    made = [module(state.CUROBO, name, content) for name, content in modules.items()]
    yaml = ModuleType("yaml")
    vars(yaml)["safe_load"] = json.loads
    for double in (ModuleType("curobo"), ModuleType("torch"), yaml, *made):
        double.__spec__ = ModuleSpec(double.__name__, None)
        monkeypatch.setitem(sys.modules, double.__name__, double)
    return log
