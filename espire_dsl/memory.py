"""Spares the garbage collector from looking, over and over, at what is read and stays.

A set's scenes and bindings are some millions of small objects, a long file's tokens and nodes some hundred
thousands. None of them is garbage before the end.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


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
