"""Lines and manifests of runs: what is written is read back exactly, and nothing else is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attrs import fields
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.evaluation.evaluating import manifest_of
from espire_dsl.evaluation.plain import RecordError, line_of, value_of
from espire_dsl.evaluation.prompts.files import shipped_prompts
from espire_dsl.evaluation.records import (
    Attempt,
    Call,
    LocalizationLine,
    QuestionLine,
    SentMessage,
    TaskFacts,
)
from espire_dsl.evaluation.run import Run
from espire_dsl.evaluation.sources import TaskSource
from tests.auditing.making import task
from tests.evaluation.making import evaluated, ordered, pictured
from tests.scoring.handmade import pointing

NUMBERS = st.floats(-1e15, 1e15)
POINTS = st.none() | st.tuples(NUMBERS, NUMBERS)
CALLS = st.builds(
    Call,
    st.text(max_size=5),
    st.lists(st.builds(SentMessage, st.sampled_from(["system", "user"]), st.text(), st.just(("a.png",)))).map(
        tuple
    ),
    st.text(),
    st.just("stop"),
    NUMBERS,
    st.integers(0, 9),
    NUMBERS,
    st.none() | st.integers(),
    st.none() | st.integers(),
)
LINES = st.builds(
    LocalizationLine,
    st.text(),
    st.just(TaskFacts.of(task())),
    st.just((640, 480)),
    st.lists(
        st.builds(
            Attempt,
            CALLS,
            POINTS,
            POINTS,
            st.sampled_from([None, "empty", "outside"]),
            st.none() | st.text(),
            st.none() | st.text(),
            st.none() | CALLS,
        ),
        max_size=3,
    ).map(tuple),
    st.none() | st.integers(1, 3),
    st.none() | st.integers(1, 3),
    st.none() | st.text(),
    st.booleans(),
    st.none() | st.text(),
)
ANSWERS = st.none() | st.booleans() | st.integers() | NUMBERS | st.text() | st.lists(st.text())


@settings(max_examples=30)
@given(LINES)
def test_a_line_is_read_as_it_was_written(line: LocalizationLine) -> None:
    text = line_of(line)
    assert "\n" not in text
    assert value_of(LocalizationLine, text, "here") == line


@settings(max_examples=30)
@given(CALLS, ANSWERS)
def test_any_answer_is_read_back(call: Call, answer: object) -> None:
    line = QuestionLine("t", TaskFacts.of(task()), call, answer, None, None, True, None, 0.5)
    assert value_of(QuestionLine, line_of(line), "here") == line


@settings(max_examples=20)
@given(LINES, st.data())
def test_a_field_too_few_or_too_many_is_refused(line: LocalizationLine, data: st.DataObject) -> None:
    plain = json.loads(line_of(line))
    name = data.draw(st.sampled_from([one.name for one in fields(LocalizationLine)]))
    less = {key: value for key, value in plain.items() if key != name}
    with pytest.raises(RecordError, match=f"here: field {name}: it is missing"):
        value_of(LocalizationLine, json.dumps(less), "here")
    with pytest.raises(RecordError, match="here: field more: there is no such field"):
        value_of(LocalizationLine, json.dumps({**plain, "more": 1}), "here")


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("task",), 3, "field task: it must be a text"),
        (("given",), 1, "field given: it must be true or false"),
        (("right_at",), True, "field right_at: it must be a whole number"),
        (("picture_size",), [1], "field picture_size: it must have 2 parts"),
        (("attempts",), {}, "field attempts: it must be a list"),
        (("facts", "chance"), "x", "field facts.chance: it must be a finite number"),
    ],
)
def test_what_is_of_another_type_is_named(path: tuple[str, ...], value: object, told: str) -> None:
    line = LocalizationLine("t", TaskFacts.of(task()), (1, 1), (), None, None, None, True, None)
    plain = json.loads(line_of(line))
    place = plain
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value
    with pytest.raises(RecordError, match=told):
        value_of(LocalizationLine, json.dumps(plain), "here")


def test_what_is_no_json() -> None:
    with pytest.raises(RecordError, match="here: this is no JSON"):
        value_of(LocalizationLine, "{", "here")


TASKS = [pointing(number, (0, 0, 10, 10), (20, 20, 30, 30)) for number in range(5)]


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return pictured(tmp_path, TASKS)


def test_a_run_that_was_cut_goes_on_to_the_same_bytes(out: Path, tmp_path: Path) -> None:
    whole = evaluated(out, tmp_path / "whole", "espire/candidate").run
    content = whole.path("localization").read_bytes()
    for end in (0, 1, len(content) // 2, len(content) - 1, len(content)):
        run = Run.begin(tmp_path / f"cut{end}", whole.manifest, alone=False)
        run.path("localization").write_bytes(content[:end])
        again = evaluated(out, run.folder, "espire/candidate").run
        assert again.path("localization").read_bytes() == content


def test_a_cut_line_is_told_and_counts_for_nothing(out: Path, tmp_path: Path) -> None:
    run = evaluated(out, tmp_path / "run").run
    content = run.path("localization").read_bytes()
    run.path("localization").write_bytes(content[:-5])
    assert len(list(run.localizations())) == len(TASKS) - 1
    said: list[str] = []
    Run.begin(run.folder, run.manifest, said.append).close()
    assert len(said) == 1
    assert "its last line was cut" in said[0]
    assert content.startswith(run.path("localization").read_bytes())


def test_lines_are_in_the_order_of_the_set_whichever_is_done_first(out: Path, tmp_path: Path) -> None:
    one = evaluated(out, tmp_path / "one", "espire/random", concurrency=1).run
    many = evaluated(out, tmp_path / "many", "espire/random", concurrency=4).run
    assert one.path("localization").read_bytes() == many.path("localization").read_bytes()
    assert [line.task for line in one.localizations()] == [task.id for task in TASKS]


def test_a_task_is_not_counted_twice(out: Path, tmp_path: Path) -> None:
    run = evaluated(out, tmp_path / "run").run
    content = run.path("localization").read_bytes()
    run.path("localization").write_bytes(content + content)
    with pytest.raises(RecordError, match=r"localization.jsonl:6: task task0 has a line already"):
        list(run.localizations())


def test_a_damaged_line_is_named(out: Path, tmp_path: Path) -> None:
    run = evaluated(out, tmp_path / "run").run
    lines = run.path("localization").read_text().splitlines()
    run.path("localization").write_text("\n".join([lines[0], "{}", *lines[2:]]) + "\n")
    with pytest.raises(RecordError, match=r"localization.jsonl:2: field task: it is missing"):
        list(run.localizations())


def test_other_choices_are_refused(out: Path, tmp_path: Path) -> None:
    evaluated(out, tmp_path / "run")
    with pytest.raises(UsageError, match=r"begun with other choices \(choices.seed was 0, and is 3 now\)"):
        evaluated(out, tmp_path / "run", seed=3)
    with pytest.raises(UsageError, match=r'model was "espire/oracle", and is "espire/random" now'):
        evaluated(out, tmp_path / "run", "espire/random")
    evaluated(out, tmp_path / "run", concurrency=3)  # which changes no number


def test_a_run_of_another_set_is_refused(out: Path, tmp_path: Path) -> None:
    evaluated(out, tmp_path / "run")
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    (tmp_path / "run" / "manifest.json").write_text(json.dumps({**manifest, "task_set": "0" * 64}))
    with pytest.raises(UsageError, match="this run is about another task set; choose another folder"):
        evaluated(out, tmp_path / "run")


def test_two_processes_cannot_add_to_one_run(out: Path, tmp_path: Path) -> None:
    held = Run.begin(tmp_path / "run", evaluated(out, tmp_path / "other").run.manifest)
    with pytest.raises(UsageError, match="another process is at work on this run"):
        evaluated(out, tmp_path / "run")
    held.close()
    assert evaluated(out, tmp_path / "run").ended.complete


def test_secrets_are_not_written_down(out: Path, tmp_path: Path) -> None:
    told = {"api_key": "hush", "max_token": 3, "hf_token": "hush", "sigma": 1}
    order = ordered(out, tmp_path / "run", model_args=told, endpoint="https://me:hush@host/v1")
    manifest = manifest_of(order, TaskSource(out), None, shipped_prompts())
    assert "hush" not in line_of(manifest)
    assert manifest.endpoint == "https://host/v1"
    assert (manifest.model_args["max_token"], manifest.model_args["sigma"]) == (3, 1)


def test_folders_that_are_no_runs(out: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("mine")
    with pytest.raises(UsageError, match="holds other files and no run"):
        evaluated(out, tmp_path / "mine")
    with pytest.raises(UsageError, match="this is a file; a run is a folder"):
        evaluated(out, tmp_path / "mine" / "notes.txt")
    with pytest.raises(UsageError, match=r"this is no run: it has no manifest\.json"):
        Run.open(tmp_path)
    with pytest.raises(UsageError, match=r"this is no run: its manifest\.json does not say so"):
        Run.open(out)


def test_a_run_of_another_layout_is_refused(out: Path, tmp_path: Path) -> None:
    evaluated(out, tmp_path / "run")
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    (tmp_path / "run" / "manifest.json").write_text(json.dumps({**manifest, "schema": 0}))
    with pytest.raises(UsageError, match="this run has layout 0, and layout 1 is read"):
        Run.open(tmp_path / "run")


def test_pictures_are_kept_by_their_content(out: Path, tmp_path: Path) -> None:
    run = evaluated(out, tmp_path / "run").run
    (line, *_) = run.localizations()
    (name,) = line.attempts[0].call.messages[1].pictures
    assert run.picture(name) == (out / "images" / "row" / "world.png").read_bytes()
    assert [path.name for path in (run.folder / "pictures").iterdir()] == [name]


def test_a_limit_draws_the_same_tasks_for_every_model(out: Path, tmp_path: Path) -> None:
    drawn = [
        {
            line.task
            for line in evaluated(
                out, tmp_path / f"{model}{seed}", model, limit=2, seed=seed
            ).run.localizations()
        }
        for seed in (0, 1)
        for model in ("espire/random", "espire/oracle")
    ]
    assert all(len(tasks) == 2 for tasks in drawn)
    assert drawn[0] == drawn[1]
    assert drawn[2] == drawn[3]
