"""The tables of drawn runs against plain recounts of their lines, and the accounting of the paper."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from attrs import evolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.evaluation.records import ExecutionLine, LocalizationLine, TaskFacts
from espire_dsl.reporting.paper_tables import ACTIONS, ASPECTS, GRANULARITIES, LEVELS, SETTINGS
from espire_dsl.reporting.report import Report, report_of
from espire_dsl.reporting.table import Cell, Table
from espire_dsl.reports.intervals import wilson
from tests.reporting.making import MOVES, answered, executed, facts, located, manifest, write_run

Lines = list[tuple[LocalizationLine, ExecutionLine]]


@st.composite
def _task(draw: st.DrawFn, number: int) -> tuple[LocalizationLine, ExecutionLine]:
    about = facts(
        action=draw(st.sampled_from(ACTIONS)),
        aspect=draw(st.sampled_from(ASPECTS)),
        level=draw(st.sampled_from(LEVELS)),
        granularity=draw(st.sampled_from(GRANULARITIES)),
    )
    about = evolve(about, constrained=about.action == "place" and draw(st.integers(0, 4)) == 0)
    at = draw(st.sampled_from([None, 1, 2, 3]))
    any_at = draw(st.sampled_from([None, 1, 2, 3] if at is None else range(1, at + 1)))
    accepted = draw(st.sampled_from([None, 1, 2, 3, 4, 5]))
    status = None if accepted is None else draw(st.booleans())
    status_any = None if accepted is None else bool(status or draw(st.booleans()))
    seconds = draw(st.sampled_from([0.5, 1.0, 2.25]))
    return (
        located(f"task{number}", about, at, any_at, seconds=seconds),
        executed(f"task{number}", about, accepted, status, status_any, seconds=seconds),
    )


@st.composite
def lines(draw: st.DrawFn) -> Lines:
    return [draw(_task(number)) for number in range(draw(st.integers(1, 12)))]


def report(*runs: Path, **options: Any) -> Report:
    return report_of(runs, **options)


def table(found: Report, name: str) -> Table:
    return next(table for table in found.tables if table.name == name)


def cell(found: Report, name: str, column: str, row: int = 0) -> Cell:
    """A cell; a column that nothing is in is left out."""
    one = table(found, name)
    return one.rows[row].cells[one.columns.index(column)] if column in one.columns else Cell()


def counted(found: Cell) -> tuple[int | None, int | None]:
    return found.hits, found.tasks


def recount(hits: Sequence[bool]) -> tuple[int | None, int | None]:
    return (sum(hits), len(hits)) if hits else (None, None)


def average(values: Sequence[float]) -> Any:
    return pytest.approx(sum(values) / len(values)) if values else None


def free(about: TaskFacts, action: str) -> bool:
    return about.action == action and not about.constrained


@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
@given(lines())
def test_tables_are_recounts(drawn: Lines) -> None:
    with TemporaryDirectory() as folder:
        run = write_run(Path(folder) / "run", [one for one, _ in drawn], [two for _, two in drawn])
        found = report(run)
    for action in ACTIONS:
        some = [pair for pair in drawn if free(pair[0].facts, action)]
        accepted = [two for _, two in some if two.accepted_at is not None]
        expected = {
            f"{action} accuracy": [one.right_at is not None for one, _ in some],
            f"{action} acceptance": [two.accepted_at is not None for _, two in some],
            f"{action} success without status check": [
                one.right_at is not None and two.accepted_at is not None for one, two in some
            ],
            f"{action} success": [
                one.right_at is not None and two.status is not None and two.status.success
                for one, two in some
            ],
        }
        for column, hits in expected.items():
            assert counted(cell(found, "table2", column)) == recount(hits), column
        of_all = [one.right_at_any is not None for one, _ in some]
        assert counted(cell(found, "table2_of_all_answers", f"{action} accuracy")) == recount(of_all)
        for aspect in ASPECTS:
            hits = [one.right_at is not None for one, _ in some if one.facts.aspect == aspect]
            assert counted(cell(found, "table3", f"{action} {aspect}")) == recount(hits)
        for level in LEVELS:
            hits = [two.accepted_at is not None for _, two in some if two.facts.level == level]
            assert counted(cell(found, "table4", f"{action} acceptance {level}")) == recount(hits)
        needed = [one.right_at for one, _ in some if one.right_at is not None]
        assert cell(found, "table5", f"{action} #localization").value == average(needed)
        moves = [two.accepted_at for two in accepted if two.accepted_at is not None]
        assert cell(found, "table5", f"{action} #move").value == average(moves)
        assert cell(found, "table5", f"{action} at success").value == average([0.05 * m for m in moves])
        before = [0.4 + 0.1 * m for m in moves]
        assert cell(found, "table5", f"{action} before success").value == average(before)
        updates = [2.0 * (two.accepted_at or MOVES) for _, two in some]
        assert cell(found, "table9", f"{action} #update").value == average(updates)
        waited = [sum(a.call.seconds for a in one.attempts) for one, _ in some]
        assert cell(found, "table9", f"{action} localization (s)").value == average(waited)
        environment = [0.75 * len(two.turns) for _, two in some]
        assert cell(found, "table9", f"{action} environment (s)").value == average(environment)
    for aspect in ASPECTS:
        for grain in GRANULARITIES:
            hits = [
                one.right_at is not None
                for one, _ in drawn
                if free(one.facts, "pick") and (one.facts.aspect, one.facts.granularity) == (aspect, grain)
            ]
            assert counted(cell(found, "figure2", f"{aspect} {grain}")) == recount(hits)


@settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])
@given(lines())
def test_the_law_of_updates_holds(drawn: Lines) -> None:
    """#update = 2 (acceptance x #move + (1 - acceptance) x 5), of tables 2, 5 and 9."""
    with TemporaryDirectory() as folder:
        run = write_run(Path(folder) / "run", [one for one, _ in drawn], [two for _, two in drawn])
        found = report(run)
    for action in ACTIONS:
        acceptance = cell(found, "table2", f"{action} acceptance").value
        if acceptance is not None:
            moves = cell(found, "table5", f"{action} #move").value or 0.0
            share = acceptance / 100
            expected = 2 * (share * moves + (1 - share) * MOVES)
            assert cell(found, "table9", f"{action} #update").value == pytest.approx(expected)


