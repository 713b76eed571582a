"""The page about the robot: its code runs, and every status is explained."""

from __future__ import annotations

import re
from pathlib import Path

from espire_sim.interfaces import Plan, PlanStatus

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "robot.md").read_text(encoding="utf-8")


def test_the_code_on_the_page_runs() -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    names: dict[str, object] = {}
    exec(code, names)
    assert isinstance(names["plan"], Plan)
    assert names["plan"].reached


def test_every_status_is_explained() -> None:
    for status in PlanStatus:
        assert f"| {status} |" in PAGE
