"""What an evaluation did, step by step, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import asdict, field, frozen

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
    """One function call: inputs by name, the output, and for a decision its margin, frame and measures."""

    function: str
    inputs: Mapping[str, Any]
    output: Any
    margin: float | None = None
    unit: str | None = None
    required_margin: float | None = None
    frame: Frame | None = None
    measured: Mapping[str, Any] = field(factory=dict)
    angles: Mapping[str, float] = field(factory=dict)
    constraint: Mapping[str, Any] | None = None
    node: Typed | None = field(default=None, eq=False, repr=False)

    def to_json(self) -> dict[str, Any]:
        frame = None
        if self.frame is not None:
            frame = {k: list(v) if isinstance(v, tuple) else v for k, v in asdict(self.frame).items()}
        return {
            "function": self.function,
            "inputs": dict(self.inputs),
            "output": self.output,
            "margin": self.margin,
            "unit": self.unit,
            "frame": frame,
            "measured": {key: plain(value) for key, value in self.measured.items()},
            "angles": dict(self.angles),
        }


def plain(value: Any) -> Any:
    """A value as JSON has it: ids for things, text for reasoning types and frames."""
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
        case tuple() | list():
            return [plain(v) for v in value]
        case float() if value != value:
            return None
        case _:
            return value
