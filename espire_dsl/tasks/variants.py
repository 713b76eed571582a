"""Tasks that belong together: the full grid of swept variables, and the pairs of a contrast."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import frozen

from espire_dsl.language.families.domains import TypeDomain, ValueDomain
from espire_dsl.language.families.family import Family
from espire_dsl.tasks.bindings import Binding, binding_key
from espire_dsl.tasks.partial_bindings import Values, written_out

TypeKey = tuple[str, str]
"""The family's name and the type's."""


@frozen
class Member:
    """A binding of a task group, with the type that its task counts for."""

    type: TypeKey
    binding: Binding


@frozen
class TaskGroup:
    """Bindings that become tasks together; most often one."""

    members: tuple[Member, ...]

    @property
    def strict(self) -> bool:
        """Whether all meet the rules of the suite, and not only weaker ones of their family."""
        return all(m.binding.strict for m in self.members)

    @property
    def ample(self) -> bool:
        """Whether all were decided by so much that they are drawn first."""
        return all(m.binding.ample for m in self.members)

    @property
    def frame_sensitive(self) -> bool | None:
        """Whether the answers depend on the frame; None where there is one reading only."""
        flags = [m.binding.frame_sensitive for m in self.members if m.binding.frame_sensitive is not None]
        return any(flags) if flags else None


@frozen
class TaskGroups:
    """The task groups of a family on one scene by type, and how many bindings had to be left out."""

    by_type: Mapping[TypeKey, tuple[TaskGroup, ...]]
    incomplete: Mapping[TypeKey, int]


def task_groups_of(family: Family, bindings: Mapping[str, Sequence[Binding]]) -> TaskGroups:
    """Bring together what belongs together. A task group that lacks a part is left out."""
    members = [Member((family.name, name), b) for name, found in bindings.items() for b in found]
    if not family.sweep and family.contrast is None:
        return TaskGroups(_by_type(TaskGroup((member,)) for member in members), {})
    complete = list(_together(family, members))
    kept = {(m.type, m.binding.key) for task_group in complete for m in task_group.members}
    incomplete: dict[TypeKey, int] = {}
    for member in members:
        if (member.type, member.binding.key) not in kept:
            incomplete[member.type] = incomplete.get(member.type, 0) + 1
    return TaskGroups(_by_type(complete), incomplete)


def _by_type(task_groups: Iterable[TaskGroup]) -> dict[TypeKey, tuple[TaskGroup, ...]]:
    found: dict[TypeKey, list[TaskGroup]] = {}
    for task_group in task_groups:
        found.setdefault(task_group.members[0].type, []).append(task_group)
    return {key: tuple(members) for key, members in found.items()}


def _together(family: Family, members: Sequence[Member]) -> Iterator[TaskGroup]:
    wanted = math.prod(_grid_size(family, name) for name in family.sweep)
    grids: dict[str, list[Member]] = {}
    for member in members:
        grids.setdefault(_key(member.binding.values, family.sweep), []).append(member)
    complete = {key: group for key, group in grids.items() if len(group) == wanted}
    if family.contrast is None:
        yield from (TaskGroup(tuple(group)) for group in complete.values())
        return
    first, second = family.contrast
    for key, group in complete.items():
        other = _key(_swapped(group[0].binding.values, first, second), family.sweep)
        if key < other and other in complete and _flips(group, complete[other], first, second):
            yield TaskGroup((*group, *complete[other]))


def _grid_size(family: Family, name: str) -> int:
    variable = family.variable(name)
    assert variable is not None
    if isinstance(variable.domain, TypeDomain):
        return sum(len(list(written_out(c, variable.domain))) for c in variable.domain.choices)
    assert isinstance(variable.domain, ValueDomain)
    return len(variable.domain.values)


def _key(values: Values, without: Sequence[str]) -> str:
    return binding_key({name: value for name, value in values.items() if name not in without})


def counterpart_key(family: Family, binding: Binding) -> str | None:
    """The key of the binding with which a binding is contrasted."""
    return None if family.contrast is None else binding_key(_swapped(binding.values, *family.contrast))


def _swapped(values: Values, first: str, second: str) -> Values:
    return {**values, first: values[second], second: values[first]}


def _flips(group: Sequence[Member], others: Sequence[Member], first: str, second: str) -> bool:
    """Every member has a counterpart with another answer."""
    answers = {m.binding.key: m.binding.answer for m in others}
    wanted = [(binding_key(_swapped(m.binding.values, first, second)), m.binding.answer) for m in group]
    return all(key in answers and answers[key] != answer for key, answer in wanted)
