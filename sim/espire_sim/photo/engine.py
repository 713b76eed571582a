"""Mitsuba and Open Image Denoise, loaded once a process: which variant computes, and by how many threads.

A picture is one job of many, so each is computed by one thread, and always in the same order.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from espire_sim.photo.error import PhotoError

Pixels = NDArray[np.float32]

VARIANTS: Final = {"photo": "scalar_rgb", "photo-llvm": "llvm_ad_rgb"}
"""The ways of painting, and what computes each."""

MISSING: Final = "photographs need Mitsuba and Open Image Denoise: pip install 'espire-dsl[photo]'"


@cache
def mitsuba(way: str) -> Any:
    """Mitsuba, computing as a way of painting asks."""
    try:
        module, drjit = import_module("mitsuba"), import_module("drjit")
    except ModuleNotFoundError as error:
        raise PhotoError(MISSING) from error
    except ImportError as error:
        raise PhotoError(
            f"Mitsuba does not load; on Debian it needs the package libatomic1 ({error})"
        ) from error
    try:
        module.set_variant(VARIANTS[way])
        module.set_log_level(module.LogLevel.Error)
        if way == "photo-llvm":
            drjit.eval(module.Float(1.0) + drjit.arange(module.Float, 2))
        drjit.set_thread_count(1)
    except Exception as error:  # whatever it says, it is about the library
        raise PhotoError(
            "photo-llvm needs LLVM 17 or later: install it (on Debian libllvm19) and name its file in "
            f"DRJIT_LIBLLVM_PATH, or paint by photo ({error})"
        ) from error
    return module


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
