"""The rules that a binding must meet to become a task. Each names why it refuses.

Their numbers are in `espire_dsl.language.rules`; whether decisions are clear is found out in `clarity`.
"""

from __future__ import annotations

from espire_dsl.language.rules import Rules
from espire_dsl.tasks.outcome import Outcome
from espire_dsl.tasks.plan import FamilyPlan
from espire_dsl.tasks.reason import Reason
from espire_dsl.tasks.spoken_numbers import rounding_share

_NOISE = 1e-9


def refusal(plan: FamilyPlan, outcome: Outcome, rules: Rules) -> Reason | None:
    """The first rule that an outcome breaks on its own, without looking at other programs."""
    if outcome.problem is not None:
        return outcome.problem
    if outcome.is_of_things and not outcome.answer:
        return Reason.NO_ANSWER
    if not outcome.is_clear:
        return Reason.MARGIN
    step = plan.family.answer.step
    if step is not None and rounding_share(step, outcome.answer) < rules.rounding_share:
        return Reason.ROUNDING
    if plan.points and not plan.fixes_pose:
        reason = _pointing_refusal(plan, outcome, rules)
        if reason is not None:
            return reason
    if plan.points and outcome.hides_answer:
        return Reason.HIDDEN_ANSWER
    if outcome.hides_reference:
        return Reason.HIDDEN_REFERENCE
    if not outcome.requirements_hold:
        return Reason.REQUIREMENT
    if not is_salient(outcome, rules) and not plan.of_viewer:
        return Reason.NOT_SALIENT
    if not outcome.fits_picture:
        return Reason.PICTURE_ORDER
    return None


def _pointing_refusal(plan: FamilyPlan, outcome: Outcome, rules: Rules) -> Reason | None:
    """Candidates to choose from, few enough of which are right, and few enough of which are undecided."""
    if outcome.candidates is None:
        return None
    number = len(outcome.candidates)
    if len(outcome.undecided) > rules.undecided_share * number + _NOISE:
        return Reason.UNDECIDED
    if number < (rules.ranked_count if counts_things(plan) else rules.candidate_count):
        return Reason.FEW_CANDIDATES
    chance = outcome.chance
    return Reason.TRIVIAL if chance is not None and chance > rules.chance + _NOISE else None


def counts_things(plan: FamilyPlan) -> bool:
    """Whether one has to count to the answer: a rank among things."""
    type_ = plan.constructor
    return (
        type_ is not None
        and type_.decision.name == "nth"
        and bool(type_.parameters)
        and not plan.counts_lines
    )


def is_salient(outcome: Outcome, rules: Rules) -> bool:
    """For a side relation: some answer lies near the axis of the side.

    Not asked of the viewer's own sides: what a camera sees is before it, and never within 45 degrees of its
    left or right.
    """
    if not outcome.angles or not outcome.is_of_things:
        return True
    return any(outcome.angles.get(id, 180.0) <= rules.salience for id in outcome.answer)
