"""The first run on a card, step by step: says what should be seen, then what was.

    python sim/first_run.py --output first_run [STEP ...]

A step that fails says so in a sentence; those that do not need it are still done, and the end says which
remain. docs/isaac.md tells what to do about each.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from attrs import frozen

from espire_dsl.checking.known_worlds import known_worlds
from espire_dsl.cli import main as espirec
from espire_dsl.cli.output import FINDINGS, OK
from espire_dsl.domain.kinds import CELL, GRASPABLE
from espire_dsl.png import encode_png
from espire_dsl.scene.camera import WORLD_CAMERA
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.worlds import shipped_world
from espire_sim.curobo import PINNED
from espire_sim.fingerprint import versions
from espire_sim.interfaces import Goal, Pick, Place, Planner, Settled
from espire_sim.isaac import BACKEND
from espire_sim.isaac.annotators import agreement
from espire_sim.isaac.app import franka_asset, running_app
from espire_sim.isaac.physics import IsaacPhysics
from espire_sim.isaac.renderer import IsaacRenderer
from espire_sim.mujoco.physics import MujocoPhysics
from espire_sim.planning.planner import ArmPlanner
from espire_sim.rendering.renderer import RayRenderer
from espire_sim.worlds import Drawn, draw

FAMILY: Final = Path(__file__).resolve().parents[1] / "families" / "espire" / "pick" / "attribute.espire"

_SEED: Final = 4
_APART: Final = 0.005  # metres between where two engines leave a thing
_SAME: Final = 0.95  # of the pixels
_DEPTH: Final = 0.005
_AGREED: Final = 0.8  # of the verdicts


_LEAST: Final = {"isaacsim": (6, 0), "nvidia-curobo": (0, 8), "torch": (2, 5)}


class StepFailedError(Exception):
    """Something else was seen than what should be; the text is a sentence about it."""


@frozen
class Step:
    """A step: what should be seen, how it is done, and those without which it cannot be."""

    name: str
    expect: str
    run: Callable[[Path], str]
    needs: tuple[str, ...] = ()


def begin(folder: Path) -> str:
    """Finds the packages, and starts Isaac Sim."""
    del folder
    problem = BACKEND.problem()
    if problem is not None:
        raise StepFailedError(problem)
    before = time.monotonic()
    running_app()
    return f"all are found, and Isaac Sim runs after {time.monotonic() - before:.0f} s"


def told_versions(folder: Path) -> str:
    """The versions, and whether torch has a card."""
    del folder
    import torch

    if not torch.cuda.is_available():
        raise StepFailedError(
            "torch finds no card: the driver or its CUDA is not the one torch was built for"
        )
    packages = versions(*(need.package for need in BACKEND.needs), "numpy")
    for package, least in _LEAST.items():
        if _numbers(packages[package]) < least:
            wanted = ".".join(map(str, least))
            raise StepFailedError(f"{package} is {packages[package]}, and must be {wanted} or later")
    listed = ", ".join(f"{name} {version}" for name, version in packages.items())
    return f"{listed}, on {torch.cuda.get_device_name(0)}"


def stage(folder: Path) -> str:
    """One scene brought to rest by Isaac Sim and by MuJoCo."""
    del folder
    scene = _drawn("tabletop").scene
    found = IsaacPhysics().settle(scene)
    if not isinstance(found, Settled):
        raise StepFailedError(f"Isaac Sim refuses a scene that MuJoCo accepts: {found}")
    ours = settled("tabletop")
    apart = max(
        float(np.linalg.norm(np.subtract(found.scene.node(node.id).center, node.center)))
        for node in ours.nodes
    )
    if apart > _APART:
        raise StepFailedError(f"a thing rests {apart * 1000:.1f} mm from where MuJoCo leaves it")
    return f"at rest after {found.seconds:.2f} s, {apart * 1000:.2f} mm from MuJoCo at most"


def picture(folder: Path) -> str:
    """One picture by RTX, beside the same one by rays."""
    drawn = _drawn("tabletop")
    scene = settled("tabletop")
    rays = RayRenderer().render(scene, WORLD_CAMERA, drawn.appearance)
    before = time.monotonic()
    rtx = IsaacRenderer().annotated(scene, WORLD_CAMERA, drawn.appearance)
    seconds = time.monotonic() - before
    (folder / "rays.png").write_bytes(encode_png(rays.rgb))
    (folder / "rtx.png").write_bytes(encode_png(rtx.rgb))
    if not rtx.rgb.any():
        raise StepFailedError("the picture is black: the lamps of the stage do not shine")
    same = agreement(rays, rtx)
    robot = (
        "our own shapes, as Isaac Sim's assets cannot be reached" if franka_asset() is None else "a Franka"
    )
    told = (
        f"{same.same_thing:.1%} of the pixels show the same thing, "
        f"depths are {same.median_depth * 1000:.1f} mm apart, the robot is {robot}"
    )
    if same.same_thing < _SAME or same.median_depth > _DEPTH:
        raise StepFailedError(f"RTX and rays see different scenes: {told}")
    return f"{told}, {seconds:.1f} s; look at rtx.png beside rays.png in {folder}"


def plan(folder: Path) -> str:
    """Picks of all books by cuRobo and by the embedded planner."""
    del folder
    scene = settled("tabletop")
    return _compared(scene, [Pick(node.id) for node in scene.of_kind(GRASPABLE)])


def attach(folder: Path) -> str:
    """Placements of a held book by both."""
    del folder
    scene = settled(next(name for name in sorted(known_worlds()) if _drawn(name).scene.of_kind(CELL)))
    return _compared(scene, [Place(node.id) for node in scene.of_kind(CELL)])


def compiled(folder: Path) -> str:
    """One family, with everything by Isaac Sim and cuRobo."""
    out = folder / "tasks"
    arguments = ["compile", str(FAMILY), "--backend", "isaac", "--paint", "rtx", "--scenes", "2"]
    arguments += ["--per-type", "1", "--workers", "1", "--force", "-o", str(out)]
    code = espirec(arguments)
    if code not in (OK, FINDINGS):  # of so few scenes not every quota is met
        raise StepFailedError(f"espirec {' '.join(arguments)} ended with {code}, and says why above")
    tasks = len((out / "tasks.jsonl").read_text(encoding="utf-8").splitlines())
    if not tasks:
        raise StepFailedError(f"there is no task in {out}: espirec says above what was refused, and why")
    return f"{tasks} tasks in {out}; espirec validate {out} computes them again"


STEPS: Final = (
    Step("import", "Isaac Sim, cuRobo and torch are found, the licence is accepted, the app starts", begin),
    Step(
        "versions",
        f"isaacsim 6.0 or later, nvidia-curobo 0.8 of the commit {PINNED} or later, torch from 2.5, a card",
        told_versions,
    ),
    Step(
        "stage",
        f"a scene comes to rest within {_APART * 1000:.0f} mm of where MuJoCo leaves it",
        stage,
        ("import",),
    ),
    Step(
        "picture",
        f"RTX shows in {_SAME:.0%} of the pixels what rays show, as far away, and its picture is lit",
        picture,
        ("import",),
    ),
    Step(
        "plan",
        "cuRobo warms up once, then takes less than a second for a pick; "
        f"{_AGREED:.0%} of its verdicts are the embedded planner's",
        plan,
        ("versions",),
    ),
    Step(
        "attach",
        f"the same with a book in the hand: {_AGREED:.0%} of the verdicts on free places agree",
        attach,
        ("versions",),
    ),
    Step(
        "compile",
        "espirec compiles one family of two scenes without a word about an engine",
        compiled,
        ("stage", "picture", "plan"),
    ),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Does the steps; 0 if all of them were seen."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    names = [step.name for step in STEPS]
    parser.add_argument("steps", nargs="*", metavar="STEP", help=f"only these of {', '.join(names)}")
    parser.add_argument("--output", type=Path, default=Path("first_run"), help="the folder for pictures")
    options = parser.parse_args(argv)
    unknown = [name for name in options.steps if name not in names]
    if unknown:
        parser.error(f"there is no step {unknown[0]}: they are {', '.join(names)}")
    options.output.mkdir(parents=True, exist_ok=True)
    left: dict[str, str] = {}
    for number, step in enumerate(STEPS, start=1):
        if options.steps and step.name not in options.steps:
            continue
        _say(f"{number} of {len(STEPS)}: {step.name}")
        _say(f"  should be seen: {step.expect}")
        missing = [name for name in step.needs if name in left]
        if missing:
            left[step.name] = f"needs {missing[0]}"
            _say(f"  not tried: it needs the step {missing[0]}")
            continue
        try:
            _say(f"  seen: {step.run(options.output)}")
        except Exception as error:  # the vendors raise what they like; whatever it is, the next step may work
            left[step.name] = "failed"
            _say(f"  failed: {_sentence(error)}")
    if left:
        _say("left to do: " + ", ".join(f"{name} ({why})" for name, why in left.items()))
        return 1
    _say("all was seen")
    return 0


@cache
def _drawn(world: str) -> Drawn:
    found = draw(shipped_world(world), "easy", seed=_SEED)
    assert isinstance(found, Drawn)
    return found


@cache
def settled(world: str) -> Scene:
    """A scene at rest by the embedded engine, so that steps do not need one another."""
    found = MujocoPhysics().settle(_drawn(world).scene)
    assert isinstance(found, Settled)
    return found.scene


@cache
def _planners() -> tuple[Planner, Planner]:
    from espire_sim.curobo.planner import CuroboPlanner

    return CuroboPlanner(), ArmPlanner()


def _compared(scene: Scene, goals: Sequence[Goal]) -> str:
    """How many verdicts on goals agree, and the time that cuRobo took for one after the first."""
    curobo, embedded = _planners()
    differ, reached, seconds = [], 0, []
    for goal in goals:
        before = time.monotonic()
        theirs = curobo.reach(scene, goal)
        seconds.append(time.monotonic() - before)
        ours = embedded.reach(scene, goal)
        reached += theirs.reached
        if theirs.status is not ours.status:
            differ.append(f"{goal}: {theirs.status} ({theirs.detail}), embedded {ours.status}")
    told = f"{len(goals) - len(differ)} of {len(goals)} verdicts agree, {reached} of them reached"
    if not reached:
        raise StepFailedError(f"{told}, which is none; the first that differs is {differ[:1]}")
    if len(differ) > (1 - _AGREED) * len(goals):
        raise StepFailedError(f"only {told}; the first that differs is {differ[0]}")
    each = np.median(seconds[1:] or seconds)
    return f"{told}; {each:.2f} s each after the first, which took {seconds[0]:.1f} s"


def _numbers(version: str) -> tuple[int, ...]:
    """The numbers that a version begins with; none for a package that says no version."""
    return tuple(int(part) for part in re.findall(r"\d+", version)[:2])


def _sentence(error: Exception) -> str:
    """The first line of what an error says."""
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
