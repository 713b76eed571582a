"""Doubles of the robot in cuRobo: `Kinematics`, `KinematicsCfg`, `KinematicsParams`, `AttachmentManager`.

Links are balls, as cuRobo has them; nothing is taken from the embedded planner's checker.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from espire_dsl.scene.rotation import matrix
from tests.sim.curobo.doubles.log import Log
from tests.sim.curobo.doubles.scene import Cuboid
from tests.sim.curobo.doubles.state import CUROBO, JointState, Tensor
from tests.sim.signatures.strict import inside, strict

LINKS = (
    *(f"panda_link{number}" for number in range(8)),
    "panda_hand",
    "panda_leftfinger",
    "panda_rightfinger",
)
CARRIED = "attached_object"
OFF = -100.0
ACROSS = 5


@strict(CUROBO)
class KinematicsParams:
    """Here the spheres of a link are one row, whose radius says whether they are on; those of what is
    carried are what was attached, and none is on before that."""

    def get_link_spheres(self, link_name: str) -> Tensor:
        return Tensor(self._spheres[link_name].copy())

    def disable_link_spheres(self, link_name: str) -> None:
        self._spheres[link_name][:, 3] = OFF

    def update_link_spheres(self, link_name: str, sphere_position_radius: Tensor) -> None:
        assert self._spheres[link_name].shape == sphere_position_radius.values.shape
        self._spheres[link_name] = sphere_position_radius.values.copy()

    def reset_link_spheres(self, link_name: str) -> None:
        self._spheres[link_name] = self._reference[link_name].copy()


def params_of(robot: dict[str, Any]) -> Any:
    """The parameters of a configuration."""
    kinematics = robot["robot_cfg"]["kinematics"]
    first, second = kinematics["lock_joints"].values()
    assert first == second
    carried = np.full((kinematics["extra_collision_spheres"][CARRIED], 4), OFF)
    spheres = {link: np.array([[0.0, 0.0, 0.0, 0.1]]) for link in LINKS} | {CARRIED: carried}
    return inside(
        KinematicsParams,
        _opening=first + second,
        _spheres={link: values.copy() for link, values in spheres.items()},
        _reference=spheres,
    )


@strict(CUROBO)
class KinematicsCfg:
    @staticmethod
    def from_data_dict(data_dict: dict[str, Any]) -> KinematicsCfg:
        # The vendor writes into what it is given.
        data_dict["robot_cfg"]["kinematics"]["device_cfg"] = "cuda:0"
        return inside(KinematicsCfg, kinematics_config=params_of(data_dict))


@strict(CUROBO)
class Kinematics:
    @property
    def kinematics_config(self) -> Any:
        return self._params

    def update_kinematics_config(self, new_kin_config: KinematicsParams) -> None:
        """Copied in place, the spheres too: what was attached is gone."""
        self._params._opening = new_kin_config._opening
        self._params._spheres = {name: rows.copy() for name, rows in new_kin_config._spheres.items()}


def attachment_manager(log: Log, params: Any, joint_names: list[str]) -> Any:
    """The manager of one robot."""

    @strict(CUROBO)
    class AttachmentManager:
        def attach(
            self,
            joint_states: JointState,
            obstacles: list[Cuboid],
            link_name: str = CARRIED,
            num_spheres: int | None = None,
        ) -> None:
            assert joint_states.joint_names == joint_names
            (held,) = obstacles
            slots = params._spheres[link_name]
            assert num_spheres is not None
            assert num_spheres <= len(slots)
            rows = filled(held)[:num_spheres]
            slots[:] = OFF
            slots[: len(rows)] = rows
            log.attached.append((held, link_name, num_spheres))
            log.held_open.append(params._opening)

        def detach(self, link_name: str | None = None) -> None:
            assert link_name is not None
            params.reset_link_spheres(link_name)
            log.attached.append((None, link_name, None))

    return inside(AttachmentManager)


def filled(box: Cuboid) -> np.ndarray:
    """A box as balls in its two longer directions, as wide as it is thick."""
    half = np.array(box.dims) / 2
    thin = int(np.argmin(half))
    steps = [np.linspace(-1, 1, 1 if axis == thin else ACROSS) * (axis != thin) for axis in range(3)]
    grid = np.stack(np.meshgrid(*steps, indexing="ij"), axis=-1).reshape(-1, 3)
    centers = grid * np.maximum(half - half[thin], 0.0)
    placed = np.array(box.pose[:3]) + centers @ matrix(box.pose[3:]).T
    return np.hstack([placed, np.full((len(placed), 1), half[thin])])
