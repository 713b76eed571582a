"""Jobs that hold the ends of plans against the task: a book in a right space may still be too far away.

The predicate of a space was asked of the space's box; of a placed book it is asked of the book itself.
"""

from __future__ import annotations

import json

from attrs import evolve, field, frozen

from espire_dsl.checking.cache import compiler_hash
from espire_dsl.judging.predicate import Program
from espire_dsl.judging.whereabouts import whereabouts
from espire_dsl.making.content import key_of
from espire_dsl.making.known_families import FamilyKey
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.staged import Ending
from espire_dsl.tasks.binding import in_scene
from espire_dsl.tasks.bound import Bound
from espire_dsl.tasks.plan import Plan
from espire_dsl.tasks.record import tolerance_of
from espire_dsl.tasks.steps import steps_of


@frozen
class Case:
    """A binding of a family with this key, and by answer where the planner would put the held book."""

    plan: Plan
    key: FamilyKey
    bound: Bound = field(hash=False)
    endings: tuple[tuple[str, Ending], ...]


@frozen
class JudgingJob:
    """Bindings on one scene; a unit is a binding."""

    scene: Scene = field(repr=False)
    staged_as: str
    held: str
    cases: tuple[Case, ...]

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(
            key_of(
                "judgement",
                compiler_hash(),
                self.staged_as,
                case.key.unsaid,
                case.plan.type,
                case.bound.key,
                case.endings,
            )
            for case in self.cases
        )

    def run(self) -> tuple[bytes, ...]:
        book = self.scene.node(self.held)
        return tuple(json.dumps(_missed(case, self.scene, book)).encode() for case in self.cases)


def _missed(case: Case, scene: Scene, book: Node) -> dict[str, str]:
    """The answers at which the book would not be where the task wants it, each with a sentence."""
    family = case.plan.family
    steps = steps_of(family, in_scene(family, case.bound.values, scene))
    program = Program.of(steps, scene, tolerance_of(case.plan))
    missed = {}
    for answer, (center, quaternion) in case.endings:
        placed = evolve(book, center=center, quaternion=quaternion)
        checks = program.checks(placed, whereabouts(scene, placed))
        failed = [f"{check.name}: {check.detail}" for check in checks if not check.passed]
        if failed:
            missed[answer] = "; ".join(failed)
    return missed


def missed_of(result: bytes) -> dict[str, str]:
    """What a job found out about a binding."""
    missed: dict[str, str] = json.loads(result)
    return missed
