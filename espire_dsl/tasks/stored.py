"""A task set in a folder, in whatever form it is stored: what is asked for is read, and little is kept."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

from attrs import define

from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.files import form_of, manifest_in, read_json
from espire_dsl.tasks.forms.form import Form
from espire_dsl.tasks.lazy_records import LazyRecords, lazy_scenes, lazy_tasks
from espire_dsl.tasks.task import Task


@define(eq=False, slots=False)
class StoredSet:
    """The records, looks and pictures of a set."""

    folder: Path

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """Where the set comes from: versions, seed, options, counts, what was refused and why."""
        return manifest_in(self.folder)

    @cached_property
    def form(self) -> Form:
        """Its files."""
        return form_of(self.folder, self.manifest)

    @cached_property
    def tasks(self) -> LazyRecords[Task]:
        """The tasks in the order of the set; by number or by id."""
        return lazy_tasks(self.form)

    @cached_property
    def scenes(self) -> LazyRecords[Scene]:
        """The scenes in the order of their ids; by number or by id."""
        return lazy_scenes(self.form)

    def look(self, scene: str) -> Any:
        """How a scene looks beyond its geometry; None where the set does not say it."""
        text = self.form.look(scene)
        try:
            return None if text is None else read_json(text)
        except ValueError as error:
            raise TaskSetError(f"{self.folder}: the look of scene {scene} is no JSON: {error}") from None
