"""Mitsuba and Open Image Denoise, loaded once a process: which variant computes, and by how many threads.

A picture is one job of many, so each is computed by one thread, and always in the same order.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from espire_sim.photo.error import PhotoError
from espire_sim.photo.triangles import Triangles

Pixels = NDArray[np.float32]

LLVM: Final = "photo-llvm"
VARIANTS: Final = {"photo": "scalar_rgb", LLVM: "llvm_ad_rgb"}
"""The ways of painting, and what computes each."""

MISSING: Final = "photographs need Mitsuba and Open Image Denoise: pip install 'espire-dsl[photo]'"

OLDEST_LLVM: Final = (19,)
_NEEDS_LLVM: Final = (
    "photo-llvm needs LLVM 19 or later: install it (on Debian the package libllvm19) and name its file in "
    "DRJIT_LIBLLVM_PATH, or paint by photo"
)


def mitsuba(way: str) -> Any:
    """Mitsuba, computing as a way of painting asks; a PhotoError where it does not work."""
    module = _loaded(way)
    module.set_variant(VARIANTS[way])
    return module


@cache
def _loaded(way: str) -> Any:
    try:
        with _errors_unsaid():  # drjit looks for LLVM at once, whether anybody asks for it or not
            module, drjit = import_module("mitsuba"), import_module("drjit")
        if way == LLVM:
            check_llvm(drjit)
        module.set_variant(VARIANTS[way])
    except ModuleNotFoundError as error:
        raise PhotoError(MISSING) from error
    except ImportError as error:
        raise PhotoError(
            f"Mitsuba does not load; on Debian it needs the package libatomic1 ({error})"
        ) from error
    module.set_log_level(module.LogLevel.Error)
    drjit.set_thread_count(1)
    return module


def check_llvm(drjit: Any) -> None:
    """Some of the older versions end the process when they compile."""
    version = tuple(drjit.detail.llvm_version())
    if version[0] < 0:
        raise PhotoError(f"{_NEEDS_LLVM} (there is none)")
    if version < OLDEST_LLVM:
        raise PhotoError(f"{_NEEDS_LLVM} (this is {'.'.join(map(str, version))})")


@contextmanager
def _errors_unsaid() -> Iterator[None]:
    """What a library writes to the process's own standard error is lost: what matters is raised, too."""
    try:
        kept = os.dup(2)
    except OSError:  # it is closed, so nothing is written
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def mesh_of(mi: Any, name: str, triangles: Triangles, surface: Any) -> Any:
    """Triangles with a surface."""
    properties = mi.Properties()
    properties["bsdf"] = surface
    mesh = mi.Mesh(
        name,
        len(triangles.points),
        len(triangles.faces),
        has_vertex_normals=True,
        has_vertex_texcoords=True,
        props=properties,
    )
    values = mi.traverse(mesh)
    values["vertex_positions"] = triangles.points.astype(np.float32).ravel()
    values["vertex_normals"] = triangles.normals.astype(np.float32).ravel()
    values["vertex_texcoords"] = triangles.laid.astype(np.float32).ravel()
    values["faces"] = triangles.faces.ravel()
    values.update()
    return mesh


def as_data(mi: Any, thing: Any, name: str) -> None:
    """Makes a value of something be read when code runs: else it would be a part of the code."""
    values = mi.traverse(thing)
    value = values[name]
    import_module("drjit").make_opaque(value)
    values[name] = value
    values.update()


def denoised(colour: Pixels, albedo: Pixels, normals: Pixels) -> Pixels:
    """The picture without its noise, guided by what surfaces are like by themselves."""
    oidn, device = _denoiser()
    clean = np.empty_like(colour)
    images = {
        "color": np.ascontiguousarray(colour),
        "albedo": np.ascontiguousarray(np.clip(albedo, 0.0, 1.0)),
        "normal": np.ascontiguousarray(np.clip(normals, -1.0, 1.0)),
        "output": clean,
    }
    with oidn.Filter(device) as by:
        for name, image in images.items():
            by.set_image(name, image, oidn.OIDN_FORMAT_FLOAT3)
        by.set_bool("hdr", True)
        by.set_int("quality", oidn.OIDN_QUALITY_FAST)  # the better ones take twice the time and memory
        by.commit()
        by.execute()
    problem = device.get_error()
    if problem:
        raise PhotoError(f"Open Image Denoise failed: {problem}")
    return clean


@cache
def _denoiser() -> tuple[Any, Any]:
    """Open Image Denoise, and a device of it with one thread."""
    try:
        oidn = import_module("pyoidn")
        device = oidn.Device()
    except ModuleNotFoundError as error:
        raise PhotoError(MISSING) from error
    except Exception as error:  # its library is loaded by hand, and may be of another machine
        raise PhotoError(f"Open Image Denoise does not load: {error}") from error
    device.set_int("numThreads", 1)
    device.set_bool("setAffinity", False)
    device.commit()
    return oidn, device
