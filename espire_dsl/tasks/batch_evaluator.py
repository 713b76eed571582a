"""Asks families of many rows at once, with the evaluator on arrays, and holds the answers against the rules
that look at single candidates: is each decided clearly, can it be seen, does the picture show the same left
and right.

A row is a scene and values of a family's variables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress
from typing import Any

import numpy as np
from attrs import field, frozen

from espire_dsl.domain.kinds import VACANCY, VIEWER
from espire_dsl.language.core.values import ThingRef
from espire_dsl.language.families.domains import ThingDomain
from espire_dsl.language.families.family import Family
from espire_dsl.language.rules import USUAL, Rules
from espire_dsl.program.arrays.quantifiers import settled
from espire_dsl.program.arrays.steps import Looked
from espire_dsl.program.batched import (
    BatchedStep,
    Column,
    RowResults,
    SceneBatch,
    ThingColumn,
    ThingSetColumn,
    evaluate_rows,
    things_column,
    together,
    values_column,
)
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.visibility import is_visible, share_of_pixels
from espire_dsl.tasks.doubts import (
    Bools,
    Columns,
    Floats,
    Ints,
    OfRows,
    is_by_thing,
    numbers_of,
    out_of_order,
    reach_of,
    too_close,
    unclear_by,
)
from espire_dsl.tasks.outcome import Outcome, answer_of, problem_of
from espire_dsl.tasks.partial_bindings import Values
from espire_dsl.tasks.picture_order import fits_picture
from espire_dsl.tasks.reason import Reason
from espire_dsl.tasks.rulebook import RuleBook
from espire_dsl.tasks.stated import is_about_a_length, states_own

Row = tuple[int, Values]
"""The index of a scene, and a value for each variable."""

_OwnRules = tuple[tuple[str, float], ...]
"""The rules that a family sets, with their numbers."""


@frozen(eq=False)
class Measured:
    """What the asked step measured of its candidates, and which of them are spaces; for hours of the clock
    also how far they are."""

    values: Floats
    spaces: Bools
    reaches: Floats | None = None


@frozen(eq=False)
class BatchEvaluator:
    """Asks about the scenes of one batch, by the rules of one suite."""

    batch: SceneBatch
    book: RuleBook
    seen: Bools
    spaces: Bools
    visible: Floats
    pixels: Floats
    _rules: dict[_OwnRules, Mapping[str | None, Rules]] = field(factory=dict, init=False, repr=False)
    _columns: dict[_OwnRules, Columns] = field(factory=dict, init=False, repr=False)

    @classmethod
    def of(cls, scenes: Iterable[Scene], book: RuleBook | None = None) -> BatchEvaluator:
        batch = SceneBatch.of_scenes(scenes)
        both = [(node, scene) for scene in batch.scenes for node in scene.nodes]
        return cls(
            batch,
            RuleBook() if book is None else book,
            batch.spread([is_visible(node, scene.view) for node, scene in both], False, np.bool_),
            batch.spread([node.is_a(VACANCY) for node, _ in both], False, np.bool_),
            batch.spread([node.visible.get(scene.view, 1.0) for node, scene in both], 0.0),
            batch.spread([share_of_pixels(node, scene) for node, scene in both], 0.0),
        )

    def rules(self, family: Family, scene: int) -> Rules:
        """The rules for a family's tasks about a scene."""
        return self._by_level(family)[self.batch.scenes[scene].level]

    def facing(self, scene: int, rules: Rules) -> dict[str, bool]:
        """Whether things of a scene face the viewer as far as rules ask; found out as it is needed."""
        return self.batch.remember(("facing", scene, rules.front_angle), dict[str, bool])

    def by_scene(self, family: Family | None) -> Columns:
        """The rules of all scenes, as columns; without a family, those of the suite."""
        own = _own_rules(family)
        if own not in self._columns:
            by_level = self._by_level(family)
            of_scenes = [by_level[scene.level] for scene in self.batch.scenes]
            self._columns[own] = numbers_of(of_scenes)
        return self._columns[own]

    def _by_level(self, family: Family | None) -> Mapping[str | None, Rules]:
        """The rules of each level that scenes have; families that set the same numbers share them."""
        own = _own_rules(family)
        if own not in self._rules:
            levels = {scene.level for scene in self.batch.scenes}
            self._rules[own] = {level: self.book.of(family, level) for level in levels}
        return self._rules[own]

    def evaluate(self, family: Family, rows: Sequence[Row]) -> list[Outcome]:
        """The outcome of each row."""
        found: dict[int, Outcome] = {}
        for numbers, results in self._results(family, rows):
            group = [rows[n] for n in numbers]
            found.update(zip(numbers, self._outcomes(family, group, results), strict=True))
        return [found[n] for n in range(len(rows))]

    def things(self, family: Family, rows: Sequence[Row]) -> list[str | None]:
        """The thing that a program singles out in each row, None where there is none."""
        found: dict[int, str | None] = {}
        for numbers, results in self._results(family, rows):
            for row, (number, problem) in enumerate(zip(numbers, results.errors, strict=True)):
                thing = results.at(row) if problem is None else None
                found[number] = thing.id if isinstance(thing, ThingRef) else None
        return [found[n] for n in range(len(rows))]

    def answers(self, family: Family, rows: Sequence[Row]) -> list[Any]:
        """The answer of each row alone, None where there is none."""
        return [outcome.answer for outcome in self.answered(family, rows)]

    def answered(self, family: Family, rows: Sequence[Row]) -> list[Outcome]:
        """The outcome of each row as far as its answer, what is undecided, or its problem: who asks for no
        more need not wait for the rules."""
        if self.spaces.any():  # some of which may be undecided
            return self.evaluate(family, rows)
        found: dict[int, Outcome] = {}
        for numbers, results in self._results(family, rows):
            right: list[Any] | None = None
            if isinstance(results.value, ThingSetColumn | ThingColumn):
                right = self._named(results.answers, [rows[n] for n in numbers])
            for row, (number, problem) in enumerate(zip(numbers, results.errors, strict=True)):
                if problem is not None:
                    found[number] = Outcome(problem_of(problem))
                else:
                    found[number] = Outcome(None, answer_of(results.at(row)) if right is None else right[row])
        return [found[n] for n in range(len(rows))]

    def measure(self, family: Family, rows: Sequence[Row]) -> list[Measured | Reason]:
        """What the asked step measures in each row, whatever it is asked about that; or why it cannot."""
        found: dict[int, Measured | Reason] = {}
        for numbers, results in self._results(family, rows):
            measured, asked = results.measured, results.asked.asked if results.asked else None
            reach = reach_of(results.asked, self.batch, results.scenes) if results.asked else None
            for row, (number, problem) in enumerate(zip(numbers, results.errors, strict=True)):
                if problem is not None:
                    found[number] = problem_of(problem)
                    continue
                assert measured is not None
                assert asked is not None
                places = np.flatnonzero(asked[row])
                found[number] = Measured(
                    measured[row, places],
                    self.spaces[rows[number][0], places],
                    None if reach is None else reach[row, places],
                )
        return [found[n] for n in range(len(rows))]

    def _results(self, family: Family, rows: Sequence[Row]) -> Iterator[tuple[list[int], RowResults]]:
        """Rows that ask with the same types are evaluated together."""
        for numbers in together(family, [values for _, values in rows]):
            scenes = [rows[n][0] for n in numbers]
            columns: dict[str, Column] = {}
            for variable in family.variables:
                values = [rows[n][1][variable.name] for n in numbers]
                columns[variable.name] = (
                    things_column(self.batch, scenes, values)
                    if isinstance(variable.domain, ThingDomain)
                    else values_column(values)
                )
            yield numbers, evaluate_rows(family, self.batch, np.array(scenes, dtype=np.int64), columns)

    def _outcomes(self, family: Family, rows: Sequence[Row], results: RowResults) -> Iterator[Outcome]:
        scenes = results.scenes
        by_scene = self.by_scene(family)
        own, steps = frozenset(family.rules), results.steps
        usual = _with_share(by_scene, np.full(len(self.batch.scenes), USUAL.margin_share))
        ample = _with_share(by_scene, np.maximum(by_scene["margin_share"], by_scene["ample_share"]))
        doubt, by_eye, amply = self._doubts(steps, scenes, (by_scene, usual, ample), own)
        strictly = doubt
        if family.rules:
            (strictly,) = self._doubts(steps, scenes, (self.by_scene(None),))
        fits = fits_picture(results, by_scene["margin_pixels"][scenes])
        of_things = isinstance(results.value, ThingSetColumn | ThingColumn)
        right: Bools = results.answers if of_things else np.zeros((len(rows), self.batch.size), dtype=bool)
        unseen = self._unseen(by_scene)[scenes]
        hidden = right & unseen
        hides_reference = np.any(unseen & _references(results), axis=1)
        spaces = self.spaces[scenes]
        doubtful_spaces = (doubt | ~fits) & spaces
        undecided = doubtful_spaces | (hidden & spaces)
        is_clear, is_by_eye, is_strict, is_ample, is_fit, hides_nothing = (
            np.all(~bad | spaces, axis=1).tolist() for bad in (doubt, by_eye, strictly, amply, ~fits, hidden)
        )
        named = self._named(right & ~undecided, rows)
        unsure = self._named(undecided, rows)
        candidates = None
        if results.candidates is not None:
            candidates = self._named(results.candidates & self.seen[scenes], rows)
        holds: Bools = np.all(results.required, axis=1)
        are_own = _states_own(results, doubt)
        hides, all_hold = hides_reference.tolist(), holds.tolist()
        angles = self._angles(results)
        for row, problem in enumerate(results.errors):
            if problem is not None:
                yield Outcome(problem_of(problem))
                continue
            yield Outcome(
                None,
                named[row] if of_things else answer_of(results.at(row)),
                None if candidates is None else candidates[row],
                unsure[row],
                is_clear[row],
                is_by_eye[row],
                is_strict[row],
                is_ample[row],
                not hides_nothing[row],
                hides[row],
                is_fit[row],
                all_hold[row],
                are_own[row],
                angles[row],
            )

    def _angles(self, results: RowResults) -> list[dict[str, float]]:
        """For each row the angles of the answers of a side relation, by id."""
        found: list[dict[str, float]] = [{} for _ in range(len(results))]
        if results.angles is None:
            return found
        rows, places = np.nonzero(~np.isnan(results.angles))
        scenes, angles = results.scenes[rows], results.angles[rows, places]
        told = zip(rows.tolist(), scenes.tolist(), places.tolist(), angles.tolist(), strict=True)
        for row, scene, place, angle in told:
            found[row][self.batch.ids[scene][place]] = angle
        return found

    def _unseen(self, by_scene: Columns) -> Bools:
        """The things of all scenes that are too hidden or too small in the picture, (scenes, places)."""
        hidden = self.visible < by_scene["visible"][:, None]
        found: Bools = hidden | ~self.seen | (self.pixels < by_scene["pixels"][:, None])
        return found

    def _doubts(
        self,
        steps: Iterable[BatchedStep],
        scenes: Ints,
        rulings: Sequence[Columns],
        own: frozenset[str] = frozenset(),
    ) -> list[Bools]:
        """Which candidates were not decided clearly at some step, (rows, places), by each of some rules.

        A step that measures no candidates, such as a comparison of two lengths, casts doubt on all of a row.
        One that has margins in two units, such as a direction, has to be clear in its own; in the other only
        where the family sets the number of that rule (`own`).
        """
        distinct = {id(by_scene): OfRows(by_scene, scenes) for by_scene in rulings}
        doubts = {key: np.zeros((len(scenes), self.batch.size), dtype=bool) for key in distinct}
        both = [(doubts[key], rules) for key, rules in distinct.items()]
        for step in steps:
            if step.made.looked is not None:
                columns = [rules.by_scene for _, rules in both]
                inner = self._doubts(step.made.looked.steps, step.made.looked.scenes, columns, own)
                for (doubt, rules), unclear in zip(both, inner, strict=True):
                    there = self._doubt_of_looking(step, step.made.looked, rules.by_scene, unclear)
                    found = step.reaching(there)
                    doubt |= found if is_by_thing(step) else found & ~self.spaces[scenes]
            elif step.is_decision:
                is_unclear = unclear_by(step, self.batch, scenes)
                for doubt, rules in both:
                    doubt |= is_unclear(rules)
            elif step.made.constraint is None and len(scenes) and step.unit(0) is not None:
                for doubt, rules in both:
                    doubt |= too_close(step, rules, own) & ~self.spaces[scenes]
        return [doubts[id(by_scene)] for by_scene in rulings]

    def _doubt_of_looking(
        self, step: BatchedStep, looked: Looked, by_scene: Columns, doubtful_tests: Bools
    ) -> Bools:
        """In the rows of the step: of a comprehension, the things whose test is not clear; of a quantifier,
        all of a row if its truth hangs on such a thing, or on one that cannot be seen; of an extreme or a
        rank, what could as well have stood in its place. A pair or an order is clear as a whole."""
        asked, chosen = step.made.asked, step.made.chosen
        assert asked is not None
        assert chosen is not None
        unclear = np.any(doubtful_tests, axis=1)
        if looked.ranking is not None:
            doubtful = out_of_order(step.node, looked.ranking, by_scene)
            doubtful[looked.ranking.mask] |= unclear
            if is_by_thing(step):
                return doubtful
            return np.broadcast_to(np.any(doubtful, axis=1)[:, None], asked.shape)
        doubtful = np.zeros_like(asked)
        doubtful[asked] = unclear
        if looked.bounds is None:
            return doubtful
        doubtful[asked] |= self._unseen(by_scene)[looked.scenes, looked.places[0]]
        sure = settled(looked.bounds, asked, chosen, doubtful)
        return np.broadcast_to(~sure[:, None], asked.shape)

    def _named(self, mask: Bools, rows: Sequence[Row]) -> list[tuple[str, ...]]:
        """The ids of what a mask marks in each row; many rows of a scene mark the same."""
        if not mask.any():
            return [()] * len(rows)
        known: dict[tuple[int, bytes], tuple[str, ...]] = {}
        named = []
        size, marked = mask.shape[1], mask.tobytes()
        for row, (index, _) in enumerate(rows):
            key = (index, marked[row * size : (row + 1) * size])
            if key not in known:
                known[key] = tuple(compress(self.batch.ids[index], key[1]))
            named.append(known[key])
        return named


def _own_rules(family: Family | None) -> _OwnRules:
    return () if family is None else tuple(sorted(family.rules.items()))


def _references(results: RowResults) -> Bools:
    """The things that steps measured from, (rows, places): those that a variable names, and those that the
    program found. A viewer need not be seen."""
    referred = np.zeros((len(results), results.batch.size), dtype=bool)
    rows = np.arange(len(results))
    for step in results.steps:
        for column in step.references:
            referred[rows, column] |= True if step.active is None else step.active
    return referred & ~results.batch.of(VIEWER)[results.scenes]


def _with_share(rules: Columns, share: Floats) -> Columns:
    """The rules with another share of stated lengths and distances; themselves, if they have that one."""
    return rules if np.array_equal(rules["margin_share"], share) else {**rules, "margin_share": share}


def _states_own(results: RowResults, doubt: Bools) -> list[bool]:
    """For each row whether a length that answers are about is that of one of them."""
    step = results.asked
    if step is None or not step.is_decision or not is_about_a_length(step.made.constructor or ""):
        return [True] * len(results)
    assert step.measured is not None
    assert step.chosen is not None
    (stated,) = step.arguments
    own: list[bool] = states_own(np.asarray(stated), step.measured, step.chosen & ~doubt).tolist()
    return own
