"""The environment: an episode a reset, a move a step.

Observations have, for each camera, the colours, the depth in metres (0 where nothing is seen) and the box of
the target (left, top, right and bottom in pixels; zeros where it is not seen), and the instruction. An action
is a point of one camera's picture, in shares of its width and height, and angles in degrees (pitch, yaw and
roll), of which those about asked axes count. The reward is 1 for an accepted move that passes the success
check, and 0 otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import gymnasium
import numpy as np
from attrs import asdict
from gymnasium import spaces
from numpy.typing import NDArray

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.domain.worlds import WRIST_CAMERA
from espire_dsl.evaluation.episode import MOVES, Episode
from espire_dsl.evaluation.gym.tasks import ActingTasks
from espire_dsl.scene.acting import AXES, Axis, CameraView
from espire_dsl.scene.camera import WORLD_CAMERA

FARTHEST: Final = 100.0
"""Metres; what is farther away is told to be there."""

_SEEDS: Final = 2**31

Observation = dict[str, Any]


# Gymnasium is an extra: where it is not installed its classes have no types, and where it is they have.
class ExecutionEnv(gymnasium.Env[Observation, Mapping[str, Any]]):  # type: ignore[misc,unused-ignore]
    """Tasks of a compiled set, one after the other as the seed decides.

    `set` is the folder, `family` a pattern of names of families, `asked` the axes about which the hand turns
    as the action says. `reset(options={"task": ID, "target": THING})` chooses a task, and one of its answers
    that the robot can reach. `info` of a step has the record of its move, without times, as these differ.
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": 1}

    def __init__(
        self,
        set: str | Path,
        *,
        cameras: Sequence[str] = (WORLD_CAMERA, WRIST_CAMERA),
        family: str = "*",
        moves: int = MOVES,
        asked: Sequence[Axis] = (),
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise UsageError(f"there is no render mode {render_mode}; known is rgb_array")
        if not cameras:
            raise UsageError("an environment needs a camera to look through")
        self.tasks = ActingTasks.of(Path(set), family)
        self.cameras, self.moves, self.asked = tuple(cameras), moves, tuple(asked)
        self.render_mode = render_mode
        self._sizes = _sizes(self.tasks, self.tasks.ids[0], self.cameras)
        self.observation_space = self._observation_space()
        self.action_space = spaces.Dict(
            {
                "camera": spaces.Discrete(len(self.cameras)),
                "point": spaces.Box(0.0, 1.0, (2,), np.float32),
                "angles": spaces.Box(-180.0, 180.0, (len(AXES),), np.float32),
            }
        )
        self._episode: Episode | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Another task, or the one that options name."""
        super().reset(seed=seed)
        told = options or {}
        id = told.get("task") or self.tasks.ids[int(self.np_random.integers(len(self.tasks.ids)))]
        if id not in self.tasks.ids:
            raise UsageError(f"this set has no task {id} that can be acted out")
        task = self.tasks.task(id)
        feasible = task.feasible or []
        target = told.get("target") or feasible[int(self.np_random.integers(len(feasible)))]
        if target not in feasible:
            raise UsageError(f"task {id} has no answer {target} that the robot can reach")
        if _sizes(self.tasks, id, self.cameras) != self._sizes:
            raise UsageError(f"task {id} has pictures of another size than the others")
        number = int(self.np_random.integers(_SEEDS))
        self._episode = self.tasks.source.episode(task, target, number, self.moves, self.asked)
        self._episode.classed_by = self.cameras[0]
        return self._observation(), {"task": id, "scene": self._episode.scene.id, "target": target}

    def step(self, action: Mapping[str, Any]) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Spends a move."""
        episode = self._running()
        camera = self.cameras[int(action["camera"])]
        x, y = (float(share) for share in action["point"])
        width, height = self._sizes[camera]
        # The right and the lower edge belong to the last pixels.
        pixel = (min(x * width, width - 0.5), min(y * height, height - 0.5))
        angles = dict(zip(AXES, (float(angle) for angle in action["angles"]), strict=True))
        move = episode.step(camera, pixel, angles)
        success = move.accepted and episode.status_check().success
        told = asdict(move, filter=lambda part, _: not part.name.startswith("seconds"))
        info = {"move": told, "success": success}
        return (
            self._observation(),
            float(success),
            move.accepted,
            episode.done and not move.accepted,
            info,
        )

    # Gymnasium lets environments return what they like, and types that as a variable of its own.
    def render(self) -> NDArray[np.uint8] | None:  # type: ignore[override,unused-ignore]
        """The picture of the first camera, where this was asked for."""
        if self.render_mode is None:
            return None
        return self._look(self.cameras[0]).rgb.copy()

    def _running(self) -> Episode:
        if self._episode is None:
            raise UsageError("call reset before anything else: there is no task yet")
        return self._episode

    def _look(self, camera: str) -> CameraView:
        return self._running().observe((camera,))[camera]

    def _observation(self) -> Observation:
        episode = self._running()
        seen: Observation = {"instruction": episode.task.instruction}
        for camera in self.cameras:
            view = self._look(camera)
            depth = np.where(np.isfinite(view.depth), np.minimum(view.depth, FARTHEST), 0.0)
            mask = episode.arena.mask(view, episode.target)
            seen |= {camera: view.rgb.copy(), f"{camera}_depth": depth.astype(np.float32)}
            seen[f"{camera}_box"] = _box(mask)
        return seen

    def _observation_space(self) -> spaces.Dict:
        parts: dict[str, spaces.Space[Any]] = {
            "instruction": spaces.Text(self.tasks.longest, charset=self.tasks.alphabet)
        }
        for camera, (width, height) in self._sizes.items():
            parts[camera] = spaces.Box(0, 255, (height, width, 3), np.uint8)
            parts[f"{camera}_depth"] = spaces.Box(0.0, FARTHEST, (height, width), np.float32)
            parts[f"{camera}_box"] = spaces.Box(0.0, float(max(width, height)), (4,), np.float32)
        return spaces.Dict(parts)


def _sizes(tasks: ActingTasks, id: str, cameras: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Width and height of the pictures of cameras."""
    scene = tasks.scene_of(id)
    for camera in cameras:
        if camera not in scene.cameras:
            known = ", ".join(sorted(scene.cameras)) or "none"
            raise UsageError(f'scene "{scene.id}" has no camera {camera}; it has {known}')
    return {camera: (scene.cameras[camera].width, scene.cameras[camera].height) for camera in cameras}


def _box(mask: NDArray[np.bool_]) -> NDArray[np.float32]:
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not len(rows):
        return np.zeros(4, dtype=np.float32)
    return np.array([columns[0], rows[0], columns[-1] + 1, rows[-1] + 1], dtype=np.float32)
