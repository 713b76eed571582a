"""Everything that can be wrong with the parts of a scene, found in one go."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from attrs import evolve

from espire_dsl.catalogue.reader import load_kinds
from espire_dsl.diagnostics.suggest import nearest
from espire_dsl.domain.kinds import ROLES, THING, VIEWER
from espire_dsl.scene.camera import PROJECTIONS, Camera
from espire_dsl.scene.node import PERSPECTIVES, Node

Edge = tuple[str, str, str]

SUPPORTS: Final = "supports"  # an edge of the graph, from what holds something up to that
EDGE_KEYS: Final = frozenset({"on", "in", SUPPORTS, "holds"})

_KNOWN: Final = ROLES.keys() - {THING}
_UNIT: Final = 1e-6
_ALREADY_UNIT: Final = 1e-12


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """` (did you mean "x"?)`, or nothing when no known word is near."""
    other = nearest(word, known)
    return "" if other is None else f' (did you mean "{other}"?)'


def problems_of(nodes: Sequence[Node], edges: Sequence[Edge], cameras: Mapping[str, Camera]) -> Iterator[str]:
    """One sentence for each problem of the parts of a scene."""
    ids = Counter(node.id for node in nodes)
    for id, count in ids.items():
        if count > 1:
            yield f'node "{id}": field id: {count} nodes have this id; ids must differ'
    for node in nodes:
        yield from _problems_of_node(node, ids)
    viewers = sorted(node.id for node in nodes if node.is_a(VIEWER))
    if len(viewers) > 1:
        yield f'node "{viewers[1]}": field kind: a scene has one viewer, and "{viewers[0]}" is one already'
    for name, camera in cameras.items():
        yield from _problems_of_camera(f'camera "{name}"', camera)
    for source, target, key in edges:
        where = f'edge "{source}" {key} "{target}"'
        if key not in EDGE_KEYS:
            known = ", ".join(sorted(EDGE_KEYS))
            yield f'{where}: unknown key "{key}"; known are {known}{did_you_mean(key, EDGE_KEYS)}'
        for end in (source, target):
            if end not in ids:
                yield f'{where}: there is no node "{end}"{did_you_mean(end, ids)}'


def _problems_of_node(node: Node, ids: Mapping[str, int]) -> Iterator[str]:
    where = f'node "{node.id}"'
    if not node.id:
        yield f"{where}: field id: it is empty"
    if node.kind not in _KNOWN and _KNOWN.isdisjoint(node.roles):
        known = load_kinds().by_name
        hint = did_you_mean(node.kind, known) or f"; roles are {', '.join(sorted(_KNOWN))}"
        yield f'{where}: field kind: unknown kind "{node.kind}"; one of your own says its `roles`{hint}'
    if node.perspective not in PERSPECTIVES:
        yield f'{where}: field perspective: "{node.perspective}" is neither "own" nor "encounter"'
    yield from _not_numbers(where, "center", node.center, 3)
    extents = list(_not_numbers(where, "extents", node.extents, 3))
    yield from extents
    if not extents and min(node.extents) < 0:
        yield f"{where}: field extents: a length is negative: {list(node.extents)}"
    yield from _not_unit(where, "quaternion", node.quaternion, 4)
    if node.configuration is not None:
        yield from _not_numbers(where, "configuration", node.configuration, max(3, len(node.configuration)))
    if node.front is not None:
        yield from _not_unit(where, "front", node.front, 3)
    elif node.oriented:
        yield f"{where}: field front: an oriented thing needs a front"
    if node.upright is not None:
        yield from _not_unit(where, "upright", node.upright, 3)
    if node.slot is not None and node.slot not in ids:
        yield f'{where}: field slot: there is no node "{node.slot}"{did_you_mean(node.slot, ids)}'
    for field, number in (("row", node.row), ("column", node.column)):
        if number is not None and number < 1:
            yield f"{where}: field {field}: {number} is less than 1, where counting starts"
    if node.occupancy is not None and not 0 <= node.occupancy <= 1:
        yield f"{where}: field occupancy: {node.occupancy} is not between 0 and 1"
    for camera, fraction in node.visible.items():
        if not 0 <= fraction <= 1:
            yield f'{where}: field visible: {fraction} for camera "{camera}" is not between 0 and 1'
    for camera, count in node.pixels.items():
        if count < 0:
            yield f'{where}: field pixels: {count} for camera "{camera}" is less than 0'


def _problems_of_camera(where: str, camera: Camera) -> Iterator[str]:
    yield from _not_numbers(where, "position", camera.position, 3)
    yield from _not_unit(where, "quaternion", camera.quaternion, 4)
    wrong: list[str] = []
    if len(camera.K) != 3:
        wrong.append(f"{where}: field K: it has {len(camera.K)} rows instead of 3")
    wrong += (problem for row in camera.K for problem in _not_numbers(where, "K", row, 3))
    yield from wrong
    if camera.projection not in PROJECTIONS:
        known = " nor ".join(f'"{one}"' for one in PROJECTIONS)
        yield f'{where}: field projection: "{camera.projection}" is neither {known}'
    elif camera.is_orthographic and not wrong and min(camera.K[0][0], camera.K[1][1]) <= 0:
        yield f"{where}: field K: an orthographic camera has pixels a metre above 0"
    if camera.width < 1 or camera.height < 1:
        yield f"{where}: field width, height: {camera.width} x {camera.height} pixels make no picture"


def _not_numbers(where: str, field: str, values: Sequence[float], length: int) -> Iterator[str]:
    if len(values) != length:
        yield f"{where}: field {field}: it has {len(values)} numbers instead of {length}"
    elif not all(map(math.isfinite, values)):
        yield f"{where}: field {field}: every number must be finite: {list(values)}"


def _not_unit(where: str, field: str, values: Sequence[float], length: int) -> Iterator[str]:
    if len(values) == length and abs(_length(values) - 1) <= _UNIT:
        return  # so all of them are finite
    wrong = list(_not_numbers(where, field, values, length))
    yield from wrong
    if not wrong:
        yield f"{where}: field {field}: it has length {math.hypot(*values):.6g} instead of 1"


def _length(values: Sequence[float]) -> float:
    """Infinite where the sum of the squares is too large for a number."""
    try:
        return math.sqrt(math.fsum([value * value for value in values]))
    except OverflowError:
        return math.inf


def _unit(values: tuple[float, ...]) -> tuple[float, ...]:
    """Of length 1 to the last bits; what is so already keeps its bits, so that reading back is equal."""
    length = _length(values)
    return values if abs(length - 1) <= _ALREADY_UNIT else tuple(value / length for value in values)


def normalised_node(node: Node) -> Node:
    """The node with its nearly-unit vectors made unit."""
    quaternion = _unit(node.quaternion)
    front = None if node.front is None else _unit(node.front)
    upright = None if node.upright is None else _unit(node.upright)
    if (quaternion, front, upright) == (node.quaternion, node.front, node.upright):
        return node
    return evolve(node, quaternion=quaternion, front=front, upright=upright)


def normalised_camera(camera: Camera) -> Camera:
    """The camera with its nearly-unit quaternion made unit."""
    return evolve(camera, quaternion=_unit(camera.quaternion))
