"""A double of `omni.replicator.core.orchestrator`: counts the pictures that are taken.

Its source is not open: what is on record is how Isaac Sim itself calls it.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.sim.isaac.doubles.kit import Kit


def orchestrator(kit: Kit) -> dict[str, Callable[..., None]]:
    def set_capture_on_play(given_1: bool, /) -> None:
        assert given_1 is False

    def step(rt_subframes: int = -1, delta_time: float | None = None) -> None:
        assert rt_subframes > 0
        assert delta_time == 0.0, "time must stand still while a picture is taken"
        assert not kit.playing
        kit.frames += 1

    return {"set_capture_on_play": set_capture_on_play, "step": step}
