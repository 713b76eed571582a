"""Doubles of Isaac Sim's modules, held against the signatures that were recorded from its source.

Physics is MuJoCo, pictures are rays, so that what goes in and comes out is real; what Isaac Sim does with a
call is only as true as its documentation. `install` puts the doubles where its modules would be.
"""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType, SimpleNamespace

import pytest

from tests.sim.isaac.doubles import replicator, sensors, simulation, utils
from tests.sim.isaac.doubles.kit import ISAAC, Kit, simulation_app
from tests.sim.signatures.strict import function, module


def install(monkeypatch: pytest.MonkeyPatch) -> Kit:
    """Pretends that Isaac Sim is installed; gives what happens inside it."""
    kit = Kit()
    modules = {
        "isaacsim": {"SimulationApp": simulation_app(kit)},
        "isaacsim.core.experimental.utils.app": utils.app(kit),
        "isaacsim.core.experimental.utils.stage": utils.stage(kit),
        "isaacsim.core.experimental.prims": {"RigidPrim": simulation.rigid_prim(kit)},
        "isaacsim.core.simulation_manager": {"SimulationManager": simulation.manager(kit)},
        "isaacsim.sensors.experimental.rtx": sensors.rtx(kit),
        "isaacsim.storage.native": utils.storage(kit),
    }
    doubles = {name: module(ISAAC, name, content) for name, content in modules.items()}
    core = "omni.replicator.core"
    doubles[core] = ModuleType(core)
    calls = {
        name: function(ISAAC, core, f"orchestrator.{name}", double)
        for name, double in replicator.orchestrator(kit).items()
    }
    vars(doubles[core])["orchestrator"] = SimpleNamespace(**calls)
    for name in list(doubles):
        parent = name.rpartition(".")[0]
        while parent:
            doubles.setdefault(parent, ModuleType(parent))
            parent = parent.rpartition(".")[0]
    for name, double in doubles.items():
        double.__spec__ = ModuleSpec(name, None)
        monkeypatch.setitem(sys.modules, name, double)
        parent, _, child = name.rpartition(".")
        if parent:
            setattr(doubles[parent], child, double)
    return kit