def test_parts_of_a_paper_sized_run_add_up_and_poses_are_left_out(tmp_path: Path) -> None:
    """1,125 place tasks of which 60 ask for a pose: the tables have 1,065."""
    every = [
        located(
            f"t{n}",
            facts(
                action="place",
                constrained=n < 60,
                aspect=ASPECTS[n % 4],
                level=LEVELS[n % 3],
                granularity=GRANULARITIES[n % 2],
            ),
            1 if n % 5 else None,
        )
        for n in range(1125)
    ]
    found = report(write_run(tmp_path / "run", every))
    whole = cell(found, "table2", "place accuracy")
    assert whole.tasks == 1065
    aspects = [cell(found, "table3", f"place {aspect}") for aspect in ASPECTS]
    levels = [cell(found, "table4", f"place accuracy {level}") for level in LEVELS]
    for parts in (aspects, levels):
        assert sum(part.hits or 0 for part in parts) == whole.hits
        assert sum(part.tasks or 0 for part in parts) == 1065
    assert whole.hits is not None
    assert whole.interval == pytest.approx(tuple(100 * end for end in wilson(whole.hits, 1065)))


def test_tasks_with_an_open_frame_and_of_other_suites_are_in_no_table(tmp_path: Path) -> None:
    every = [
        located("a", facts(), 1),
        located("b", facts(open_frame=True, family="pick.open.near.side"), reading="relative"),
        located("c", facts(suite="other")),
    ]
    found = report(write_run(tmp_path / "run", every))
    assert counted(cell(found, "table2", "pick accuracy")) == (1, 1)
    assert "other" in found.notes[0]
    only = report(tmp_path / "run", suite="other")
    assert counted(cell(only, "table2", "pick accuracy")) == (0, 1)
    with pytest.raises(UsageError, match="no run has a task of suite nobody"):
        report(tmp_path / "run", suite="nobody")


