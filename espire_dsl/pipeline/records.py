"""Jobs that write tasks down: each is asked once more, with its trace, and put into words."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, field, frozen

from espire_dsl.checking.cache import compiler_hash
from espire_dsl.memory import paused
from espire_dsl.pipeline.content import key_of
from espire_dsl.pipeline.known_families import FamilyKey
from espire_dsl.pipeline.scene_ref import Read, SceneRef
from espire_dsl.tasks.batch_evaluator import BatchEvaluator
from espire_dsl.tasks.bindings import Binding
from espire_dsl.tasks.plan import FamilyPlan
from espire_dsl.tasks.record import Chosen, Wording, tasks_of
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

    scenes: tuple[SceneRef, ...]
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
                self.scenes[item.scene].key,
                item.binding.key,
                item.binding,
                item.wording,
            )
            for item in self.items
        )

    def ready(self, read: Read) -> RecordJob:
        texts = {
            scene.key: scene.loaded(read) for scene in {scene.key: scene for scene in self.scenes}.values()
        }
        return evolve(self, scenes=tuple(texts[scene.key] for scene in self.scenes))

    def run(self) -> tuple[bytes, ...]:
        """Tasks of one type are written together, about scenes that are arrays once."""
        with paused():
            return self._written()

    def _written(self) -> tuple[bytes, ...]:
        by_type: dict[tuple[str, int, str], list[int]] = {}
        for number, item in enumerate(self.items):
            by_type.setdefault((item.suite, id(item.plan.family), item.plan.type), []).append(number)
        seen = {view: self._seen_through(view) for view in {item.plan.family.view for item in self.items}}
        lines: dict[int, bytes] = {}
        for numbers in by_type.values():
            first = self.items[numbers[0]]
            evaluator, place_of = seen[first.plan.family.view]
            tasks = tasks_of(
                first.suite,
                first.plan,
                [
                    Chosen(place_of[item.scene], item.binding, item.wording)
                    for item in (self.items[n] for n in numbers)
                ],
                Lexicon.load(own=first.words),
                first.plan.family.catalogue,
                self.seed,
                evolve(evaluator, book=first.rules),
            )
            lines.update(zip(numbers, (task_to_line(task).encode() for task in tasks), strict=True))
        return tuple(lines[number] for number in range(len(self.items)))

    def _seen_through(self, view: str) -> tuple[BatchEvaluator, dict[int, int]]:
        """The scenes of tasks that show a camera's picture, for whoever looks through it; and where each is
        among them, by its place in the job."""
        used = sorted({item.scene for item in self.items if item.plan.family.view == view})
        scenes, places = _each_once([self.scenes[number] for number in used])
        evaluator = BatchEvaluator.of([ref.scene.through(view) for ref in scenes])
        return evaluator, dict(zip(used, places, strict=True))


def _each_once(scenes: Sequence[SceneRef]) -> tuple[list[SceneRef], list[int]]:
    """The different ones of some scenes, and where each is among them."""
    known: dict[str, int] = {}
    places = [known.setdefault(scene.key, len(known)) for scene in scenes]
    return [scenes[places.index(place)] for place in range(len(known))], places
