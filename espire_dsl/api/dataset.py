"""A compiled task set: tasks, scenes, pictures and masks, each read when it is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, overload

import numpy as np
from attrs import define, evolve, field, frozen
from numpy.typing import NDArray

from espire_dsl.api.html import task_html
from espire_dsl.api.sources import AnyPath
from espire_dsl.api.telling import telling
from espire_dsl.depths import read_depths
from espire_dsl.diagnostics.report import counted
from espire_dsl.gallery.marked import marked
from espire_dsl.gallery.text import said, text_of
from espire_dsl.markup import Markup, boxed, element, image, table
from espire_dsl.png import PngError, decode_gray16, decode_rgb, encode_png
from espire_dsl.reports.masks import decoded, fault
from espire_dsl.scene.drawing import drawing
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.forms.form import Form
from espire_dsl.tasks.lazy_records import LazyRecords
from espire_dsl.tasks.stored import StoredSet
from espire_dsl.tasks.task import Task


@telling()
def load(out: AnyPath) -> Dataset:
    """The task set in a folder, in whatever form it is stored. Records and pictures are read when they are
    asked for, and few are kept."""
    dataset = Dataset(Path(out))
    _ = dataset.stored.form
    return dataset


@frozen
class Picture:
    """What a camera saw of a scene: colours, distances, and the numbers of the things seen."""

    form: Form = field(repr=False)
    scene: str
    camera: str

    @property
    def png(self) -> bytes:
        """The file of the colours."""
        return self._content(".png")

    @property
    def colours(self) -> NDArray[np.uint8]:
        """Red, green and blue, (height, width, 3)."""
        with self._named(".png"):
            return decode_rgb(self.png)

    @property
    def depth(self) -> NDArray[np.float32]:
        """Metres to the image plane, (height, width); infinite where nothing is."""
        with self._named(".depth.npz"):
            return read_depths(self._content(".depth.npz"))

    @property
    def ids(self) -> NDArray[np.uint16]:
        """The number of the thing in each pixel, which is `instance` of its node; 0 for nothing."""
        with self._named(".ids.png"):
            return decode_gray16(self._content(".ids.png"))

    def _repr_png_(self) -> bytes:
        return self.png

    def _content(self, suffix: str) -> bytes:
        content = self.form.picture(self.scene, f"{self.camera}{suffix}")
        if content is None:
            raise TaskSetError(f"{self._place(suffix)}: it is missing")
        return content

    def _place(self, suffix: str) -> Path:
        return self.form.folder / self.form.picture_place(self.scene, f"{self.camera}{suffix}")

    @contextmanager
    def _named(self, suffix: str) -> Iterator[None]:
        """Says which file is damaged."""
        try:
            yield
        except (PngError, ValueError) as error:
            raise TaskSetError(f"{self._place(suffix)}: {error}") from None

    def marked(self, masks: Iterable[Any]) -> NDArray[np.uint8]:
        """The colours with masks tinted in them."""
        with self._named(".png"):
            return marked(self.colours, masks)


@frozen(eq=False)
class LoadedTask:
    """A task of a set, with its scene and pictures. `record` has all fields of its record."""

    record: Task = field(repr=lambda record: record.id)
    dataset: Dataset = field(repr=False)

    @property
    def id(self) -> str:
        return self.record.id

    @property
    def instruction(self) -> str:
        """The sentence."""
        return self.record.instruction

    @property
    def answers(self) -> list[Any]:
        """All right answers: ids of things, or one value in the unit of the record."""
        return self.record.answers

    @property
    def options(self) -> list[str] | None:
        """What one chooses from, as it is said, where there is a choice."""
        told = self.record.options
        return None if told is None else [option["text"] for option in told]

    @property
    def scene(self) -> Scene:
        """The scene as the viewer of the task sees it."""
        return self.dataset.scenes[self.record.scene].through(self.record.view)

    @property
    def pictures(self) -> Mapping[str, Picture]:
        """The pictures of its scene by camera."""
        return self.dataset.pictures(self.record.scene)

    @property
    def picture(self) -> Picture | None:
        """What the task shows and is asked about: the picture of its view, which is mostly that of the camera
        `world`; None for a set without pictures."""
        return self.pictures.get(self.record.view)

    def mask(self, thing: str) -> NDArray[np.bool_] | None:
        """The pixels of an answer or an undecided space in the task's picture; None where it has no mask."""
        mask = self.record.masks.get(thing)
        if mask is None:
            return None
        problem = fault(mask)
        if problem is not None:
            raise TaskSetError(f"task {self.id}: the mask of {thing}: {problem}")
        return decoded(mask)

    def marked(self) -> NDArray[np.uint8] | None:
        """The task's picture with the answers marked; None for a set without pictures."""
        if self.picture is None:
            return None
        return self.picture.marked(self.record.masks.values())

    def __str__(self) -> str:
        return text_of(self.record).rstrip("\n")

    def _repr_html_(self) -> str:
        rows = [
            ("answers", ", ".join(said(a, self.record.answer_unit) for a in self.answers) or "none"),
            ("options", ", ".join(self.options or ())),
            ("family", f"{self.record.family}, {self.record.type}"),
            ("margin", ", ".join(said(m, unit) for unit, m in self.record.margin.items())),
        ]
        about = [row for row in rows if row[1]]
        return task_html(f"task {self.id}", self.instruction, self._view(), about, str(self))

    def _view(self) -> Markup:
        colours = self.marked()
        if colours is not None:
            return image(encode_png(colours), f"the {self.record.view} view, with the answers marked")
        return drawing(self.scene, [a for a in self.answers if isinstance(a, str) and a in self.scene])


