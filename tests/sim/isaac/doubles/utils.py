"""Doubles of `isaacsim.core.experimental.utils.app` and `.stage`, and of `isaacsim.storage.native`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pxr import Usd

from tests.sim.isaac.doubles.kit import Kit


def app(kit: Kit) -> dict[str, Any]:
    def update_app(*, steps: int = 1, callback: Callable[[int, int], bool | None] | None = None) -> None:
        assert callback is None
        kit.loading = max(0, kit.loading - steps)
        kit.asked.append("update")

    def play(*, commit: bool | None = True) -> None:
        assert commit
        kit.playing = True
        kit.asked.append("play")

    def stop(*, commit: bool | None = True) -> None:
        assert commit
        kit.playing = False
        kit.asked.append("stop")

    def enable_extension(name: str, *, enabled: bool = True) -> bool:
        assert enabled
        kit.extensions.add(name)
        return name not in kit.unknown_extensions

    return {"update_app": update_app, "play": play, "stop": stop, "enable_extension": enable_extension}


def storage(kit: Kit) -> dict[str, Any]:
    def get_assets_root_path(*, skip_check: bool = False) -> str:
        assert not skip_check
        assert "isaacsim.storage.native" in kit.extensions
        kit.asked.append("assets")
        if kit.assets is None:
            raise RuntimeError("Could not find assets root folder: https://example.org/Assets/Isaac/6.0")
        return kit.assets

    return {"get_assets_root_path": get_assets_root_path}


def stage(kit: Kit) -> dict[str, Any]:
    def open_stage(usd_path: str) -> tuple[bool, Usd.Stage | None]:
        kit.asked.append("open")
        if not kit.opens:
            return False, None
        kit.open(usd_path)
        return True, kit.stage

    def is_stage_loading() -> bool:
        return kit.loading > 0

    def get_current_stage(*, backend: str | None = None) -> Usd.Stage:
        assert backend in (None, "usd")
        assert kit.stage is not None
        return kit.stage

    return {
        "open_stage": open_stage,
        "is_stage_loading": is_stage_loading,
        "get_current_stage": get_current_stage,
    }
