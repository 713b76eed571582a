"""Compiling families into a task set."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from attrs import field, frozen

from espire_dsl.api.dataset import Dataset, load
from espire_dsl.api.sources import AnyPath, Paths, paths_in
from espire_dsl.api.telling import telling
from espire_dsl.importing.files import read_folder
from espire_dsl.pipeline.engine import LOCAL, engine_of
from espire_dsl.pipeline.generate import Generated, falls_short
from espire_dsl.pipeline.imported import answerable
from espire_dsl.pipeline.options import options_of
from espire_dsl.pipeline.run import run
from espire_dsl.pipeline.summary import summary
from espire_dsl.tasks.suites import compiled_suites


@frozen
class Compilation:
    """A task set that was made, and how that went: as text the counts, refusals, quotas that were not met.

    `is_complete` when every type that has to has all its tasks, and no part of the work was given up.
    `notices` tell what had to be left out.
    """

    dataset: Dataset
    is_complete: bool
    notices: tuple[str, ...]
    made: Generated = field(repr=False)
    _summary: str = field(repr=False)

    def __str__(self) -> str:
        return self._summary.rstrip("\n")


@telling()
def compile(
    paths: Paths,
    out: AnyPath,
    *,
    from_scenes: AnyPath | None = None,
    seed: int | None = None,
    per_type: int | None = None,
    limit: int | None = None,
    scenes: int | None = None,
    suite: str | None = None,
    family: str | None = None,
    level: str | None = None,
    backend: str | None = None,
    resolution: str | tuple[int, int] | None = None,
    images: bool | None = None,
    paint: str | None = None,
    shards: int | None = None,
    shard_format: str | None = None,
    engine: str | None = None,
    address: str | None = None,
    workers: int | None = None,
    force: bool = False,
    progress: Callable[[str, int, int], None] | None = None,
) -> Compilation:
    """Makes a task set of families in the folder `out`; the options are those of `espirec compile`.

    What is not said comes from the section [compile] of espire.toml, or is as usual. Work that was done is
    kept in the folder: a call that was stopped goes on where it was. With `from_scenes`, a folder that
    `espirec import` wrote, families are asked about its scenes, and none are drawn. The engine
    `local` has one worker, this process, unless more are asked for; these are processes of their own, so that
    a script needs its `if __name__ == "__main__":`. The engine `ray` has as many as its cluster, which is at
    `address`. `progress` is called with a stage's name, what is done of it and what there is.
    """
    size = resolution if isinstance(resolution, str | None) else "x".join(map(str, resolution))
    said = {
        "from": None if from_scenes is None else str(from_scenes),
        "seed": seed,
        "per_type": per_type,
        "limit": limit,
        "scenes": scenes,
        "suite": suite,
        "family": family,
        "level": level,
        "backend": backend,
        "resolution": size,
        "no_images": None if images is None else not images,
        "paint": paint,
        "shards": shards,
        "shard_format": shard_format,
        "engine": engine,
        "address": address,
    }
    told = {name: value for name, value in said.items() if value is not None}
    options = options_of([str(path) for path in paths_in(paths)], told, where="compile")
    suites = compiled_suites(options.paths, suite=options.suite, family=options.family)
    imported = None if options.source is None else read_folder(options.source)
    if imported is not None:
        suites, _ = answerable(suites, imported)
    folder = Path(out)
    made = run(
        suites,
        options.settings,
        folder,
        engine=engine_of(options.engine, 1 if workers is None and options.engine.name == LOCAL else workers),
        report=progress,
        force=force,
        remember=options.to_remember(),
        imported=imported,
        shards=options.shards,
    )
    complete = not falls_short(suites, made) and not made.given_up
    return Compilation(load(folder), complete, made.notices, made, summary(suites, made))
