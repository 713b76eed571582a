"""What staging and binding bring in, for all that comes after: names of scenes and numbers, no scenes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from attrs import define, field

from espire_dsl.pipeline.scene_ref import SceneRef
from espire_dsl.tasks.reason import Reason
from espire_dsl.tasks.supply import Supply

SuiteType = tuple[str, str, str]
"""Suite, family, type."""


@define
class PipelineState:
    """By the id of a scene where it is, and by suite what can be drawn, from which place among the keys of
    `bindings`.

    `reserve` has the scenes beyond the usual number; `unreached` counts what the planner said of answers,
    where it reached none of a binding.
    """

    scenes: dict[str, SceneRef] = field(factory=dict)
    reserve: set[str] = field(factory=set)
    supplies: dict[str, Supply] = field(factory=dict)
    bindings: Sequence[str] = ()
    refused: Counter[tuple[SuiteType, Reason]] = field(factory=Counter)
    unreached: Counter[tuple[SuiteType, str]] = field(factory=Counter)
    undrawn: Counter[tuple[str, str]] = field(factory=Counter)
    drawn: Counter[str] = field(factory=Counter)
    frame_supply: dict[tuple[str, str], float] = field(factory=dict)
