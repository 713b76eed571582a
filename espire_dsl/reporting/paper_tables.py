"""Tables 2 to 5, 7 and 9 of the paper and Figure 2, for any number of runs.

Tasks that leave the frame open are neither right nor wrong, and are in none of them. Of place tasks those
without an explicit final pose count, but for the last column of Table 7.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from attrs import evolve

from espire_dsl.evaluation.records import TaskFacts
from espire_dsl.reporting.results import Executed, Located, RunResults
from espire_dsl.reporting.statistics import mean
from espire_dsl.reporting.table import Cell, Row, Table, counted_rate, filled, number, rate, text

ACTIONS: Final = ("pick", "place")
ASPECTS: Final = ("attribute", "distance", "orientation", "relationship")
LEVELS: Final = ("easy", "medium", "hard")
GRANULARITIES: Final = ("coarse", "fine")
SETTINGS: Final = (
    *("none", "pitch", "yaw", "roll", "pitch, yaw", "pitch, roll", "yaw, roll", "pitch, yaw, roll"),
)
Cells = dict[str, Cell]


def counts(facts: TaskFacts, action: str) -> bool:
    """Whether a task belongs to the tables of an action."""
    return facts.action == action and not facts.constrained and not facts.open_frame


def located(run: RunResults, action: str) -> list[Located]:
    return [one for one in run.located if counts(one.facts, action)]


def executed(run: RunResults, action: str) -> list[Executed]:
    return [one for one in run.executed if counts(one.facts, action)]


def right_at(run: RunResults, one: Located, *, of_all: bool = False) -> int | None:
    """A run whose attempts ended at any answer knows nothing of those that the robot can reach."""
    return one.at_any if of_all or run.manifest.choices.right == "answers" else one.at


def successes(
    run: RunResults, action: str, *, checked: bool = True, of_all: bool = False
) -> dict[str, bool] | None:
    """By task whether it was localized, accepted, and found right in the end; None where a part is not known:
    nothing was localized, or the state in the end was not checked."""
    found = {one.task: right_at(run, one, of_all=of_all) is not None for one in run.located}
    both = [one for one in executed(run, action) if one.task in found]
    if not both or (checked and not run.manifest.choices.status_check):
        return None

    def passed(one: Executed) -> bool:
        status = one.status_any if of_all else one.status
        return not checked or bool(status)

    return {one.task: found[one.task] and one.at is not None and passed(one) for one in both}


def _success(run: RunResults, action: str, *, checked: bool = True, of_all: bool = False) -> Cell:
    found = successes(run, action, checked=checked, of_all=of_all)
    return Cell() if found is None else rate(found.values())


def _accuracy(run: RunResults, lines: Iterable[Located], *, of_all: bool = False) -> Cell:
    return rate(right_at(run, one, of_all=of_all) is not None for one in lines)


def _acceptance(lines: Iterable[Executed]) -> Cell:
    return rate(one.at is not None for one in lines)


def _table(
    name: str,
    title: str,
    runs: Sequence[RunResults],
    cells: Callable[[RunResults, str], Cells],
    notes: Sequence[str] = (),
) -> Table:
    """A row for each run, with the cells of pick and then those of place."""
    rows = [
        Row(
            run.label,
            tuple(cell for action in ACTIONS for cell in cells(run, action).values()),
        )
        for run in runs
    ]
    columns = tuple(f"{action} {column}" for action in ACTIONS for column in cells(runs[0], action))
    return Table(name, title, columns, tuple(rows), tuple(notes))


def table2(runs: Sequence[RunResults]) -> Table:
    def cells(run: RunResults, action: str) -> Cells:
        return {
            "accuracy": _accuracy(run, located(run, action)),
            "acceptance": _acceptance(executed(run, action)),
            "success": _success(run, action),
            "success without status check": _success(run, action, checked=False),
        }

    notes = (
        "Percent of tasks (count) [95 % interval after Wilson]. Accuracy: a point is on an answer that the "
        "robot can reach, in one of the attempts. Success: localized, accepted, and right in the end.",
        *_of_any_answer(runs),
    )
    return _table("table2", "Table 2: accuracy, acceptance and success", runs, cells, notes)


def _of_any_answer(runs: Sequence[RunResults]) -> list[str]:
    told = ", ".join(run.label for run in runs if run.manifest.choices.right == "answers")
    return [f"Attempts ended at any answer, which is what counts here: {told}."] if told else []


def table2_of_all(runs: Sequence[RunResults]) -> Table:
    def cells(run: RunResults, action: str) -> Cells:
        return {
            "accuracy": _accuracy(run, located(run, action), of_all=True),
            "success": _success(run, action, of_all=True),
            "success without status check": _success(run, action, checked=False, of_all=True),
        }

    title = "Table 2 on all answers, whether the robot can reach them or not"
    return filled(_table("table2_of_all_answers", title, runs, cells))


def table3(runs: Sequence[RunResults]) -> Table:
    def cells(run: RunResults, action: str) -> Cells:
        lines = located(run, action)
        return {
            aspect: _accuracy(run, (one for one in lines if one.facts.aspect == aspect)) for aspect in ASPECTS
        }

    made = _table("table3", "Table 3: localization accuracy by aspect", runs, cells)
    if len(runs) < 2:
        return made
    columns = zip(*(row.cells for row in made.rows), strict=True)
    means = tuple(number(mean([c.value for c in column if c.value is not None])) for column in columns)
    return evolve(
        made, rows=(*made.rows, Row("AVERAGE", means)), notes=("AVERAGE is the unweighted mean of the rows.",)
    )


def table4(runs: Sequence[RunResults]) -> Table:
    def cells(run: RunResults, action: str) -> Cells:
        found, done = located(run, action), executed(run, action)
        return {
            **{f"accuracy {lv}": _accuracy(run, (o for o in found if o.facts.level == lv)) for lv in LEVELS},
            **{f"acceptance {lv}": _acceptance(o for o in done if o.facts.level == lv) for lv in LEVELS},
        }

    return _table("table4", "Table 4: accuracy and acceptance by level", runs, cells)


def table5(runs: Sequence[RunResults]) -> Table:
    ranked = {action: _ranks(runs, action) for action in ACTIONS}

    def cells(run: RunResults, action: str) -> Cells:
        needed = [at for one in located(run, action) if (at := right_at(run, one)) is not None]
        done = [one for one in executed(run, action) if one.at is not None]
        moves = [one.at for one in done if one.at is not None]
        reached = [one.distance_at for one in done if one.distance_at is not None]
        before = [one.distance_before for one in done if one.distance_before is not None]
        return {
            "#localization": number(mean(needed), of=len(needed)),
            "#move": number(mean(moves), of=len(moves)),
            "at success": number(mean(reached), of=len(reached)),
            "before success": number(mean(before), of=len(before)),
            "rank": number(ranked[action].get(run.label), 0),
        }

    notes = (
        "Means over localized tasks (#localization) and accepted ones; metres from the tool to the target's "
        "centre. Before success: before the accepted move, which may be the first. Rank: by acceptance.",
    )
    return _table("table5", "Table 5: attempts, moves and distances", runs, cells, notes)


def _ranks(runs: Sequence[RunResults], action: str) -> dict[str, int]:
    """By acceptance, from 1; equals share the better rank."""
    shares = {run.label: _acceptance(executed(run, action)).value for run in runs}
    known = {label: share for label, share in shares.items() if share is not None}
    return {label: 1 + sum(other > share for other in known.values()) for label, share in known.items()}


def figure2(runs: Sequence[RunResults]) -> Table:
    """Accuracy on pick tasks by aspect and granularity."""
    rows = []
    for run in runs:
        lines = located(run, "pick")
        rows.append(
            Row(
                run.label,
                tuple(
                    _accuracy(
                        run,
                        (o for o in lines if (o.facts.aspect, o.facts.granularity) == (aspect, granularity)),
                    )
                    for aspect in ASPECTS
                    for granularity in GRANULARITIES
                ),
            )
        )
    columns = tuple(f"{aspect} {granularity}" for aspect in ASPECTS for granularity in GRANULARITIES)
    title = "Figure 2: localization accuracy on pick tasks by aspect and granularity"
    return Table("figure2", title, columns, tuple(rows))


def table7(runs: Sequence[RunResults]) -> Table:
    """A row for each run with given targets, in the order of the eight settings for each model."""
    selections: Mapping[str, Callable[[TaskFacts], bool]] = {
        "pick": lambda facts: counts(facts, "pick"),
        "place": lambda facts: counts(facts, "place"),
        "place, pose-constrained": lambda facts: facts.action == "place" and facts.constrained,
    }
    ordered = sorted(runs, key=lambda run: (run.manifest.model, SETTINGS.index(run.axes), run.label))
    rows = [
        Row(
            run.label,
            (
                text(run.axes),
                *(
                    _acceptance(o for o in run.executed if belongs(o.facts))
                    for belongs in selections.values()
                ),
            ),
        )
        for run in ordered
    ]
    notes = [
        "Acceptance. Axes that were not asked are given. Of pose-constrained tasks the final pose must be "
        "right, too.",
        *_different_tasks(runs),
    ]
    title = "Table 7: acceptance by axes of rotation that the model was asked for"
    return Table("table7", title, ("asked", *selections), tuple(rows), tuple(notes))


def _different_tasks(runs: Sequence[RunResults]) -> list[str]:
    """Settings are comparable on the same tasks alone."""
    tasks = {frozenset(one.task for one in run.executed) for run in runs}
    return [] if len(tasks) == 1 else ["Not all of these runs are about the same tasks."]


def table9(runs: Sequence[RunResults]) -> Table:
    def cells(run: RunResults, action: str) -> Cells:
        found, done = located(run, action), executed(run, action)
        attempts, moves = sum(o.attempts for o in found), sum(o.moves for o in done)
        return {
            "localization (s)": number(mean([o.seconds for o in found]), of=len(found)),
            "s an attempt": number(sum(o.seconds for o in found) / attempts if attempts else None),
            "execution (s)": number(mean([o.seconds for o in done]), of=len(done)),
            "s a move": number(sum(o.seconds for o in done) / moves if moves else None),
            "environment (s)": number(mean([o.environment for o in done]), of=len(done)),
            "#update": number(mean([float(o.updates) for o in done]), of=len(done)),
            "success": _success(run, action),
        }

    notes = (
        "Means over all tasks. Localization and execution: seconds of the model, all calls of a task "
        "together, reflections among them; environment: planning and rendering in executions.",
    )
    return _table("table9", "Table 9: time", runs, cells, notes)


def steps_table(runs: Sequence[RunResults]) -> Table:
    """How often a step ended in each class, of all steps."""
    classes = ("T1", "T2", "T3", "T4", "T5", "T6")
    rows = []
    for run in runs:
        for action in ACTIONS:
            steps = [step for one in executed(run, action) for step in one.steps]
            cells = (counted_rate(steps.count(name), len(steps)) for name in classes)
            rows.append(Row(f"{run.label}, {action}", tuple(cells)))
    return Table("table6", "Table 6: classes of steps", classes, tuple(rows))
