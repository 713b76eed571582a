"""What a reasoning step is asked: which candidates, about what, in which frame, with which arguments."""

from __future__ import annotations

from attrs import frozen

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from tests.program.oracle.frames import Frame


@frozen
class Question:
    scene: Scene
    candidates: tuple[Node, ...]
    arguments: tuple[float, ...] = ()
    references: tuple[Node, ...] = ()
    frame: Frame | None = None
    tolerance: float | None = None
    by: str = "edges"
    count: str = "things"

    @property
    def reference(self) -> Node:
        return self.references[0]

    @property
    def held_thickness(self) -> float:
        """Of the book in hand; 0 where there is none."""
        held = [t for robot in self.scene.of_kind("robot") for t in self.scene.targets(robot.id, "holds")]
        return self.scene.node(held[0]).extents[1] if held else 0.0

    @property
    def within(self) -> float:
        """The tolerance of an "about" question, which always has one."""
        assert self.tolerance is not None
        return self.tolerance

    @property
    def within_length(self) -> float:
        """Of a question about a length: no less than half of what people round the stated one to."""
        stated = abs(self.arguments[0])
        rounding = 0.01 if stated < 0.5 - 1e-9 else 0.05 if stated < 2.0 - 1e-9 else 0.10
        return max(self.within, rounding / 2)

    @property
    def axes(self) -> Frame:
        """The frame of a question that cannot be asked without one."""
        assert self.frame is not None
        return self.frame
