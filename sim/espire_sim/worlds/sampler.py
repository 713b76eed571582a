"""Draws scenes from the description of a world. It never hangs: so many tries, then a refusal.

Each purpose of each scene has its own stream of random numbers, so that scene 17 is the same whatever else
is drawn, and another choice of textures leaves its geometry alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import repeat

from espire_dsl.catalogue.reader import Catalogue, load_catalogue
from espire_dsl.domain.error import WorldError
from espire_dsl.domain.kinds import VACANCY
from espire_dsl.domain.worlds import WRIST_CAMERA, World
from espire_dsl.scene.camera import WORLD_CAMERA, Camera
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.scene.spaces import with_spaces
from espire_sim.worlds.arranging import arrange, completed
from espire_sim.worlds.cameras import fixed_camera
from espire_sim.worlds.error import Blocked
from espire_sim.worlds.looks import draw_appearance
from espire_sim.worlds.parts import Parts
from espire_sim.worlds.result import Drawn, Refusal
from espire_sim.worlds.viewing import Viewpoint, find_view


def sample(
    world: World, level: str, seed: int, catalogue: Catalogue | None = None, *, index: int = 0
) -> Scene | Refusal:
    """One scene of a world at a level, or why there is none."""
    drawn = draw(world, level, seed, catalogue, index=index)
    return drawn if isinstance(drawn, Refusal) else drawn.scene


def draw(
    world: World, level: str, seed: int, catalogue: Catalogue | None = None, *, index: int = 0
) -> Drawn | Refusal:
    """One scene with its look and the robot's start, or why there is none."""
    drawn = draw_first(repeat(world, world.tries), level, seed, catalogue, index=index)
    assert drawn is not None
    return drawn


def draw_first(
    worlds: Iterable[World],
    level: str,
    seed: int,
    catalogue: Catalogue | None = None,
    *,
    index: int = 0,
    variant: str = "",
    accept: Callable[[Scene], str | None] | None = None,
) -> Drawn | Refusal | None:
    """The scene of the first of some descriptions of one world that can be drawn, one try each.

    `accept` gives the reason for which a scene is not taken, if there is one. A `variant` stands in the id of
    the scene, and leaves what is drawn alone. Without any description there is nothing to say.
    """
    known = load_catalogue() if catalogue is None else catalogue
    streams: tuple[RandomStream, RandomStream] | None = None
    reasons: Counter[str] = Counter()
    for world in worlds:
        if level not in world.levels:
            raise WorldError(f'world {world.name} has no level "{level}"; it has {", ".join(world.levels)}')
        if streams is None:
            streams = (
                RandomStream.of(seed, world.name, "things", index),
                RandomStream.of(seed, world.name, "view", index),
            )
        try:
            parts, cameras, view = _attempt(world, level, known, *streams)
            scene = Scene.build(
                parts.nodes,
                parts.edges,
                cameras,
                id=f"{world.name}{variant}-{seed}-{index:05d}",
                world=world.name,
                level=level,
                seed=seed,
            )
            scene = _with_spaces(scene, world)
        except Blocked as blocked:
            reasons[blocked.reason] += 1
            continue
        against = None if accept is None else accept(scene)
        if against is not None:
            reasons[against] += 1
            continue
        appearance = draw_appearance(
            world, scene.nodes, known, RandomStream.of(seed, world.name, "look", index)
        )
        return Drawn(scene, appearance, None if view.hand is None else view.hand.pose)
    if not reasons:
        return None
    ((reason, count),) = reasons.most_common(1)
    return Refusal(reason, sum(reasons.values()), count)


def draw_many(
    world: World,
    count: int,
    seed: int,
    levels: Sequence[str] | None = None,
    *,
    catalogue: Catalogue | None = None,
    refusals: Counter[str] | None = None,
) -> Iterator[tuple[int, Drawn]]:
    """The scenes 0 to `count` - 1 with their indices, the levels taken in turn.

    An index that is refused is left out, and its reason is counted in `refusals`.
    """
    known = load_catalogue() if catalogue is None else catalogue
    turns = world.levels if levels is None else tuple(levels)
    if not turns:
        raise WorldError(f"world {world.name}: scenes need at least one level")
    for index in range(count):
        drawn = draw(world, turns[index % len(turns)], seed, known, index=index)
        if isinstance(drawn, Drawn):
            yield index, drawn
        elif refusals is not None:
            refusals[drawn.reason] += 1


def draw_scenes(
    world: World,
    count: int,
    seed: int,
    levels: Sequence[str] | None = None,
    *,
    catalogue: Catalogue | None = None,
    refusals: Counter[str] | None = None,
) -> Iterator[tuple[int, Scene]]:
    """`draw_many` without looks and robots."""
    for index, drawn in draw_many(world, count, seed, levels, catalogue=catalogue, refusals=refusals):
        yield index, drawn.scene


def _attempt(
    world: World, level: str, catalogue: Catalogue, things: RandomStream, views: RandomStream
) -> tuple[Parts, dict[str, Camera], Viewpoint]:
    """One try: what a scene holds without spaces, its cameras, and the view."""
    arrangement = arrange(world, level, catalogue, things)
    view = find_view(world, arrangement, views)
    parts = completed(arrangement)
    cameras = {spec.name: fixed_camera(spec) for spec in world.cameras} | {WORLD_CAMERA: view.camera}
    if view.hand is not None:
        parts = parts.joined(view.hand.parts)
        cameras[WRIST_CAMERA] = view.hand.wrist
    return parts, cameras, view


def _with_spaces(scene: Scene, world: World) -> Scene:
    """The scene with its spaces where the world has some, and enough of them."""
    if world.spaces is None:
        return scene
    cut = with_spaces(scene, world.spaces.kind.name, world.spaces.kind.roles)
    if len(cut.of_kind(VACANCY)) < world.spaces.least:
        raise Blocked("too few vacancies into which the held thing fits")
    return cut
