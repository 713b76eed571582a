"""What must be alike wherever jobs of a run are done: code, and versions of packages that do the work."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from importlib.metadata import version
from typing import Final

from espire_dsl.checking.cache import compiler_hash
from espire_dsl.pipeline.content import key_of
from espire_dsl.pipeline.simulator import SimulatorSource
from espire_dsl.tasks.drawing import sampler
from espire_dsl.version import PACKAGE_VERSION

_CODE: Final = "code"


def versions_here(source: SimulatorSource) -> dict[str, str]:
    """Of this process: the version of each package by name, and a digest of code and data."""
    simulator = source.open()
    return {
        "Python": platform.python_version(),
        "espire-dsl": PACKAGE_VERSION,
        "numpy": version("numpy"),
        **({} if simulator is None else simulator.engines),
        _CODE: key_of(
            compiler_hash(), sampler().fingerprint, None if simulator is None else simulator.fingerprint
        ),
    }


def difference(here: Mapping[str, str], there: Mapping[str, str]) -> str | None:
    """What is there in the place of what is here; None if they are alike."""
    other = [
        f"{name} {there.get(name, 'none')} instead of {here.get(name, 'none')}"
        for name in dict.fromkeys([*here, *there])
        if name != _CODE and here.get(name) != there.get(name)
    ]
    if not other and here.get(_CODE) != there.get(_CODE):
        return "espire-dsl with other code, though of the same version"
    return ", ".join(other) or None
