"""Running again: nothing twice, only what a change touches, and the same bytes after any interruption."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from attrs import evolve

from espire_dsl.cli import main
from espire_dsl.pipeline.generate import Generated, generate
from espire_dsl.pipeline.job import Done, Job
from espire_dsl.pipeline.job_runner import JobRunner
from espire_dsl.pipeline.settings import Settings
from espire_dsl.pipeline.store import Store
from espire_dsl.tasks.suites import Suite
from tests.pipeline.helpers import NONE, nobody
from tests.tasks.helpers import FAMILIES, pick, suites_from

SMALL = ["--suite", "espire", "--family", "*.attribute.*", "--scenes", "6", "--per-type", "1"]
TINY = [*SMALL, "--resolution", "240x180", "--workers", "2"]
TEXT = """let O in near
  let R in { Closest, Farthest }
  program filter_distance(candidates, R, to: O)
  say "{{ Pick }} the book {{ R.of(O) }}."
"""


class Counting:
    """An executor that counts units of work by kind of job."""

    def __init__(self) -> None:
        self.units: Counter[str] = Counter()

    def __call__(self, jobs: Iterable[Job]) -> Iterator[Done]:
        for job in jobs:
            self.units[type(job).__name__] += len(job.keys)
            yield Done(job, job.run())


def made_in(folder: Path, suites: tuple[Suite, ...]) -> tuple[Generated, Counter[str]]:
    executor = Counting()
    with Store(folder) as store:
        made = generate(
            suites, Settings(per_type=2, scenes=6, simulator=NONE), JobRunner(store, executor, NONE, nobody)
        )
    return made, executor.units


def two_families(folder: Path, second: str = TEXT) -> tuple[Suite, ...]:
    folder.mkdir(exist_ok=True)
    spec = "distance coarse, reference near"
    (folder / "mine.espire").write_text(
        f"espire 1\n\n{pick(second, spec, 'pick.two')}\n{pick(TEXT, spec, 'pick.one')}"
    )
    return suites_from(folder)


def test_nothing_is_done_twice(tmp_path: Path) -> None:
    suites = two_families(tmp_path / "f")
    first, work = made_in(tmp_path / "store", suites)
    assert work == {"StagingJob": 6, "BindingJob": 2, "RecordJob": 8}
    again, none = made_in(tmp_path / "store", suites)
    assert none == {}
    assert again.content == first.content
    assert evolve(again, timings={}) == evolve(first, timings={})


def test_a_changed_family_costs_its_own_bindings_and_records(tmp_path: Path) -> None:
    made_in(tmp_path / "store", two_families(tmp_path / "f"))
    changed = two_families(tmp_path / "f", TEXT.replace("say", "require count(candidates) > 1\n  say"))
    made, work = made_in(tmp_path / "store", changed)
    assert work["BindingJob"] == 1
    assert "StagingJob" not in work
    assert {task.family for task in made.tasks} == {"pick.one", "pick.two"}


def test_a_changed_sentence_costs_no_binding(tmp_path: Path) -> None:
    made_in(tmp_path / "store", two_families(tmp_path / "f"))
    _, work = made_in(tmp_path / "store", two_families(tmp_path / "f", TEXT.replace("the book", "that book")))
    assert work == {"RecordJob": 4}


RANKED = """let O in near
  let n in 1 .. 3
  program filter_distance(candidates, Closest, to: O)
  say "{{ Pick }} a book closest to {{ O }}, for the {{ n }} time."
"""


def test_a_domain_of_another_type_is_said_anew(tmp_path: Path) -> None:
    """The values are the same numbers, and so are the bindings; only the type of the domain differs."""
    counted, _ = made_in(tmp_path / "store", two_families(tmp_path / "f", RANKED))
    ranked, _ = made_in(
        tmp_path / "store", two_families(tmp_path / "f", RANKED.replace("1 .. 3", "1st .. 3rd"))
    )
    sentences = [{t.instruction for t in made.tasks if t.family == "pick.two"} for made in (counted, ranked)]
    ids = [{t.id for t in made.tasks if t.family == "pick.two"} for made in (counted, ranked)]
    assert all(any(f"the {digit} time" in s for digit in "123") for s in sentences[0])
    assert all(any(f"the {w} time" in s for w in ("first", "second", "third")) for s in sentences[1])
    assert ids[0].isdisjoint(ids[1])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("the book {{ R.of(O) }}.", "that book {{ R.of(O) }}."),
        (
            "filter_distance(candidates, R, to: O)",
            "candidates |> filter_attribute(Small) |> filter_distance(R, O)",
        ),
    ],
)
def test_another_question_has_another_id(tmp_path: Path, old: str, new: str) -> None:
    def ids(text: str) -> set[str]:
        made, _ = made_in(tmp_path / "store", two_families(tmp_path / "f", text))
        return {task.id for task in made.tasks if task.family == "pick.two"}

    assert ids(TEXT)
    assert ids(TEXT) == ids(TEXT)
    assert ids(TEXT).isdisjoint(ids(TEXT.replace(old, new)))


def files_of(folder: Path) -> dict[str, bytes]:
    """All of a set but the times."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".cache" not in path.parts and path.name != "timings.json"
    }