def test_what_was_not_checked_is_not_told(tmp_path: Path) -> None:
    run = write_run(
        tmp_path / "run",
        [located("a", at=1)],
        [executed("a", at=1)],
        about=manifest(status_check=False),
    )
    assert cell(report(run), "table2", "pick success") == Cell()
    assert counted(cell(report(run), "table2", "pick success without status check")) == (1, 1)


def test_executions_that_nothing_was_localized_for_have_no_success(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", executions=[executed("a", at=1, status=True)])
    assert counted(cell(report(run), "table2", "pick acceptance")) == (1, 1)
    assert cell(report(run), "table2", "pick success without status check") == Cell()


def test_a_run_that_counts_any_answer_says_so(tmp_path: Path) -> None:
    """Its attempts end at any answer, so that nothing is known of those that can be reached."""
    run = write_run(tmp_path / "run", [located("a", any_at=2)], about=manifest(right="answers"))
    assert counted(cell(report(run), "table2", "pick accuracy")) == (1, 1)
    assert any("any answer" in note for note in table(report(run), "table2").notes)


def test_ranks_go_by_acceptance_and_equals_share_one(tmp_path: Path) -> None:
    runs = [
        write_run(
            tmp_path / str(number),
            executions=[executed(f"t{n}", at=1 if n < accepted else None) for n in range(4)],
        )
        for number, accepted in enumerate([2, 3, 3, 0])
    ]
    found = report(*runs)
    assert [cell(found, "table5", "pick rank", row).value for row in range(4)] == [3, 1, 1, 4]
    labels = [row.label for row in table(found, "table5").rows]
    assert len(set(labels)) == 4


def test_averages_are_unweighted(tmp_path: Path) -> None:
    one = write_run(tmp_path / "one", [located("a", at=1)])
    two = write_run(tmp_path / "two", [located("a"), located("b"), located("c", at=1)])
    found = report(one, two)
    assert table(found, "table3").rows[-1].label == "AVERAGE"
    assert cell(found, "table3", "pick distance", -1).value == pytest.approx((100 + 100 / 3) / 2)


def test_rotations_stand_in_a_table_of_their_own(tmp_path: Path) -> None:
    posed = facts(action="place", constrained=True)
    every = [executed("a", at=1), executed("b", facts(action="place")), executed("c", posed, at=2)]
    runs = [
        write_run(
            tmp_path / setting,
            executions=every,
            about=manifest(targets="given", ask=() if setting == "none" else tuple(setting.split(", "))),
        )
        for setting in reversed(SETTINGS)
    ]
    found = report(*runs)
    assert not any(one.name == "table2" for one in found.tables)
    assert [row.cells[0].text for row in table(found, "table7").rows] == list(SETTINGS)
    expected = [(1, 1), (0, 1), (1, 1)]
    assert [counted(one) for one in table(found, "table7").rows[0].cells[1:]] == expected
    other = write_run(tmp_path / "other", executions=every[:2], about=manifest(targets="given"))
    assert "Not all of these runs are about the same tasks." in table(report(*runs, other), "table7").notes


def test_classes_of_steps_are_counted(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", executions=[executed("a", at=3), executed("b")])
    assert counted(cell(report(run), "table6", "T6")) == (1, 8)
    assert counted(cell(report(run), "table6", "T4")) == (7, 8)


def test_questions_have_their_own_measures(tmp_path: Path) -> None:
    said = [answered("a", True, accuracy=1.0), answered("b", False, accuracy=0.5)]
    found = report(write_run(tmp_path / "run", questions=said))
    assert counted(cell(found, "questions", "EM")) == (1, 2)
    assert cell(found, "questions", "MRA").value == pytest.approx(75.0)
    assert cell(found, "questions", "PM") == Cell()


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=10), st.integers(0, 3))
@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
def test_differences_are_about_tasks_that_both_have(pairs: list[tuple[bool, bool]], extra: int) -> None:
    with TemporaryDirectory() as folder:
        first = [located(f"t{n}", at=1 if a else None) for n, (a, _) in enumerate(pairs)]
        second = [located(f"t{n}", at=2 if b else None) for n, (_, b) in enumerate(pairs)]
        more = [located(f"x{n}", at=1) for n in range(extra)]
        found = report(
            write_run(Path(folder) / "one", [*first, *more]), write_run(Path(folder) / "two", second)
        )
    (row,) = table(found, "differences").rows
    values = dict(zip(table(found, "differences").columns, (one.value for one in row.cells), strict=True))
    assert values["tasks"] == len(pairs)
    assert values["only the first"] == sum(a and not b for a, b in pairs)
    assert values["only the second"] == sum(b and not a for a, b in pairs)
    assert values["difference"] == pytest.approx(100 * sum(a - b for a, b in pairs) / len(pairs))


