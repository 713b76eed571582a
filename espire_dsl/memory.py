"""Memory: whether there is enough to begin with, when the garbage collector looks through it, and when what
is free goes back to the machine.

The collector is spared from looking, over and over, at what is read and stays. A set's scenes and bindings
are some millions of small objects, a long file's tokens and nodes some hundred thousands. None of them is
garbage before the end.
"""

from __future__ import annotations

import ctypes
import gc
import mmap
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

LEAST: Final = 704 << 20
"""What the libraries of a compile take before any work is done, and a little more: half of it is LLVM's."""


def check_room(size: int = LEAST) -> None:
    """Raises MemoryError where this process may not have so much more. OpenBLAS, of NumPy, would end it
    without a sentence, and that of SciPy, which Numba loads where it is installed, would try forever, as soon
    as it gets no memory for its own tables."""
    try:
        mmap.mmap(-1, size).close()
    except OSError:
        raise MemoryError from None


@contextmanager
def paused() -> Iterator[None]:
    """While so much is made that stays: nothing is collected."""
    active = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if active:
            gc.enable()


@contextmanager
def reading() -> Iterator[None]:
    """While things are read that stay: nothing is collected, and afterwards they are not looked at again."""
    with paused():
        try:
            yield
        finally:
            gc.freeze()


@contextmanager
def run() -> Iterator[None]:
    """A whole run, after which all is as it was."""
    try:
        yield
    finally:
        gc.unfreeze()


def give_back() -> None:
    """Gives back to the machine what this process has freed. The C library of most Linux systems keeps it, in
    pieces too small for the next large thing that is asked for."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # others have none
        if trim is not None:
            trim(0)