@define(eq=False, slots=False)
class Dataset(Sequence[LoadedTask]):
    """A task set in a folder: a sequence of its tasks, which may also be had by id, or by its beginning."""

    folder: Path

    @cached_property
    def stored(self) -> StoredSet:
        """Its files."""
        return StoredSet(self.folder)

    @property
    def manifest(self) -> dict[str, Any]:
        """Where the set comes from: versions, seed, options, counts, what was refused and why."""
        return self.stored.manifest

    @property
    def records(self) -> LazyRecords[Task]:
        """The tasks as plain records."""
        return self.stored.tasks

    @cached_property
    def scenes(self) -> LazyRecords[Scene]:
        """The scenes in the order of their ids; by number or by id."""
        stored = self.stored.scenes

        def read(path: Path, number: int, line: str) -> Scene:
            scene = stored.read(path, number, line)
            return evolve(scene, pictures=self.pictures(scene.id))

        return evolve(stored, read=read)

    @telling()
    def pictures(self, scene: str) -> dict[str, Picture]:
        """The pictures of a scene by camera; none for a set without pictures."""
        form = self.stored.form
        colours = [name.removesuffix(".png") for name in form.picture_names(scene) if name.endswith(".png")]
        return {camera: Picture(form, scene, camera) for camera in colours if "." not in camera}

    def __len__(self) -> int:
        return len(self.records)

    def __iter__(self) -> Iterator[LoadedTask]:
        return (LoadedTask(record, self) for record in self.records)

    @overload
    def __getitem__(self, key: int | str) -> LoadedTask: ...
    @overload
    def __getitem__(self, key: slice) -> list[LoadedTask]: ...
    def __getitem__(self, key: int | str | slice) -> LoadedTask | list[LoadedTask]:
        if isinstance(key, slice):
            return [LoadedTask(record, self) for record in self.records[key]]
        return LoadedTask(self.records[key], self)

    def __contains__(self, value: object) -> bool:
        """Whether the set has a task with this id, or this task."""
        return (value.id if isinstance(value, LoadedTask) else value) in self.records

    def __str__(self) -> str:
        return f"{counted(len(self), 'task')} about {counted(len(self.scenes), 'scene')} in {self.folder}"

    def _repr_html_(self) -> str:
        rows = ((element("code", t.id), t.record.family, t.instruction) for t in self[:10])
        return str(boxed(element("p", str(self)), table(*rows, head=("task", "family", "instruction"))))
