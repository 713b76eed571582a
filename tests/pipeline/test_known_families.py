"""Copies of a family are taken for the one that was met first, and families that differ never are."""

from __future__ import annotations

import pickle
from pathlib import Path

from attrs import evolve

from espire_dsl.language.families.family import Family
from espire_dsl.pipeline.known_families import FamilyKey, first_met
from tests.tasks.helpers import family_from, pick

TEXT = pick(
    """let O in viewer
  let R in { LessThan(d) } where d in 60 cm .. 190 cm step 5 cm
  program filter_distance(candidates, R, to: O)
  say naming measure "{{ Pick }} a book {{ R.of(O) }}, {{ measure }}."
""",
    "distance coarse, reference viewer",
)


def copied(family: Family) -> Family:
    copy: Family = pickle.loads(pickle.dumps(family))
    return copy


def test_a_copy_that_a_job_brings_is_the_family_that_is_here(tmp_path: Path) -> None:
    family = family_from(tmp_path, TEXT)
    key = FamilyKey.of(family)
    met = first_met(family, key)
    copy = copied(family)
    assert copy is not met
    assert first_met(copy, FamilyKey.of(copy)) is met


def test_a_family_of_the_same_key_with_other_values_stays_itself(tmp_path: Path) -> None:
    family = family_from(tmp_path, TEXT)
    key = FamilyKey.of(family)
    first_met(family, key)
    told = evolve(family, variables=family.variables[:1])
    assert first_met(told, key) is told
    assert first_met(copied(told), key) is told
