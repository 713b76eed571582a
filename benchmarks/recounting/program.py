"""The bound program of a record, read in its present form and in the one before, and run again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from .deciding import Terms, chosen
from .measuring import measured
from .scene import Scene

KINDS = {
    "books": ("book",),
    "slots": ("slot",),
    "spaces": ("space",),
    "near_ornaments": ("near",),
    "distant_ornaments": ("distant",),
    "ornaments": ("near", "distant"),
    "table": ("table",),
    "shelf": ("shelf",),
    "viewer": ("viewer",),
}
REFERENCES = {
    "filter_distance": ("to",),
    "filter_relation": ("of",),
    "filter_orientation": ("of",),
    "filter_between": ("a", "b"),
    "filter_attribute": (),
    "filter_pose": (),
}


class UnknownStepError(Exception):
    """A function that is not recounted."""


class Hop(NamedTuple):
    """A step that chooses: of which things, by which type, about what, in which frame, how measured."""

    function: str
    type: str
    arguments: tuple[Any, ...]
    references: tuple[str, ...]
    frame: str | None
    way: str
    asked: tuple[str, ...]
    values: Mapping[str, Any]
    chosen: tuple[str, ...]

    @property
    def is_distance(self) -> bool:
        return self.function == "filter_distance"


class Step(NamedTuple):
    """A step in one form: indices of steps it takes, ids it names, and for a choice its type."""

    function: str
    inputs: tuple[int, ...]
    things: tuple[str, ...]
    type: str | None
    arguments: tuple[Any, ...]
    frame: str | None


def steps_of(task: Mapping[str, Any]) -> list[Step]:
    """The steps of a record of either form."""
    return [_present(step) if "arguments" in step else _before(step) for step in task["program_steps"]]


def _before(step: Mapping[str, Any]) -> Step:
    values = list(step["value_inputs"])
    inputs = tuple(step["inputs"])
    if step["function"] == "thing":
        return Step("thing", inputs, tuple(values), None, (), None)
    if step["function"] not in REFERENCES and step["function"] != "place_orientation":
        return Step(step["function"], inputs, (), None, (), None)
    frame = values.pop() if values and values[-1] in ("intrinsic", "relative", "absolute") else None
    return Step(step["function"], inputs, (), values[0], tuple(values[1:]), frame)


def _present(step: Mapping[str, Any]) -> Step:
    given = step["arguments"]
    asked = given.get("type") or {}
    frame = (given.get("in") or {}).get("frame")
    order = ("xs", *REFERENCES.get(step["function"], ()))
    names = [n for n in order if n in given] or [n for n in given if n not in ("type", "in")]
    inputs: list[int] = []
    things: list[str] = []
    for name in names:
        value = given[name]
        if "step" in value:
            inputs.append(value["step"])
        elif "thing" in value:
            inputs.append(-1 - len(things))
            things.append(value["thing"])
        elif "things" in value:
            inputs.append(-1 - len(things))
            things.append("\n".join(value["things"]))
    arguments = tuple(next(iter(a.values())) for a in asked.get("arguments", ()))
    if "kind" in given:
        things = [given["kind"]["kind"]]
    return Step(step["function"], tuple(inputs), tuple(things), asked.get("reasoning"), arguments, frame)


def distance_hops(steps: Sequence[Step]) -> int:
    return sum(step.function == "filter_distance" for step in steps)


def run(
    steps: Sequence[Step],
    scene: Scene,
    terms: Terms,
    ways: Sequence[str] = (),
    instead: Mapping[int, tuple[str, ...]] = {},
) -> tuple[tuple[str, ...] | None, list[Hop]]:
    """What a program gives, and its hops; None where `unique` finds none or several.

    `ways` says how each distance hop measures, in order; `instead`, by its number, what a hop is to choose.
    """
    found: list[tuple[str, ...]] = []
    hops: list[Hop] = []
    left = list(ways)
    for step in steps:
        given = [found[i] if i >= 0 else tuple(step.things[-1 - i].split("\n")) for i in step.inputs]
        if step.function in REFERENCES and step.type is not None:
            way = (left.pop(0) if left else "edges") if step.function == "filter_distance" else ""
            hop = _hop(step, given, scene, terms, way)
            found.append(instead.get(len(hops), hop.chosen))
            hops.append(hop)
            continue
        result = _plain(step, given, scene)
        if result is None:
            return None, hops
        found.append(result)
    return (found[-1] if found else ()), hops


def _plain(step: Step, given: Sequence[tuple[str, ...]], scene: Scene) -> tuple[str, ...] | None:
    name = step.function
    if name == "thing":
        return step.things
    if name in KINDS and not given:
        return tuple(scene.of_kind(*KINDS[name]))
    if name in ("of_kind", "the"):
        return tuple(scene.of_kind(*step.things))
    if name == "filter_kind":
        return tuple(id for id in given[0] if id in scene.of_kind(*step.things))
    if name == "unique":
        return given[0] if len(given[0]) == 1 else None
    if name == "value":
        return given[0]
    if name == "set":
        return tuple(id for ids in given for id in ids)
    if name == "-":
        return tuple(id for id in given[0] if id not in given[1])
    if name == "&":
        return tuple(id for id in given[0] if id in given[1])
    if name == "|":
        return tuple(dict.fromkeys([*given[0], *given[1]]))
    raise UnknownStepError(name)


def _hop(step: Step, given: Sequence[tuple[str, ...]], scene: Scene, terms: Terms, way: str) -> Hop:
    assert step.type is not None
    asked, references = given[0], tuple(ids[0] for ids in given[1:])
    values = measured(scene, step.type, asked, references, step.frame, way)
    right = chosen(step.type, step.arguments, values, terms)
    return Hop(step.function, step.type, step.arguments, references, step.frame, way, asked, values, right)
