"""Writes a shard of a set as a tar; the same scenes give the same bytes."""

from __future__ import annotations

import tarfile
from io import BytesIO
from pathlib import Path
from types import TracebackType

from espire_dsl.tasks.forms.shards import SCENE_TABLE, WEBDATASET, StoredScene, seal_of, shard_name
from espire_dsl.tasks.forms.tar_form import LOOK, SCENE, SEAL, TASKS, key_of
from espire_dsl.tasks.task import task_to_line


class TarShard:
    """A tar while it is written; `first` is the number of its first scene in the set."""

    def __init__(self, folder: Path, content: str, shard: int, number: int, first: int) -> None:
        self._next = first
        self._tar = tarfile.open(  # noqa: SIM115
            folder / shard_name(WEBDATASET, SCENE_TABLE, shard, number),
            "w",
            format=tarfile.PAX_FORMAT,
            pax_headers={SEAL: seal_of(content, SCENE_TABLE, shard, number)},
        )

    def __enter__(self) -> TarShard:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._tar.close()

    def add(self, scene: StoredScene) -> None:
        """The next scene."""
        key = key_of(self._next)
        self._next += 1
        self._write(f"{key}.{SCENE}", f"{scene.line}\n".encode())
        self._write(f"{key}.{LOOK}", f"{scene.look}\n".encode())
        self._write(f"{key}.{TASKS}", "".join(f"{task_to_line(task)}\n" for task in scene.tasks).encode())
        for name in sorted(scene.pictures):
            self._write(f"{key}.{name}", scene.pictures[name])

    def _write(self, name: str, content: bytes) -> None:
        member = tarfile.TarInfo(name)  # of nobody, and of no time
        member.size = len(content)
        self._tar.addfile(member, BytesIO(content))
