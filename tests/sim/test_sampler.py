"""The sampler: determinism, bounded work, refusals, other worlds, and what is refused as a description."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from attrs import evolve

from espire_dsl.catalogue.reader import Catalogue, CatalogueError
from espire_dsl.domain.recipes import Grid, Layout, Leaning, Stack, Top, Turns, ValueRange
from espire_dsl.domain.worlds import CameraSpec, Furniture, Items, Lighting, Scatter, Seen, TextureChoice
from espire_dsl.scene.json_io import dumps
from espire_dsl.tasks.worlds import shipped_world
from espire_sim.worlds import (
    Drawn,
    Refusal,
    World,
    WorldError,
    draw,
    draw_many,
    draw_scenes,
    sample,
)
from espire_sim.worlds.solids import overlaps
from tests.pace import within
from tests.sim.strategies import catalogue

TABLETOP, SHELF = shipped_world("tabletop"), shipped_world("shelf")
BOOKS = TABLETOP.scatters[0].items[1]
BOXES = World(
    name="boxes",
    levels=("only",),
    floor=(3.0, 3.0),
    scatters=(
        Scatter(
            Top(inset=0.5),
            (
                Items(
                    "box",
                    {"only": (3, 3)},
                    categories=("object",),
                    extents=(ValueRange(0.1, 0.4), ValueRange(0.1, 0.4), ValueRange(0.1, 0.3)),
                ),
            ),
            gap=0.1,
        ),
    ),
    camera=CameraSpec(
        above=ValueRange(3.0, 3.5),
        base="floor",
        before=ValueRange(-1.2, -1.0),
        lateral=ValueRange(-0.2, 0.2),
        aim="centre",
    ),
    seen=(Seen("object", 0.5, True),),
    lighting=Lighting(
        (1, 1), ValueRange(3, 3), ValueRange(0, 0), ValueRange(0, 0), ValueRange(5000, 5000), ValueRange(1, 1)
    ),
    textures=(TextureChoice(("object",), ("red", "green", "blue")),),
)

STRAIGHT_DOWN = evolve(
    TABLETOP.camera, aim="centre", before=ValueRange(-0.3, -0.3), lateral=ValueRange(0.0, 0.0)
)
ALL_BOARDS = Layout("nothing but boards", Grid(rows=(1.0,) * 120))
LOW_SLOTS = Layout("twelve panels", Grid(rows=(1.0,) * 12))


@pytest.mark.parametrize("world", [TABLETOP, SHELF], ids=lambda world: world.name)
def test_the_same_bytes_again_and_in_any_company(world: World) -> None:
    many = dict(draw_many(world, 4, 11, catalogue=catalogue()))
    for index, drawn in reversed(many.items()):
        alone = draw(world, world.levels[index % 3], 11, index=index)
        assert isinstance(alone, Drawn)
        assert dumps(alone.scene) == dumps(drawn.scene)
        assert json.dumps(alone.appearance.to_json()) == json.dumps(drawn.appearance.to_json())
        assert alone.robot_pose == drawn.robot_pose
        assert drawn.scene.id == f"{world.name}-11-{index:05d}"
    assert len({dumps(drawn.scene) for drawn in many.values()}) == 4


def test_another_seed_is_another_scene() -> None:
    one, other = (sample(TABLETOP, "easy", seed, catalogue()) for seed in (1, 2))
    assert one != other


def test_the_look_has_its_own_stream() -> None:
    plain = evolve(TABLETOP, textures=(), lighting=evolve(TABLETOP.lighting, count=(9, 9)))
    one, other = draw(TABLETOP, "hard", 3, catalogue()), draw(plain, "hard", 3, catalogue())
    assert isinstance(one, Drawn)
    assert isinstance(other, Drawn)
    assert one.scene == other.scene
    assert len(other.appearance.lights) == 9


def test_levels_come_in_turn_and_refusals_are_counted() -> None:
    crowded = evolve(TABLETOP, scatters=(Scatter(Top(), (_books(60),), gap=0.05),), tries=2)
    refusals: Counter[str] = Counter()
    scenes = dict(draw_scenes(TABLETOP, 5, 0, ("hard", "easy"), catalogue=catalogue(), refusals=refusals))
    assert [scene.level for scene in scenes.values()] == ["hard", "easy", "hard", "easy", "hard"]
    assert not refusals
    assert list(draw_scenes(crowded, 3, 0, catalogue=catalogue(), refusals=refusals)) == []
    assert refusals == {"no room for book on the table": 3}


def _books(count: int) -> Items:
    return evolve(BOOKS, count=dict.fromkeys(TABLETOP.levels, (count, count)))


@pytest.mark.parametrize(
    ("world", "reason"),
    [
        (evolve(TABLETOP, scatters=(Scatter(Top(0.25), (_books(3),), gap=0.05),)), "no room for book"),
        (evolve(TABLETOP, camera=evolve(TABLETOP.camera, vertical_degrees=10.0)), "no camera"),
        (evolve(TABLETOP, seen=(Seen("book", 1.1),)), "hidden"),
        (evolve(TABLETOP, scatters=(Scatter(Top(1.0), (_books(1),), gap=0.05),)), "no room for book"),
        (evolve(TABLETOP, camera=STRAIGHT_DOWN), "no camera"),
        (evolve(SHELF, furniture=Furniture("shelf", ("shelf_1",), (LOW_SLOTS,))), "no slot has room"),
        (evolve(SHELF, furniture=Furniture("shelf", ("shelf_1",), (ALL_BOARDS,))), "no room for slots"),
    ],
    ids=["no room", "too narrow a view", "hidden", "no top", "straight down", "low slots", "no slots"],
)
def test_impossible_worlds_are_refused_in_time(world: World, reason: str) -> None:
    with within(270):
        result = sample(world, "hard", 0, catalogue())
        assert isinstance(result, Refusal)
        assert reason in result.reason
        assert result.tries == world.tries


def test_a_catalogue_with_too_few_categories_is_refused() -> None:
    full = catalogue()
    few = Catalogue({id: full.get(id) for id in ("table", "alarm_clock", "bookend", "riser", "book_small")})
    result = sample(TABLETOP, "easy", 0, few)
    tries = TABLETOP.tries
    assert result == Refusal("the catalogue has 1 categories for near, and 2 are needed", tries, tries)


def test_a_missing_category_is_named() -> None:
    world = evolve(TABLETOP, furniture=Furniture("table", ("tabel",)))
    with pytest.raises(CatalogueError, match=r'no category "tabel".*did you mean "table"'):
        sample(world, "easy", 0, catalogue())


def test_a_third_world_needs_only_data() -> None:
    refusals: Counter[str] = Counter()
    scenes = [scene for _, scene in draw_scenes(BOXES, 12, 0, catalogue=catalogue(), refusals=refusals)]
    assert len(scenes) == 12
    assert not refusals
    for scene in scenes:
        assert [node.id for node in scene.of_kind("object")] == ["box_1", "box_2", "box_3"]
        assert overlaps(scene) == ()
        assert all(scene.targets(node.id, "on") == ("floor",) for node in scene.of_kind("object"))
        assert scene.cameras["world"].position[2] >= 3
        assert "robot" not in scene


def test_an_unknown_level_is_named() -> None:
    with pytest.raises(WorldError, match='no level "harder"; it has easy, medium, hard'):
        sample(TABLETOP, "harder", 0, catalogue())


def test_descriptions_that_cannot_be_meant() -> None:
    with pytest.raises(WorldError, match="empty or not finite"):
        ValueRange(1.0, 0.5)
    with pytest.raises(WorldError, match="at least one"):
        Turns(())
    with pytest.raises(WorldError, match="more than 0"):
        Grid(rows=(1.0, 0.0))
    with pytest.raises(WorldError, match="supports: there must be at least one"):
        Leaning((), ValueRange(20, 40))
    with pytest.raises(WorldError, match="gap: it must be 0 or more, not"):
        Scatter(Top(), (BOOKS,), gap=-0.01)
    with pytest.raises(WorldError, match="at least one level"):
        next(draw_scenes(TABLETOP, 1, 0, ()))
    with pytest.raises(WorldError, match="2 shares"):
        Stack("width", (Grid(rows=(1.0,)),), (1.0, 2.0))
    with pytest.raises(WorldError, match="needs furniture with layouts"):
        evolve(TABLETOP, filling=SHELF.filling)
    with pytest.raises(WorldError, match="a hand that holds something"):
        evolve(SHELF, hand=TABLETOP.hand)
    with pytest.raises(WorldError, match="no count at"):
        evolve(TABLETOP, levels=("easy", "nightmare"))
    with pytest.raises(WorldError, match="at least one level"):
        evolve(TABLETOP, tries=0)
