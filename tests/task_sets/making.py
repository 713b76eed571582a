"""A small task set with pictures, masks and verdicts, as `espirec compile` makes it."""

from __future__ import annotations

import json
import re
from pathlib import Path

from espire_dsl.making.run import run
from espire_dsl.making.scenes import Size
from espire_dsl.making.settings import Settings
from espire_dsl.publishing.hashes import file_hashes
from espire_dsl.tasks.documentation import packaged_suites
from espire_dsl.tasks.suites import Suite

SETTINGS = Settings(seed=4, per_type=1, scenes=8, size=Size(320, 240))
FAMILIES = re.compile(r"pick\.(attribute|relationship|orientation)\..*|place\.(orientation|relationship)\..*")


def make_set(out: Path) -> Path:
    """A task of each of these types that few scenes offer."""
    suites = [
        Suite(suite.name, tuple(f for f in suite.families if FAMILIES.fullmatch(f.name)), {})
        for suite in packaged_suites()
        if suite.name == "espire"
    ]
    run(suites, SETTINGS, out)
    return out


def stamp(out: Path) -> None:
    """Write the hashes of the files as they are now into the manifest."""
    path = out / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**manifest, "files": file_hashes(out)}), encoding="utf-8")
