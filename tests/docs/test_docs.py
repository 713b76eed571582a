"""The documentation is run: snippets compile, made pages are up to date, shown errors are what is printed."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from espire_dsl.checking.check import compile_paths
from espire_dsl.diagnostics.text import render_text
from espire_dsl.testing.run import run_trials
from espire_dsl.wording.render import Lexicon
from tests.meshes.making import write_obj

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
MESH = re.compile(r'^ *mesh +"([\w/.]+)"', re.MULTILINE)
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def fences(page: Path, language: str) -> list[str]:
    return [body for word, body in FENCE.findall(page.read_text(encoding="utf-8")) if word == language]


SNIPPETS = [(page.name, index, body) for page in PAGES for index, body in enumerate(fences(page, "espire"))]


def written(text: str, folder: Path, name: str = "snippet.espire") -> Path:
    path = folder / name
    for mesh in MESH.findall(text):
        (folder / mesh).parent.mkdir(exist_ok=True)
        write_obj(folder / mesh)
    path.write_text(text if text.startswith("espire ") else f"espire 1\n\n{text}", encoding="utf-8")
    return path


@pytest.mark.parametrize(("page", "index", "text"), SNIPPETS, ids=[f"{p}-{i}" for p, i, _ in SNIPPETS])
def test_snippets_compile_and_their_examples_and_laws_hold(
    page: str, index: int, text: str, tmp_path: Path
) -> None:
    path = written(text, tmp_path)
    compiled = compile_paths([path], [tmp_path])
    assert compiled.result.findings == (), f"{page} {index}:\n" + render_text(
        compiled.result.findings, lambda _: path.read_text(encoding="utf-8")
    )
    checked = compiled.files[path]
    outcomes = list(run_trials(checked.trials, Lexicon.load(), checked.catalogue, scenes=20))
    assert [o.finding for o in outcomes if not o.passed] == []


def test_there_are_snippets() -> None:
    assert {page for page, _, _ in SNIPPETS} >= {"README.md", "language.md"}


def test_the_error_in_the_readme_is_what_is_printed(tmp_path: Path) -> None:
    family = fences(ROOT / "README.md", "espire")[0].replace("let O in oriented near", "let O in near")
    path = written(family, tmp_path, "side.espire")
    printed = render_text(
        compile_paths([path], [tmp_path]).result.findings, lambda _: path.read_text(encoding="utf-8")
    )
    shown = fences(ROOT / "README.md", "text")[0].strip()
    assert shown in printed.replace(str(path), "side.espire")


def test_made_pages_are_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "generate.py"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
