"""What an evaluation did, step by step, as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from attrs import asdict, field, frozen

from espire_dsl.domain.kinds import Kind
from espire_dsl.language.core.values import (
    DistractorValue,
    FrameValue,
    ThingList,
    ThingRef,
    ThingSet,
    TypeValue,
)
from espire_dsl.language.typed import Typed
from espire_dsl.scene.frames import Frame
from espire_dsl.scene.graph import Scene


@frozen
class TraceStep:
    """One function call: inputs by name, the output, and for a decision its margin, frame and measures.

    `step` is the step of a stored program that made the call, `also` has margins in other units: in metres,
    of a decision by angle.
    """

    function: str
    inputs: Mapping[str, Any]
    output: Any
    margin: float | None = None
    unit: str | None = None
    frame: Frame | None = None
    measured: Mapping[str, Any] = field(factory=dict)
    angles: Mapping[str, float] = field(factory=dict)
    constraint: Mapping[str, Any] | None = None
    node: Typed | None = field(default=None, eq=False, repr=False)
    step: int | None = None
    also: Mapping[str, float] = field(factory=dict)

    @property
    def margins(self) -> dict[str, float]:
        """The margin by unit; a step may have several."""
        found = {} if self.margin is None or self.unit is None else {self.unit: self.margin}
        for unit, margin in self.also.items():
            found[unit] = min(margin, found.get(unit, margin))
        return found

    def to_json(self, step: int | None = None) -> dict[str, Any]:
        """The step as records have it; `step` is the one of the stored program, if it is not known yet."""
        return {
            "step": self.step if step is None else step,
            "function": self.function,
            "inputs": dict(self.inputs),
            "output": self.output,
            "margin": self.margin,
            "unit": self.unit,
            "frame": None if self.frame is None else plain_frame(self.frame),
            "measured": {key: plain(value) for key, value in self.measured.items()},
            "angles": dict(self.angles),
        }


def plain_frame(frame: Frame) -> dict[str, Any]:
    """A frame as JSON has it."""
    found = asdict(frame, recurse=False)
    return {name: list(value) if isinstance(value, tuple) else value for name, value in found.items()}


def least_margins(trace: Iterable[TraceStep]) -> dict[str, float]:
    """By unit, the least margin over all steps of a trace, in the order of the units' names."""
    least: dict[str, float] = {}
    for step in trace:
        if step.unit is not None or step.also:
            for unit, margin in step.margins.items():
                least[unit] = min(margin, least.get(unit, margin))
    return dict(sorted(least.items()))


_PLAIN: Final = frozenset({str, bool, int, type(None)})
"""Types whose values are the same in JSON; most values are of one of these."""


def plain(value: Any) -> Any:
    """A value as JSON has it: ids for things, text for reasoning types and frames."""
    if type(value) in _PLAIN:
        return value
    match value:
        case ThingRef(id=id):
            return id
        case ThingSet(ids=ids) | ThingList(ids=ids):
            return list(ids)
        case TypeValue(constructor=name, arguments=arguments):
            return {"type": name, "arguments": [plain(a) for a in arguments]}
        case FrameValue(kind=kind, of=of):
            return kind if of is None else f"{kind}({of})"
        case DistractorValue(source=source, arguments=arguments):
            return {"source": source, "arguments": list(arguments)}
        case Scene(id=id):
            return f"scene {id}"
        case Kind(name=name):
            return name
        case tuple() | list():
            return [plain(v) for v in value]
        case float() if value != value:
            return None
        case _:
            return value