def arguments_for(out: Path) -> list[str]:
    return ["compile", str(FAMILIES), "-o", str(out), *SMALL, "--resolution", "240x180", "--workers", "1"]


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A set that was made with one worker, without any interruption. Not to be changed."""
    out = tmp_path_factory.mktemp("whole") / "set"
    main(arguments_for(out))
    return out


@pytest.fixture(scope="module")
def whole(uninterrupted: Path) -> dict[str, bytes]:
    return files_of(uninterrupted)


def started(out: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "espire_dsl.cli", "compile", str(FAMILIES), "-o", str(out), *TINY]
    return subprocess.Popen(
        command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, preexec_fn=hearing
    )


def hearing() -> None:
    """Interrupts are heard, even where the tests run in the background of a script."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def wait_for(process: subprocess.Popen[str], word: str) -> None:
    assert process.stderr is not None
    for line in process.stderr:
        if word in line:
            return
    raise AssertionError(f"{word} was never said")


@pytest.mark.slow
def test_pictures_masks_and_verdicts_are_there(whole: dict[str, bytes]) -> None:
    names = {name.split("/")[-1] for name in whole}
    assert {"world.png", "world.depth.npz", "world.ids.png", "wrist.png", "tasks.jsonl"} <= names


def test_a_set_that_is_there_is_left_as_it_is_and_a_changed_one_made_whole_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "set"
    arguments = ["compile", str(FAMILIES), "-o", str(out), *SMALL, "--backend", "none", "--workers", "1"]
    code = main(arguments)
    first, page = files_of(out), out / "index.html"
    written = page.stat().st_mtime_ns
    capsys.readouterr()
    assert main(arguments) == code
    assert "is up to date" in capsys.readouterr().err
    assert page.stat().st_mtime_ns == written
    for name in ("tasks.jsonl", "manifest.json", "README.md"):
        (out / name).write_text((out / name).read_text().replace("espire", "Espire"))
        assert main([*arguments, "--force"]) == code
        assert files_of(out) == first
    page.unlink()
    main(arguments)
    assert files_of(out) == first


@pytest.mark.slow
def test_what_is_done_to_a_picture_or_to_the_store_is_made_good(
    uninterrupted: Path, whole: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = Path(shutil.copytree(uninterrupted, tmp_path / "set"))
    arguments = arguments_for(out)
    picture = next((out / "images").glob("*/world.png"))
    with picture.open("r+b") as file:
        file.write(b"rubbish")
    main(arguments)
    assert files_of(out) == whole
    kept = out / ".cache" / "results.sqlite"
    content = bytearray(kept.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 400] = b"x" * 400
    kept.write_bytes(content)
    for blob in sorted((out / ".cache" / "files").glob("*/*"))[::7]:
        blob.write_bytes(b"rubbish")
    picture.unlink()
    capsys.readouterr()
    main(arguments)
    assert files_of(out) == whole
    said = capsys.readouterr().err
    assert "results.damaged.sqlite, and the work is done again" in said or "painted again" in said


@pytest.mark.slow
@pytest.mark.parametrize("stage", ["scenes", "bindings", "pictures"])
def test_killed_and_resumed_gives_the_same_bytes(
    stage: str, whole: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    process = started(tmp_path / "set")
    wait_for(process, stage)
    process.kill()
    process.communicate()
    assert main(["audit", str(tmp_path / "set")]) == 2
    assert "unfinished" in capsys.readouterr().err
    assert main(["compile", "--resume", "-o", str(tmp_path / "set"), "--workers", "1"]) in (0, 1)
    assert files_of(tmp_path / "set") == whole


@pytest.mark.slow
def test_an_interrupt_ends_it_and_keeps_what_is_done(whole: dict[str, bytes], tmp_path: Path) -> None:
    process = started(tmp_path / "set")
    wait_for(process, "scenes")
    time.sleep(1.0)
    os.kill(process.pid, signal.SIGINT)
    _, said = process.communicate()
    assert process.returncode == 130, "it went on to its end"
    assert "espirec compile --resume" in said
    main(["compile", "--resume", "-o", str(tmp_path / "set"), "--workers", "2"])
    assert files_of(tmp_path / "set") == whole
