"""Spares the garbage collector from looking, over and over, at what is read and stays.

A set's scenes and bindings are some millions of small objects. None of them is garbage before the end.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def reading() -> Iterator[None]:
    """While things are read that stay: nothing is collected, and afterwards they are not looked at again."""
    active = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if active:
            gc.enable()


@contextmanager
def run() -> Iterator[None]:
    """A whole run, after which all is as it was."""
    try:
        yield
    finally:
        gc.unfreeze()
