"""Kernels give what NumPy gives, to the last bit, and keep the rules on which that rests."""

from __future__ import annotations

import importlib.util
import inspect
import pkgutil
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba.core.registry import CPUDispatcher

import espire_sim
from espire_sim.appearance.shape import Form, Shape
from espire_sim.kernel import kernel
from espire_sim.rendering.meet import first_hits
from tests.sim.rendering import by_numpy

PLAIN = {"abs", "float", "int", "len", "max", "min", "range"}
OF_NUMPY = {"empty", "float32", "inf", "int64", "sqrt"}
OF_ARRAYS = {"T", "copy", "reshape", "shape", "size"}


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
def test_kernels_call_kernels_of_their_own_file_and_only_what_is_the_same_everywhere(name: str) -> None:
    function = FOUND[name].py_func
    used = inspect.getclosurevars(function)
    assert not used.nonlocals
    assert set(used.builtins) <= PLAIN
    for what, value in used.globals.items():
        if isinstance(value, CPUDispatcher):
            assert value.py_func.__module__ == function.__module__, what
        elif value is np:
            named = {name for name in function.__code__.co_names if hasattr(np, name)}
            assert named <= PLAIN | OF_NUMPY | OF_ARRAYS
        else:
            assert isinstance(value, int | float | np.float32), what
    assert not FOUND[name].targetoptions.get("fastmath")


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
    found = first_hits(shape, start, (x, y, z))
    assert found.tolist() == by_numpy.first_hits(shape, np.array(start), rays).tolist()


def test_a_kernel_works_where_no_code_can_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(_: Any) -> None:
        raise RuntimeError("cannot cache function: no locator available for file")

    monkeypatch.setattr(CPUDispatcher, "enable_caching", nowhere)

    @kernel
    def twice(value: float) -> float:
        return 2 * value

    assert twice(1.5) == 3.0
    assert isinstance(twice, CPUDispatcher)


def test_division_by_zero_is_that_of_numpy() -> None:
    @kernel
    def over(one: float, other: float) -> float:
        return one / other

    assert over(1.0, 0.0) == np.inf
