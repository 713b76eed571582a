"""Where the options of compiling come from: what is said, the run that is resumed, espire.toml, and what is
usual, in that order."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from espire_dsl.checking.rules_file import RulesError, project_file
from espire_dsl.diagnostics.error import UsageError
from espire_dsl.diagnostics.suggest import nearest
from espire_dsl.domain.worlds import MOST_PIXELS
from espire_dsl.language.modules import ROOT_MARK
from espire_dsl.pipeline.engine import LOCAL, EngineSpec, unknown_engine
from espire_dsl.pipeline.scenes import Size
from espire_dsl.pipeline.settings import DEFAULT_BACKEND, Settings
from espire_dsl.pipeline.simulator import NO_BACKEND, BackendSpec
from espire_dsl.tasks.files import RUN, WORK
from espire_dsl.tasks.forms.shards import MOST_SHARDS, PARQUET, TABLES, ShardChoice

_SECTION: Final = "compile"


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _is_shards(value: Any) -> bool:
    return _is_count(value) and value <= MOST_SHARDS


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_line(value: Any) -> bool:
    return isinstance(value, str) and value.isprintable() and bool(value.strip())


def _is_size(value: Any) -> bool:
    sides = value.split("x") if isinstance(value, str) else []
    short = len(sides) == 2 and all(side.isascii() and side.isdecimal() and len(side) < 10 for side in sides)
    return short and all(0 < int(side) <= MOST_PIXELS for side in sides)


OPTIONS: Final[Mapping[str, tuple[str, Callable[[Any], bool]]]] = {
    "seed": ("a whole number from 0", _is_whole),
    "per_type": ("a whole number from 1", _is_count),
    "limit": ("a whole number from 1", _is_count),
    "scenes": ("a whole number from 1", _is_count),
    "from": ("a text", _is_text),
    "suite": ("a text", _is_text),
    "family": ("a text", _is_text),
    "level": ("a text", _is_text),
    "backend": ("a text", _is_text),
    "resolution": (f'a text such as "640x480", from 1 to {MOST_PIXELS} pixels a side', _is_size),
    "no_images": ("true or false", lambda value: isinstance(value, bool)),
    "paint": ("a text", _is_text),
    "shards": (f"a whole number from 1 to {MOST_SHARDS}", _is_shards),
    "shard_format": (" or ".join(TABLES), lambda value: value in TABLES),
    "engine": ("a text", _is_text),
    "address": ('a text such as "10.0.0.1:6379"', _is_line),
}
"""What may be said in each place, and what it must look like there."""


@frozen
class CompileOptions:
    """All that was chosen: which families, and what to make of them."""

    paths: tuple[str, ...]
    suite: str | None
    family: str
    settings: Settings
    engine: EngineSpec
    shards: ShardChoice | None
    said: Mapping[str, Any]

    @property
    def source(self) -> Path | None:
        """The folder of imported scenes, if these are asked about in the place of drawn ones."""
        return Path(self.said["from"]) if "from" in self.said else None

    def to_remember(self) -> dict[str, Any]:
        """What a resumed run starts from, as JSON."""
        source = {} if self.source is None else {"from": os.path.abspath(self.source)}
        return {"paths": [os.path.abspath(path) for path in self.paths], **self.said, **source}


def options_of(
    paths: Sequence[str],
    said: Mapping[str, Any],
    *,
    where: str = "the command line",
    resume: Path | None = None,
) -> CompileOptions:
    """The options that are said, completed from the other places; `where` is the place where they are said,
    `resume` the folder of the run that is to go on."""
    before = {} if resume is None else _of_run(resume)
    noted = before.pop("paths", ())
    paths = tuple(paths or noted)
    if not paths:
        raise UsageError("which families? Name files or folders")
    for name, value in said.items():
        _check(name, value, where)
    said = _nearer(_nearer(_of_project(paths), before), said)
    engine = EngineSpec(said.get("engine", LOCAL), said.get("address"))
    return CompileOptions(
        paths, said.get("suite"), said.get("family", "*"), _settings(said), engine, _shards(said), said
    )


def _shards(said: Mapping[str, Any]) -> ShardChoice | None:
    if "shards" in said:
        return ShardChoice(said["shards"], said.get("shard_format", PARQUET))
    if "shard_format" in said:
        raise UsageError("shard_format belongs to shards: say how many of them, such as --shards 16")
    return None


def _nearer(far: Mapping[str, Any], near: Mapping[str, Any]) -> dict[str, Any]:
    """Options of two places, the nearer of which wins; an address belongs to the engine it was said of."""
    taken = {name: value for name, value in far.items() if name != "address" or "engine" not in near}
    return {**taken, **near}


def _settings(said: Mapping[str, Any]) -> Settings:
    usual = NO_BACKEND if "from" in said else DEFAULT_BACKEND
    size = Size(*map(int, said["resolution"].split("x"))) if "resolution" in said else None
    return Settings(
        said.get("seed", 0),
        said.get("per_type", 15),
        said.get("limit"),
        said.get("scenes"),
        said.get("level"),
        size,
        not said.get("no_images", False),
        BackendSpec(said.get("backend", usual), said.get("paint", "rays")),
    )


def _of_run(out: Path) -> dict[str, Any]:
    path = out / WORK / RUN
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UsageError(f"{out}: no run was started here, so there is none to resume") from None
    except (ValueError, RecursionError):
        raise UsageError(f"{path}: it cannot be read; start the run again with its families") from None
    options = _checked(found, str(path), {"paths"})
    paths = options.get("paths", [])
    if not isinstance(paths, list) or not all(isinstance(p, str) and "\0" not in p for p in paths):
        raise UsageError(f"{path}: paths: it must be a list of texts")
    return options


def _of_project(paths: Sequence[str]) -> dict[str, Any]:
    """The section of the project's own file, of the project that the first path is in."""
    start = Path(paths[0]).resolve()
    mark = next((f / ROOT_MARK for f in (start, *start.parents) if (f / ROOT_MARK).is_file()), None)
    if mark is None:
        return {}
    try:
        section = project_file(mark).get(_SECTION, {})
    except RulesError as error:
        raise UsageError(str(error)) from None
    return _checked(section, f"{mark}: [{_SECTION}]", set())


def _checked(found: Any, where: str, also: set[str]) -> dict[str, Any]:
    if not isinstance(found, dict):
        raise UsageError(f"{where}: it must be a table of options")
    for name, value in found.items():
        if name not in also:
            _check(name, value, where)
    return found


def _check(name: str, value: Any, where: str) -> None:
    if name not in OPTIONS:
        near = nearest(name, OPTIONS)
        hint = f"did you mean {near}?" if near else f"known are: {', '.join(OPTIONS)}"
        raise UsageError(f"{where}: there is no option {name}; {hint}")
    words, fits = OPTIONS[name]
    if not fits(value):
        raise UsageError(f"{where}: {name}: it must be {words}")
    unknown = unknown_engine(value) if name == "engine" else None
    if unknown is not None:
        raise UsageError(f"{where}: {unknown}")
