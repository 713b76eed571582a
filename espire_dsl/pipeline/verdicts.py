"""Jobs that ask the planner whether the robot can do what tasks ask; verdicts are shared between tasks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from attrs import evolve, field, frozen

from espire_dsl.pipeline.content import key_of
from espire_dsl.pipeline.scene_ref import Read, SceneRef
from espire_dsl.pipeline.simulator import SimulatorSource
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

    scene: SceneRef
    questions: tuple[Question, ...]
    source: SimulatorSource
    seed: int

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(key_of("verdict", self.scene.key, question, self.seed) for question in self.questions)

    def ready(self, read: Read) -> VerdictJob:
        return evolve(self, scene=self.scene.loaded(read))

    def run(self) -> tuple[bytes, ...]:
        simulator = self.source.open()
        assert simulator is not None
        scene = self.scene.scene
        return tuple(
            _written(simulator.verify(scene, q.action, q.target, q.constraint, self.seed))
            for q in self.questions
        )


def _written(verdict: Verdict) -> bytes:
    return json.dumps([verdict.status, verdict.detail]).encode()


def verdict_of(result: bytes) -> Verdict:
    return Verdict(*json.loads(result))
