"""Agreement on frames (Table 8): do models take a frame that is left open as people take it?

A response follows one reading, or neither. For each category of reference the three counts of a person and of
a model are ranked and correlated; the table has mean and sample deviation over people. A response that fits
several readings tells nothing and counts nowhere, and tasks whose readings overlap are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from attrs import field, frozen

from espire_dsl.reporting.results import RunResults
from espire_dsl.reporting.statistics import mean, sample_deviation, spearman
from espire_dsl.reporting.table import Cell, Row, Table, counted_rate, rate
from espire_dsl.scoring.frames import CATEGORIES, NEITHER, category_of

RESPONSES: Final = ("intrinsic", "relative", NEITHER)


@frozen
class Responses:
    """The category and the reading that one responder followed, by task."""

    label: str
    by_task: dict[str, tuple[str, str]] = field(hash=False)

    @classmethod
    def of(cls, label: str, responses: Iterable[tuple[str, str, str]]) -> Responses:
        """From task, family and reading of each response."""
        found = ((task, category_of(family), reading) for task, family, reading in responses)
        return cls(label, {t: (c, r) for t, c, r in found if c is not None and r in RESPONSES})

    def numbers(self, category: str) -> list[int]:
        """How often each of the three responses was given."""
        counts = Counter(self.by_task.values())
        return [counts[category, response] for response in RESPONSES]


def responses_of(run: RunResults, left_out: frozenset[str]) -> Responses:
    """Of a run, without tasks whose readings overlap."""
    return Responses.of(
        run.label,
        (
            (one.task, one.facts.family, one.reading)
            for one in run.located
            if one.facts.open_frame and one.reading is not None and one.task not in left_out
        ),
    )


def counts_table(responders: Sequence[Responses]) -> Table:
    """What each responder followed."""
    columns = tuple(f"{category} {response}" for category in CATEGORIES for response in RESPONSES)
    rows = [
        Row(
            one.label,
            tuple(
                counted_rate(count, sum(one.numbers(category)))
                for category in CATEGORIES
                for count in one.numbers(category)
            ),
        )
        for one in responders
    ]
    title = "Frames taken where a sentence leaves them open"
    return Table("frames", title, columns, tuple(rows), first="responder")


def agreement_table(models: Sequence[Responses], people: Sequence[Responses]) -> Table:
    """Table 8. A side that does not vary has no ranks to be correlated, and is left out."""
    rows = [
        Row(one.label, tuple(_agreement(one, people, category) for category in CATEGORIES)) for one in models
    ]
    notes = (
        f"Spearman's rho of the counts of {', '.join(RESPONSES)}, ranked with ties averaged: mean ± sample "
        f"deviation over {len(people)} people.",
    )
    return Table("table8", "Table 8: agreement with people on frames", CATEGORIES, tuple(rows), notes)


def _agreement(model: Responses, people: Sequence[Responses], category: str) -> Cell:
    found = [spearman(person.numbers(category), model.numbers(category)) for person in people]
    known = [rho for rho in found if rho is not None]
    if not known:
        return Cell()
    return Cell(mean(known), digits=3, tasks=len(known), deviation=sample_deviation(known))


def unanimity_table(people: Sequence[Responses]) -> Table:
    """In how many tasks that all people answered they followed the same reading."""
    shared = set.intersection(*(set(one.by_task) for one in people))
    cells = []
    for category in CATEGORIES:
        tasks = [task for task in shared if people[0].by_task[task][0] == category]
        cells.append(rate(len({one.by_task[task] for one in people}) == 1 for task in tasks))
    title = "Unanimity: all people follow the same reading"
    return Table("unanimity", title, CATEGORIES, (Row("all people", tuple(cells)),), first="")
