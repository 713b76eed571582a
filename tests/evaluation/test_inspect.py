"""Models behind HTTP, and the tasks and models that Inspect AI finds: nothing lost, nothing counted twice."""

from __future__ import annotations

import base64
import gc
import json
import math
import random
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from espire_dsl.cli import main
from espire_dsl.diagnostics.error import UsageError
from espire_dsl.evaluation.evaluating import evaluate, replay_of
from espire_dsl.evaluation.records import LocalizationLine
from espire_dsl.evaluation.run import Run
from espire_dsl.evaluation.spending import Patience
from tests.evaluation.making import ordered, picture, pictured, timeless
from tests.evaluation.serving import FAULTS, Served, pictures, serving
from tests.scoring.handmade import pointing, saying

pytest.importorskip("inspect_ai", reason="Inspect AI is of the extra eval, which is not installed here")
pytest.importorskip("openai", reason="the client of OpenAI is of the extra eval, which is not installed here")

# What libraries warn of is not ours to mend; Inspect AI leaves some of its streams to the garbage collector.
pytestmark = [pytest.mark.filterwarnings("default"), pytest.mark.filterwarnings("ignore::ResourceWarning")]

MODEL = "openai-api/local/qwen3-vl-tiny"
COUNT = 14
TASKS = [
    pointing(number, (4, 6, 20, 18), instruction=f"Take number {number}.", candidates=["thing0", "other"])
    for number in range(COUNT)
]
ALL = [*TASKS, saying(99, "yes_no", True, instruction="Is it so?")]
RIGHT, WRONG = '{"point_2d": [250, 400]}', '{"point_2d": [900, 900]}'


async def _short(_: float) -> None:
    return None


PATIENCE = Patience(tries=200, timeout=60.0, sleep=_short)


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pictured(tmp_path_factory.mktemp("inspect"), ALL)


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOCAL_API_KEY", "secret")
    monkeypatch.delenv("LOCAL_BASE_URL", raising=False)


@pytest.fixture(autouse=True)
def swept() -> Iterator[None]:
    """Lets the garbage be collected where its warnings belong to nobody else."""
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        gc.collect()


def said_to(text: str) -> str:
    """Every third task is answered wrongly."""
    if text.startswith("Is it so"):
        return "Yes."
    return WRONG if int(text.removeprefix("Take number ").split(".")[0]) % 3 == 0 else RIGHT


def numbers(lines: Iterator[LocalizationLine]) -> list[tuple[Any, ...]]:
    """What a report counts; seconds differ."""
    return [
        (
            line.task,
            line.right_at,
            line.target,
            line.given,
            [(a.call.text, a.pixel, a.fault) for a in line.attempts],
        )
        for line in lines
    ]


def run_of(out: Path, folder: Path, served: Served, **more: Any) -> Any:
    return evaluate(ordered(out, folder, MODEL, endpoint=served.url, patience=PATIENCE, **more))


def test_pictures_arrive_intact_and_answers_are_read_by_the_declared_convention(
    out: Path, tmp_path: Path
) -> None:
    with serving(Served(said_to)) as served:
        found = run_of(out, tmp_path / "run", served, temperature=0.5, max_tokens=77)
    assert found.ended.complete
    lines = list(found.run.localizations())
    assert [line.right_at for line in lines] == [None if number % 3 == 0 else 1 for number in range(COUNT)]
    assert lines[1].attempts[0].pixel == (10.0, 12.0)
    assert len(served.requests) == sum(len(line.attempts) for line in lines) == found.spending.calls
    for request in served.requests:
        assert pictures(request) == [picture()]
        assert request["model"] == "qwen3-vl-tiny"
        assert (request["temperature"], request["max_tokens"]) == (0.5, 77)
        assert [message["role"] for message in request["messages"]] == ["system", "user"]
    assert served.keys == {"Bearer secret"}
    assert (found.spending.input_tokens, found.spending.output_tokens) == (
        100 * found.spending.calls,
        10 * found.spending.calls,
    )
    assert "secret" not in "".join(path.read_text() for path in found.run.folder.glob("*.json*"))


