"""Jobs that ask the planner whether the robot can do what tasks ask; verdicts are shared between tasks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from espire_dsl.pipeline.content import key_of
from espire_dsl.pipeline.simulator import SimulatorSource
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.staged import Verdict

DIED: Final = "backend_error"


@frozen
class Question:
    """May this be picked, or the held book be placed here, in the pose that is asked for?"""

    action: str
    target: str
    constraint: Mapping[str, Any] | None = field(default=None, hash=False)


@frozen
class VerdictJob:
    """Questions about one scene; a unit is a question."""

    scene: Scene = field(repr=False)
    staged_as: str
    questions: tuple[Question, ...]
    source: SimulatorSource
    seed: int

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(key_of("verdict", self.staged_as, question, self.seed) for question in self.questions)

    def run(self) -> tuple[bytes, ...]:
        simulator = self.source.open()
        assert simulator is not None
        return tuple(
            _written(simulator.verify(self.scene, q.action, q.target, q.constraint, self.seed))
            for q in self.questions
        )


def _written(verdict: Verdict) -> bytes:
    return json.dumps([verdict.status, verdict.detail]).encode()


def verdict_of(result: bytes) -> Verdict:
    return Verdict(*json.loads(result))
