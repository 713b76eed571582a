"""Where scripted models point in a closed loop, and how they turn the hand."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_dsl.evaluation.asking import Situation
from espire_dsl.evaluation.episode import Episode
from espire_dsl.evaluation.oracle import oracle_angles, oracle_point
from espire_dsl.scene.acting import AXES, Axis, CameraView
from espire_dsl.scoring.prediction import Point

_CORNER: Final = (0.5, 0.5)
_KNOWING: Final = ("oracle", "learns")
_DIGITS: Final = 2  # of an angle, in degrees


@frozen(eq=False)
class _Acting:
    """An episode, what is asked about it, and chance."""

    episode: Episode
    situation: Situation
    stream: random.Random

    @property
    def camera(self) -> str:
        assert self.situation.camera is not None
        return self.situation.camera

    @property
    def view(self) -> CameraView:
        """What the camera sees now."""
        return self.episode.observe((self.camera,))[self.camera]

    @property
    def mask(self) -> NDArray[np.bool_]:
        return self.episode.arena.mask(self.view, self.episode.target)


def _known(acting: _Acting) -> Point:
    """Where an attempt would be accepted; else a place beside the target, to look from there."""
    found = oracle_point(acting.episode, {acting.camera: acting.view})
    return _middle(acting) if found is None else found[1]


def _somewhere(acting: _Acting) -> Point:
    width, height = acting.situation.size
    return acting.stream.uniform(0, width), acting.stream.uniform(0, height)


def _on_target(acting: _Acting) -> Point:
    rows, columns = np.nonzero(acting.mask)
    if not len(rows):
        return _somewhere(acting)
    place = acting.stream.randrange(len(rows))
    return float(columns[place]) + 0.5, float(rows[place]) + 0.5


def _centre(acting: _Acting) -> Point:
    return acting.situation.size[0] / 2, acting.situation.size[1] / 2


def _nearest(acting: _Acting) -> Point:
    """The pixel of the target that is nearest to the camera."""
    rows, columns = np.nonzero(acting.mask)
    if not len(rows):
        return _somewhere(acting)
    place = int(acting.view.depth[rows, columns].argmin())
    return float(columns[place]) + 0.5, float(rows[place]) + 0.5


def _middle(acting: _Acting) -> Point:
    """That pixel of the target which is nearest to the mean of all."""
    rows, columns = np.nonzero(acting.mask)
    if not len(rows):
        return _somewhere(acting)
    place = int(np.hypot(rows - rows.mean(), columns - columns.mean()).argmin())
    return float(columns[place]) + 0.5, float(rows[place]) + 0.5


def _again(acting: _Acting) -> Point:
    previous = acting.situation.previous
    return previous if previous is not None else _on_target(acting)


def _learned(acting: _Acting) -> Point:
    return _known(acting) if acting.situation.reflected else _CORNER


_ACTS: Final[Mapping[str, Callable[[_Acting], Point]]] = {
    "oracle": _known,
    "random": _somewhere,
    "on target": _on_target,
    "centre": _centre,
    "nearest": _nearest,
    "middle": _middle,
    "repeats": _again,
    "learns": _learned,
}


def acted(episode: Episode, situation: Situation, how: str, stream: random.Random) -> Point:
    """The pixel at which a scripted model points in the view that it is shown."""
    return _ACTS[how](_Acting(episode, situation, stream))


def turned(episode: Episode, situation: Situation, how: str, stream: random.Random) -> str:
    """The angles that a scripted model tells for the point that it has chosen: those with which the target is
    reached, from one who knows; others turn the hand anyhow."""
    angles: Mapping[Axis, float] = {axis: stream.uniform(-90, 90) for axis in AXES}
    if how in _KNOWING:
        assert situation.camera is not None
        assert situation.previous is not None
        angles = oracle_angles(episode, situation.camera, situation.previous)
    told = [round(angles.get(axis, 0.0), _DIGITS) if axis in situation.axes else None for axis in AXES]
    return json.dumps({"rotation": told})
