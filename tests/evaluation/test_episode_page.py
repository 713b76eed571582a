"""The page about evaluating: its code about arenas and episodes runs."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.task_sets.fixtures import made

__all__ = ["made"]

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "evaluation.md").read_text(encoding="utf-8")
CODE = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def run(part: str, made: Path) -> dict[str, Any]:
    (code,) = (code for code in CODE if part in code)
    names: dict[str, Any] = {"folder": made}
    exec(code, names)
    return names


def test_the_episode_on_the_page_succeeds(made: Path) -> None:
    assert run("oracle_point", made)["episode"].accepted


@pytest.mark.skipif(find_spec("gymnasium") is None, reason="the extra gym is not installed")
def test_the_environment_on_the_page_steps(made: Path) -> None:
    names = run("gymnasium.make", made)
    assert names["env"].observation_space.contains(names["observation"])
