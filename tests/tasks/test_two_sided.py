"""Labels with two sides: which one, how clearly, and the other one as the only wrong option."""

from __future__ import annotations

from pathlib import Path

import pytest

from espire_dsl.language.core.values import ThingRef
from espire_dsl.language.families.family import Family
from espire_dsl.program.family_evaluation import evaluate_family
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.batch_evaluator import BatchEvaluator
from espire_dsl.tasks.options import Offer, offer_of
from tests.nodes import node as new_node
from tests.program.test_margins import VIEWER, near
from tests.tasks.helpers import answering, family_from

IN_VIEW = "orientation coarse, frame relative, reference near"
PROGRAMS = {
    "left_or_right(A, of: B, in: relative)": (IN_VIEW, "left"),
    "front_or_behind(A, of: B, in: relative)": (IN_VIEW, "front"),
    "above_or_below(A, of: B)": ("orientation coarse, frame absolute, reference near", "above"),
    "closer_or_farther(A, than: B, to: viewer)": ("distance coarse, reference viewer", "closer"),
}
OPPOSITES = {"left": "right", "front": "behind", "above": "below", "closer": "farther"}
SCENE = Scene.build(
    [
        VIEWER,
        new_node("a", "near", (-0.5, -0.5, 0.5), category="pagoda"),
        near("b", 0, 0),
        near("c", 0.02, 0.02),
    ]
)


def family_of(program: str, folder: Path, distract: str = "distract 1 from opposite") -> Family:
    naming, frame = ("naming frame ", ", {{ frame }}") if "in:" in program else ("", "")
    clauses = f"""let A, B in near
      program {program}
      answer choice
      {distract}
      say {naming}"Which is it with {{{{ A }}}} and {{{{ B }}}}{frame}?"
    """
    return family_from(folder, answering(clauses, PROGRAMS[program][0]))


def answer_of(family: Family, a: str, b: str) -> object:
    return evaluate_family(family, SCENE, {"A": ThingRef(a, SCENE), "B": ThingRef(b, SCENE)}).answer


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.partition("(")[0])
def test_the_other_side_is_the_wrong_option(program: str, tmp_path: Path) -> None:
    family, label = family_of(program, tmp_path), PROGRAMS[program][1]
    other = OPPOSITES[label]
    assert (answer_of(family, "a", "b"), answer_of(family, "b", "a")) == (label, other)
    for answer, wrong in ((label, other), (other, label)):
        assert offer_of(family, answer, None, SCENE) == Offer((answer,), ((wrong,),))


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.partition("(")[0])
def test_sides_that_nearly_meet_are_not_clear(program: str, tmp_path: Path) -> None:
    family = family_of(program, tmp_path)
    clear, unclear = BatchEvaluator.of([SCENE]).evaluate(
        family, [(0, {"A": "a", "B": "b"}), (0, {"A": "c", "B": "b"})]
    )
    assert (clear.is_clear, unclear.is_clear) == (True, False)


def test_there_is_one_opposite(tmp_path: Path) -> None:
    program = next(iter(PROGRAMS))
    with pytest.raises(AssertionError, match="2 options asked for, and there is one opposite"):
        family_of(program, tmp_path, "distract 2 from opposite")
