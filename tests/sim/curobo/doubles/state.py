"""Doubles of tensors and of `curobo.types.JointState`."""

from __future__ import annotations

import numpy as np
from attrs import define


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

    def any(self) -> bool:
        return bool(self.values.any())


@define
class JointState:
    position: Tensor
    joint_names: list[str]

    @staticmethod
    def from_numpy(joint_names: list[str], position: np.ndarray) -> JointState:
        assert position.dtype == np.float32
        assert position.shape == (1, len(joint_names)), "a state is a row of a batch"
        return JointState(Tensor(position), joint_names)
