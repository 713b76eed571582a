"""A small task set with pictures, masks and verdicts, made step by step from packaged families."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from attrs import evolve

from espire_dsl.catalogue.reader import load_catalogue
from espire_dsl.checking.check import compile_paths
from espire_dsl.publishing.hashes import file_hashes
from espire_dsl.publishing.publish import publish
from espire_dsl.resources import resource_path
from espire_dsl.scene.camera import WORLD_CAMERA
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.asker import Asker
from espire_dsl.tasks.bound import bind
from espire_dsl.tasks.files import TaskSet, save
from espire_dsl.tasks.plan import plans_of
from espire_dsl.tasks.record import Wording, task_of
from espire_dsl.tasks.suites import suites_of
from espire_dsl.tasks.task import Task
from espire_dsl.tasks.worlds import load_world
from espire_dsl.wording.render import Lexicon
from espire_sim.interfaces import Rendered
from espire_sim.pictures.masks import mask_of
from espire_sim.pictures.png import png
from espire_sim.pictures.renderer import RayRenderer
from espire_sim.pictures.rle import encoded

WIDTH, HEIGHT = 320, 240
FAMILIES = (
    "espire/pick/attribute.espire",
    "espire/pick/relationship.espire",
    "espire/pick/orientation.espire",
    "espire/place/orientation.espire",
    "espire/place/relationship.espire",
)
SEED = 4


def drawn(world: str, number: int) -> list[Scene]:
    source = load_world(world)
    levels, catalogue = source.levels, load_catalogue()
    return [
        source.draw(levels[i % len(levels)], SEED, catalogue, i, (WIDTH, HEIGHT)).scene for i in range(number)
    ]


def with_pixels(scene: Scene, pictures: dict[str, Rendered]) -> Scene:
    """The scene with what its pictures show: the number of each thing, and how many pixels it has."""
    numbers = {id: number for picture in pictures.values() for number, id in picture.ids.items()}

    def pixels(id: str) -> dict[str, int]:
        return {name: int(mask_of(scene, name, picture, id).sum()) for name, picture in pictures.items()}

    return scene.with_parts(
        evolve(node, instance=numbers.get(node.id), pixels=pixels(node.id))
        if node.id in numbers or node.kind in ("slot", "space")
        else node
        for node in scene.nodes
    )


def tasks_of(scenes: Sequence[Scene]) -> Iterator[Task]:
    """The first binding of each type of each family on each scene."""
    folder = resource_path("families")
    files = [folder / name for name in FAMILIES]
    lexicon, catalogue = Lexicon.load(), load_catalogue()
    for suite in suites_of(compile_paths(files, [folder]).files, files):
        for family in suite.families:
            here = [scene for scene in scenes if scene.world == family.world]
            for plan in plans_of(family):
                bound_type = bind(suite.name, plan, here, Asker.of(here), SEED)
                named = [i for i, s in enumerate(family.sentences) if s.names_frame]
                for index, bounds in sorted(bound_type.bindings.items()):
                    bound = bounds[0]
                    template = named[0] if bound.open_frame and named else 0
                    wording = Wording(template, 0, 0)
                    yield task_of(suite.name, plan, here[index], bound, wording, lexicon, catalogue, SEED)


def answered(task: Task, scene: Scene, picture: Rendered) -> Task:
    """The task with masks, and verdicts by which the last answer cannot be reached if there are several."""
    reached = task.answers[:-1] or task.answers
    return evolve(
        task,
        masks={id: encoded(mask_of(scene, WORLD_CAMERA, picture, id)) for id in task.answers},
        feasible=reached,
        verification={id: "reached" if id in reached else "no_path" for id in task.answers},
    )


def write_pictures(folder: Path, pictures: dict[str, Rendered]) -> None:
    folder.mkdir(parents=True)
    for name, picture in pictures.items():
        (folder / f"{name}.png").write_bytes(png(picture.rgb))
        (folder / f"{name}.ids.png").write_bytes(png(picture.instance_id_segmentation))
        np.savez_compressed(
            folder / f"{name}.depth.npz", distance_to_image_plane=picture.distance_to_image_plane
        )


def make_set(out: Path) -> Path:
    """A set with pictures of two tables and a shelf."""
    renderer = RayRenderer(smooth=False)
    scenes, pictures = [], {}
    for scene in [*drawn("tabletop", 2), *drawn("shelf", 1)]:
        pictures[scene.id] = {name: renderer.render(scene, name) for name in scene.cameras}
        scenes.append(with_pixels(scene, pictures[scene.id]))
    known = {scene.id: scene for scene in scenes}
    tasks = [answered(t, known[t.scene], pictures[t.scene][WORLD_CAMERA]) for t in tasks_of(scenes)]
    used = {task.scene for task in tasks}
    task_set = TaskSet({"seed": SEED}, tuple(tasks), tuple(scene for scene in scenes if scene.id in used))
    save(out, task_set, {})
    for id in sorted(used):
        write_pictures(out / "images" / id, pictures[id])
    publish(out, task_set)
    stamp(out)
    return out


def stamp(out: Path) -> None:
    """Write the hashes of the files as they are now into the manifest."""
    path = out / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**manifest, "files": file_hashes(out)}), encoding="utf-8")
