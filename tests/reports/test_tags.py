"""Tasks by tags: in groups that hold them all, in an order that makes sense, the same in every report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.auditing.audit import audit
from espire_dsl.cli import main
from espire_dsl.gallery.data import COLUMNS, data_of
from espire_dsl.reports.tags import MOST_WHOLE, UNTAGGED, TagGroups
from espire_dsl.statistics.count import statistics_of
from tests.auditing.making import saved, task, task_set

TAGS: list[dict[str, Any]] = [
    {"far": True, "angle": 12.5, "side": "left", "ring": 2},
    {"far": False, "angle": 31.0, "side": "right", "ring": 10},
    {"far": True, "angle": 57.5, "side": "left"},
    {"far": True, "angle": 88.0},
]
TASKS = [task(number, tags=tags) for number, tags in enumerate(TAGS)]


@pytest.mark.parametrize(
    ("tag", "groups"),
    [
        ("far", {"yes": 3, "no": 1}),
        ("side", {"left": 2, "right": 1, UNTAGGED: 1}),
        ("ring", {"2": 1, "10": 1, UNTAGGED: 2}),
        ("angle", {"0 .. 20": 1, "20 .. 40": 1, "40 .. 60": 1, "80 .. 100": 1}),
    ],
)
def test_stats_audit_and_gallery_have_the_same_groups(tag: str, groups: dict[str, int]) -> None:
    made = task_set(TASKS)
    counted = {count.name: count.tasks for count in statistics_of(made, TASKS).groups[f"tag:{tag}"]}
    assert list(counted.items()) == list(groups.items())
    (suite,) = audit(made, by=f"tag:{tag}")
    assert [(g.type, g.tasks) for g in suite.groups] == [(f"{tag}: {n}", c) for n, c in groups.items()]
    tagged = {split.value: split.tasks for split in suite.tags if split.tag == tag}
    assert list(tagged.items()) == [(n, c) for n, c in groups.items() if n != UNTAGGED]
    data = data_of(made, {})
    shown = [dict(zip(COLUMNS, row, strict=True))["tag_groups"][tag] for row in data["tasks"]]
    assert {name: shown.count(name) for name in data["tags"][tag] if name in shown} == groups


@given(st.lists(st.one_of(st.floats(-1e6, 1e6), st.integers(-1000, 1000)), min_size=1, max_size=60))
def test_numbers_are_in_the_interval_that_is_named(values: list[float]) -> None:
    tasks = [task(number, tags={"x": value}) for number, value in enumerate(values)]
    groups = TagGroups.of(tasks, "x")
    assert len(groups.names) <= max(7, MOST_WHOLE) + 1
    places = [groups.names.index(groups(one)) for one in sorted(tasks, key=lambda t: t.tags["x"])]
    assert places == sorted(places)
    for one, value in zip(tasks, values, strict=True):
        name = groups(one)
        if " .. " in name:
            low, high = map(float, name.split(" .. "))
            slack = 1e-5 * max(abs(low), abs(high))
            assert low - slack <= value <= high + slack
        else:
            assert float(name) == pytest.approx(value, rel=1e-5, abs=1e-9)


@pytest.mark.parametrize("command", [["stats"], ["audit"], ["score", "--baseline", "centre"]])
def test_a_tag_that_no_task_has_is_an_error(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name, *options = command
    folder = str(saved(tmp_path, TASKS))
    assert main([name, folder, *options, "--by", "tag:angel"]) == 2
    assert "no task has a tag `angel`; did you mean `tag:angle`?" in "".join(capsys.readouterr())
    assert main([name, folder, *options, "--by", "angle"]) == 2
    assert "tasks cannot be split by `angle`; did you mean `tag:angle`?" in "".join(capsys.readouterr())


def test_stats_by_one_tag(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(saved(tmp_path, TASKS))
    assert main(["stats", folder, "--by", "tag:side", "--by", "level", "--json"]) == 0
    assert list(json.loads(capsys.readouterr().out)["groups"]) == ["level", "tag:side"]
    assert main(["stats", folder, "--by", "tag:side"]) == 0
    told = capsys.readouterr().out
    assert "by tag:side" in told
    assert "by family" not in told


def test_score_by_one_tag(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    right = [
        task(n, answer_kind="yes_no", answers=[n < 2], action="answer", tags=t) for n, t in enumerate(TAGS)
    ]
    folder = saved(tmp_path, right)
    predictions = tmp_path / "said.jsonl"
    predictions.write_text(
        "".join(json.dumps({"task": t.id, "answer": True}) + "\n" for t in right), encoding="utf-8"
    )
    assert main(["score", str(folder), str(predictions), "--by", "tag:angle", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    text = json.dumps(found)
    assert "tag:angle" in text
    assert "tag:side" not in text
    assert main(["score", str(folder), str(predictions), "--by", "tag:angle"]) == 0
    rows = [line.split()[:6] for line in capsys.readouterr().out.splitlines()]
    shares = {row[0]: row for row in rows if row and row[0] in ("0", "20", "40", "80")}
    assert len(shares) == 4
