"""The manifest of a task set: where it comes from and what is in it. No times: equal sets are equal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from attrs import asdict

from espire_dsl.importing.files import ImportedScenes
from espire_dsl.pipeline.generate import Generated
from espire_dsl.pipeline.settings import Settings
from espire_dsl.resources import resource_path
from espire_dsl.tasks.counts import counted_by, counts_of, nested
from espire_dsl.tasks.files import ENGINES
from espire_dsl.tasks.suites import Suite
from espire_dsl.version import LANGUAGE_VERSION, PACKAGE_VERSION

Json = dict[str, Any]


def manifest_of(
    suites: Sequence[Suite],
    settings: Settings,
    made: Generated,
    engines: Mapping[str, str],
    imported: ImportedScenes | None = None,
) -> Json:
    """All that one needs to know to make the same set again, and its counts."""
    options = asdict(settings)
    seed = options.pop("seed")
    return {
        "versions": {"package": PACKAGE_VERSION, "language": LANGUAGE_VERSION},
        ENGINES: dict(sorted(engines.items())),
        "seed": seed,
        "options": options,
        "hashes": {
            "families": {suite.name: dict(suite.sources) for suite in suites},
            "library": _hash_of(resource_path("families/library")),
            "templates": _hash_of(resource_path("templates")),
        },
        "scenes": {
            "drawn": dict(sorted(made.drawn.items())),
            "refused": nested(((world, reason), n) for (world, reason), n in made.undrawn.items()),
            "used": len(made.scenes),
        },
        **({} if imported is None else {"imported": _imported(imported, made)}),
        "words": {suite.name: dict(suite.words) for suite in suites if suite.words},
        "rules": {suite.name: _rules(suite, made) for suite in suites},
        "quotas": {suite.name: _quotas(suite) for suite in suites},
        "verdicts": dict(made.verdicts),
        "counts": {
            suite.name: counts_of({k: n for k, n in made.tasks.kinds.items() if k.suite == suite.name})
            for suite in suites
        },
        "refusals": nested(((*key, reason.value), n) for (key, reason), n in made.refused.items()),
        "unreached": nested(((*key, status), n) for (key, status), n in made.unreached.items()),
        "shortfalls": [
            {"suite": s.key[0], "family": s.key[1], "type": s.key[2], "found": s.found, "wanted": s.wanted}
            for s in made.shortfalls
        ],
        "given_up": [asdict(part) for part in made.given_up],
    }


def _imported(imported: ImportedScenes, made: Generated) -> Json:
    """Which scenes were asked about, and of how many of them it is known what a picture shows: the rules
    about visible parts and pixels say nothing about the others."""
    seen = sum(any(node.pixels for node in scene.nodes) for scene in made.scenes)
    return {"digest": imported.digest, "seen": seen, "unseen": len(made.scenes) - seen}


def _quotas(suite: Suite) -> Json:
    """What families state about how many tasks of each type they have; others have the usual number."""
    return {family.name: asdict(family.quota) for family in suite.families if family.quota is not None}


def _rules(suite: Suite, made: Generated) -> Json:
    """The rules of a suite and of its families; how many tasks needed a weaker one of their family; and where
    the frame of reference can matter, how often it does."""
    weaker = {name: n for (own, name), n in sorted(made.weaker.items()) if own == suite.name}
    return {**suite.rules.to_json(suite.families), "weaker": weaker, "frames": _frames(suite, made)}


def _frames(suite: Suite, made: Generated) -> Json:
    """By family: the part of its bindings, and of its tasks, whose answers depend on the frame."""
    found: Json = {}
    told = counted_by(made.tasks.kinds, "suite", "family", "frame_sensitive")
    for (own, family), supply in sorted(made.frame_supply.items()):
        yes, no = told[own, family, True], told[own, family, False]
        if own == suite.name and yes + no:
            share = round(yes / (yes + no), 4)
            wanted = suite.rules.rules.frame_share if supply >= suite.rules.rules.frame_supply else None
            found[family] = {"supply": round(supply, 4), "share": share, "wanted": wanted}
    return found


def _hash_of(folder: Path) -> str:
    """One hash of all files below a folder and their names."""
    total = sha256()
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        total.update(f"{path.relative_to(folder).as_posix()}\0".encode())
        total.update(sha256(path.read_bytes()).digest())
    return total.hexdigest()
