"""The script for the first run on a card, run against doubles of the vendors' modules."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

import first_run
from espire_sim.isaac import app
from first_run import STEPS, main
from tests.sim.curobo import doubles as curobo
from tests.sim.curobo.doubles.log import Log
from tests.sim.isaac import doubles as isaac
from tests.sim.isaac.doubles.kit import Kit

NAMES = [step.name for step in STEPS]


@pytest.fixture
def vendors(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[tuple[Kit, Log]]:
    """Both vendors, in a process that has begun nothing yet."""
    cached = (app.running_app, app.stage, app.franka_asset, first_run._planners)
    for one in cached:
        one.cache_clear()
    monkeypatch.setenv("OMNI_KIT_ACCEPT_EULA", "YES")
    kit, log = isaac.install(monkeypatch), curobo.install(monkeypatch, tmp_path / "content")
    card = SimpleNamespace(is_available=lambda: True, get_device_name=lambda number: f"double {number}")
    vars(sys.modules["torch"])["cuda"] = card
    told = {"isaacsim": "6.0.1", "nvidia-curobo": "0.8.0.post1.dev30", "torch": "2.9.1+cu128", "numpy": "2.4"}
    monkeypatch.setattr(first_run, "versions", lambda *names: {name: told[name] for name in names})
    yield kit, log
    for one in cached:
        one.cache_clear()


def told(text: str) -> dict[str, str]:
    """What was said after each step that something should be seen: seen, failed or not tried, and why."""
    found, name = {}, ""
    for line in text.splitlines():
        if " of " in line and line[0].isdigit():
            name = line.rpartition(": ")[2]
        elif line.startswith(("  seen: ", "  failed: ", "  not tried: ")):
            found[name] = line.strip()
    return found


def test_with_doubles_all_is_seen(
    vendors: tuple[Kit, Log], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--output", str(tmp_path / "out")]) == 0, capsys.readouterr().out
    text = capsys.readouterr().out
    steps = told(text)
    assert list(steps) == NAMES
    assert all(line.startswith("seen: ") for line in steps.values())
    assert text.count("should be seen: ") == len(STEPS)
    assert text.rstrip().endswith("all was seen")
    assert "of the pixels show the same thing" in steps["picture"]
    assert "the robot is our own shapes" in steps["picture"]
    assert "torch 2.9.1+cu128" in steps["versions"]
    assert "on double 0" in steps["versions"]
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"rays.png", "rtx.png", "tasks"}
    kit, log = vendors
    assert kit.asked.count("start") == 1
    assert log.warmed >= 1


@pytest.mark.parametrize(
    ("steps", "broken", "failed", "words", "left"),
    [
        ([], "licence", "import", "OMNI_KIT_ACCEPT_EULA=YES", {"import", "stage", "picture", "compile"}),
        (["picture", "compile"], "picture", "picture", "CUDA error 700", {"picture", "compile"}),
        (["picture"], "black", "picture", "black", {"picture"}),
        (["versions", "plan"], "card", "versions", "torch finds no card", {"versions", "plan"}),
        (["versions"], "old", "versions", "isaacsim is 5.1.0, and must be 6.0 or later", {"versions"}),
        (["plan", "compile"], "plan", "plan", "illegal memory access", {"plan", "compile"}),
        (["plan"], "no", "plan", "which is none", {"plan"}),
        (["stage"], "lost", "stage", "no body for", {"stage"}),
    ],
)
def test_with_doubles_a_step_that_fails_says_why_and_what_is_left(
    vendors: tuple[Kit, Log],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    steps: list[str],
    broken: str,
    failed: str,
    words: str,
    left: set[str],
) -> None:
    kit, log = vendors
    match broken:
        case "licence":
            monkeypatch.delenv("OMNI_KIT_ACCEPT_EULA")
        case "picture":
            kit.fails = "CUDA error 700"
        case "black":
            kit.dark = True
        case "card":
            monkeypatch.setattr(sys.modules["torch"].cuda, "is_available", lambda: False)
        case "old":
            old = {"isaacsim": "5.1.0", "nvidia-curobo": "0.8.0", "torch": "2.9", "numpy": "2.4"}
            monkeypatch.setattr(first_run, "versions", lambda *_: old)
        case "plan":
            log.answer = "exception"
        case "no":
            log.answer = "none"
        case "lost":
            kit.lost = 1
    assert main([*steps, "--output", str(tmp_path / "out")]) == 1
    text = capsys.readouterr().out
    found = told(text)
    assert found[failed].startswith("failed: ")
    assert words in found[failed]
    last = text.rstrip().splitlines()[-1]
    assert last.startswith("left to do: ")
    assert {part.split(" (")[0] for part in last.removeprefix("left to do: ").split(", ")} == left
    for name, line in found.items():
        assert line.startswith("seen: ") == (name not in left)


def test_an_unknown_step_is_told_with_those_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["paint"])
    assert f"there is no step paint: they are {', '.join(NAMES)}" in capsys.readouterr().err


def test_the_page_tells_of_every_step_in_order() -> None:
    page = (Path(first_run.__file__).parents[1] / "docs" / "isaac.md").read_text(encoding="utf-8")
    section = page.partition("## The first run")[2].partition("## ")[0]
    rows = [line.split("|")[1].strip() for line in section.splitlines() if line.startswith("| ")]
    assert rows[1:] == NAMES
