"""A set can be painted again from its own files."""

from __future__ import annotations

import json
from pathlib import Path

from espire_dsl.tasks.files import load
from espire_sim.mujoco import BACKEND
from tests.task_sets.fixtures import made as made


def test_pictures_can_be_painted_from_the_files_of_a_set(made: Path) -> None:
    simulator = BACKEND.open("rays")
    assert simulator is not None
    lines = (made / "looks.jsonl").read_text(encoding="utf-8").splitlines()
    looks = {line["scene"]: line["look"] for line in map(json.loads, lines)}
    scenes = load(made).scenes
    assert list(looks) == [scene.id for scene in scenes]
    for scene in scenes[::3]:
        for name, content in simulator.paint(scene, looks[scene.id]).items():
            assert (made / "images" / scene.id / name).read_bytes() == content
