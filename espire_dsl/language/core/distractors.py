"""Where the wrong options of a choice come from; named in a `distract` clause."""

from __future__ import annotations

from espire_dsl.language.core.function import Invocation, define
from espire_dsl.language.core.values import DistractorValue


@define("others() -> Distractors", "others of the kind")
def others(call: Invocation) -> DistractorValue:  # noqa: ARG001
    """Candidates that are no answers, told apart by name; or other labels or hours that the program could
    have returned."""
    return DistractorValue("others")


@define("opposite() -> Distractors", "the opposite")
def opposite(call: Invocation) -> DistractorValue:  # noqa: ARG001
    """The opposite direction, and the neighbours of the opposite where more are asked for; of two labels,
    the other one."""
    return DistractorValue("opposite")


@define("ratios(ratio: Number...) -> Distractors", "the value times {ratio}")
def ratios(call: Invocation) -> DistractorValue:
    """The right number times the stated ratios, rounded as the right one is; each is there once."""
    return DistractorValue("ratios", tuple(call["ratio"]))


@define("options(label: Label...) -> Distractors", "one of {label}")
def options(call: Invocation) -> DistractorValue:
    """The stated labels that are not true: without the right one, and without another word for it."""
    return DistractorValue("options", tuple(call["label"]))
