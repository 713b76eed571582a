"""Jobs that find all valid bindings of families on scenes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import evolve, field, fields, frozen

from espire_dsl.checking.cache import compiler_hash
from espire_dsl.language.core.values import TypeValue
from espire_dsl.language.families.family import Family
from espire_dsl.memory import paused
from espire_dsl.pipeline.content import key_of
from espire_dsl.pipeline.known_families import FamilyKey, first_met
from espire_dsl.pipeline.scene_ref import Read, SceneRef
from espire_dsl.tasks.batch_evaluator import BatchEvaluator
from espire_dsl.tasks.bindings import Binding, bind
from espire_dsl.tasks.plan import plans_of
from espire_dsl.tasks.reason import Reason
from espire_dsl.tasks.rulebook import RuleBook
from espire_dsl.tasks.variants import Member, TaskGroup, TypeKey, task_groups_of

_REST = tuple(a.name for a in fields(Binding) if a.name not in ("values", "answer"))


@frozen
class BindingRequest:
    """A family of a suite, its key, and the rules of the suite."""

    suite: str
    family: Family
    key: FamilyKey
    rules: RuleBook


@frozen
class Bindings:
    """The units of a family by type and by the id of their scene, and what was refused."""

    task_groups: Mapping[TypeKey, Mapping[str, tuple[TaskGroup, ...]]] = field(hash=False)
    refused: Mapping[tuple[TypeKey, Reason], int] = field(hash=False)


@frozen
class BindingJob:
    """Families to be asked of the same scenes; a unit is one family."""

    scenes: tuple[SceneRef, ...]
    scenes_key: str
    askings: tuple[BindingRequest, ...]
    seed: int

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(
            key_of("bindings", self.scenes_key, a.suite, a.key.unsaid, a.rules, self.seed, compiler_hash())
            for a in self.askings
        )

    def ready(self, read: Read) -> BindingJob:
        return evolve(self, scenes=tuple(scene.loaded(read) for scene in self.scenes))

    def run(self) -> tuple[bytes, ...]:
        askers: dict[tuple[str, str], BatchEvaluator] = {}
        found = []
        for asking in self.askings:
            view = asking.family.view
            if (asking.suite, view) not in askers:
                seen = [ref.scene.through(view) for ref in self.scenes]
                askers[asking.suite, view] = BatchEvaluator.of(seen, asking.rules)
            with paused():
                found.append(_written(self._bind(asking, askers[asking.suite, view])))
        return tuple(found)

    def _bind(self, asking: BindingRequest, evaluator: BatchEvaluator) -> Bindings:
        family, scenes = first_met(asking.family, asking.key), evaluator.batch.scenes
        task_groups: dict[TypeKey, dict[str, tuple[TaskGroup, ...]]] = {}
        refused: Counter[tuple[TypeKey, Reason]] = Counter()
        found: dict[int, dict[str, tuple[Binding, ...]]] = {}
        for plan in plans_of(family):
            found_bindings = bind(asking.suite, plan, scenes, evaluator, self.seed)
            refused.update(
                {((family.name, plan.type), reason): n for reason, n in found_bindings.refused.items()}
            )
            for place, some in found_bindings.bindings.items():
                found.setdefault(place, {})[plan.type] = some
        for place, by_type in sorted(found.items()):
            together = task_groups_of(family, by_type)
            for key, members in together.by_type.items():
                task_groups.setdefault(key, {})[self.scenes[place].id] = members
            refused.update({(key, Reason.INCOMPLETE): n for key, n in together.incomplete.items()})
        return Bindings(task_groups, refused)


def _written(bindings: Bindings) -> bytes:
    task_groups = [
        [
            key,
            [
                [scene, [_group_to_json(task_group) for task_group in task_groups]]
                for scene, task_groups in by_scene.items()
            ],
        ]
        for key, by_scene in bindings.task_groups.items()
    ]
    refused = [[*key, reason.name, count] for (key, reason), count in bindings.refused.items()]
    return json.dumps({"units": task_groups, "refused": refused}).encode()


def bindings_of(result: bytes) -> Bindings:
    """What a job found out about a family."""
    data = json.loads(result)
    return Bindings(
        {
            (family, type_): {
                scene: tuple(map(_group_from_json, task_groups)) for scene, task_groups in by_scene
            }
            for (family, type_), by_scene in data["units"]
        },
        {((family, type_), Reason[reason]): count for family, type_, reason, count in data["refused"]},
    )


def packed_groups(result: bytes, wanted: Iterable[tuple[TypeKey, str, int]]) -> Iterator[bytes]:
    """Some of the task groups that a job found, by type, scene and number there; for `group_of` to read."""
    units = {(family, type_): dict(by_scene) for (family, type_), by_scene in json.loads(result)["units"]}
    return (json.dumps(units[type_][scene][number]).encode() for type_, scene, number in wanted)


def group_of(packed: bytes) -> TaskGroup:
    """A task group that was packed."""
    return _group_from_json(json.loads(packed))


def _group_to_json(task_group: TaskGroup) -> Any:
    return [[*m.type, _binding_to_json(m.binding)] for m in task_group.members]


def _group_from_json(data: Any) -> TaskGroup:
    return TaskGroup(
        tuple(Member((family, type_), _binding_from_json(binding)) for family, type_, binding in data)
    )


def _binding_to_json(binding: Binding) -> Any:
    values = {
        name: {"type": value.constructor, "with": value.arguments} if isinstance(value, TypeValue) else value
        for name, value in binding.values.items()
    }
    rest = [getattr(binding, name) for name in _REST]
    return [values, binding.answer, isinstance(binding.answer, tuple), rest]


def _binding_from_json(data: Any) -> Binding:
    values, answer, of_things, rest = data
    undecided, *flags = rest
    return Binding(
        {
            name: TypeValue(value["type"], tuple(value["with"])) if isinstance(value, dict) else value
            for name, value in values.items()
        },
        tuple(answer) if of_things else answer,
        tuple(undecided),
        *flags,
    )
