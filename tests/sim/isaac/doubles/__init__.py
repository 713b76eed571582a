"""Thin doubles of Isaac Sim's modules, with the signatures that version 6.0 documents.

Physics is MuJoCo, pictures are rays, so that what goes in and comes out is real; everything about Isaac Sim
itself is only as true as its documentation. `install` puts them where its modules would be.
"""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from tests.sim.isaac.doubles import replicator, sensors, simulation, utils
from tests.sim.isaac.doubles.kit import Kit


def install(monkeypatch: pytest.MonkeyPatch) -> Kit:
    """Pretends that Isaac Sim is installed; gives what happens inside it."""
    kit = Kit()
    modules = {
        "isaacsim": {"SimulationApp": kit.start},
        "isaacsim.core": {},
        "isaacsim.core.experimental": {},
        "isaacsim.core.experimental.utils": {},
        "isaacsim.core.experimental.utils.app": utils.app(kit),
        "isaacsim.core.experimental.utils.stage": utils.stage(kit),
        "isaacsim.core.experimental.prims": {"RigidPrim": simulation.rigid_prim(kit)},
        "isaacsim.core.simulation_manager": {"SimulationManager": simulation.manager(kit)},
        "isaacsim.sensors": {},
        "isaacsim.sensors.experimental": {},
        "isaacsim.sensors.experimental.rtx": sensors.rtx(kit),
        "omni": {},
        "omni.replicator": {},
        "omni.replicator.core": {"orchestrator": replicator.orchestrator(kit)},
    }
    for name, content in modules.items():
        module = ModuleType(name)
        vars(module).update(content)
        monkeypatch.setitem(sys.modules, name, module)
    for name in modules:
        parent, _, child = name.rpartition(".")
        if parent:
            setattr(sys.modules[parent], child, sys.modules[name])
    return kit
