"""The wheel works without the checkout: grammar, families, templates and tables are inside."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from espire_dsl.resources import resource_path

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    built = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(built)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (made,) = built.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def site(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the unpacked wheel and nothing else."""
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


def test_a_clean_environment_compiles_a_small_set(wheel: Path, tmp_path: Path) -> None:
    """As at a user's: nothing but the wheel and what it depends on, far from the checkout."""
    venv.create(tmp_path / "venv", with_pip=True)
    programs = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin")
    alone = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "ESPIRE"))}

    def call(*command: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(command, cwd=tmp_path, env=alone, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (command, done.stdout, done.stderr)
        return done

    call(str(programs / "python"), "-m", "pip", "install", "--quiet", str(wheel))
    espirec = str(programs / "espirec")
    call(espirec, "new", "pick.mine")
    made = call(
        espirec, "compile", "mine.espire", "-o", "set", "--limit", "3", "--scenes", "6", "--per-type", "2"
    )
    assert "tasks.parquet is left out" in made.stderr
    assert "pip install 'espire-dsl[hf]'" in made.stderr
    call(espirec, "validate", "set")
    assert len((tmp_path / "set" / "tasks.jsonl").read_text().splitlines()) == 3
    assert list((tmp_path / "set" / "images").glob("*/world.png"))
    assert (tmp_path / "set" / "index.html").stat().st_size > 10_000


def test_the_suites_are_inside(site: Path, tmp_path: Path) -> None:
    families = site / "espire_dsl" / "_data" / "families"
    inside = {p.relative_to(families) for p in families.rglob("*.espire")}
    here = resource_path("families")
    assert inside == {p.relative_to(here) for p in here.rglob("*.espire")}
    assert run(site, tmp_path, "check", str(families / "core")).returncode == 0


def test_an_editable_install_finds_the_checkout() -> None:
    assert resource_path("grammar/espire.lark") == ROOT / "grammar" / "espire.lark"
