"""A backend as compiling uses it: a scene is staged, pictured, and the planner asked about it.

Distances, numbers, masks and visibility always come from ray casting, so that which tasks there are depends
on no graphics driver; a renderer only adds the colours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from attrs import Factory, evolve, frozen

from espire_dsl.depths import depths_file
from espire_dsl.domain.kinds import CELL, MOVABLE, PROP, VACANCY
from espire_dsl.png import encode_png
from espire_dsl.scene.acting import ActingError, Arena
from espire_dsl.scene.camera import WORLD_CAMERA, Camera
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.staged import Staged, Verdict
from espire_sim.interfaces import Goal, Observation, Physics, Pick, Place, Planner, Refused, Renderer
from espire_sim.rendering.masks import Shown, shown_things
from espire_sim.rendering.observe import observe
from espire_sim.rendering.rle import counts_of
from espire_sim.rendering.visibility import with_visibility
from espire_sim.worlds.result import Appearance, Drawn

MASKED: Final = (MOVABLE, CELL, VACANCY)
"""What may be pointed at, props apart."""

LEAST_SEEN: Final = 0.2
LEAST_HELD_SEEN: Final = 0.5
"""The parts of a thing, and of a held one, that must be seen in the world view."""

SEEN_BESIDE_ROBOT: Final = 0.5
"""Of a thing that would be seen so far without the robot, the robot must leave as much."""


@frozen(eq=False)
class PartsSimulator:
    """Physics, a renderer and perhaps a planner as one; `fingerprint` and `engines` say which."""

    physics: Physics
    renderer: Renderer
    planner: Planner | None
    fingerprint: str
    engines: Mapping[str, str] = Factory(dict)

    @property
    def verifies(self) -> bool:
        return self.planner is not None

    def stage(self, drawn: Drawn, views: Sequence[str] = ()) -> Staged:
        """The drawn scene at rest, as its world camera sees it, and other cameras that are asked for."""
        settled = self.physics.settle(drawn.scene)
        if isinstance(settled, Refused):
            return Staged(None, refused=str(settled.reason))
        scene = settled.scene
        observation = observe(scene, WORLD_CAMERA, drawn.appearance)
        hidden = _hidden(scene, observation)
        if hidden is not None:
            return Staged(None, refused=hidden)
        others = {view: observe(scene, view, drawn.appearance) for view in _others(scene, views)}
        seen = {WORLD_CAMERA: observation, **others}
        return evolve(_observed(scene, seen), appearance=drawn.appearance.to_json())

    def look(self, scene: Scene, views: Sequence[str] = ()) -> Staged:
        """A scene as it is, as its world camera sees it, and other cameras that are asked for."""
        cameras = [*([WORLD_CAMERA] if WORLD_CAMERA in scene.cameras else []), *_others(scene, views)]
        return _observed(scene, {camera: observe(scene, camera, None) for camera in cameras})

    def paint(self, scene: Scene, appearance: Mapping[str, Any] | None) -> dict[str, bytes]:
        """The files of all pictures of a staged scene that looks like this."""
        parsed = None if appearance is None else Appearance.from_json(appearance)
        files: dict[str, bytes] = {}
        for camera in sorted(scene.cameras):
            picture = self.renderer.render(scene, camera, parsed)
            files[f"{camera}.png"] = encode_png(picture.rgb)
            files[f"{camera}.depth.npz"] = depths_file(picture.distance_to_image_plane)
            files[f"{camera}.ids.png"] = encode_png(picture.instance_id_segmentation)
        return files

    def verify(
        self, scene: Scene, action: str, target: str, constraint: Mapping[str, Any] | None, seed: int
    ) -> Verdict:
        """Whether the robot can pick the target, or place what it holds there."""
        assert self.planner is not None
        goal: Goal = Pick(target) if action == "pick" else Place(target, constraint)
        plan = self.planner.reach(scene, goal, seed)
        return Verdict(plan.status, plan.detail)

    def arena(self, scene: Scene, appearance: Mapping[str, Any] | None, seed: int) -> Arena:
        """A staged scene that looks like this, to act in."""
        if self.planner is None:
            raise ActingError(
                "this backend has no planner, so nobody can act in its scenes: use the backend mujoco"
            )
        # Acting needs the engine; a backend that is only named must not load it.
        from espire_sim.execution.arena import arena_of

        return arena_of(scene, appearance, self.physics, self.renderer, self.planner, seed)


def _others(scene: Scene, views: Sequence[str]) -> list[str]:
    """Cameras beside the world camera that are asked for, and that a scene has."""
    return [view for view in sorted(set(views)) if view != WORLD_CAMERA and view in scene.cameras]


def _observed(scene: Scene, seen: Mapping[str, Observation]) -> Staged:
    """The scene with how much of each thing is seen by cameras, and masks of what may be pointed at."""
    if not seen:
        return Staged(scene)
    pointed = [node.id for node in scene.of_kind(*MASKED) if not node.is_a(PROP)]
    shown = {camera: shown_things(scene, camera, picture, pointed) for camera, picture in seen.items()}
    return Staged(
        with_visibility(scene, seen, shown),
        {camera: _counts(scene.cameras[camera], things) for camera, things in shown.items()},
    )


def _counts(camera: Camera, things: Mapping[str, Shown]) -> dict[str, str]:
    """The masks of things as run lengths."""
    return {
        id: counts_of(thing.mask, thing.window[2], thing.window[0], camera.height, camera.width)
        for id, thing in things.items()
    }


def _hidden(scene: Scene, observation: Observation) -> str | None:
    """What is seen too little, in words."""
    held = {target for _, target, key in scene.edges if key == "holds"}
    parts = observation.visible()
    for node in scene.of_kind(MOVABLE):
        if node.is_a(PROP):
            continue
        seen = parts.get(node.id, 0.0)
        if seen < (LEAST_HELD_SEEN if node.id in held else LEAST_SEEN):
            return "what the hand holds is hidden" if node.id in held else f"{node.kind}: one is hidden"
        without = (
            observation.without_robot.get(node.id, 0) / observation.alone[node.id]
            if node.id not in held
            else 0.0
        )
        if seen < SEEN_BESIDE_ROBOT <= without:
            return f"{node.kind}: the robot hides one"
    return None
