"""Many scenes as arrays over (scenes, places): a scene's things stand sorted by id, the rest is padding."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from attrs import define, field

from espire_dsl.domain.kinds import CELL, ROBOT, THING, VIEWER
from espire_dsl.program.arrays.columns import Bools, Floats, Ints
from espire_dsl.program.arrays.failures import Messages
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node

NOTHING = Node("nothing", THING, upright=None)

T = TypeVar("T")


@define(eq=False, slots=False)
class SceneBatch:
    """Scenes, their things as arrays, and everything that was computed of them so far.

    What is derived is computed when it is first asked for, for the whole batch, and kept: `memory` holds
    measures and shared parts of programs by what they are.
    """

    scenes: tuple[Scene, ...]
    size: int
    scene_of: Ints = field(repr=False)
    place_of: Ints = field(repr=False)
    nodes: tuple[Node, ...] = field(repr=False)
    messages: Messages = field(factory=Messages, repr=False)
    memory: dict[Hashable, Any] = field(factory=dict, repr=False)

    @classmethod
    def of_scenes(cls, scenes: Iterable[Scene]) -> SceneBatch:
        """The batch of these scenes, in their order."""
        kept = tuple(scenes)
        counts = [len(scene.nodes) for scene in kept]
        scene_of = np.repeat(np.arange(len(kept)), counts)
        place_of = np.arange(len(scene_of)) - np.repeat(np.cumsum([0, *counts])[:-1], counts)
        nodes = tuple(node for scene in kept for node in scene.nodes)
        return cls(kept, max(counts, default=0) or 1, scene_of, place_of, nodes)

    def node(self, scene: int, place: int) -> Node:
        """The thing at a place; at a place that holds none, which only failed rows speak of, nothing."""
        nodes = self.scenes[scene].nodes
        return nodes[place] if 0 <= place < len(nodes) else NOTHING

    def place(self, scene: int, id: str) -> int:
        """Where a thing stands among those of its scene."""
        return self._places[scene][id]

    def remember(self, key: Hashable, compute: Callable[[], T]) -> T:
        if key not in self.memory:
            self.memory[key] = compute()
        found: T = self.memory[key]
        return found

    def spread(self, values: Sequence[Any], padding: Any, dtype: Any = np.float64) -> Any:
        """One value (or tuple of them) for each thing, as an array over (scenes, places)."""
        flat = np.array(values, dtype=dtype) if len(values) else np.zeros((0,), dtype=dtype)
        result = np.full((len(self.scenes), self.size, *flat.shape[1:]), padding, dtype=dtype)
        if len(values):
            result[self.scene_of, self.place_of] = flat
        return result

    @cached_property
    def _places(self) -> list[dict[str, int]]:
        return [{node.id: place for place, node in enumerate(scene.nodes)} for scene in self.scenes]

    @cached_property
    def ids(self) -> tuple[tuple[str, ...], ...]:
        """The ids of each scene's things, by place."""
        return tuple(tuple(node.id for node in scene.nodes) for scene in self.scenes)

    @cached_property
    def there(self) -> Bools:
        """Which places hold a thing; the others are padding."""
        filled: Bools = self.spread([True] * len(self.nodes), False, np.bool_)
        return filled

    @cached_property
    def centers(self) -> Floats:
        return self._vectors([n.center for n in self.nodes])

    @cached_property
    def extents(self) -> Floats:
        return self._vectors([n.extents for n in self.nodes])

    @cached_property
    def halves(self) -> Floats:
        return self.extents / 2

    @cached_property
    def axes(self) -> Floats:
        """Rotation matrices, element by element as `scene.rotation.matrix` computes them."""
        w, x, y, z = np.array([n.quaternion for n in self.nodes], dtype=np.float64).reshape(-1, 4).T
        rows = [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
        result = np.tile(np.eye(3), (len(self.scenes), self.size, 1, 1))
        result[self.scene_of, self.place_of] = np.array(rows).transpose(2, 0, 1)
        return result

    @cached_property
    def slots(self) -> Ints:
        """The place of the slot that a thing stands in, is cut from, or is; -1 outside of slots."""
        places: Ints = self.spread(list(self._slots()), -1, np.int64)
        return places

    def _slots(self) -> Iterable[int]:
        for scene, places, cells in zip(self.scenes, self._places, self.of(CELL).tolist(), strict=True):
            inside: dict[str, str] = {}
            for source, target, key in scene.edges:
                if key == "in" and source not in inside and cells[places[target]]:
                    inside[source] = target
            for node, is_cell in zip(scene.nodes, cells, strict=False):
                slot = node.id if is_cell else node.slot or inside.get(node.id)
                yield -1 if slot is None else places[slot]

    @cached_property
    def held(self) -> list[list[int]]:
        """The places of what robots hold, for each scene: robot by robot, each one's by id."""
        found: list[list[int]] = []
        for scene, places in zip(self.scenes, self._places, strict=True):
            robots = {node.id for node in scene.nodes if node.is_a(ROBOT)}
            found.append([places[t] for s, t, key in scene.edges if key == "holds" and s in robots])
        return found

    @cached_property
    def is_held(self) -> Bools:
        mask = np.zeros((len(self.scenes), self.size), dtype=bool)
        for scene, places in enumerate(self.held):
            mask[scene, places] = True
        return mask

    @cached_property
    def viewers(self) -> Ints:
        """The place of each scene's viewer; -1 where there is none."""
        return self.first_of(VIEWER)

    def of(self, *names: str) -> Bools:
        """Which places hold a thing of one of these kinds, or one that plays one of these roles."""

        def found() -> Bools:
            samples, sort_of = self._sorts
            fits = np.array([node.is_a(*names) for node in samples], dtype=bool)
            places = np.zeros((len(self.scenes), self.size), dtype=bool)
            places[self.scene_of, self.place_of] = fits[sort_of]
            return places

        return self.remember(("of", frozenset(names)), found)

    @cached_property
    def _sorts(self) -> tuple[list[Node], Ints]:
        """A thing for each kind with its roles, of which there are few, and which of them each thing is
        like."""
        samples: dict[tuple[str, tuple[str, ...]], tuple[int, Node]] = {}
        numbers = [samples.setdefault((n.kind, n.roles), (len(samples), n))[0] for n in self.nodes]
        return [node for _, node in samples.values()], np.array(numbers, dtype=np.int64)

    def first_of(self, name: str) -> Ints:
        mask = self.of(name)
        return np.where(mask.any(axis=1), mask.argmax(axis=1), -1)

    def _vectors(self, values: Sequence[tuple[float, float, float]]) -> Floats:
        result = np.zeros((len(self.scenes), self.size, 3))
        result[self.scene_of, self.place_of] = np.array(values, dtype=np.float64).reshape(-1, 3)
        return result
