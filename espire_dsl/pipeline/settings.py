"""What decides a task set besides its families."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import field, frozen

from espire_dsl.pipeline.scenes import Size
from espire_dsl.pipeline.simulator import BackendSpec

DEFAULT_BACKEND: Final = "mujoco"
MOST_SCENES: Final = 600
"""Of a world, unless more are asked for."""
USUAL_SCENES: Final = 300
"""Of a world; those beyond are a reserve, for types that few scenes are fair to."""
_SCENES_FOR_A_TASK: Final = 40
_FEW_SCENES: Final = 60
_FEWEST_SCENES: Final = 16


@frozen
class Settings:
    """`scenes` is a suite's number of scenes in all worlds, if it is told; `limit` its most tasks. Without a
    `size` pictures are as large as worlds say."""

    seed: int = 0
    per_type: int = 15
    limit: int | None = None
    scenes: int | None = None
    level: str | None = None
    size: Size | None = None
    images: bool = True
    simulator: BackendSpec = field(default=BackendSpec(DEFAULT_BACKEND, "rays"))

    def scenes_for(self, quotas: Sequence[int], worlds: int) -> int:
        """How many scenes of each of its worlds a suite has whose types have these quotas: as told, or as
        needed."""
        if self.scenes is not None:
            return max(1, self.scenes // worlds)
        tasks, most = sum(quotas), max(quotas, default=self.per_type)
        enough = [
            max(MOST_SCENES, 2 * most),
            _SCENES_FOR_A_TASK * most,
            max(_FEW_SCENES, 2 * tasks) // worlds,
        ]
        enough += [] if self.limit is None else [2 * self.limit // worlds]
        return max(_FEWEST_SCENES // worlds, min(enough))
