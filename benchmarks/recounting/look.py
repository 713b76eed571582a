"""A task beside its scene, with its program run again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from .deciding import Terms
from .numbers import EPSILON, PICTURE, PIXELS, VISIBLE
from .program import Hop, Step, UnknownStepError, distance_hops, run, steps_of
from .scene import Scene

_LINES = re.compile(r"\b(rows?|columns?)\b", re.IGNORECASE)
POINTING = ("objects", "spaces")
FRAMES = ("relative", "intrinsic")
OPEN_FRAMES = "espire_frames"


class Look:
    """A pointing task; `present` when its record is of the present schema, `listed` the numbers of rules that
    the manifest lists for its family."""

    def __init__(
        self, task: dict[str, Any], scene: Scene, present: bool, listed: Mapping[str, float] | None = None
    ) -> None:
        self.listed = listed or {}
        self.task, self.scene = task, scene
        self.id: str = task["id"]
        self.type: str = task["type"]
        self.answers = frozenset(task["answers"])
        self.undecided = frozenset(task.get("undecided") or ())
        self.candidates = frozenset(task.get("candidates") or ()) - self.undecided
        self.says_lines = bool(_LINES.search(task["instruction"]))
        self.terms = Terms(task.get("tolerance"), grows=present, by_lines=self.says_lines)

    def number(self, rule: str, usual: float) -> float:
        """The number of a rule: the one that is listed for the family, or else the usual one."""
        return float(self.listed.get(rule, usual))

    @property
    def fixes_pose(self) -> bool:
        return self.task.get("constraint") is not None

    @cached_property
    def steps(self) -> list[Step]:
        return steps_of(self.task)

    @cached_property
    def _run(self) -> tuple[tuple[str, ...] | None, list[Hop]] | None:
        try:
            return run(self.steps, self.scene, self.terms)
        except UnknownStepError:
            return None

    @property
    def hops(self) -> list[Hop]:
        """The hops, with the ways of measuring that the program takes; none where it cannot be run."""
        return self._run[1] if self._run is not None else []

    @property
    def again(self) -> frozenset[str] | None:
        """The answers, found again, of what is seen; None where the program cannot be run."""
        return None if self._run is None else self._seen(self._run[0])

    def by_ways(self) -> list[tuple[frozenset[str], list[Hop]]]:
        """The answers under each way of measuring, and the hops, where the program has a value so; whoever
        measures in another way does so throughout."""
        count = distance_hops(self.steps)
        ran = (run(self.steps, self.scene, self.terms, [way] * count) for way in ("edges", "centres"))
        return [(self._seen(found), hops) for found, hops in ran if found is not None]

    def matters(self, number: int, chosen: tuple[str, ...]) -> bool:
        """Whether the answers would be others if a hop chose these."""
        if len(self.hops) == 1:
            return True
        base, _ = run(self.steps, self.scene, self.terms)
        other, _ = run(self.steps, self.scene, self.terms, instead={number: chosen})
        return base is None or other is None or self._seen(base) != self._seen(other)

    def _seen(self, ids: tuple[str, ...] | None) -> frozenset[str]:
        return frozenset(id for id in ids or () if self.scene[id].seen)

    def is_hidden(self, id: str) -> bool | None:
        """Whether too little of a thing is seen to be asked about; None where nobody looked."""
        seen = self.scene[id].visible
        return None if seen is None else seen < self.number("visible", VISIBLE) - EPSILON

    def is_small(self, id: str) -> bool | None:
        """Whether a thing has too few pixels to be asked about; None where nobody looked."""
        camera, pixels = self.scene.camera, self.scene[id].pixels
        if camera is None or pixels is None:
            return None
        return pixels < self.number("pixels", PIXELS) * camera["width"] * camera["height"] / PICTURE

    @property
    def frame_sensitive(self) -> bool:
        """As the task is tagged."""
        return bool(self.task.get("tags", {}).get("frame_sensitive"))

    @property
    def frame_readings(self) -> dict[str, frozenset[str]]:
        """The answers by reading, of readings that differ in their frames alone."""
        found: dict[str, frozenset[str]] = {}
        for name, answers in (self.task.get("readings") or {}).items():
            parts = name.split("+")
            if "centres" not in parts and any(part in FRAMES for part in parts):
                found["+".join(part for part in parts if part in FRAMES)] = frozenset(answers)
        return found
