"""The manifest of a task set: where it comes from and what is in it. No times: equal sets are equal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

from attrs import asdict

import espire_dsl
from espire_dsl.making.make import Made
from espire_dsl.making.settings import Settings
from espire_dsl.resources import resource_path
from espire_dsl.tasks.suites import Suite
from espire_dsl.tasks.task import Task

Json = dict[str, Any]


def manifest_of(suites: Sequence[Suite], settings: Settings, made: Made) -> Json:
    """All that one needs to know to make the same set again, and its counts."""
    options = asdict(settings)
    seed = options.pop("seed")
    return {
        "versions": {"package": espire_dsl.__version__, "language": espire_dsl.LANGUAGE_VERSION},
        "seed": seed,
        "options": options,
        "hashes": {
            "families": {suite.name: dict(suite.sources) for suite in suites},
            "catalogue": sha256(
                files("espire_dsl.catalogue").joinpath("assets.toml").read_bytes()
            ).hexdigest(),
            "templates": _hash_of(resource_path("templates")),
        },
        "scenes": {
            "drawn": dict(sorted(made.drawn.items())),
            "refused": _nested(((world, reason), n) for (world, reason), n in made.undrawn.items()),
            "used": len(made.scenes),
        },
        "verdicts": dict(made.verdicts),
        "counts": {suite.name: _counts(suite, made.tasks) for suite in suites},
        "refusals": _nested(((*key, reason.value), n) for (key, reason), n in made.refused.items()),
        "shortfalls": [
            {"suite": s.key[0], "family": s.key[1], "type": s.key[2], "found": s.found, "wanted": s.wanted}
            for s in made.shortfalls
        ],
    }


def _counts(suite: Suite, tasks: Sequence[Task]) -> Json:
    own = [task for task in tasks if task.suite == suite.name]
    counted: Counter[tuple[str, ...]] = Counter((t.family, t.type, t.level or "") for t in own)
    return {
        "tasks": len(own),
        "levels": dict(sorted(Counter(t.level or "" for t in own).items())),
        "actions": _nested(((t, level), n) for (t, level), n in _by_action(own).items()),
        "families": _nested(counted.items()),
    }


def _by_action(tasks: Sequence[Task]) -> Counter[tuple[str, str]]:
    return Counter((t.action, t.level or "") for t in tasks)


def _nested(counts: Any) -> Json:
    """Counts by paths as nested objects, in the order of their keys."""
    out: Json = {}
    for path, number in sorted(counts):
        place = out
        for name in path[:-1]:
            place = place.setdefault(name, {})
        place[path[-1]] = number
    return out


def _hash_of(folder: Path) -> str:
    """One hash of all files below a folder and their names."""
    total = sha256()
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        total.update(f"{path.relative_to(folder).as_posix()}\0".encode())
        total.update(sha256(path.read_bytes()).digest())
    return total.hexdigest()
