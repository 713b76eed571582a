"""A double of `omni.replicator.core.orchestrator`: counts the pictures that are taken."""

from __future__ import annotations

from types import SimpleNamespace

from tests.sim.isaac.doubles.kit import Kit


def orchestrator(kit: Kit) -> SimpleNamespace:
    def set_capture_on_play(value: bool) -> None:
        assert value is False

    def step(
        rt_subframes: int = -1,
        pause_timeline: bool = True,
        delta_time: float | None = None,
        wait_for_render: bool = True,
    ) -> None:
        assert rt_subframes > 0
        assert pause_timeline
        assert wait_for_render
        assert delta_time == 0.0, "time must stand still while a picture is taken"
        assert not kit.playing
        kit.frames += 1

    return SimpleNamespace(set_capture_on_play=set_capture_on_play, step=step)
