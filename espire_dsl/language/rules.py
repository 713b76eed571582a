"""The rules of a fair task, with their numbers: the one place where these stand.

A task is asked only if a careful person with the picture, a pencil and no ruler would defend its answer. A
suite changes a number in the `[rules]` of its espire.toml, a family in a `require` that compares the rule's
name with a constant; the manifest lists what was changed. What each rule looks at is in `espire_dsl.tasks`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

from attrs import Attribute, evolve, field, fields, frozen

from espire_dsl.language.types import ANGLE, BOOL, INT, LABEL, LENGTH, NUMBER, PIXELS, Scalar, Type

AT_LEAST: Final = ">="
AT_MOST: Final = "<="
NAMED, OPEN = "named", "open"


def _rule(default: float | str, type_: Scalar, sense: str, meaning: str) -> Any:
    return field(default=default, metadata={"type": type_, "sense": sense, "meaning": meaning})


@frozen
class Rules:
    """The numbers of all rules. Lengths are metres, angles degrees."""

    margin: float = _rule(
        0.05,
        LENGTH,
        AT_LEAST,
        "How far every other candidate stays beyond the boundary of a decision; of ranks and extremes, how "
        "far the answer is from its neighbours in the order.",
    )
    margin_angle: float = _rule(
        5.0,
        ANGLE,
        AT_LEAST,
        "The same for decisions by an angle; an hour of the clock may be told by `margin` instead. A family "
        "changes it with `require margin >= 5 deg`.",
    )
    margin_fraction: float = _rule(
        0.05, NUMBER, AT_LEAST, "The same for how full something is, as a part of its floor."
    )
    margin_pixels: float = _rule(
        10.0,
        PIXELS,
        AT_LEAST,
        "The same for places and sizes in a picture, whatever its size, and for the picture columns of "
        "things that are counted from the viewer's left or right. A family changes it with `require margin "
        ">= 5 px`.",
    )
    margin_share: float = _rule(
        0.10,
        NUMBER,
        AT_LEAST,
        "Besides `margin`, a part of the stated length, or of the larger of two compared distances, that "
        "others stay beyond the boundary.",
    )
    ample_share: float = _rule(
        0.15,
        NUMBER,
        AT_LEAST,
        "Bindings that keep this part in the place of `margin_share` are drawn first; others only where "
        "there are none left.",
    )
    inside: float = _rule(0.0, LENGTH, AT_LEAST, "How far answers stay inside a stated length.")
    inside_share: float = _rule(
        0.05, NUMBER, AT_LEAST, "Besides `inside`, the part of a stated length that answers stay inside it."
    )
    rounding_share: float = _rule(
        0.10,
        NUMBER,
        AT_LEAST,
        "How far a number whose precision is stated (`answer number in m to 0.1`) stays from where it would "
        "be rounded to another one, as a part of the step; at most 0.5.",
    )
    candidate_count: int = _rule(3, INT, AT_LEAST, "How many candidates there are (2 at level easy).")
    ranked_count: int = _rule(4, INT, AT_LEAST, "How many candidates there are where one is counted to.")
    line_count: int = _rule(3, INT, AT_LEAST, "How many rows or columns there are where these are counted.")
    chance: float = _rule(
        0.5, NUMBER, AT_MOST, "How often a random candidate is right (poses that are asked for apart)."
    )
    visible: float = _rule(
        0.5,
        NUMBER,
        AT_LEAST,
        "The visible part of every answer and of everything that is measured from; of slots and spaces, of "
        "the pixels of their opening.",
    )
    pixels: int = _rule(
        150, INT, AT_LEAST, "Their pixels in a picture of 640 x 480; in proportion in others."
    )
    front_angle: float = _rule(
        120.0,
        ANGLE,
        AT_MOST,
        "How far the front of a thing whose own sides are asked about points away from the camera, on the "
        "floor.",
    )
    salience: float = _rule(
        45.0, ANGLE, AT_MOST, "How far off the axis of a side relation its best answer lies."
    )
    undecided_share: float = _rule(
        1 / 3,
        NUMBER,
        AT_MOST,
        "The part of the spaces that may be undecided: free room is sampled, and a sample within the margin "
        "of a boundary, or across the boundary of a side, is neither right nor wrong.",
    )
    frame_share: float = _rule(
        0.5,
        NUMBER,
        AT_LEAST,
        "The part of the tasks of a family, among those with several frame readings, whose answers depend "
        "on the frame.",
    )
    frame_supply: float = _rule(
        0.1,
        NUMBER,
        AT_LEAST,
        "The part of a family's fair bindings that must depend on the frame for `frame_share` to be asked.",
    )
    tasks_a_scene: int = _rule(1, INT, AT_MOST, "How many tasks of a type are about one scene.")
    complete: bool = _rule(
        True,
        BOOL,
        "",
        "Whether every type must have its number of tasks. If not, `compile` ends well without, and the "
        "manifest lists what is short.",
    )
    spoken: bool = _rule(
        True,
        BOOL,
        "",
        "Whether stated lengths are those that people say: whole centimetres below 50 cm, steps of 5 cm "
        'below 2 m, of 10 cm above; and what is "about" a length is an answer\'s own, rounded so.',
    )
    frames: str = _rule(
        NAMED,
        LABEL,
        "",
        "`named`: a sentence names its frame where that matters. `open`: sentences leave the frame open, and "
        "the readings are disjoint.",
    )

    def changed(self, *more: Mapping[str, Any]) -> Rules:
        """These rules with other numbers; later ones win."""
        merged = {name: value for numbers in more for name, value in numbers.items()}
        return evolve(self, **merged) if merged else self


USUAL: Final = Rules()
AT_LEVEL: Final[Mapping[str, Mapping[str, Any]]] = {"easy": {"candidate_count": 2}}
"""What is usual at a level only: two books on a table are the easy level of the ESPIRE paper."""

FIELDS: Final[Mapping[str, Attribute[Any]]] = {a.name: a for a in fields(Rules)}
RULE_OF_MARGIN: Final[dict[Type, str]] = {
    LENGTH: "margin",
    ANGLE: "margin_angle",
    PIXELS: "margin_pixels",
    NUMBER: "margin_fraction",
}
"""The rule that `require margin >= ...` sets, by the type of the constant."""
IN_REQUIRE: Final = {
    name: a.metadata["type"]
    for name, a in FIELDS.items()
    if a.metadata["sense"] and name not in RULE_OF_MARGIN.values()
}
"""The rules that a `require` knows by their names, besides `margin`."""
OF_SUITES: Final = tuple(name for name, a in FIELDS.items() if not a.metadata["sense"])
"""The rules that are no numbers, and that no `require` can set."""


def problem_of(name: str, value: float) -> str | None:
    """What is wrong with a number for a rule, in words that follow "it"."""
    if not math.isfinite(value):
        return "must be a number"
    if value < 0:
        return "must not be negative"
    wanted = FIELDS[name].metadata["type"]
    if wanted == INT and value != int(value):
        return "must be a whole number"
    return "is a part, from 0 to 1" if wanted == NUMBER and value > 1 else None
