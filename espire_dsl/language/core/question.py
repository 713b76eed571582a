"""What a reasoning step is asked: which candidates, about what, in which frame, with which arguments."""

from __future__ import annotations

from attrs import frozen

from espire_dsl.scene.frames import Frame
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node


@frozen
class Question:
    scene: Scene
    candidates: tuple[Node, ...]
    arguments: tuple[float, ...] = ()
    references: tuple[Node, ...] = ()
    frame: Frame | None = None
    tolerance: float | None = None

    @property
    def reference(self) -> Node:
        return self.references[0]

    @property
    def within(self) -> float:
        """The tolerance of an "about" question, which always has one."""
        assert self.tolerance is not None
        return self.tolerance

    @property
    def axes(self) -> Frame:
        """The frame of a question that cannot be asked without one."""
        assert self.frame is not None
        return self.frame
