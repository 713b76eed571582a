"""The colours of a picture by paths of light, and for tests what such paths meet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256
from typing import Any, Final

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from espire_dsl.memory import give_back
from espire_sim.appearance.materials import TexturedScene
from espire_sim.photo.engine import LLVM, Pixels, denoised, mesh_of, mitsuba
from espire_sim.photo.error import PhotoError
from espire_sim.photo.exposure import exposure_of
from espire_sim.photo.guides import guides_of
from espire_sim.photo.lighting import lights_of
from espire_sim.photo.looks import Look, looks_of
from espire_sim.photo.materials import Told, surface_of
from espire_sim.photo.padding import surfaces_of
from espire_sim.photo.sensor import sensor_of
from espire_sim.photo.skins import Skin
from espire_sim.photo.triangles import Triangles, joined, triangles_of
from espire_sim.rendering.bundles import Places
from espire_sim.rendering.cast import NOTHING
from espire_sim.rendering.observe import Cast
from espire_sim.rendering.tone import toned
from espire_sim.rendering.view import View
from espire_sim.worlds.result import Light

SAMPLES: Final = 4
BOUNCES: Final = 4
SURE: Final = 2
"""Bounces after which a path goes on by chance only, the brighter it is the likelier."""

_BACKGROUND: Final = 0.514  # the light of the grey that rays paint where nothing is
_BRIGHTEST: Final = 25.0  # times a white sheet: a single sample that is brighter is a firefly


@frozen
class PhotoPaint:
    """Paints by paths of light: `way` says what computes, `samples` how many paths a pixel has."""

    way: str = "photo"
    samples: int = SAMPLES

    def __call__(self, seen: Cast, lights: Sequence[Light], smooth: bool) -> NDArray[np.uint8]:  # noqa: ARG002
        mi, looks = mitsuba(self.way), looks_of(seen.textured)
        lamps = lights_of(mi, seen.textured, lights)
        meshes, kept = self._shapes(mi, seen, looks, len(lamps))
        told = {
            **meshes,
            **lamps,
            "sensor": sensor_of(mi, seen.view.camera, self.samples),
            "by": {"type": "path", "max_depth": BOUNCES, "rr_depth": SURE, "hide_emitters": True},
        }
        channels = without_gaps(_rendered(mi, told, _seed(seen.view, lights)))
        light, covered = np.split(channels, [3], axis=-1)
        del told, meshes, kept
        albedo, normals = guides_of(seen, looks)
        exposed = np.minimum(light * np.float32(exposure_of(light, albedo)), np.float32(_BRIGHTEST))
        nothing = (1 - covered) * np.float32(_BACKGROUND)
        give_back()  # the denoiser takes most, and lighting has left nearly half of that in pieces
        clean = denoised(exposed + nothing, albedo + nothing, normals)
        return toned(np.where(covered > 0, clean, np.float32(_BACKGROUND)))

    def _shapes(self, mi: Any, seen: Cast, looks: Sequence[Look], lamps: int) -> tuple[dict[str, Any], Any]:
        """The meshes of a scene, and what is to be kept until it was painted."""
        if self.way != LLVM:
            return _meshes(mi, partial(_surface, mi), seen, looks), None
        surfaces = surfaces_of(mi)
        surfaces.begin()
        meshes = _meshes(mi, surfaces.of, seen, looks)
        specks, kept = surfaces.specks(len(meshes), lamps)
        return meshes | specks, kept


def met(textured: TexturedScene, view: View) -> Places:
    """The place of the shape that one path meets first, somewhere in each pixel; -1 for none."""
    mi = mitsuba("photo")
    parts = _parts(textured, view)
    told = {
        "all": mesh_of(mi, "all", joined(parts), mi.load_dict({"type": "diffuse"})),
        "sensor": sensor_of(mi, view.camera, 1),
        "by": {"type": "aov", "aovs": "face:prim_index,away:depth"},
    }
    faces, away = np.moveaxis(_rendered(mi, told, 0), -1, 0)
    places = np.repeat(np.arange(len(parts)), [len(part.faces) for part in parts])
    found: Places = np.where(away > 0, places[faces.astype(np.int64)], NOTHING)
    return found


def _rendered(mi: Any, told: Told, seed: int) -> Pixels:
    """All channels of a picture."""
    try:
        # One by one: loaded in parallel, emitters and surfaces come in an order that varies.
        scene = mi.load_dict({"type": "scene", **told}, parallel=False, optimize=False)
        return np.array(mi.render(scene, seed=seed), dtype=np.float32)
    except PhotoError:
        raise
    except Exception as error:  # whatever goes wrong in an engine of others
        raise PhotoError(f"Mitsuba failed while painting: {error}") from error


def without_gaps(channels: Pixels) -> Pixels:
    """Pixels of which a path ended in no number are the mean of those around them: as noughts they would be
    black specks, which no denoiser takes for noise."""
    lost = np.argwhere(~np.isfinite(channels).all(axis=-1))
    filled = channels.copy()
    for row, column in lost.tolist():
        around = channels[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2]
        sound = around[np.isfinite(around).all(axis=-1)]
        filled[row, column] = sound.mean(axis=0) if len(sound) else 0.0
    return filled


def _meshes(
    mi: Any, surface: Callable[[str, Skin], Any], seen: Cast, looks: Sequence[Look]
) -> dict[str, Any]:
    """A mesh for all shapes that look alike, by its name."""
    alike: dict[Look, list[Triangles]] = {}
    parts = zip(seen.textured.shapes, _parts(seen.textured, seen.view), looks, strict=True)
    for shape, part, look in parts:
        alike.setdefault(look, []).append(evolve(part, laid=look.on_skin(look.laid_over(shape, part))))
    return {
        f"mesh_{number:04d}": mesh_of(
            mi, f"mesh_{number}", joined(parts), surface(look.texture.material, look.skin)
        )
        for number, (look, parts) in enumerate(alike.items())
    }


def _surface(mi: Any, material: str, skin: Skin) -> Any:
    return mi.load_dict(surface_of(mi, material, skin), parallel=False, optimize=False)


def _parts(textured: TexturedScene, view: View) -> list[Triangles]:
    """The triangles of each shape."""
    standing = frozenset(textured.standing)
    return [
        triangles_of(shape, view, bevelled=place in standing) for place, shape in enumerate(textured.shapes)
    ]


def _seed(view: View, lights: Sequence[Light]) -> int:
    """Of the paths: another one for every camera and every look, and always the same for one."""
    return int.from_bytes(sha256(repr((view.camera, tuple(lights))).encode()).digest()[:4]) >> 1
