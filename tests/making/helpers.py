"""Task sets of geometry alone, made without a folder of their own."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from espire_dsl.making.engine import local_engine
from espire_dsl.making.make import Made, make
from espire_dsl.making.settings import Settings
from espire_dsl.making.simulator import Chosen
from espire_dsl.making.store import Store
from espire_dsl.making.work import Works
from espire_dsl.tasks.suites import Suite

NONE = Chosen("none", "rays")


def nobody(*_: object) -> None:
    """Hears no progress."""


def generate(suites: Sequence[Suite], settings: Settings, workers: int = 1) -> Made:
    with (
        tempfile.TemporaryDirectory() as folder,
        Store(Path(folder)) as store,
        local_engine(workers) as engine,
    ):
        return make(suites, settings, Works(store, engine, nobody))
