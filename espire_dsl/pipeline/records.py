"""Jobs that write tasks down: each is asked once more of the reference evaluator, and put into words."""

from __future__ import annotations

from attrs import field, frozen

from espire_dsl.checking.cache import compiler_hash
from espire_dsl.pipeline.content import key_of
from espire_dsl.pipeline.known_families import FamilyKey
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.bindings import Binding
from espire_dsl.tasks.plan import FamilyPlan
from espire_dsl.tasks.record import Wording, task_of
from espire_dsl.tasks.rulebook import RuleBook
from espire_dsl.tasks.task import task_to_line
from espire_dsl.wording.own_words import OwnWords
from espire_dsl.wording.render import Lexicon


@frozen
class Item:
    """A task to be written; `scene` is its place among the scenes of the job."""

    suite: str
    plan: FamilyPlan
    key: FamilyKey
    rules: RuleBook
    words: OwnWords = field(repr=False)
    scene: int
    binding: Binding
    wording: Wording


@frozen
class RecordJob:
    """Tasks to be written down; a unit is a task."""

    scenes: tuple[Scene, ...] = field(repr=False)
    staged_as: tuple[str, ...]
    items: tuple[Item, ...]
    seed: int

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(
            key_of(
                "record",
                compiler_hash(),
                self.seed,
                item.suite,
                item.key.whole,
                item.rules,
                item.words,
                item.plan.type,
                self.staged_as[item.scene],
                item.binding.key,
                item.binding,
                item.wording,
            )
            for item in self.items
        )

    def run(self) -> tuple[bytes, ...]:
        return tuple(
            task_to_line(
                task_of(
                    item.suite,
                    item.plan,
                    self.scenes[item.scene],
                    item.binding,
                    item.wording,
                    Lexicon.load(own=item.words),
                    item.plan.family.catalogue,
                    self.seed,
                    item.rules,
                )
            ).encode()
            for item in self.items
        )