def test_how_likely_a_yes_is_comes_from_the_first_token(out: Path, tmp_path: Path) -> None:
    """Only where it is asked for; and a replay has the same."""
    first = {"Yes": math.log(0.6), " no": math.log(0.2), "No": math.log(0.05), "yes": math.log(0.01)}
    with serving(Served(said_to, first_token=first)) as served:
        found = run_of(out, tmp_path / "run", served, protocol="questions", logprobs=True)
        (line,) = found.run.questions()
        run_of(out, tmp_path / "plain", served, protocol="questions")
    assert line.p_yes == pytest.approx(0.75)
    assert line.answer is True
    assert (served.requests[0]["logprobs"], served.requests[0]["top_logprobs"]) == (True, 20)
    assert "logprobs" not in served.requests[1]
    (plain,) = Run.open(tmp_path / "plain").questions()
    assert (plain.p_yes, plain.call.first_token) == (None, ())
    again = evaluate(
        replay_of(tmp_path / "run", ordered(out, tmp_path / "again", MODEL, protocol="questions"))
    )
    assert [one.p_yes for one in again.run.questions()] == [line.p_yes]


@pytest.mark.parametrize("fault", FAULTS)
def test_each_misbehaviour_is_a_failed_call_and_no_answer(fault: str, out: Path, tmp_path: Path) -> None:
    with serving(Served(said_to, iter([fault, None, fault, fault]))) as served:
        found = run_of(out, tmp_path / "run", served, limit=3, concurrency=1)
    assert found.ended.complete
    assert served.met == [fault] * 3
    lines = list(found.run.localizations())
    calls = [attempt.call for line in lines for attempt in line.attempts]
    assert [call.failures for call in calls[:3]] == [1, 2, 0]
    assert len(served.answered) == len(calls)
    assert found.spending.failures == 3
    assert all(attempt.fault is None for line in lines for attempt in line.attempts)


def test_silence_is_a_failed_call(out: Path, tmp_path: Path) -> None:
    patience = Patience(tries=3, timeout=3.0, sleep=_short)
    with serving(Served(said_to, iter([None, "silence"]))) as served:
        order = ordered(
            out, tmp_path / "run", MODEL, endpoint=served.url, limit=3, concurrency=1, patience=patience
        )
        found = evaluate(order)
    calls = [attempt.call for line in found.run.localizations() for attempt in line.attempts]
    assert [call.failures for call in calls[:3]] == [0, 1, 0]
    assert calls[1].waited >= 2.9
    assert len(served.answered) == len(calls)


def test_under_all_of_them_numbers_are_those_of_a_quiet_day(out: Path, tmp_path: Path) -> None:
    with serving(Served(said_to)) as served:
        quiet = run_of(out, tmp_path / "quiet", served)
    stream = random.Random(3)
    storm = (stream.choice([*FAULTS, None, None, None, None, None, None]) for _ in iter(int, 1))
    with serving(Served(said_to, storm)) as served:
        found = run_of(out, tmp_path / "storm", served, concurrency=4)
    assert found.ended.complete
    assert len(served.met) > 10
    assert numbers(found.run.localizations()) == numbers(quiet.run.localizations())
    assert len(served.answered) == found.spending.calls == quiet.spending.calls


