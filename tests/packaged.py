"""The suites that come with the package, compiled once for all tests of a process."""

from __future__ import annotations

from functools import cache

from espire_dsl.checking.check import Compiled, compile_paths
from espire_dsl.resources import resource_path
from espire_dsl.tasks.suites import Suite, suites_of

FOLDER = resource_path("families")
FILES = tuple(sorted(FOLDER.rglob("*.espire")))


@cache
def compiled() -> Compiled:
    """All their files."""
    return compile_paths(FILES, [FOLDER])


@cache
def packaged_suites() -> tuple[Suite, ...]:
    """As `espire_dsl.tasks.documentation` has them."""
    return suites_of(compiled().files, FILES)
