"""A family that can be asked: with a scene and plain values for its variables."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen

from espire_dsl.api.html import family_html
from espire_dsl.api.reply import Reply
from espire_dsl.diagnostics.error import FindingsError
from espire_dsl.diagnostics.report import text_of_file
from espire_dsl.diagnostics.value import Diagnostic, Label
from espire_dsl.language.core.values import ThingRef, TypeValue
from espire_dsl.language.families.family import Family
from espire_dsl.language.families.plain_values import given_values
from espire_dsl.program.family_evaluation import FamilyResult, computed, evaluate_family
from espire_dsl.program.reference import EvaluationError
from espire_dsl.program.stored import StoredProgram
from espire_dsl.program.trace import plain
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.batch_evaluator import BatchEvaluator
from espire_dsl.tasks.bindings import bind, examine
from espire_dsl.tasks.partial_bindings import Values, never_drawn
from espire_dsl.tasks.plan import FamilyPlan, plans_of
from espire_dsl.tasks.program_text import program_text, value_text
from espire_dsl.tasks.record import answers_by_reading
from espire_dsl.tasks.rulebook import RuleBook
from espire_dsl.tasks.sayable import number_of_answers, sayable
from espire_dsl.tasks.spoken_numbers import as_recorded
from espire_dsl.tasks.steps import steps_of
from espire_dsl.wording.instruction import instruction
from espire_dsl.wording.own_words import OwnWords
from espire_dsl.wording.render import Lexicon
from espire_dsl.wording.samples import spoken_samples


@frozen
class LoadedFamily:
    """A checked family with the rules and words of its suite."""

    family: Family = field(repr=lambda family: family.name)
    suite: str
    rules: RuleBook = field(repr=False, hash=False)
    words: OwnWords = field(default=(), repr=False)

    @property
    def name(self) -> str:
        return self.family.name

    @property
    def lexicon(self) -> Lexicon:
        """The words that its sentences are said with."""
        return Lexicon.load(own=self.words)

    @property
    def doc(self) -> str | None:
        """What the author says of it."""
        return self.family.doc

    @property
    def world(self) -> str:
        """The world whose scenes it is about."""
        return self.family.world

    @property
    def types(self) -> tuple[str, ...]:
        """The reasoning types that it asks."""
        return self.family.types

    @property
    def variables(self) -> dict[str, str]:
        """What each variable may be, in the words of the language."""
        return {v.name: str(v.domain.type) for v in self.family.variables}

    @property
    def program(self) -> str:
        """The program as text."""
        return program_text(self.family.program)

    def samples(self) -> list[tuple[str, str]]:
        """Each reasoning type with each sentence of the family, read aloud with the first reference that
        fits."""
        return list(spoken_samples(self.family, self.lexicon, self.family.catalogue))

    def ask(self, scene: Scene, /, **values: Any) -> Reply:
        """What the family answers about a scene, with values for its variables.

        A thing is given by its id, or by what it is called where that is clear ("bear" for the only teddy
        bear); everything else as in the language, "LessThan(30 cm)", "30 cm", or as a number of metres or
        degrees. A variable for which the scene has one thing alone may be left out. Whether the binding
        would be a fair task does not matter here: `refusal` of the reply says so.
        """
        lexicon, catalogue = self.lexicon, scene.catalogue.with_more(self.family.assets)
        scene = scene.through(self.family.view)
        names = computed(given_values(self.family, scene, values, catalogue), scene)
        asked = self._asked(scene, names)
        bound = {name: v.id if isinstance(v, ThingRef) else v for name, v in names.items()}
        plan, evaluator = self._plan(bound), BatchEvaluator.of([scene], self.rules)
        examined = examine(plan, scene, bound, evaluator)
        outcome = examined.outcome
        ((readings, reading),) = answers_by_reading(plan, evaluator, [(0, bound)])
        number = number_of_answers(self.family, outcome.answer)
        steps = steps_of(self.family, names)
        run = StoredProgram.read(steps, scene).run(scene, self.family.tolerance)
        run.answer()
        answer = outcome.answer if isinstance(outcome.answer, tuple) else [outcome.answer]
        return Reply(
            family=self.name,
            scene=scene,
            values={name: _shown(value) for name, value in bound.items()},
            sentences=tuple(
                instruction(
                    self.family, self.family.sentences[n], names, scene, lexicon, catalogue, 0, number
                )
                for n in sayable(self.family, plan.type, outcome.answer, *examined.naming)
            ),
            answer_kind=self.family.answer.kind,
            answer_unit=self.family.answer.unit,
            answers=tuple(as_recorded(self.family.answer, answer)),
            undecided=outcome.undecided,
            candidates=None if asked.candidates is None else tuple(asked.candidates.ids),
            margin=asked.margins,
            readings={name: tuple(answers) for name, answers in readings.items()},
            reading=reading,
            tags={name: plain(value) for name, value in asked.tags.items()},
            refusal=never_drawn(self.family, bound) or examined.refusal,
            steps=tuple(steps),
            trace=tuple(step.to_json() for step in run.trace),
        )

    def _asked(self, scene: Scene, names: Values) -> FamilyResult:
        try:
            return evaluate_family(self.family, scene, names)
        except EvaluationError as error:
            told = f"`{self.name}` has no answer here: {error}"
            finding = Diagnostic("E0614", told, Label(error.span, "here"))
            raise FindingsError([finding], text_of_file) from None

    def bindings(self, scene: Scene, *, seed: int = 0) -> list[dict[str, Any]]:
        """All values with which the family would be a fair task about a scene, as `ask` takes them; at most
        64 a type, which the seed chooses."""
        scene = scene.through(self.family.view)
        evaluator = BatchEvaluator.of([scene], self.rules)
        found = [bind(self.suite, plan, [scene], evaluator, seed).bindings for plan in plans_of(self.family)]
        return [
            {name: _shown(value) for name, value in binding.values.items()}
            for by_scene in found
            for some in by_scene.values()
            for binding in some
        ]

    def _plan(self, values: Values) -> FamilyPlan:
        """The family asked with the type that is given."""
        first, *_ = plans = plans_of(self.family)
        given = values.get(first.asked) if first.asked is not None else None
        return next((p for p in plans if isinstance(given, TypeValue) and p.type == given.constructor), first)

    def __str__(self) -> str:
        spec = self.family.spec
        told = [spec.aspect, spec.granularity, f"frame {spec.frame}" if spec.frame else "no frame"]
        lines = [f"{self.name} ({self.suite}, world {self.world}): {', '.join(told)}"]
        lines += [f"  {self.doc}"] if self.doc else []
        lines += [f"  {name} in {domain}" for name, domain in self.variables.items()]
        return "\n".join([*lines, *(f"  {line}" for line in self.program.split("\n"))])

    def _repr_html_(self) -> str:
        return family_html(self.name, self.suite, self.doc, self.variables, self.program, self.samples())


def _shown(value: Any) -> Any:
    """A value of a variable as `ask` takes it."""
    return value_text(value) if isinstance(value, TypeValue) else value
