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
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.json_io import dumps, scene_as_written
from espire_dsl.scene.staged import Staged

Read = Callable[[str], bytes]
"""Gives the result that the store has under a key."""
Masks = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""By camera, the mask of each thing as COCO RLE."""

_OPEN: Final = 64
"""So many scenes stay open in a process: jobs that follow one another are often about the same ones."""
_KINDS: Final = 256
_TOLD, _SCENE, _MASKS, _LOOK = range(4)
"""The lines of a scene's text."""


def staged_as_bytes(staged: Staged) -> bytes:
    """What a job found out about a scene, for `SceneRef` to read: a line for each of those who ask.

    First what a run knows of every scene, then the scene as `dumps` writes it, the masks that its cameras
    see, and its look.
    """
    scene = staged.scene
    if scene is None:
        return json.dumps({"refused": staged.refused or ""}).encode()
    told, masks, look = map(json.dumps, (_told(scene), _masks(staged), staged.appearance))
    return "\n".join((told, dumps(scene), masks, look)).encode()


def _told(scene: Scene) -> Mapping[str, Any]:
    return {
        "id": scene.id,
        "world": scene.world,
        "level": scene.level,
        "cameras": sorted(scene.cameras),
        "assets": [asset.id for asset in scene.assets],
    }


def _masks(staged: Staged) -> Masks:
    cameras = {} if staged.scene is None else staged.scene.cameras
    return {
        name: {id: {"size": [camera.height, camera.width], "counts": counts} for id, counts in masks.items()}
        for name, masks in staged.masks.items()
        if (camera := cameras.get(name)) is not None
    }


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
        return _open(self.text, self.assets) if self.assets else _opened(self.text)

    @property
    def line(self) -> str:
        """The scene as `dumps` writes it."""
        return dumps(self.scene) if self.assets else _part(self.text, _SCENE).decode()

    @property
    def masks(self) -> Masks:
        """What its cameras see."""
        masks: Masks = json.loads(_part(self.text, _MASKS))
        return masks

    @property
    def look(self) -> str:
        """What it looks like beyond its geometry, as JSON."""
        return _part(self.text, _LOOK).decode()


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
class Refusal:
    """Why there is no scene at a place."""

    reason: str


def ref_of(key: str, result: bytes, assets: Iterable[Category]) -> SceneRef | Refusal:
    """The scene that a job found at a place, by name; or why there is none."""
    told = json.loads(_part(result, _TOLD))
    if "refused" in told:
        return Refusal(told["refused"])
    own = tuple(asset for asset in assets if asset.id in told["assets"])
    return SceneRef(told["id"], *_shared(told["world"], told["level"], *told["cameras"]), key, own)


@lru_cache(_KINDS)
def _shared(world: str, level: str | None, *cameras: str) -> tuple[str, str | None, tuple[str, ...]]:
    """What many scenes have in common, as the same values."""
    return world, level, cameras


def _part(text: bytes, number: int) -> bytes:
    """A line of the text of a scene; JSON has no line's end within."""
    return text.split(b"\n", number + 1)[number]


def _open(text: bytes, assets: tuple[Category, ...] | None = None) -> Scene:
    return scene_as_written(json.loads(_part(text, _SCENE)), assets)


_opened: Final = lru_cache(_OPEN)(_open)
