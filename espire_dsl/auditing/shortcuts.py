"""Simple ways of answering without understanding the question. None of them reads the sentence."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any, Final

from attrs import frozen

from espire_dsl.auditing.case import YES_NO, AuditCase
from espire_dsl.auditing.image_features import ImageFeatures

Choose = Callable[[AuditCase], Any]


@frozen
class Shortcut:
    """`choose` gives one of the options, or None where the shortcut has nothing to go by."""

    name: str
    words: str
    choose: Choose


def _first(case: AuditCase) -> Any:
    return None if case.answer_kind == YES_NO else case.options[0]


def _random(case: AuditCase) -> Any:
    """A draw that depends on the task alone."""
    draw = int.from_bytes(sha256(f"random choice {case.id}".encode()).digest())
    return case.options[draw % len(case.options)]


def _least(measure: Callable[[ImageFeatures], float]) -> Choose:
    """The option in view with the least measure; of equal ones the first."""

    def choose(case: AuditCase) -> Any:
        in_view = [id for id in case.options if id in case.features and case.features[id].in_view]
        return min(in_view, key=lambda id: measure(case.features[id])) if in_view else None

    return choose


def _height(features: ImageFeatures) -> float:
    assert features.pixel is not None
    return features.pixel[1]


def _off_centre(features: ImageFeatures) -> float:
    assert features.off_centre is not None
    return features.off_centre


def _always(answer: bool) -> Choose:
    return lambda case: answer if case.answer_kind == YES_NO else None


SHORTCUTS: Final = (
    Shortcut("first", "first candidate", _first),
    Shortcut("nearest", "nearest to the camera", _least(lambda features: features.distance)),
    Shortcut("largest", "largest in the image", _least(lambda features: -features.size)),
    Shortcut("highest", "highest in the image", _least(_height)),
    Shortcut("centre", "nearest to the image centre", _least(_off_centre)),
    Shortcut("random", "random, as a control", _random),
    Shortcut("yes", "always yes", _always(True)),
    Shortcut("no", "always no", _always(False)),
)
NAMES: Final = tuple(shortcut.name for shortcut in SHORTCUTS)
