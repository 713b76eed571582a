"""Importing the package loads nothing heavy, and all that it names is there."""

from __future__ import annotations

import subprocess
import sys

import pytest

import espire_dsl as espire

HEAVY = {"lark", "numpy", "networkx", "jinja2", "hypothesis", "attr", "attrs", "mujoco", "espire_sim"}


def test_importing_loads_no_library() -> None:
    code = "import sys, espire_dsl; dir(espire_dsl); print('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert "espire_dsl" in loaded
    assert not loaded & HEAVY


def test_every_name_is_there_and_documented() -> None:
    for name in espire.__all__:
        found = getattr(espire, name)
        assert isinstance(found, str | int) or found.__doc__, name
    assert set(espire.__all__) <= set(dir(espire))


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'chek'"):
        espire.chek  # type: ignore[attr-defined]  # noqa: B018
