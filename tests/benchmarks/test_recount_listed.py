"""What a manifest lists holds in the recount: frames that do not matter, and families' own numbers."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.recounting.rules import Recount
from tests.benchmarks.making import RANK, ask, look, node, row_of_books, rule, scene, verdict

LESS = ask("filter_distance", "LessThan", {"length": 1.2}, to="viewer")
LEFT = ask("filter_orientation", "Left", frame="relative", of="jar")
HOUR = ask("filter_orientation", "ClockPosition", {"clock": 12}, frame="intrinsic", of="viewer")
JAR = node("jar", "near", (0, 0, 1))


def test_families_whose_frame_does_not_matter_are_listed() -> None:
    where = scene(row_of_books(1, 2))
    steps = ask("filter_distance", "Closest", to="viewer")
    same = look(where, steps, ["a"], readings={"relative": ["a"], "intrinsic": ["a"]})
    assert verdict("differ by frame", same) == [True]
    for wanted, bad in ((None, False), (0.5, True), (0.0, False)):
        assert verdict("differ by frame", same, manifest=frames(0.0, wanted)) == [bad]
    elsewhere = {"rules": {"espire_plus": frames(0.0, None)["rules"]["espire"]}}
    assert verdict("differ by frame", same, manifest=elsewhere) == [True]
    other = look(where, steps, ["a"], readings={"relative+edges": ["a"], "intrinsic+edges": ["b"]})
    assert verdict("differ by frame", same, other) == [False]


@pytest.mark.parametrize(
    ("kind", "differ", "tag", "bad"),
    [
        ("book", True, True, False),
        ("book", False, False, False),
        ("book", True, False, True),
        ("space", True, False, False),
        ("book", False, True, True),
        ("space", False, True, True),
    ],
)
def test_tags_about_frames(kind: str, differ: bool, tag: bool, bad: bool) -> None:
    readings = {"relative": ["a"], "intrinsic": ["b" if differ else "a"]}
    more = {"readings": readings, "candidate_kind": kind, "tags": {"frame_sensitive": tag}}
    task = look(scene(row_of_books(1, 2)), RANK, ["a"], **more)
    assert verdict("tagged as", task) == [bad]
    for share in (0.0, 1.0):
        assert verdict("those of the tags", task, manifest=frames(share, 0.5)) == [share != tag]
    assert verdict("those of the tags", task) == []


@pytest.mark.parametrize(
    ("supply", "wanted", "bad"), [(0.09, None, [False]), (0.2, None, [True]), (0.2, 0.5, [])]
)
def test_a_frame_may_be_idle_only_where_few_bindings_depend_on_it(
    supply: float, wanted: float | None, bad: list[bool]
) -> None:
    assert verdict("few bindings differ", manifest=frames(0.0, wanted, supply)) == bad


def frames(share: float, wanted: float | None, supply: float = 0.01) -> dict[str, Any]:
    listed = {"supply": supply, "share": share, "wanted": wanted}
    return {"rules": {"espire": {"frames": {"pick.x": listed}}}}


@pytest.mark.parametrize(
    ("words", "nodes", "steps", "answers", "listed", "more"),
    [
        # 1.45 and 1.55 m: 10 cm are less than a tenth
        ("neighbours", row_of_books(1, 1.5, 1.6, 2.6), RANK, "b", {"margin_share": 0.05}, {}),
        ("neighbours", row_of_books(1, 1.5, 1.54, 2.6), RANK, "b", {"margin_share": 0, "margin": 0.03}, {}),
        ("stated lengths: 10 %", row_of_books(1, 1.3), LESS, "a", {"margin_share": 0.02, "margin": 0.04}, {}),
        ("stated lengths: 10 %", row_of_books(1.22, 1.5), LESS, "a", {"inside_share": 0, "inside": 0.02}, {}),
        ("sides, hours", [JAR, node("a", "book", (0, -0.04, 1))], LEFT, "a", {"margin": 0.03}, {}),
        ("sides, hours", [node("a", "book", (2.5, 0.107, 1))], HOUR, "a", {"margin_angle": 2}, {}),
        ("at most a third", row_of_books(1, 2), LESS, "a", {"undecided_share": 0.5}, {"undecided": ["b"]}),
        ("3 candidates", row_of_books(1, 2), LESS, "a", {"candidate_count": 2}, {}),
        ("3 candidates", row_of_books(1, 2, 3), RANK, "b", {"ranked_count": 3}, {}),
        ("at most half", row_of_books(1, 1.1, 2), LESS, "ab", {"chance": 0.7}, {}),
        ("chance at most 0.5", row_of_books(1, 1.1, 2), LESS, "ab", {"chance": 0.7}, {}),
        (
            "answers half",
            [node("a", "book", (2, 0, 1), visible={"world": 0.4})],
            LESS,
            "a",
            {"visible": 0.3},
            {},
        ),
        ("answers of", [node("a", "book", (2, 0, 1), pixels={"world": 99})], LESS, "a", {"pixels": 90}, {}),
    ],
)
def test_listed_numbers_hold_instead_of_the_usual_ones(
    words: str,
    nodes: list[dict[str, Any]],
    steps: list[dict[str, Any]],
    answers: str,
    listed: dict[str, float],
    more: dict[str, Any],
) -> None:
    """What violates the usual number keeps the listed one; a number of another rule changes nothing."""
    where = scene(nodes)
    numbers: list[dict[str, float]] = [{}, {"salience": 1.0}, listed]
    looks = [look(where, steps, list(answers), own, **more) for own in numbers]
    assert verdict(words, *looks) == [True, True, False]
    shown = list(rule("numbers of their own").verdicts(Recount(looks[2:], (), {})))
    assert shown == [(f"espire pick.x {' '.join(f'{k}={v:g}' for k, v in listed.items())}", True)]


def test_a_listed_number_may_be_stricter() -> None:
    tasks = [look(scene(row_of_books(1, 1.5, 2.0, 2.6)), RANK, ["b"], own) for own in ({}, {"margin": 0.6})]
    assert verdict("neighbours", *tasks) == [False, True]
