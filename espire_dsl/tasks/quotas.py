"""How many tasks of each type there are: as a family states it, as its sweep over scenes has it, or the usual
number."""

from __future__ import annotations

import math

from espire_dsl.language.families.domains import ValueDomain
from espire_dsl.language.families.family import Family
from espire_dsl.tasks.scene_cells import is_swept


def quota_of(family: Family, usual: int) -> int:
    """How many tasks of each type a family has; of a sweep over scenes one (or a pair) for each scene."""
    if not is_swept(family):
        return stated_or(family, usual)
    values = [v.domain.values for v in family.scene_variables if isinstance(v.domain, ValueDomain)]
    return math.prod(map(len, values)) * family.times.count * (1 if family.contrast is None else 2)


def stated_or(family: Family, usual: int) -> int:
    """The quota that a family states, or the usual one."""
    return usual if family.quota is None else family.quota.count


def is_balanced(family: Family) -> bool:
    """Whether no right answer of a type may be commoner than its share."""
    return family.quota is not None and family.quota.balanced
