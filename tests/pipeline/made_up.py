"""A simulator that no package offers: everything stands where it was drawn, is seen, and is in reach."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from espire_dsl.pipeline.settings import Settings
from espire_dsl.pipeline.simulator import BackendSpec
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.staged import Staged, Verdict
from espire_dsl.tasks.folders import PICTURES

SETTINGS = Settings(per_type=1, scenes=12, simulator=BackendSpec("made-up", "rays"))


@frozen
class MadeUp:
    """Paints files that say which scene they are of. `engines` are the versions that it claims to have."""

    engines: Mapping[str, str]
    fingerprint: str = "made up"
    verifies: bool = True

    def stage(self, drawn: Any, views: Sequence[str] = ()) -> Staged:
        del views
        nodes = [evolve(n, pixels={"world": 900}) for n in drawn.scene.nodes if n.kind != "viewer"]
        return Staged(drawn.scene.with_parts(nodes), {"world": {node.id: "0" for node in nodes}})

    def look(self, scene: Scene, views: Sequence[str] = ()) -> Staged:
        raise NotImplementedError

    def paint(self, scene: Scene, appearance: Mapping[str, Any] | None) -> Mapping[str, bytes]:
        del appearance
        return {f"{c}{suffix}": f"{scene.id} {c}".encode() for c in scene.cameras for suffix in PICTURES}

    def verify(
        self, scene: Scene, action: str, target: str, constraint: Mapping[str, Any] | None, seed: int
    ) -> Verdict:
        del scene, action, target, constraint, seed
        return Verdict("reached")

    def arena(self, scene: Scene, appearance: Mapping[str, Any] | None, seed: int) -> Any:
        raise NotImplementedError


@frozen
class Source:
    """Opens it in any process, which leaves its number in a folder. A process whose environment says
    so claims to have another version."""

    marks: str

    def open(self) -> MadeUp:
        (Path(self.marks) / str(os.getpid())).touch()
        return MadeUp({"made-up": os.environ.get("MADE_UP_VERSION", "1.0")})

    def processes(self) -> set[int]:
        """All processes that opened it."""
        return {int(mark.name) for mark in Path(self.marks).iterdir()}


def files_of(out: Path) -> dict[str, bytes]:
    """All of a set but the times and what is remembered."""
    return {
        path.relative_to(out).as_posix(): path.read_bytes()
        for path in sorted(out.rglob("*"))
        if path.is_file() and ".cache" not in path.parts and path.name != "timings.json"
    }
