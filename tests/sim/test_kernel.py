"""Kernels give what NumPy gives, to the last bit, and keep the rules on which that rests."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import json
import os
import pickle
import pkgutil
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba.core.registry import CPUDispatcher

import espire_sim
from espire_sim.appearance.shape import Form, Shape
from espire_sim.kernel import CompiledCode, kernel
from espire_sim.rendering.meet import first_hits
from tests.sim.kernels_at_work import drawn_small, found
from tests.sim.rendering import by_numpy

PLAIN = {"abs", "float", "int", "len", "max", "min", "range"}
OF_NUMPY = {"empty", "float32", "inf", "int32", "int64", "sqrt"}
OF_ARRAYS = {"T", "copy", "max", "reshape", "shape", "size"}
UNEVEN = (ast.Pow, ast.MatMult)
"""Operators that call functions of a library."""


def kernels() -> Iterator[tuple[str, Any]]:
    """All kernels of the package, by module and name; not of modules whose engines are not installed."""
    for module in pkgutil.walk_packages(espire_sim.__path__, "espire_sim."):
        spec = importlib.util.find_spec(module.name)
        assert spec is not None
        assert spec.origin is not None
        with open(spec.origin, encoding="utf-8") as file:
            if "@kernel" not in file.read():
                continue
        for name, value in vars(importlib.import_module(module.name)).items():
            if isinstance(value, CPUDispatcher) and value.py_func.__module__ == module.name:
                yield f"{module.name}.{name}", value


FOUND = dict(kernels())


@pytest.mark.parametrize("name", FOUND)
def test_kernels_use_only_what_is_the_same_everywhere(name: str) -> None:
    function = FOUND[name].py_func
    used = inspect.getclosurevars(function)
    assert not used.nonlocals
    assert set(used.builtins) <= PLAIN
    for what, value in used.globals.items():
        assert value is np or isinstance(value, CPUDispatcher | int | float | np.float32), what
    assert unruly(inspect.getsource(function)) == []
    assert not FOUND[name].targetoptions.get("fastmath")


def unruly(source: str) -> list[str]:
    """The attributes and operators of a kernel that are against the rules."""
    (definition,) = ast.parse(textwrap.dedent(source)).body
    assert isinstance(definition, ast.FunctionDef)
    found = []
    for part in ast.walk(ast.Module(definition.body, [])):
        if isinstance(part, ast.Attribute):
            of_numpy = isinstance(part.value, ast.Name) and part.value.id == "np"
            if part.attr not in (OF_NUMPY if of_numpy else OF_ARRAYS):
                found.append(part.attr)
        elif isinstance(part, ast.BinOp | ast.AugAssign) and isinstance(part.op, UNEVEN):
            found.append(type(part.op).__name__)
    return found


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ("x ** 0.3", ["Pow"]),
        ("a @ b", ["MatMult"]),
        ("a.mean()", ["mean"]),
        ("np.exp(a.T)", ["exp"]),
        ("a.dot(b)", ["dot"]),
        ("np.sqrt(a.shape[0])", []),
    ],
)
def test_what_is_against_the_rules_is_found(body: str, named: list[str]) -> None:
    assert unruly(f"def loop(a, b, x):\n    a = {body}") == named


def test_there_are_kernels() -> None:
    assert {name.split(".")[1] for name in FOUND} == {"appearance", "planning", "rendering", "robot"}


PARTS = st.floats(-1.5, 1.5)


@given(
    st.sampled_from([Form.BOX, Form.BALL, Form.CONE, Form.TUBE]),
    st.floats(0, 1),
    st.floats(0.05, 0.95),
    st.tuples(PARTS, PARTS, PARTS).filter(lambda start: max(map(abs, start)) > 1.01),
    st.integers(0, 1000),
)
def test_rays_meet_shapes_where_numpy_says(
    form: Form, top: float, hole: float, start: tuple[float, float, float], seed: int
) -> None:
    """Without the same order of the same operations, some of so many results would differ in a bit."""
    shape = Shape(
        form, np.zeros(3), np.eye(3), top if form is Form.CONE else 1.0, hole if form is Form.TUBE else 0.0
    )
    rays = np.random.default_rng(seed).uniform(-1, 1, (3, 300)) - np.array(start)[:, None]
    x, y, z = rays
    hits = first_hits(shape, start, (x, y, z))
    assert hits.tolist() == by_numpy.first_hits(shape, np.array(start), rays).tolist()


def test_kernels_find_what_python_finds_when_it_interprets_them(tmp_path: Path) -> None:
    """Pictures, masks and paths, to the last bit: Python and NumPy do one operation after the other."""
    scenes = drawn_small(("tabletop", "shelf"), 3)
    (tmp_path / "scenes").write_bytes(pickle.dumps(scenes))
    run = subprocess.run(
        [sys.executable, "-m", "tests.sim.kernels_at_work", str(tmp_path / "scenes")],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(run.stdout) == found(scenes)


# Kernels of these tests, and what they name.
STEP = 2.0


def plus(value: float) -> float:
    return value + STEP


def twice(value: float) -> float:
    return 2 * value


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where code is kept."""
    monkeypatch.setattr("espire_sim.kernel._FOLDER", tmp_path / "kernels")
    return tmp_path / "kernels"


