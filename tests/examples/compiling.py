"""Compiles an example as a newcomer would, only smaller."""

from pathlib import Path

from espire_dsl.cli import main
from espire_dsl.tasks.files import TaskSet, load

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SMALL = ("--backend", "mujoco", "--per-type", 1, "--resolution", "160x120", "--workers", 1)


def compiled(folder: Path, out: Path, *options: object) -> tuple[int, TaskSet]:
    """The exit code of `espirec compile`, and the set that it wrote."""
    code = main(["compile", *map(str, (folder, "-o", out, *SMALL, *options))])
    return code, load(out)


def check_set(found: TaskSet, out: Path) -> None:
    """Every task is verified by the planner and has its pictures, and the set computes to the same again."""
    for task in found.tasks:
        assert task.feasible
        assert {task.verification[id] for id in task.feasible} == {"reached"}
        assert (out / "images" / task.scene / "world.png").stat().st_size > 0
        assert set(task.masks) >= set(task.feasible)
    assert main(["validate", str(out)]) == 0
