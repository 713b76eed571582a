"""Rules as values: what is counted, and of whom it is violated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from .look import Look


class Recount(NamedTuple):
    """All that rules look at: the tasks, apart those that leave the frame open, and the manifest."""

    tasks: Sequence[Look]
    open_tasks: Sequence[Look]
    manifest: Mapping[str, Any]


Verdicts = Iterable[tuple[str, bool]]
"""Of each that the rule applies to: its name, and whether it is violated."""


class Rule(NamedTuple):
    """`strict` rules must not be violated; the others are figures."""

    words: str
    verdicts: Callable[[Recount], Verdicts]
    strict: bool = True


def of_tasks(verdict: Callable[[Look], bool | None]) -> Callable[[Recount], Verdicts]:
    """A rule about tasks one by one; None where it does not apply."""

    def verdicts(recount: Recount) -> Iterator[tuple[str, bool]]:
        for look in recount.tasks:
            found = verdict(look)
            if found is not None:
                yield look.id, found

    return verdicts


def part_of(manifest: Mapping[str, Any], *keys: str) -> Mapping[str, Any]:
    """What a manifest has under some keys, one below the other; nothing where it has no such part."""
    part: Any = manifest
    for key in keys:
        part = part.get(key) if isinstance(part, Mapping) else None
    return part if isinstance(part, Mapping) else {}


def listed_for(manifest: Mapping[str, Any], suite: str, family: str) -> Mapping[str, float]:
    """The numbers of rules that a manifest lists for a family."""
    return part_of(manifest, "rules", suite, "families", family)


def any_of(found: Iterable[bool | None]) -> bool | None:
    """Violated by any, not applying where none applies."""
    known = [item for item in found if item is not None]
    return any(known) if known else None
