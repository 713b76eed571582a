"""Staged scenes by name: what a run knows of a scene while nobody works on it.

The scenes of a large set do not fit into memory. They are in the store, as texts; jobs name the ones that
they are about, get their texts when they are sent, and open them where they are run.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, overload

from attrs import evolve, field, frozen

from espire_dsl.catalogue.reader import Category
from espire_dsl.scene.camera import Camera
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.json_io import as_line, dumps, scene_as_written, scene_to_json
from espire_dsl.scene.staged import Staged

Read = Callable[[str], bytes]
"""Gives the result that the store has under a key."""

_OPEN: Final = 64
"""So many scenes stay open in a process: jobs that follow one another are often about the same ones."""
_KINDS: Final = 256


def staged_as_bytes(staged: Staged) -> bytes:
    """What a job found out about a scene, for `SceneRef` to read."""
    scene = None if staged.scene is None else scene_to_json(staged.scene)
    masks = {camera: dict(of_things) for camera, of_things in staged.masks.items()}
    told = {"scene": scene, "masks": masks, "refused": staged.refused, "look": staged.appearance}
    return json.dumps(told).encode()


@frozen
class SceneRef:
    """A staged scene by the key of its result; `assets` are those of its things that are not of the library,
    as its world has them, whose files can be read.

    With its `text`, which is that result, it can be opened anywhere. Results carry a digest, so a text is
    what `staged_as_bytes` gave.
    """

    id: str
    world: str
    level: str | None
    cameras: tuple[str, ...]
    key: str
    assets: tuple[Category, ...] = field(default=(), eq=False, repr=False)
    text: bytes = field(default=b"", repr=False)

    def loaded(self, read: Read) -> SceneRef:
        """With its text."""
        return self if self.text else evolve(self, text=read(self.key))

    @property
    def scene(self) -> Scene:
        """The scene, of a reference that has its text. The last few stay open, but for those with files."""
        return _open(self.text).with_assets(self.assets) if self.assets else _opened(self.text)

    @property
    def appearance(self) -> Mapping[str, Any] | None:
        """What it looks like beyond its geometry, as plain JSON values."""
        look: Mapping[str, Any] | None = json.loads(self.text)["look"]
        return look

    @property
    def line(self) -> str:
        """The scene as `dumps` writes it."""
        return dumps(self.scene) if self.assets else as_line(json.loads(self.text)["scene"])

    def shown(self) -> Shown:
        """What its cameras see."""
        data = json.loads(self.text)
        cameras = data["scene"]["graph"].get("cameras", {}).items()
        return Shown({name: Camera(**camera) for name, camera in cameras}, data["masks"])


@frozen
class StoredScenes(Sequence[Scene]):
    """Staged scenes in some order, each read when it is asked for."""

    refs: tuple[SceneRef, ...]
    read: Read = field(eq=False, repr=False)

    def __len__(self) -> int:
        return len(self.refs)

    def loaded(self) -> Iterator[SceneRef]:
        """The scenes with their texts, one after the other."""
        return (ref.loaded(self.read) for ref in self.refs)

    def assets(self) -> Iterator[Category]:
        """Those of the things in the scenes that are not of the library; some of them more than once."""
        return (asset for ref in self.refs for asset in ref.assets)

    @overload
    def __getitem__(self, place: int) -> Scene: ...
    @overload
    def __getitem__(self, place: slice) -> list[Scene]: ...
    def __getitem__(self, place: int | slice) -> Scene | list[Scene]:
        if isinstance(place, slice):
            return [ref.loaded(self.read).scene for ref in self.refs[place]]
        return self.refs[place].loaded(self.read).scene


@frozen
class Shown:
    """The cameras of a scene, and the mask of each thing as COCO RLE text, by camera."""

    cameras: Mapping[str, Camera]
    masks: Mapping[str, Mapping[str, str]]


@frozen
class Refusal:
    """Why there is no scene at a place."""

    reason: str


def ref_of(key: str, result: bytes, assets: Iterable[Category]) -> SceneRef | Refusal:
    """The scene that a job found at a place, by name; or why there is none."""
    data = json.loads(result)
    if data["scene"] is None:
        return Refusal(data["refused"] or "")
    whole = data["scene"]["graph"]
    names = {asset["id"] for asset in whole.get("assets", ())}
    own = tuple(asset for asset in assets if asset.id in names)
    return SceneRef(
        whole["id"], *_shared(whole["world"], whole["level"], *sorted(whole["cameras"])), key, own
    )


@lru_cache(_KINDS)
def _shared(world: str, level: str | None, *cameras: str) -> tuple[str, str | None, tuple[str, ...]]:
    """What many scenes have in common, as the same values."""
    return world, level, cameras


def _open(text: bytes) -> Scene:
    return scene_as_written(json.loads(text)["scene"])


_opened: Final = lru_cache(_OPEN)(_open)
