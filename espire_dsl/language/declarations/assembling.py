"""From the entries of a world with all their values to one description, of which each entry is a part."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal

import numpy as np
from attrs import evolve, field, frozen

from espire_dsl.diagnostics.value import Span
from espire_dsl.domain.error import WorldError
from espire_dsl.domain.recipes import Layout, Standing, Turns, ValueRange
from espire_dsl.domain.worlds import (
    SIDES,
    WORLD_CAMERA,
    CameraSpec,
    Filling,
    FixedCamera,
    Furniture,
    Hand,
    Items,
    Lighting,
    Put,
    Relation,
    Scatter,
    Seen,
    Spaces,
    TextureChoice,
    World,
)
from espire_dsl.language.declarations.formulas import FormulaError

_AIMS: Final[Mapping[str, Literal["front edge", "centre"]]] = {"front_edge": "front edge", "centre": "centre"}

LIGHTS = Lighting(
    (1, 3),
    ValueRange(2.0, 3.0),
    ValueRange(-1.5, 2.0),
    ValueRange(-2.0, 2.0),
    ValueRange(2700.0, 6500.0),
    ValueRange(0.6, 1.4),
)
"""The lights of a world that says nothing about them."""

CAMERA = CameraSpec(ValueRange(0.5, 1.0), "top", ValueRange(0.3, 0.8), ValueRange(-0.5, 0.5), "front edge")
"""The camera of a world with a floor that says nothing about one."""

LABELS = "labels."
"""What the names of arguments begin with that are labels."""

Values = Mapping[str, Any]


@frozen
class Stated:
    """An entry with its values."""

    entry: str
    name: str | None
    values: Values = field(hash=False)
    span: Span = field(eq=False, repr=False)


def assemble(name: str, levels: tuple[str, ...], stated: Sequence[Stated], tries: int, span: Span) -> World:
    """The description; a FormulaError at the entry that cannot be meant."""
    found: dict[str, list[Any]] = {}
    for entry in stated:
        try:
            built = BUILT[entry.entry](entry.name, entry.values)
        except WorldError as error:
            raise FormulaError(str(error), entry.span) from None
        found.setdefault(entry.entry, []).append((entry.name, built))
    try:
        return _world(name, levels, found, tries)
    except WorldError as error:
        raise FormulaError(str(error), span) from None


def _world(name: str, levels: tuple[str, ...], found: Mapping[str, list[Any]], tries: int) -> World:
    def one(entry: str, otherwise: Any = None) -> Any:
        return found[entry][0][1] if entry in found else otherwise

    def every(entry: str) -> tuple[Any, ...]:
        return tuple(value for _, value in found.get(entry, ()))

    items = {id: _with_poses(some, found) for id, some in found.get("items", ())}
    floor = one("floor")
    cameras = every("camera")
    drawn = [camera for camera in cameras if isinstance(camera, CameraSpec)]
    standing = tuple(camera for camera in cameras if isinstance(camera, FixedCamera))
    if not drawn and floor is not None and all(camera.name != WORLD_CAMERA for camera in standing):
        drawn = [CAMERA]
    furniture = one("furniture")
    if "layout" in found and (furniture is None or "cells" not in furniture):
        raise WorldError("a layout divides furniture into cells: say `cells: KIND` behind `furniture`")
    hand, filling = one("hand"), one("fill")
    return World(
        name=name,
        levels=levels,
        floor=floor,
        camera=drawn[0] if drawn else None,
        lighting=one("lights", LIGHTS),
        textures=every("paint"),
        seen=tuple(seen for some in every("see") for seen in some),
        cameras=standing,
        furniture=None if furniture is None else Furniture(**furniture, layouts=every("layout")),
        things=every("put"),
        scatters=tuple(_scatter(values, items) for values in every("scatter")),
        filling=None if filling is None else _filling(filling, items),
        spaces=one("vacancies"),
        hand=None if hand is None else _hand(hand, items),
        tries=tries,
    )


def _with_poses(items: Items, found: Mapping[str, list[Any]]) -> Items:
    every = (value for _, value in found.get("pose", ()))
    poses = tuple((weight, pose) for of, weight, pose in every if of == items.id)
    return evolve(items, poses=poses or ((1.0, Standing()),))


def _counts(by_level: Mapping[str, ValueRange]) -> dict[str, tuple[int, int]]:
    return {level: (int(span.low), int(span.high)) for level, span in by_level.items()}


def _items(name: str | None, values: Values) -> Items:
    kinds, categories = values["of"]
    return Items(
        name or "",
        _counts(values.get("count", {})),
        kinds,
        categories,
        values.get("distinct", False),
        turn=values.get("turned", ValueRange(-180.0, 180.0)),
        extents=values.get("size"),
        labels=_labels(values),
        name=values.get("called"),
        paint=values.get("paint"),
    )


def _labels(values: Values) -> tuple[tuple[str, Any], ...]:
    return tuple(
        sorted((key.removeprefix(LABELS), said) for key, said in values.items() if key.startswith(LABELS))
    )


def _furniture(name: str | None, values: Values) -> dict[str, Any]:
    kept = {"id": name, "categories": values["of"], "stands": values.get("on", ())}
    kept |= {word: values[word] for word in ("board", "cells") if word in values}
    if "medium" in values or "large" in values:
        kept["large"] = (values.get("medium", 0.18), values.get("large", 0.35))
    return kept


def _camera(name: str | None, values: Values) -> CameraSpec | FixedCamera:
    width, height = (int(part) for part in values.get("size", (640, 480)))
    lens, metres = values.get("lens", 60.0), values.get("orthographic")
    if width < 1 or height < 1 or not 0 < lens < 180:
        raise WorldError("a camera needs a picture and a lens between 0 and 180 degrees")
    if metres is not None and "lens" in values:
        raise WorldError("a camera has a lens or is orthographic, not both: leave out `lens`")
    if metres is not None and not 0 < metres < math.inf:
        raise WorldError("the picture of an orthographic camera is more than 0 m high")
    if "at" in values:
        if "to" not in values:
            raise WorldError("a camera at a place looks `to` a point")
        up = values.get("up")
        if values["at"] == values["to"]:
            raise WorldError("a camera cannot look `to` the place where it is")
        if up is not None and not any(np.cross(up, np.subtract(values["at"], values["to"])).tolist()):
            raise WorldError("what is `up` in the picture of a camera is not the way that it looks along")
        return FixedCamera(name or "", values["at"], values["to"], width, height, lens, metres, up)
    if "up" in values:
        raise WorldError("only a camera `at` a place says what is `up` in its picture")
    if name != WORLD_CAMERA or not {"above", "before"} <= values.keys():
        raise WorldError("a camera is `at` a place; the one called world may be `above` and `before` instead")
    return CameraSpec(
        values["above"],
        values.get("from", ("top",))[0],
        values["before"],
        values.get("lateral", ValueRange(0.0, 0.0)),
        _AIMS[values.get("aim", ("centre",))[0]],
        width,
        height,
        lens,
        metres,
    )


def _put(name: str | None, values: Values) -> Put:
    kinds, categories = values["of"]
    sides = [side for side in SIDES if side in values]
    if len(sides) > 1:
        raise WorldError(f"it is put on one side of one thing, not {sides[0]} and {sides[1]}")
    if sides and "at" in values:
        raise WorldError("what has a place `at` coordinates is not put on a side of something as well")
    relation = Relation(sides[0], values[sides[0]][0]) if sides else None
    near = values["from"][0] if "from" in values else None if relation is None else relation.other
    if "distance" in values and near is None:
        raise WorldError("a distance is measured `from` something")
    at = values.get("at")
    turned = values.get("turned", Turns((0.0,)))
    return Put(
        name or "",
        kinds,
        categories,
        None if at is None else (at[0], at[1], at[2] if len(at) > 2 else None),
        values["on"][0] if "on" in values else None,
        relation,
        near,
        values.get("distance"),
        turned,
        values["facing"][0] if "facing" in values else None,
        values.get("size"),
        values.get("fixed", False),
        values.get("name"),
        _labels(values),
        values.get("paint"),
    )


def _scatter(values: Values, items: Mapping[str, Items]) -> Scatter:
    return Scatter(
        values["over"],
        tuple(items[id] for id in values["items"]),
        values.get("gap", 0.0),
        values.get("apart", 0.0),
    )


def _filling(values: Values, items: Mapping[str, Items]) -> Filling:
    rest = {k: v for k, v in values.items() if k not in ("items", "among")}
    return Filling(ornaments=items[values["among"][0]], books=items[values["items"][0]], **rest)


def _hand(values: Values, items: Mapping[str, Items]) -> Hand:
    kept = {k: values[k] for k in ("below", "before", "lateral", "pitch", "yaw", "roll")}
    if "holds" in values:
        kept["holds"] = items[values["holds"][0]]
    if "draws" in values:
        kept["held_draws"] = int(values["draws"])
    if "seen" in values:
        kept["held_seen"] = values["seen"]
    return Hand(**kept)


def _lights(_: str | None, values: Values) -> Lighting:
    count = values["count"]
    rest = {k: v for k, v in values.items() if k != "count"}
    return Lighting((int(count.low), int(count.high)), **rest)


BUILT: Mapping[str, Callable[[str | None, Values], Any]] = {
    "floor": lambda _, values: (values["depth"], values["width"]),
    "furniture": _furniture,
    "layout": lambda name, values: Layout(name or "", values["division"], values.get("weight", 1.0)),
    "items": _items,
    "pose": lambda _, values: (values["items"][0], values.get("weight", 1.0), values["pose"]),
    "put": _put,
    "scatter": lambda _, values: values,
    "fill": lambda _, values: values,
    "vacancies": lambda _, values: Spaces(int(values["least"]), values["of"]),
    "camera": _camera,
    "see": lambda _, values: tuple(
        Seen(kind, values.get("part", 0.0), values.get("whole", False)) for kind in values["kinds"]
    ),
    "hand": lambda _, values: values,
    "lights": _lights,
    "paint": lambda _, values: TextureChoice(values["painted"], values["words"]),
}
"""What each entry means, from its name and its values."""
