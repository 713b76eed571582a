"""The data of the gallery: what its page shows of a task set, in few bytes.

Tasks are rows under one list of columns, masks are kept once each, scenes once each and only what a drawing
needs. Lengths are rounded to a tenth of a millimetre: the page shows, it does not compute answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from espire_dsl.gallery.shown_steps import ShownStep, shown_steps
from espire_dsl.memory import paused
from espire_dsl.reports.tags import TagGroups, tag_names
from espire_dsl.scene.camera import Camera
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.tasks.files import TaskSet
from espire_dsl.tasks.task import FIELDS, Task

Json = dict[str, Any]

_LEFT_OUT: Final = frozenset({"template", "wording", "program_steps", "trace", "masks"})
PLAIN_COLUMNS: Final = tuple(name for name in FIELDS if name not in _LEFT_OUT)
"""Fields of a task that the page has as they are, but for rounding."""
COLUMNS: Final = (*PLAIN_COLUMNS, "steps", "calls", "masks", "tag_groups")
NODE_COLUMNS: Final = (
    *("id", "kind", "name", "size", "center", "quaternion", "extents", "front"),
    *("slot", "row", "column", "occupancy", "labels"),  # the node's field, whatever its cell is called
)
_NOT_DRAWN: Final = frozenset({"floor"})
_DIGITS: Final = 4
_QUATERNION_DIGITS: Final = 5


def data_of(task_set: TaskSet, pictures: Mapping[str, Sequence[str]]) -> Json:
    """All that the page shows; `pictures` says which views of each scene there are pictures of."""
    needed = {task.scene for task in task_set.tasks}
    masks: dict[tuple[int, int, str], int] = {}
    tags = [TagGroups.of(task_set.tasks, tag) for tag in tag_names(task_set.tasks)]
    with paused():
        rows = [_row(task, masks, tags) for task in task_set.tasks]
        scenes = {
            scene.id: _scene(scene, pictures.get(scene.id, ()))
            for scene in task_set.scenes
            if scene.id in needed
        }
    return {
        "about": _about(task_set),
        "columns": list(COLUMNS),
        "tags": {groups.tag: list(groups.names) for groups in tags},
        "tasks": rows,
        "masks": [list(mask) for mask in masks],
        "node_columns": list(NODE_COLUMNS),
        "scenes": scenes,
    }


def _about(task_set: TaskSet) -> Json:
    """Where the set comes from, and how many tasks it has where the page does not show all of them."""
    manifest = task_set.manifest
    found = {"seed": manifest.get("seed"), "versions": manifest.get("versions")}
    counts = manifest.get("counts")
    suites = counts.values() if isinstance(counts, Mapping) else ()
    told = [suite.get("tasks") for suite in suites if isinstance(suite, Mapping)]
    number = sum(n for n in told if isinstance(n, int))
    return {**found, "tasks": number} if number > len(task_set.tasks) else found


def _row(task: Task, masks: dict[tuple[int, int, str], int], tags: Sequence[TagGroups]) -> list[Any]:
    plain = [_rounded(getattr(task, name)) for name in PLAIN_COLUMNS]
    return [
        *plain,
        [_step(step) for step in shown_steps(task)],
        [_call(call) for call in task.trace],
        {answer: _number(mask, masks) for answer, mask in task.masks.items()},
        {groups.tag: groups(task) for groups in tags},
    ]


def _step(step: ShownStep) -> list[Any]:
    return [
        step.function,
        list(step.inputs),
        _rounded(list(step.values)),
        _rounded(step.output),
        step.call,
    ]


def _call(call: Mapping[str, Any]) -> Json:
    """What a call measured; its inputs and output are those of its step."""
    return {name: _rounded(call[name]) for name in ("margin", "unit", "measured", "angles") if call.get(name)}


def _number(mask: Mapping[str, Any], masks: dict[tuple[int, int, str], int]) -> int:
    """The number of a mask among all different ones."""
    height, width = mask["size"]
    return masks.setdefault((int(height), int(width), str(mask["counts"])), len(masks))


def _scene(scene: Scene, pictures: Sequence[str]) -> Json:
    return {
        "pictures": sorted(pictures),
        "cameras": {name: _camera(camera) for name, camera in sorted(scene.cameras.items())},
        "nodes": [_node(node) for node in scene.nodes if node.kind not in _NOT_DRAWN],
    }


def _camera(camera: Camera) -> Json:
    (fx, _, cx), (_, fy, cy), _ = camera.K
    return {
        "position": _rounded(camera.position),
        "quaternion": _rounded(camera.quaternion, _QUATERNION_DIGITS),
        "focal": _rounded([fx, fy]),
        "middle": _rounded([cx, cy]),
        "size": [camera.width, camera.height],
        **({"orthographic": True} if camera.is_orthographic else {}),
    }


def _node(node: Node) -> list[Any]:
    return [
        _rounded(getattr(node, name), _QUATERNION_DIGITS if name == "quaternion" else _DIGITS)
        for name in NODE_COLUMNS
    ]


def _rounded(value: Any, digits: int = _DIGITS) -> Any:
    """A value of JSON with short floats, and lists for tuples; 1.0 becomes 1, which is the same to a page."""
    if isinstance(value, float):
        short = round(value, digits) + 0.0
        return int(short) if short.is_integer() else short
    if isinstance(value, str | int | None):
        return value
    if isinstance(value, list | tuple):
        return [_rounded(part, digits) for part in value]
    if isinstance(value, Mapping):
        return {key: _rounded(part, digits) for key, part in value.items()}
    return value
