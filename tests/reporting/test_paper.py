"""The printed values hold together: they are counts, and counts of parts add up, but for what notes tell."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

import pytest

from espire_dsl.reporting.frames import CATEGORIES
from espire_dsl.reporting.paper import PrintedRow, model_of_paper, printed, printed_table
from espire_dsl.reporting.paper_tables import ACTIONS, ASPECTS, LEVELS
from espire_dsl.reporting.statistics import mean, sample_deviation, spearman

SIZES = printed()["sizes"]
ROWS = {name: printed_table(name).rows for name in ("table2", "table3", "table4", "table5", "table9")}
SHORT = ("Qwen3-VL-8B", False, "place")
"""The row that lacks a task."""


def value(table: str, row: PrintedRow, column: str) -> float:
    """A printed value, or what a note says must have been meant."""
    found = row.values[column]
    assert isinstance(found, float)
    for note in printed_table(table).notes:
        if note.right is not None and not row.reflect and (note.row, note.column) == (row.model, column):
            return note.right
    return found


def of(table: str, model: str, reflect: bool = False) -> PrintedRow:
    found = printed_table(table).row(model, reflect)
    assert found is not None
    return found


def lacks(row: PrintedRow, action: str) -> bool:
    return (row.model, row.reflect, action) == SHORT


def count(percent: float, size: int) -> int:
    """The count of which a percentage with two decimals is told; it must be one."""
    found = round(percent * size / 100)
    assert f"{100 * found / size:.2f}" == f"{percent:.2f}", (percent, size)
    return found


def total(row: PrintedRow, action: str) -> int:
    return int(SIZES[action]) - lacks(row, action)


@pytest.mark.parametrize("row", ROWS["table2"], ids=lambda row: f"{row.model}-{row.reflect}")
@pytest.mark.parametrize("action", ACTIONS)
def test_table_2_is_made_of_counts_and_success_needs_both_stages(row: PrintedRow, action: str) -> None:
    accuracy, acceptance, success = (
        count(value("table2", row, f"{action} {column}"), total(row, action))
        for column in ("accuracy", "acceptance", "success")
    )
    assert success <= min(accuracy, acceptance)


@pytest.mark.parametrize("row", ROWS["table3"], ids=lambda row: row.model)
@pytest.mark.parametrize("action", ACTIONS)
def test_counts_of_aspects_add_up_to_table_2(row: PrintedRow, action: str) -> None:
    parts = [
        count(
            value("table3", row, f"{action} {aspect}"),
            SIZES["aspects"][action][aspect] - (lacks(row, action) and aspect == "relationship"),
        )
        for aspect in ASPECTS
    ]
    assert sum(parts) == count(
        value("table2", of("table2", row.model), f"{action} accuracy"), total(row, action)
    )


@pytest.mark.parametrize("row", ROWS["table4"], ids=lambda row: row.model)
@pytest.mark.parametrize(("action", "measure"), list(product(ACTIONS, ("accuracy", "acceptance"))))
def test_counts_of_levels_add_up_to_table_2(row: PrintedRow, action: str, measure: str) -> None:
    parts = [
        count(
            value("table4", row, f"{action} {measure} {level}"),
            SIZES["levels"][action][level] - (lacks(row, action) and level == "medium"),
        )
        for level in LEVELS
    ]
    whole = value("table2", of("table2", row.model), f"{action} {measure}")
    assert sum(parts) == count(whole, total(row, action))


def test_parts_are_as_many_as_the_whole() -> None:
    for action in ACTIONS:
        assert sum(SIZES["aspects"][action].values()) == SIZES[action]
        assert sum(SIZES["levels"][action].values()) == SIZES[action]


def test_every_note_about_a_value_is_about_one_that_cannot_be_right() -> None:
    """A value with a `right` one differs from it, and the others are counts after all."""
    for name in ROWS:
        for note in printed_table(name).notes:
            if note.right is not None:
                assert note.row is not None
                assert note.column is not None
                assert of(name, note.row).values[note.column] != note.right


@pytest.mark.parametrize("row", [row for row in ROWS["table9"] if not row.reflect], ids=lambda row: row.model)
@pytest.mark.parametrize("action", ACTIONS)
def test_updates_are_two_for_each_move_of_all_tasks(row: PrintedRow, action: str) -> None:
    acceptance = value("table2", of("table2", row.model), f"{action} acceptance") / 100
    moves = of("table5", row.model).values[f"{action} #move"]
    assert isinstance(moves, float)
    expected = 2 * (acceptance * moves + (1 - acceptance) * 5)
    told = any((n.row, n.column) == (row.model, f"{action} #update") for n in printed_table("table9").notes)
    assert (abs(expected - value("table9", row, f"{action} #update")) > 0.03) == told


def test_success_is_the_same_in_tables_2_and_9() -> None:
    for row in ROWS["table9"]:
        for action in ACTIONS:
            column = f"{action} success"
            assert value("table9", row, column) == value(
                "table2", of("table2", row.model, row.reflect), column
            )


@pytest.mark.parametrize("action", ACTIONS)
def test_ranks_are_those_of_acceptance(action: str) -> None:
    shares = {
        row.model: value("table2", row, f"{action} acceptance") for row in ROWS["table2"] if not row.reflect
    }
    for row in ROWS["table5"]:
        better = sum(share > shares[row.model] for share in shares.values())
        assert row.values[f"{action} rank"] == better + 1


def test_averages_are_means_of_rows_but_for_place() -> None:
    for column, printed_one in printed_table("table3").average.items():
        assert isinstance(printed_one, float)
        every = mean([value("table3", row, column) for row in ROWS["table3"]])
        others = mean([value("table3", r, column) for r in ROWS["table3"] if r.model != "RoboBrain2.0-7B"])
        assert every is not None
        assert others is not None
        assert (abs(every - printed_one) < 0.0051) == column.startswith("pick"), column
        assert (abs(others - printed_one) < 0.0051) == (column == "place attribute"), column


def test_table_7_is_made_of_counts_but_for_one_value() -> None:
    sizes = dict(zip(printed()["table7"]["columns"], SIZES["rotations"].values(), strict=True))
    wrong = []
    for row in printed_table("table7").rows:
        for column, percent in row.values.items():
            assert isinstance(percent, float)
            try:
                count(percent, sizes[column])
            except AssertionError:
                wrong.append((row.model, column))
    assert wrong == [("pitch, yaw, roll", "place, pose-constrained")]
    assert wrong[0] in [(note.row, note.column) for note in printed_table("table7").notes]


def test_table_8_is_what_five_people_can_give_on_three_items() -> None:
    ranked = {
        round(rho, 9)
        for one in product(range(3), repeat=3)
        for other in product(range(3), repeat=3)
        if (rho := spearman(one, other)) is not None
    }
    possible = [
        (mean(values), sample_deviation(values))
        for values in combinations_with_replacement(sorted(ranked), 5)
    ]
    for row in printed_table("table8").rows:
        for category in CATEGORIES:
            found = row.values[category]
            assert isinstance(found, tuple)
            assert any(
                middle is not None
                and spread is not None
                and abs(middle - found[0]) < 0.0015
                and abs(spread - found[1]) < 0.0006
                for middle, spread in possible
            ), (row.model, category)


@pytest.mark.parametrize(
    ("name", "model"),
    [
        ("google/gemini-2.5-pro", "Gemini2.5-Pro"),
        ("openai-api/local/Qwen3-VL-8B-Instruct", "Qwen3-VL-8B"),
        ("hf/Qwen/Qwen3-VL-30B-A3B-Instruct", "Qwen3-VL-30B-A3B"),
        ("google/gemini-2.5-flash", None),
        ("espire/oracle", None),
    ],
)
def test_models_of_runs_are_known_by_the_last_part_of_their_name(name: str, model: str | None) -> None:
    assert model_of_paper(name) == model
