"""The fast evaluator has an entry for everything that the reference has one for."""

from __future__ import annotations

from espire_dsl.language.core.constructors import COMPARISONS, CONSTRUCTORS
from espire_dsl.language.core.functions import FUNCTIONS
from espire_dsl.language.operators import COMPUTE
from espire_dsl.program.batched.decisions import COMPARING, DECISIONS
from espire_dsl.program.batched.functions import BATCHED, ROW_BY_ROW
from espire_dsl.program.batched.measuring import MEASURES
from espire_dsl.program.batched.operators import BINARY


def test_every_function_has_a_batched_form_or_a_way_out() -> None:
    assert BATCHED.keys() | ROW_BY_ROW == FUNCTIONS.keys()
    assert not BATCHED.keys() & ROW_BY_ROW


def test_every_reasoning_type_is_measured_and_decided() -> None:
    assert MEASURES.keys() == DECISIONS.keys() == CONSTRUCTORS.keys() - COMPARISONS.keys()
    assert COMPARING.keys() == COMPARISONS.keys()


def test_every_operator_is_there() -> None:
    assert BINARY.keys() | {"==", "!=", "and", "or"} == COMPUTE.keys()
