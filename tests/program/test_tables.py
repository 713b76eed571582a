"""Everything that is declared is implemented, once, and the oracle knows it too."""

from __future__ import annotations

from pathlib import Path

import pytest

from espire_dsl.domain.kinds import ROLES
from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.core.functions import FUNCTIONS
from espire_dsl.language.inference.operators import COMPUTE
from espire_dsl.language.kinds import sort_of
from espire_dsl.language.library import library_kinds
from espire_dsl.program.arrays.decisions import DECISIONS
from espire_dsl.program.arrays.functions import BATCHED
from espire_dsl.program.arrays.measuring import MEASURES
from espire_dsl.program.arrays.operators import BINARY
from tests.program import oracle
from tests.program.oracle.constructors import CONSTRUCTORS as EXPECTED
from tests.program.oracle.functions import FUNCTIONS as ORACLE

ORACLE_FILES = sorted(Path(oracle.__file__).parent.glob("*.py"))


def test_every_function_has_one_implementation() -> None:
    plain = {f.name for f in FUNCTIONS.values() if f.implementation is not None}
    assert BATCHED.keys() | plain == FUNCTIONS.keys()
    assert not BATCHED.keys() & plain
    assert BATCHED.keys() == ORACLE.keys()


def test_every_measure_and_decision_is_named_by_a_type_and_implemented() -> None:
    assert {c.measure.name for c in CONSTRUCTORS.values()} == MEASURES.keys()
    assert {c.decision.name for c in CONSTRUCTORS.values()} == DECISIONS.keys()


def test_the_oracle_states_the_same_types() -> None:
    assert CONSTRUCTORS.keys() == EXPECTED.keys()
    for name, constructor in CONSTRUCTORS.items():
        expected = EXPECTED[name]
        for field in ("unit", "frames", "side", "tolerance"):
            assert getattr(constructor, field) == getattr(expected, field), (name, field)
        for kind in library_kinds():
            asked = (c.candidates.overlaps(sort_of({kind})) for c in (constructor, expected))
            assert kind.name in ROLES or len({*asked}) == 1, (name, kind.name)
        told = [(p.name, p.type) for p in constructor.parameters]
        assert told == [(p.name, p.type) for p in expected.parameters]


def test_every_operator_is_there() -> None:
    assert BINARY.keys() | {"==", "!=", "and", "or"} == COMPUTE.keys()


@pytest.mark.parametrize("path", ORACLE_FILES, ids=lambda path: path.stem)
def test_the_oracle_does_not_know_the_implementation(path: Path) -> None:
    code = path.read_text(encoding="utf-8")
    assert "import espire_dsl.program" not in code
    assert "program.arrays import" not in code
    assert "program.arrays." not in code
    assert "program.single" not in code
    assert "program.batched" not in code
