"""Runs the examples and laws of checked files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from espire_dsl.catalogue.reader import Catalogue
from espire_dsl.language.trials.examples import ExampleTrial, LawExample, LawTrial, Trial
from espire_dsl.testing.examples import run_example, run_law_example
from espire_dsl.testing.laws import run_law
from espire_dsl.testing.outcome import TrialOutcome
from espire_dsl.wording.render import Lexicon


def run_trials(
    trials: Iterable[Trial],
    lexicon: Lexicon,
    catalogue: Catalogue,
    *,
    scenes: int = 100,
    wanted: Callable[[str], bool] = lambda _: True,
) -> Iterator[TrialOutcome]:
    """Each wanted example and law in turn."""
    for trial in trials:
        match trial:
            case ExampleTrial(title=name) if wanted(name):
                yield run_example(trial, lexicon, catalogue)
            case LawExample(title=name) if wanted(name):
                yield run_law_example(trial)
            case LawTrial(name=name) if wanted(name):
                yield run_law(trial, scenes)
