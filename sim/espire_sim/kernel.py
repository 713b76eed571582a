"""Kernels: loops over pixels, rays and points, compiled to machine code when they are first called.

NumPy passes over whole arrays for every step of a calculation; a kernel keeps one pixel in registers. What a
kernel gives is the same everywhere: nothing is reordered, and no multiplication is fused with an addition.
For that it may add, subtract, multiply, divide, take square roots, round and compare, and call no other
function of mathematics, as these differ from one library to the next.

Compiled code is kept in the user's cache folder, a file for each kernel, types of its arguments, and kind of
processor. A file is named by a hash of all that its code is made from, so that none is ever out of date or
of another processor; it is written whole, and one that is damaged is as good as none. Numba's own cache has
an index that processes overwrite for each other, looks at no file but the kernel's own, and raises whatever
unpickling a damaged file raises.
"""

from __future__ import annotations

import hashlib
import pickle
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Final, ParamSpec, TypeVar

import llvmlite
import numba
from attrs import frozen
from numba.core.compiler import CompileResult
from numba.core.registry import CPUDispatcher
from numba.core.serialize import dumps

from espire_dsl.users_cache import cache_folder, prune, write_file

P = ParamSpec("P")
R = TypeVar("R")

_OPTIONS: Final = {"error_model": "numpy"}
_VERSIONS: Final = (numba.__version__, llvmlite.__version__, sys.implementation.cache_tag)
_DIGEST: Final = 32  # bytes, before the code of a file
_MOST_FILES: Final = 400
_FOLDER: Final = cache_folder("kernels")


def kernel(loop: Callable[P, R]) -> Callable[P, R]:
    """A function on numbers and arrays, compiled at its first call; division by zero is that of NumPy."""
    compiled: Any = numba.njit(**_OPTIONS)(loop)
    if _FOLDER is not None:
        compiled._cache = CompiledCode(loop, _FOLDER)
    found: Callable[P, R] = compiled
    return found


@frozen(eq=False)
class CompiledCode:
    """The code of a kernel in files of a folder; this is what Numba asks before it compiles, and after it."""

    loop: Callable[..., Any]
    cache_path: Path

    def load_overload(self, types: Any, target: Any) -> Any:
        """The code for some types of arguments, None if it is to be compiled."""
        target.refresh()
        content = _read(self.path(types, target.codegen()))
        return None if content is None else CompileResult._rebuild(target, *pickle.loads(content))

    def save_overload(self, types: Any, code: Any) -> None:
        """Keeps code; where that is not possible, nothing happens."""
        if code.library.has_dynamic_globals:
            return
        content = dumps(code._reduce())
        write_file(self.path(types, code.library.codegen), hashlib.sha256(content).digest() + content)
        prune(self.cache_path, _MOST_FILES)

    def path(self, types: Any, codegen: Any) -> Path:
        """Where the code for some types is, which `codegen` makes for one kind of processor."""
        digest = hashlib.sha256(repr((_VERSIONS, _OPTIONS, str(types), codegen.magic_tuple())).encode())
        for part in _source(self.loop, set()):
            digest.update(part.encode() + b"\0")
        return self.cache_path / f"{self.loop.__name__}-{digest.hexdigest()}"


def _source(loop: Any, known: set[Any]) -> Iterator[str]:
    """All that a kernel's code is made from: its bytecode, the numbers it names, and the kernels it calls."""
    known.add(loop)
    code = loop.__code__
    yield from (loop.__module__, loop.__qualname__, code.co_code.hex())
    yield repr((code.co_consts, code.co_names, code.co_varnames, loop.__defaults__))
    for name in code.co_names:
        value = loop.__globals__.get(name)
        if isinstance(value, CPUDispatcher):
            if value.py_func not in known:
                yield from _source(value.py_func, known)
        elif not isinstance(value, ModuleType):
            yield f"{name}: {type(value).__name__} {value!r}"


def _read(path: Path) -> bytes | None:
    """What was written into a file, None if it is not there or not as it was written."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    digest, code = content[:_DIGEST], content[_DIGEST:]
    return code if hashlib.sha256(code).digest() == digest else None
