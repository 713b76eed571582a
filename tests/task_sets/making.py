"""A small task set with pictures, masks and verdicts, as `espirec compile` makes it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from espire_dsl.checking.check import compile_paths
from espire_dsl.pipeline.run import run
from espire_dsl.pipeline.scenes import Size
from espire_dsl.pipeline.settings import Settings
from espire_dsl.pipeline.simulator import BackendSpec
from espire_dsl.publishing.hashes import file_hashes
from espire_dsl.tasks.files import manifest_in, stamped
from espire_dsl.tasks.forms.shards import ShardChoice
from espire_dsl.tasks.suites import Suite, suites_of
from tests.packaged import packaged_suites

SETTINGS = Settings(seed=4, per_type=1, scenes=8, size=Size(320, 240))
FAMILIES = re.compile(r"pick\.(attribute|relationship|orientation)\..*|place\.(orientation|relationship)\..*")


def make_set(out: Path, shards: ShardChoice | None = None) -> Path:
    """A task of each of these types that few scenes offer."""
    suites = [
        Suite(suite.name, tuple(f for f in suite.families if FAMILIES.fullmatch(f.name)), {})
        for suite in packaged_suites()
        if suite.name == "espire"
    ]
    run(suites, SETTINGS, out, shards=shards)
    return out


def stamp(out: Path) -> None:
    """Write the hashes of the files as they are now into the manifest."""
    rewrite_manifest(out, {**manifest_in(out), "files": file_hashes(out)})


def rewrite_manifest(out: Path, manifest: dict[str, Any]) -> None:
    """Write another manifest, with a digest that fits it."""
    (out / "manifest.json").write_text(json.dumps(stamped(manifest)), encoding="utf-8")


def make_questions(out: Path) -> Path:
    """Questions that are answered in words, numbers, choices and lists; geometry alone."""
    here = Path(__file__).resolve().parent
    files = [here.parent / "other_suites" / "questions.espire", here / "measured.espire"]
    suites = suites_of(compile_paths(files, [file.parent for file in files]).files, files)
    run(suites, Settings(seed=2, per_type=6, scenes=40, simulator=BackendSpec("none", "rays")), out)
    return out


def make_emitted(out: Path) -> Path:
    """One task a type of the suites about pointing, from few scenes, which do not offer every type; geometry
    alone."""
    pointing = [suite for suite in packaged_suites() if suite.name.startswith("espire")]
    run(pointing, Settings(seed=5, per_type=1, scenes=18, simulator=BackendSpec("none", "rays")), out)
    return out


def make_clauses(out: Path) -> Path:
    """Tasks of families with every clause about answers and numbers; geometry alone."""
    file = Path(__file__).resolve().parent / "clauses.espire"
    suites = suites_of(compile_paths([file], [file.parent]).files, [file])
    run(suites, Settings(seed=5, per_type=6, scenes=30, simulator=BackendSpec("none", "rays")), out)
    return out
