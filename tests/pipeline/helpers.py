"""Task sets of geometry alone, made without a folder of their own."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from attrs import evolve

from espire_dsl.pipeline.executor import local_executor
from espire_dsl.pipeline.generate import Generated
from espire_dsl.pipeline.generate import generate as generate_with
from espire_dsl.pipeline.job_runner import JobRunner
from espire_dsl.pipeline.scene_ref import StoredScenes
from espire_dsl.pipeline.settings import Settings
from espire_dsl.pipeline.simulator import BackendSpec
from espire_dsl.pipeline.store import Store
from espire_dsl.tasks.suites import Suite

NONE = BackendSpec("none", "rays")


def nobody(*_: object) -> None:
    """Hears no progress."""


def generate(suites: Sequence[Suite], settings: Settings, workers: int = 1) -> Generated:
    with (
        tempfile.TemporaryDirectory() as folder,
        Store(Path(folder)) as store,
        local_executor(workers) as executor,
    ):
        made = generate_with(suites, settings, JobRunner(store, executor, settings.simulator, nobody))
        texts = {ref.key: store.get(ref.key) for ref in made.scenes.refs}
        return evolve(made, scenes=StoredScenes(made.scenes.refs, texts.__getitem__))
