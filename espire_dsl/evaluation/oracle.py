"""One who knows everything: points so that the target is taken, or the held thing put, turns the hand as that
needs where angles are asked for, and looks from elsewhere first where no view shows a point for that. It is
the ceiling of what a model can do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np

from espire_dsl.evaluation.aiming import Pixel, aim
from espire_dsl.evaluation.episode import Episode
from espire_dsl.scene.acting import Axis, CameraView
from espire_dsl.scene.projection import project

_ASIDE: Final = (0.0, 0.25, -0.25, 0.45, -0.45)  # metres beside a target, to look at it from there


def oracle_point(episode: Episode, views: Mapping[str, CameraView]) -> tuple[str, Pixel] | None:
    """The camera and the point of its picture to tell `episode.step`; None where nothing is left to try.

    It is a point of the target where an attempt would be accepted, with the angles of `oracle_angles` if any
    are asked, or else one beside it from where to look.
    """
    for camera, view in views.items():
        pixel = aim(episode.arena, view, episode.target, episode.task.constraint, asked=episode.asked)
        if pixel is not None:
            return camera, pixel
    tried = {move.pixel for move in episode.record}
    for camera, view in views.items():
        for pixel in _lookouts(episode, view):
            if pixel not in tried:
                return camera, pixel
    return None


def oracle_angles(episode: Episode, camera: str, pixel: Pixel) -> Mapping[Axis, float]:
    """The offsets about the axes that an episode asks for, with which an attempt at a point of a camera's
    present picture would be accepted; none where it would not be, or the point is beside the target."""
    view = episode.observe((camera,))[camera]
    point = view.lift(*pixel)
    if point is None or not episode.on_target(view, *pixel):
        return {}
    found = episode.arena.offsets(episode.target, point, episode.asked, episode.task.constraint)
    return {} if found is None else found


def _lookouts(episode: Episode, view: CameraView) -> Iterator[Pixel]:
    """Points of the picture about the target and not on it, at which something is seen."""
    target = episode.scene.node(episode.target)
    mask = episode.arena.mask(view, target.id)
    for aside in _ASIDE:
        seen = project(view.optics, np.asarray(target.center) + np.array([0.0, aside, 0.0]))
        if seen is None or not view.contains(*seen):
            continue
        x, y = int(seen[0]), int(seen[1])
        if not mask[y, x] and np.isfinite(view.depth[y, x]):
            yield x + 0.5, y + 0.5
