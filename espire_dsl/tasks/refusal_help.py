"""What an author can do about each reason for which bindings are refused, as refusals.toml has it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files

from espire_dsl.tasks.reason import Reason


def _read() -> Mapping[Reason, str]:
    text = files("espire_dsl.tasks").joinpath("refusals.toml").read_text(encoding="utf-8")
    return {Reason[name]: help for name, help in tomllib.loads(text).items()}


HELP = _read()
"""By reason; tests say that none is missing."""