def test_runs_of_different_sets_do_not_stand_side_by_side(tmp_path: Path) -> None:
    one = write_run(tmp_path / "one", [located("a")])
    two = write_run(tmp_path / "two", [located("a")], about=manifest(task_set="e" * 64))
    with pytest.raises(UsageError, match="another task set"):
        report(one, two)


def test_the_paper_stands_beside_runs_of_its_models(tmp_path: Path) -> None:
    run = write_run(
        tmp_path / "run", [located("a", at=1)], about=manifest("google/gemini-2.5-pro", reflect=False)
    )
    plain, beside = report(run), report(run, paper=True)
    assert cell(plain, "table2", "pick accuracy").printed is None
    assert cell(beside, "table2", "pick accuracy").printed == 57.72
    assert table(beside, "table2").rows[0].shown[0].startswith("57.72 / 100.00 (1/1)")
    others = [row for row in table(beside, "table2").rows if row.of_paper]
    assert len(others) == 8
    assert not any(row.label.endswith("Gemini2.5-Pro") for row in others)
    assert others[0].shown[0] == "28.31"
    assert any("5.68" in note for note in table(beside, "table2").notes)


def scored_runs(tmp_path: Path, rights: Sequence[int]) -> list[Path]:
    return [
        write_run(
            tmp_path / f"run{number}",
            [located(f"t{n}", at=1 if n < right else None) for n in range(10)],
            about=manifest(f"model{number}"),
        )
        for number, right in enumerate(rights)
    ]


def test_ranks_here_and_elsewhere_are_correlated(tmp_path: Path) -> None:
    runs = scored_runs(tmp_path, [1, 3, 5, 7, 9])
    scores = tmp_path / "scores.csv"
    scores.write_text("model,score\nmodel1,10\nmodel0,20\nmodel2,30\nmodel3,40\nmodel4,50\nother,99\n")
    found = report(*runs, scores=scores)
    assert cell(found, "correlations", "n").value == 5
    assert cell(found, "correlations", "rho").value == pytest.approx(0.9)
    assert cell(found, "correlations", "p").value == pytest.approx(10 / 120)
    assert cell(found, "correlations", "rho", 1) == Cell(), "nothing was executed"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("name,score\nmodel0,1\n", "columns `model` and `score`"),
        ("model,score\nmodel0,much\n", "much is no number"),
        ("model,score\nmodel0,nan\n", "nan is no number"),
        ("model,score\nnobody,1\n", "none of the scores"),
    ],
)
def test_scores_that_cannot_be_used(text: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "scores.csv").write_text(text)
    with pytest.raises(UsageError, match=told):
        report(*scored_runs(tmp_path, [1]), scores=tmp_path / "scores.csv")


def test_runs_with_given_targets_are_compared_among_themselves(tmp_path: Path) -> None:
    every = [executed("a", at=1), executed("b")]
    usual = write_run(tmp_path / "usual", executions=every)
    given_none = write_run(tmp_path / "none", executions=every, about=manifest(targets="given"))
    asked = write_run(tmp_path / "yaw", executions=every, about=manifest(targets="given", ask=("yaw",)))
    found = report(usual, given_none, asked)
    (row,) = table(found, "differences").rows
    assert row.label.startswith("espire/scripted, asked for none / espire/scripted, asked for yaw")


def test_the_paper_does_not_stand_beside_other_suites(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", [located("a", facts(suite="other"), 1)])
    with pytest.raises(UsageError, match="about the suite espire, and these are of other"):
        report(run, paper=True)
