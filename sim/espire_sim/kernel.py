"""Kernels: loops over pixels, rays and points, compiled to machine code when they are first called.

NumPy passes over whole arrays for every step of a calculation; a kernel keeps one pixel in registers. What a
kernel gives is the same everywhere: nothing is reordered, and no multiplication is fused with an addition.
For that it may add, subtract, multiply, divide, take square roots, round and compare, and call no other
function of mathematics, as these differ from one library to the next.

Compiled code is kept beside the bytecode of its file, or in the user's cache, and made again when that file
has changed. As no other file is looked at, a kernel calls kernels of its own file only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

import numba

P = ParamSpec("P")
R = TypeVar("R")


def kernel(loop: Callable[P, R]) -> Callable[P, R]:
    """A function on numbers and arrays, compiled at its first call; division by zero is that of NumPy."""
    try:
        compiled: Callable[P, R] = numba.njit(error_model="numpy", cache=True)(loop)
    except RuntimeError:  # there is no folder in which code could be kept
        compiled = numba.njit(error_model="numpy")(loop)
    return compiled
