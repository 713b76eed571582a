"""The wheel works without the checkout: grammar, families, templates and tables are inside."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from espire_dsl.resources import resource_path

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the unpacked wheel and nothing else."""
    built = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(built)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = built.glob("*.whl")
    unpacked = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(unpacked)
    return unpacked


def run(site: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    surroundings = {**os.environ, "PYTHONPATH": str(site), "ESPIRE_CACHE_DIR": str(folder / "cache")}
    return subprocess.run(
        [sys.executable, "-m", "espire_dsl.cli", *arguments],
        cwd=folder,
        env=surroundings,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_wheel_is_what_runs(site: Path, tmp_path: Path) -> None:
    code = "import espire_dsl.resources as r; print(r.resource_path('grammar/espire.lark'))"
    surroundings = {**os.environ, "PYTHONPATH": str(site)}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=surroundings,
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(done.stdout.strip()).is_relative_to(site)


def test_a_new_family_goes_all_the_way(site: Path, tmp_path: Path) -> None:
    for command in (
        ("new", "pick.mine"),
        ("check", "--deny", "warnings", "mine.espire"),
        ("test", "mine.espire"),
        ("show", "sentences", "mine.espire"),
        ("fmt", "--check", "mine.espire"),
        ("explain", "E0212"),
    ):
        done = run(site, tmp_path, *command)
        assert done.returncode == 0, (command, done.stdout, done.stderr)


def test_the_suites_are_inside(site: Path, tmp_path: Path) -> None:
    families = site / "espire_dsl" / "_data" / "families"
    inside = {p.relative_to(families) for p in families.rglob("*.espire")}
    here = resource_path("families")
    assert inside == {p.relative_to(here) for p in here.rglob("*.espire")}
    assert run(site, tmp_path, "check", str(families / "core")).returncode == 0


def test_an_editable_install_finds_the_checkout() -> None:
    assert resource_path("grammar/espire.lark") == ROOT / "grammar" / "espire.lark"
