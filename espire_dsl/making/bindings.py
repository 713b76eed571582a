"""Jobs that find all valid bindings of families on scenes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from attrs import field, fields, frozen

from espire_dsl.checking.cache import compiler_hash
from espire_dsl.language.core.values import TypeValue
from espire_dsl.language.family import Family
from espire_dsl.making.content import key_of
from espire_dsl.making.known_families import FamilyKey
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.asker import Asker
from espire_dsl.tasks.bound import Bound, bind
from espire_dsl.tasks.plan import plans_of
from espire_dsl.tasks.reason import Reason
from espire_dsl.tasks.rulebook import RuleBook
from espire_dsl.tasks.variants import Member, TypeKey, Unit, units_of

_REST = tuple(a.name for a in fields(Bound) if a.name not in ("values", "answer"))


@frozen
class Asking:
    """A family of a suite, its key, and the rules of the suite."""

    suite: str
    family: Family
    key: FamilyKey
    rules: RuleBook


@frozen
class Bindings:
    """The units of a family by type and by the id of their scene, and what was refused."""

    units: Mapping[TypeKey, Mapping[str, tuple[Unit, ...]]] = field(hash=False)
    refused: Mapping[tuple[TypeKey, Reason], int] = field(hash=False)


@frozen
class BindingJob:
    """Families to be asked of the same scenes; a unit is one family."""

    scenes: tuple[Scene, ...] = field(repr=False)
    scenes_key: str
    askings: tuple[Asking, ...]
    seed: int

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(
            key_of("bindings", self.scenes_key, a.suite, a.key.unsaid, a.rules, self.seed, compiler_hash())
            for a in self.askings
        )

    def run(self) -> tuple[bytes, ...]:
        askers: dict[str, Asker] = {}
        found = []
        for asking in self.askings:
            if asking.suite not in askers:
                askers[asking.suite] = Asker.of(self.scenes, asking.rules)
            found.append(_written(self._bind(asking, askers[asking.suite])))
        return tuple(found)

    def _bind(self, asking: Asking, asker: Asker) -> Bindings:
        family = asking.family
        units: dict[TypeKey, dict[str, tuple[Unit, ...]]] = {}
        refused: Counter[tuple[TypeKey, Reason]] = Counter()
        found: dict[int, dict[str, tuple[Bound, ...]]] = {}
        for plan in plans_of(family):
            bound = bind(asking.suite, plan, self.scenes, asker, self.seed)
            refused.update({((family.name, plan.type), reason): n for reason, n in bound.refused.items()})
            for place, bounds in bound.bindings.items():
                found.setdefault(place, {})[plan.type] = bounds
        for place, by_type in sorted(found.items()):
            together = units_of(family, by_type)
            for key, members in together.by_type.items():
                units.setdefault(key, {})[self.scenes[place].id] = members
            refused.update({(key, Reason.INCOMPLETE): n for key, n in together.incomplete.items()})
        return Bindings(units, refused)


def _written(bindings: Bindings) -> bytes:
    units = [
        [key, [[scene, [_unit_to_json(unit) for unit in units]] for scene, units in by_scene.items()]]
        for key, by_scene in bindings.units.items()
    ]
    refused = [[*key, reason.name, count] for (key, reason), count in bindings.refused.items()]
    return json.dumps({"units": units, "refused": refused}).encode()


def bindings_of(result: bytes) -> Bindings:
    """What a job found out about a family."""
    data = json.loads(result)
    return Bindings(
        {
            (family, type_): {scene: tuple(map(_unit_from_json, units)) for scene, units in by_scene}
            for (family, type_), by_scene in data["units"]
        },
        {((family, type_), Reason[reason]): count for family, type_, reason, count in data["refused"]},
    )


def _unit_to_json(unit: Unit) -> Any:
    return [[*m.type, _bound_to_json(m.bound)] for m in unit.members]


def _unit_from_json(data: Any) -> Unit:
    return Unit(tuple(Member((family, type_), _bound_from_json(bound)) for family, type_, bound in data))


def _bound_to_json(bound: Bound) -> Any:
    values = {
        name: {"type": value.constructor, "with": value.arguments} if isinstance(value, TypeValue) else value
        for name, value in bound.values.items()
    }
    rest = [getattr(bound, name) for name in _REST]
    return [values, bound.answer, isinstance(bound.answer, tuple), rest]


def _bound_from_json(data: Any) -> Bound:
    values, answer, of_things, rest = data
    undecided, *flags = rest
    return Bound(
        {
            name: TypeValue(value["type"], tuple(value["with"])) if isinstance(value, dict) else value
            for name, value in values.items()
        },
        tuple(answer) if of_things else answer,
        tuple(undecided),
        *flags,
    )