@pytest.mark.slow
def test_killed_runs_go_on_to_the_same_numbers(out: Path, tmp_path: Path) -> None:
    with serving(Served(said_to)) as served:
        quiet = run_of(out, tmp_path / "quiet", served)
    folder = tmp_path / "run"
    with serving(Served(said_to, pause=0.1)) as served:
        command = [
            sys.executable,
            "-m",
            "espire_dsl.cli",
            "evaluate",
            str(out),
            "--model",
            MODEL,
            "--endpoint",
        ]
        command += [served.url, "-o", str(folder), "--concurrency", "2"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(5000):
            time.sleep(0.02)
            if len(lines_in(folder)) >= 4 or process.poll() is not None:
                break
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert 4 <= len(lines_in(folder)) < COUNT
        assert subprocess.run(command, capture_output=True, check=False).returncode == 0
    run = Run.open(folder)
    assert numbers(run.localizations()) == numbers(quiet.run.localizations())


def lines_in(folder: Path) -> list[str]:
    path = folder / "localization.jsonl"
    return path.read_text().splitlines() if path.exists() else []


@pytest.mark.parametrize(
    ("status", "told"),
    [("401", "the provider does not accept the key"), ("404", "the provider does not offer this model")],
)
def test_what_is_hopeless_ends_the_run_at_once(
    status: str, told: str, out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(Served(said_to, iter([status] * 1000))) as served:
        code = main(
            ["evaluate", str(out), "--model", MODEL, "--endpoint", served.url, "-o", str(tmp_path / "run")]
        )
    assert code == 1
    assert f"stopped: {told} ({status})" in capsys.readouterr().err
    assert len(served.requests) <= 8


def test_an_empty_answer_is_a_wrong_attempt(out: Path, tmp_path: Path) -> None:
    with serving(Served(lambda _: "")) as served:
        found = run_of(out, tmp_path / "run", served, limit=2)
    assert {attempt.fault for line in found.run.localizations() for attempt in line.attempts} == {"empty"}
    assert len(served.requests) == 6


def test_questions_need_no_convention(out: Path, tmp_path: Path) -> None:
    with serving(Served(said_to)) as served:
        order = ordered(
            out, tmp_path / "run", "openai-api/local/who", endpoint=served.url, protocol="questions"
        )
        (line,) = evaluate(order).run.questions()
    assert line.right
    assert pictures(served.requests[0]) == [picture()]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ["--model", "nobody/x", "--convention", "pixel"],
            "no provider of Inspect AI offers the model nobody/x",
        ),
        (["--model", "qwen3-vl"], "the model qwen3-vl needs its provider before it"),
        (["--model", "openai-api/other/qwen3-vl"], "OTHER_API_KEY"),
        (["--model", "openai-api/local/qwen3-vl"], "LOCAL_BASE_URL"),
        (["--model", "openai-api/local/someone"], "no convention of points is declared for the model"),
    ],
)
def test_models_that_cannot_be_asked(
    arguments: list[str], told: str, out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["evaluate", str(out), "-o", str(tmp_path / "run"), *arguments]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert len(error.splitlines()) == 1
    assert not (tmp_path / "run").exists()


def mean_of(log: Any, name: str) -> float:
    (value,) = [score.metrics["mean"].value for score in log.results.scores if score.name == name]
    return float(value)


@pytest.mark.slow
def test_the_command_of_inspect_finds_the_tasks_and_the_scripted_models(out: Path, tmp_path: Path) -> None:
    from inspect_ai.log import list_eval_logs, read_eval_log

    command = [
        str(Path(sys.executable).with_name("inspect")),
        "eval",
        "espire_dsl/localization",
        "-T",
        f"set={out}",
    ]
    command += ["--model", "espire/oracle", "--no-log-images", "--display", "plain"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (log,) = map(read_eval_log, list_eval_logs(str(tmp_path / "logs")))
    assert log.status == "success"
    assert mean_of(log, "within") == 1.0


def test_questions_are_a_task_of_inspect(out: Path, tmp_path: Path) -> None:
    from inspect_ai import eval as inspect_eval

    (log,) = inspect_eval(
        "espire_dsl/questions",
        model="espire/oracle",
        task_args={"set": str(out)},
        display="none",
        log_dir=str(tmp_path),
    )
    assert log.status == "success"
    assert mean_of(log, "right") == 1.0


@pytest.mark.slow
def test_executions_in_inspect_are_those_of_our_own_command(made: Path, tmp_path: Path) -> None:
    """The same tasks, targets, pictures, moves and verdicts, with and without asked angles."""
    from inspect_ai import eval as inspect_eval

    for ask in ("none", "pitch,yaw,roll"):
        (log,) = inspect_eval(
            "espire_dsl/execution",
            model="espire/oracle",
            task_args={"set": str(made), "limit": 3, "ask": ask.split(","), "run": str(tmp_path / ask)},
            display="none",
            log_dir=str(tmp_path / "logs"),
            log_images=False,
        )
        assert log.status == "success"
        axes = () if ask == "none" else tuple(ask.split(","))
        ours = evaluate(
            ordered(made, tmp_path / f"our {ask}", protocol="execution", limit=3, ask=axes, targets="given")
        ).run
        expected = {line.task: timeless(line) for line in ours.executions()}
        found = {line.task: timeless(line) for line in Run.open(tmp_path / ask).executions()}
        assert found == expected
        assert len(expected) == 3
        accepted = [line.accepted_at is not None for line in expected.values()]
        assert mean_of(log, "accepted") == pytest.approx(sum(accepted) / 3)
        passed = [line.status is not None and line.status.success for line in expected.values()]
        assert mean_of(log, "success") == pytest.approx(sum(passed) / 3)


def test_axes_are_told_as_a_text_or_as_the_list_that_the_command_makes_of_it() -> None:
    from espire_dsl.evaluation.inspect.registry import asked_axes

    assert asked_axes("none") == asked_axes(["none"]) == ()
    assert asked_axes("yaw, pitch") == asked_axes(["yaw", "pitch"]) == ("pitch", "yaw")
    for wrong in ("tilt", "", "pitch,tilt", ["none", "yaw"]):
        with pytest.raises(UsageError, match="there is no axis"):
            asked_axes(wrong)


def test_a_model_of_inspect_is_shown_the_views_and_moves_the_arm(made: Path, tmp_path: Path) -> None:
    """A mock points at the middle of every picture; the log has the pictures that it was shown."""
    from inspect_ai import eval as inspect_eval
    from inspect_ai.event import ModelEvent
    from inspect_ai.model import ContentImage, ModelOutput, ModelUsage, get_model

    run = tmp_path / "run"
    said = ModelOutput.from_content("mockllm/model", "[320, 240]")
    said.usage = ModelUsage(input_tokens=3, output_tokens=2, total_tokens=5)
    (log,) = inspect_eval(
        "espire_dsl/execution",
        model=get_model("mockllm/model", custom_outputs=[said] * 20),
        task_args={
            "set": str(made),
            "limit": 2,
            "moves": 2,
            "convention": "pixel",
            "run": str(run),
        },
        display="none",
        log_dir=str(tmp_path / "logs"),
        log_images=True,
    )
    assert log.status == "success"
    assert log.samples is not None
    lines = {line.task: line for line in Run.open(run).executions()}
    assert len(lines) == len(log.samples) == 2
    for sample in log.samples:
        line = lines[str(sample.id)]
        events = [event for event in sample.events if isinstance(event, ModelEvent)]
        assert len(events) == len(line.turns)
        for event, turn in zip(events, line.turns, strict=True):
            assert turn.move.pixel == (320.0, 240.0)
            images = [part for part in event.input[1].content if isinstance(part, ContentImage)]
            (name,) = turn.call.messages[1].pictures
            shown = [_content(image.image, sample.attachments) for image in images]
            assert shown == [(run / "pictures" / name).read_bytes()]


def _content(image: str, attachments: dict[str, str]) -> bytes:
    """The picture of a log, which keeps long texts apart."""
    text = attachments[image.removeprefix("attachment://")] if image.startswith("attachment://") else image
    return base64.b64decode(text.partition("base64,")[2])


@pytest.mark.slow
def test_an_eval_over_http_is_retried_without_asking_again(
    out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from inspect_ai import eval as inspect_eval
    from inspect_ai import eval_retry

    with serving(Served(said_to, iter([None] * 5 + ["400"]))) as served:
        monkeypatch.setenv("LOCAL_BASE_URL", served.url)
        (log,) = inspect_eval(
            "espire_dsl/localization",
            model=MODEL,
            task_args={"set": str(out), "run": str(tmp_path / "run")},
            display="none",
            log_dir=str(tmp_path / "logs"),
            log_images=False,
            max_connections=1,
            max_samples=1,
        )
        assert log.status == "error"
        asked = len(served.requests)
        (whole,) = eval_retry(log, display="none", log_dir=str(tmp_path / "logs"))
    assert whole.status == "success"
    lines = list(Run.open(tmp_path / "run").localizations())
    assert sorted(line.task for line in lines) == sorted(task.id for task in TASKS)
    calls = sum(len(line.attempts) for line in lines)
    assert asked < len(served.requests) <= calls + 3  # those of the sample that failed are asked again
    assert mean_of(whole, "within") == pytest.approx(sum(line.right_at is not None for line in lines) / COUNT)
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert (manifest["model"], manifest["endpoint"]) == (MODEL, served.url)
