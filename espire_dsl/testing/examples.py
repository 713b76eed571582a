"""Runs an example exactly: the family on the scene, with the variables as given."""

from __future__ import annotations

from typing import Any

from espire_dsl.catalogue.reader import Catalogue
from espire_dsl.diagnostics.value import Diagnostic, Label
from espire_dsl.language.core.values import ThingList, ThingRef, ThingSet
from espire_dsl.language.trials.examples import ExampleTrial, Expectation, LawExample
from espire_dsl.language.typed import Apply
from espire_dsl.program.family_evaluation import FamilyResult, computed, evaluate_family
from espire_dsl.program.gloss import spelled
from espire_dsl.program.reference import EvaluationError, evaluate
from espire_dsl.program.trace import plain
from espire_dsl.testing.outcome import TrialOutcome
from espire_dsl.wording.instruction import instruction
from espire_dsl.wording.render import Lexicon

CLOSE = 1e-6


def bindings_of(trial: ExampleTrial | LawExample) -> dict[str, Any]:
    """The given values, computed."""
    return computed(trial.givens, trial.scene)


def run_example(trial: ExampleTrial, lexicon: Lexicon, catalogue: Catalogue) -> TrialOutcome:
    bindings = bindings_of(trial)
    try:
        asked = evaluate_family(trial.family, trial.scene, bindings)
    except EvaluationError as error:
        unanswered = Diagnostic(
            "E0614",
            f"example {trial.title!r} has no answer: {error}",
            Label(trial.span, "this example"),
            (Label(error.span, "here"),),
        )
        return TrialOutcome("example", trial.title, 1, unanswered)
    for expected in trial.expects:
        if expected.says:
            finding = _wrong_sentence(trial, expected, bindings, asked, lexicon, catalogue)
        else:
            finding = _wrong_answer(trial, expected, asked)
        if finding is not None:
            return TrialOutcome("example", trial.title, 1, finding)
    return TrialOutcome("example", trial.title, 1)


def run_law_example(trial: LawExample) -> TrialOutcome:
    bindings = bindings_of(trial) | {trial.law.scene_name: trial.scene}
    try:
        holds = evaluate(trial.law.claim, trial.scene, bindings).value
    except EvaluationError as error:
        holds = None
        notes: tuple[str, ...] = (str(error),)
    else:
        notes = ()
    if holds is trial.expected:
        return TrialOutcome("example", trial.title, 1)
    said = {True: "holds", False: "does not hold", None: "has no value"}[holds]
    finding = Diagnostic(
        "E0610",
        f"example {trial.title!r}: the law `{trial.law.name}` {said} here",
        Label(trial.span, "this example"),
        (Label(trial.law.span, "the law"),),
        notes,
    )
    return TrialOutcome("example", trial.title, 1, finding)


def _wrong_answer(trial: ExampleTrial, expected: Expectation, asked: FamilyResult) -> Diagnostic | None:
    found = _comparable(asked.answer)
    if found == expected.value or _close(found, expected.value):
        return None
    return Diagnostic(
        "E0610",
        f"example {trial.title!r}: expected {_shown(expected.value)}, found {_shown(found)}",
        Label(expected.span, f"the family answers {_shown(found)}"),
        notes=tuple(_trace_notes(asked)),
    )


def _close(found: Any, expected: Any) -> bool:
    return isinstance(found, float) and isinstance(expected, int | float) and abs(found - expected) <= CLOSE


def _comparable(value: Any) -> Any:
    match value:
        case ThingRef(id=id):
            return id
        case ThingSet(ids=ids) | ThingList(ids=ids):
            return ids
        case _:
            return value


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        return "{ " + ", ".join(value) + " }" if value else "{ }"
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, float) else str(value)


def _trace_notes(asked: FamilyResult) -> list[str]:
    """How the answer came about: each step with what it measured."""
    notes = []
    for step in asked.evaluation.trace:
        measured = ", ".join(f"{id} {_shown(plain(v))}" for id, v in step.measured.items())
        unit = f" ({step.unit})" if step.unit else ""
        detail = f"; measured{unit}: {measured}" if measured else ""
        called = spelled(step.node) if isinstance(step.node, Apply) else step.function
        notes.append(f"{called} gave {_shown(_as_tuple(step.output))}{detail}")
    return notes


def _as_tuple(output: Any) -> Any:
    return tuple(output) if isinstance(output, list) else output


def _wrong_sentence(
    trial: ExampleTrial,
    expected: Expectation,
    bindings: dict[str, Any],
    asked: FamilyResult,
    lexicon: Lexicon,
    catalogue: Catalogue,
) -> Diagnostic | None:
    """Some template of the family, with some choice of words, must say it."""
    answers = len(asked.answer.ids) if isinstance(asked.answer, ThingSet) else 1
    said = []
    for sentence in trial.family.sentences:
        for variant in range(lexicon.variants(sentence.template.value)):
            text = instruction(
                trial.family, sentence, bindings, trial.scene, lexicon, catalogue, variant, answers
            )
            if text == expected.value:
                return None
            said.append(text)
    return Diagnostic(
        "E0610",
        f"example {trial.title!r}: no template of the family says this",
        Label(expected.span, "expected here"),
        notes=tuple(f"it says: {text}" for text in said[:6]),
    )