def runs(loop: Any, *arguments: Any) -> tuple[Any, bool]:
    """What a kernel gives in a new process, as it were, and whether it had to be compiled."""
    compiled: Any = kernel(loop)
    return compiled(*arguments), bool(sum(compiled.stats.cache_misses.values()))


def test_code_is_compiled_once_for_each_kind_of_argument(folder: Path) -> None:
    assert runs(twice, 1.5) == (3.0, True)
    assert runs(twice, 2) == (4, True)
    assert runs(twice, 2.5) == (5.0, False)
    assert runs(twice, 3) == (6, False)
    assert len(list(folder.iterdir())) == 2


@given(st.floats(0, 1, exclude_max=True), st.integers(0, 255))
def test_a_damaged_file_is_as_good_as_none(share: float, change: int) -> None:
    with tempfile.TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        patch.setattr("espire_sim.kernel._FOLDER", Path(name))
        runs(twice, 1.5)
        (file,) = Path(name).iterdir()
        content = bytearray(file.read_bytes())
        place = int(share * len(content))
        content[place:] = [content[place] ^ change, *content[place + 1 :]] if change else []
        file.write_bytes(content)
        assert runs(twice, 1.5) == (3.0, True)
        assert runs(twice, 1.5) == (3.0, False)


def test_code_is_that_of_the_numbers_it_names(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert runs(plus, 1.0) == (3.0, True)
    monkeypatch.setitem(globals(), "STEP", 5.0)
    assert runs(plus, 1.0) == (6.0, True)
    assert len(list(folder.iterdir())) == 2


def test_code_is_that_of_the_kernels_it_calls(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "inner", kernel(plus))
    assert runs(outer, 1.0) == (6.0, True)
    monkeypatch.setitem(globals(), "inner", kernel(twice))
    assert runs(outer, 1.0) == (4.0, True)
    assert runs(outer, 1.0) == (4.0, False)
    assert folder.is_dir()


def outer(value: float) -> float:
    return 2 * inner(value)


def inner(value: float) -> float:
    raise NotImplementedError("each test has its own")


def test_code_is_that_of_a_kind_of_processor(folder: Path) -> None:
    runs(twice, 1.5)
    (file,) = folder.iterdir()
    codes = CompiledCode(twice, folder)
    here = (numba.float64,), kernel(plus).targetctx.codegen()  # type: ignore[attr-defined]
    assert codes.path(*here) == file

    class Other:
        def magic_tuple(self) -> tuple[str, ...]:
            return ("x86_64-unknown-linux-gnu", "another", "")

    assert codes.path(here[0], Other()) != file


@pytest.mark.parametrize("there", ["a file", "nothing"])
def test_a_kernel_works_where_no_code_can_be_kept(
    there: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    folder = tmp_path / "file" / "kernels" if there == "a file" else None
    monkeypatch.setattr("espire_sim.kernel._FOLDER", folder)
    assert runs(twice, 1.5)[0] == 3.0


def test_division_by_zero_is_that_of_numpy() -> None:
    @kernel
    def over(one: float, other: float) -> float:
        return one / other

    assert over(1.0, 0.0) == np.inf
