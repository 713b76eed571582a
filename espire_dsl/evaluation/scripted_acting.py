"""Where scripted models point in a closed loop, and how they turn the hand."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from espire_dsl.evaluation.asking import Situation
from espire_dsl.evaluation.episode import Episode
from espire_dsl.evaluation.oracle import oracle_point
from espire_dsl.scene.acting import AXES, CameraView
from espire_dsl.scoring.prediction import Point

_CORNER: Final = (0.5, 0.5)


def _known(situation: Situation, stream: random.Random) -> Point:
    """Where an attempt would be accepted; else a place beside the target, to look from there."""
    episode, view = _in_view(situation)
    found = oracle_point(episode, {view.camera: view})
    return _middle(situation, stream) if found is None else found[1]


def _somewhere(situation: Situation, stream: random.Random) -> Point:
    return stream.uniform(0, situation.size[0]), stream.uniform(0, situation.size[1])


def _on_target(situation: Situation, stream: random.Random) -> Point:
    rows, columns = np.nonzero(_mask(situation))
    if not len(rows):
        return _somewhere(situation, stream)
    place = stream.randrange(len(rows))
    return float(columns[place]) + 0.5, float(rows[place]) + 0.5


def _centre(situation: Situation, _: random.Random) -> Point:
    return situation.size[0] / 2, situation.size[1] / 2


def _nearest(situation: Situation, stream: random.Random) -> Point:
    """The pixel of the target that is nearest to the camera."""
    rows, columns = np.nonzero(_mask(situation))
    if not len(rows):
        return _somewhere(situation, stream)
    place = int(_in_view(situation)[1].depth[rows, columns].argmin())
    return float(columns[place]) + 0.5, float(rows[place]) + 0.5


def _middle(situation: Situation, stream: random.Random) -> Point:
    """That pixel of the target which is nearest to the mean of all."""
    rows, columns = np.nonzero(_mask(situation))
    if not len(rows):
        return _somewhere(situation, stream)
    place = int(np.hypot(rows - rows.mean(), columns - columns.mean()).argmin())
    return float(columns[place]) + 0.5, float(rows[place]) + 0.5


def _again(situation: Situation, stream: random.Random) -> Point:
    return situation.previous if situation.previous is not None else _on_target(situation, stream)


def _learned(situation: Situation, stream: random.Random) -> Point:
    return _known(situation, stream) if situation.reflected else _CORNER


_ACTS: Final[Mapping[str, Callable[[Situation, random.Random], Point]]] = {
    "oracle": _known,
    "random": _somewhere,
    "on target": _on_target,
    "centre": _centre,
    "nearest": _nearest,
    "middle": _middle,
    "repeats": _again,
    "learns": _learned,
}


def acted(situation: Situation, how: str, stream: random.Random) -> Point:
    """The pixel at which a scripted model points in the view that it is shown."""
    return _ACTS[how](situation, stream)


def turned(situation: Situation, how: str, stream: random.Random) -> str:
    """The angles that a scripted model tells. None knows the right ones: who knows all else leaves the hand
    as it is, and others turn it anyhow."""
    known = how in ("oracle", "learns")
    angles = [round(0.0 if known else stream.uniform(-90, 90), 1) for _ in AXES]
    told = [angle if axis in situation.axes else None for axis, angle in zip(AXES, angles, strict=True)]
    return json.dumps({"rotation": told})


def _in_view(situation: Situation) -> tuple[Episode, CameraView]:
    """The episode, and what the camera sees now."""
    episode, camera = situation.episode, situation.camera
    assert episode is not None
    assert camera is not None
    return episode, episode.observe((camera,))[camera]


def _mask(situation: Situation) -> NDArray[np.bool_]:
    episode, view = _in_view(situation)
    return episode.arena.mask(view, episode.target)
