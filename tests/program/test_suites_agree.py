"""Every family of the suites, every type, on drawn scenes: both evaluators give the same."""

from __future__ import annotations

import numpy as np
import pytest

from espire_dsl.language.core.values import TypeValue
from espire_dsl.language.families.family import Family
from espire_dsl.program.batched import Request, SceneBatch, has_batched_form
from tests.program.agreement import assert_agree, bindings_on
from tests.program.suites import SUITES, families, scenes

SCENES = 6
MOST_ROWS_A_TYPE = 2

all_families = pytest.mark.parametrize(
    "family", [f for suite in SUITES for f in families(suite)], ids=lambda family: family.name
)


def chosen(family: Family, batch: SceneBatch) -> list[Request]:
    """A few rows of each type, spread over the scenes."""
    rng = np.random.default_rng(len(family.name))
    by_type: dict[tuple[str, ...], list[Request]] = {}
    for number in rng.permutation(len(batch.scenes)).tolist():
        for binding in bindings_on(family, batch.scenes[number], rng, most=2):
            types = tuple(v.constructor for v in binding.values() if isinstance(v, TypeValue))
            by_type.setdefault(types, []).append(Request(number, binding))
    return [
        rows[i] for rows in by_type.values() for i in rng.permutation(len(rows))[:MOST_ROWS_A_TYPE].tolist()
    ]


@all_families
def test_families_agree(family: Family) -> None:
    batch = SceneBatch.of_scenes(scenes(family.world, SCENES))
    requests = chosen(family, batch)
    asked = {v.constructor for r in requests for v in r.bindings.values() if isinstance(v, TypeValue)}
    found = assert_agree(family, batch, requests)
    assert asked >= {t for t in family.types if t[0].isupper()}
    assert any(results.ok[row] for results, row in found)


@all_families
def test_families_need_no_way_out(family: Family) -> None:
    programs = [family.program, *family.requirements, *family.tags.values()]
    assert all(has_batched_form(program) for program in programs)
