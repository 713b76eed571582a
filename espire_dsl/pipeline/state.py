"""What staging and binding bring in, for all that comes after."""

from __future__ import annotations

from collections import Counter

from attrs import define, field

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.staged import Staged
from espire_dsl.tasks.reason import Reason
from espire_dsl.tasks.variants import TaskGroup

SuiteType = tuple[str, str, str]
"""Suite, family, type."""


@define
class PipelineState:
    """By the id of a scene: how it was staged and under which key; by type the task groups.

    `reserve` has the scenes beyond the usual number; `unreached` counts what the planner said of answers,
    where it reached none of a binding.
    """

    staged: dict[str, Staged] = field(factory=dict)
    keys: dict[str, str] = field(factory=dict)
    reserve: set[str] = field(factory=set)
    task_groups: dict[SuiteType, dict[str, tuple[TaskGroup, ...]]] = field(factory=dict)
    refused: Counter[tuple[SuiteType, Reason]] = field(factory=Counter)
    unreached: Counter[tuple[SuiteType, str]] = field(factory=Counter)
    undrawn: Counter[tuple[str, str]] = field(factory=Counter)
    drawn: Counter[str] = field(factory=Counter)
    frame_supply: dict[tuple[str, str], float] = field(factory=dict)

    def scene(self, id: str) -> Scene:
        scene = self.staged[id].scene
        assert scene is not None
        return scene
