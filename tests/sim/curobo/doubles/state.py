"""Doubles of tensors and of `JointState`, `Pose` and `GoalToolPose` in `curobo.types`."""

from __future__ import annotations

import numpy as np
from attrs import define

from tests.sim.signatures.reading import vendor
from tests.sim.signatures.strict import inside, strict

CUROBO = vendor("curobo")


@define
class Tensor:
    """Stands for a tensor on a GPU: it has to be fetched."""

    values: np.ndarray
    fetched: bool = False

    def cpu(self) -> Tensor:
        return Tensor(self.values, fetched=True)

    def numpy(self) -> np.ndarray:
        assert self.fetched, "what is on a GPU has to be fetched first"
        return self.values

    def any(self) -> Tensor:
        return Tensor(self.values.any())

    def __bool__(self) -> bool:
        assert self.values.size == 1, "many are neither true nor false"
        return bool(self.values)


@strict(CUROBO)
class JointState:
    def __init__(self, position: Tensor, joint_names: list[str]) -> None:
        self.position = position
        self.joint_names = joint_names

    @staticmethod
    def from_numpy(joint_names: list[str], position: np.ndarray) -> JointState:
        assert position.dtype == np.float32
        assert position.shape == (1, len(joint_names)), "a state is a row of a batch"
        return JointState(position=Tensor(position), joint_names=joint_names)


@strict(CUROBO)
class Pose:
    def __init__(self, position: Tensor, quaternion: Tensor) -> None:
        self.position = position
        self.quaternion = quaternion

    @classmethod
    def from_numpy(cls, position: np.ndarray, quaternion: np.ndarray) -> Pose:
        assert (position.shape, quaternion.shape) == ((1, 3), (1, 4)), "a pose is a row of a batch"
        assert np.isclose(np.linalg.norm(quaternion), 1.0, atol=1e-5)
        return cls(position=Tensor(position), quaternion=Tensor(quaternion))


@strict(CUROBO)
class GoalToolPose:
    def __init__(self, tool_frames: list[str], position: Tensor, quaternion: Tensor) -> None:
        self.tool_frames = tool_frames
        self.position = position
        self.quaternion = quaternion

    @classmethod
    def from_poses(cls, pose_dict: dict[str, Pose]) -> GoalToolPose:
        ((frame, pose),) = pose_dict.items()
        return inside(cls, tool_frames=[frame], position=pose.position, quaternion=pose.quaternion)
