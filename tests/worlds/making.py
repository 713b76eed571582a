"""Worlds from texts, for tests."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from espire_dsl.checking.check import compile_paths
from espire_dsl.language.declarations.templates import Template
from espire_dsl.tasks.drawing import draw_scene
from espire_dsl.tasks.worlds import worlds_of


def world(text: str) -> Template:
    """The only world of a file, without its version line."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "mine.espire"
        path.write_text(f"espire 2\n\n{text}\n", encoding="utf-8")
        (found,) = worlds_of(path).values()
        return found


def codes(text: str) -> list[str]:
    """What is said about a file, without its version line."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "mine.espire"
        path.write_text(f"espire 2\n\n{text}\n", encoding="utf-8")
        return [finding.code for finding in compile_paths([path]).result.findings]


def drawn(
    template: Template, seed: int = 0, index: int = 0, level: str | None = None, **arguments: Any
) -> Any:
    """A scene with its look, or why there is none."""
    return draw_scene(
        template,
        template.levels[0] if level is None else level,
        seed,
        index,
        arguments=tuple(sorted(arguments.items())),
    )
