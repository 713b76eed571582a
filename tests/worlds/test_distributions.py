"""The shipped worlds draw from the same distributions as when they were descriptions in Python."""

from __future__ import annotations

import pytest

from espire_dsl.tasks.drawing import draw_scene
from espire_dsl.tasks.worlds import shipped_world
from espire_sim.worlds import draw_scenes
from tests.worlds.making import world as declared
from tests.worlds.scene_statistics import Counts, Samples, former, same_distribution, samples_of

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("distributions")]  # scenes are drawn once

WORLDS = {"tabletop": ("book", "near", "distant"), "shelf": ("near", "distant", "slot")}
"""With the kinds whose numbers a level tells; books on a shelf are as many as go into the used cells."""
SCENES, SEED = 300, 77
LEAST = 0.001
ABOUT = ("position", "size", "pose", "camera", "occupancy", "visibility")


@pytest.fixture(scope="module", params=WORLDS)
def world(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def drawn(world: str) -> tuple[Samples, Counts]:
    return samples_of(scene for _, scene in draw_scenes(shipped_world(world), SCENES, SEED))


@pytest.mark.parametrize("about", ABOUT)
def test_statistics_are_distributed_as_before(world: str, drawn: tuple[Samples, Counts], about: str) -> None:
    before, now = former(world)["samples"], drawn[0]
    names = [name for name in before if name.startswith(about)]
    assert names == [name for name in now if name.startswith(about)]
    assert names
    assert all(len(now[name]) == len(before[name]) == SCENES for name in names)
    chances = {name: same_distribution(now[name], before[name]) for name in names}
    assert {name: p for name, p in chances.items() if p <= LEAST} == {}


def test_levels_have_as_many_things_as_before(world: str, drawn: tuple[Samples, Counts]) -> None:
    before, now = former(world)["counts"], drawn[1]
    assert list(now) == list(before) == ["easy", "medium", "hard"]
    for level in now:
        for kind in WORLDS[world]:
            assert now[level][kind] == before[level][kind], (level, kind)


def test_a_world_that_differs_a_little_is_told_apart() -> None:
    """No book lies down, and the camera is somewhat less to a side: both are found, and what stays is not."""
    template = declared(
        "world other is tabletop {\n"
        "  pose book, standing, weight: 0.4\n  pose book, propped(against: bookend), weight: 0.14\n"
        "  pose book, leaning(against: { bookend, riser }, tilt: 18 deg .. 70 deg), weight: 0.33\n"
        "  camera world, above: 50 cm .. 1 m, from: top, before: 30 cm .. 80 cm, lateral: -30 cm .. 30 cm,\n"
        "    aim: front_edge\n}"
    )
    levels = template.levels
    scenes = (draw_scene(template, levels[index % 3], SEED, index).scene for index in range(SCENES // 3))
    now, before = samples_of(scenes)[0], former("tabletop")["samples"]
    found = {name for name in now if same_distribution(now[name], before[name]) <= LEAST}
    assert {"pose mean tilt of books", "camera world y"} <= found
    assert not {
        name for name in found if name.startswith(("size x", "size y", "camera wrist", "camera world z"))
    }
