"""Which worlds there are, by the entry points of installed packages.

None is loaded, so that checking needs no simulator.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points

from espire_dsl.diagnostics.suggest import nearest

GROUP = "espire.worlds"

Worlds = Mapping[str, tuple[str, ...]]
"""The names of the parameters of each world, by the world's name."""


@cache
def known_worlds() -> Worlds:
    """The worlds that installed packages offer; so far none of them can take arguments."""
    return dict.fromkeys(sorted({point.name for point in entry_points(group=GROUP)}), ())


def unknown_world(name: str, worlds: Worlds) -> tuple[str, str]:
    """What to say of a world that nobody offers, and which was likely meant."""
    near = nearest(name, worlds)
    hint = f"did you mean `{near}`?" if near else f"known are: {', '.join(worlds) or 'none'}"
    return f"no installed package offers a world called `{name}`", hint
