"""The rules that a binding must meet to become a task. Each names why it refuses."""

from __future__ import annotations

from espire_dsl.tasks.options import has_options
from espire_dsl.tasks.outcome import Outcome
from espire_dsl.tasks.plan import Plan
from espire_dsl.tasks.reason import Reason

SALIENT_WITHIN = 45.0
OPEN_FRAME_SUITES = frozenset({"espire_frames"})
"""Suites whose sentences leave the frame open on purpose: there, readings have to differ."""


def refusal(plan: Plan, outcome: Outcome) -> Reason | None:
    """The first rule that an outcome breaks on its own, without looking at other programs."""
    if outcome.problem is not None:
        return outcome.problem
    if outcome.is_of_things and not outcome.answer:
        return Reason.NO_ANSWER
    if is_trivial(outcome) and not plan.fixes_pose:
        return Reason.TRIVIAL
    if not outcome.margins_hold:
        return Reason.MARGIN
    if not outcome.requirements_hold:
        return Reason.REQUIREMENT
    if not is_salient(outcome) and not plan.of_viewer:
        return Reason.NOT_SALIENT
    if not has_options(plan.family, outcome.answer, outcome.candidates):
        return Reason.TOO_FEW_OPTIONS
    return None


def is_trivial(outcome: Outcome) -> bool:
    """No candidate would be wrong."""
    if not outcome.is_of_things or outcome.candidates is None:
        return False
    return set(outcome.answer) >= set(outcome.candidates)


def is_salient(outcome: Outcome) -> bool:
    """For a side relation: some answer lies near the axis of the side.

    Not asked of the viewer's own sides: what a camera sees is before it, and never within 45 degrees of its
    left or right.
    """
    if not outcome.angles or not outcome.is_of_things:
        return True
    return any(outcome.angles.get(id, 180.0) <= SALIENT_WITHIN for id in outcome.answer)


def reading_refusal(suite: str, readings_differ: bool, can_name_frame: bool) -> Reason | None:
    """Sentences that leave the frame open belong where that is wanted, and nowhere else."""
    if suite in OPEN_FRAME_SUITES:
        return None if readings_differ else Reason.ONE_READING
    return Reason.OTHER_READING if readings_differ and not can_name_frame else None
