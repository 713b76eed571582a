"""The recount in views other than that of the world: whoever looks stands behind the task's own camera."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from attrs import evolve
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from benchmarks.recounting.scene import Scene
from espire_dsl.scene.camera import Camera, look_at
from espire_dsl.scene.frames import faces_within, floor_front
from espire_dsl.scene.graph import Scene as CompiledScene
from espire_dsl.scene.json_io import scene_to_json
from espire_dsl.scene.projection import project
from espire_dsl.scene.rotation import matrix, yaw
from tests.benchmarks.making import ask, camera, camera_above, look, node, recounted, scene, verdict, viewer
from tests.nodes import node as new_node
from tests.scene.test_views import PLACES, cameras

EYE = (0, -4, 2)


BEHIND = Camera(
    (0.0, 0.0, 0.0),
    (0.5, 0.5, 0.5, 0.5),
    ((480.0, 0.0, 320.0), (0.0, 528.0, 240.0), (0.0, 0.0, 1.0)),
    640,
    480,
    "orthographic",
)
"""A camera without a lens that looks along -x, away from things at a positive x."""


@given(cameras(), PLACES, st.floats(0, 360))
@example(BEHIND, (1.0, 0.0, 0.0), 0.0)
@settings(deadline=None)
def test_whoever_looks_through_a_camera_stands_where_the_compiler_says(
    lens: Camera, place: tuple[float, float, float], turn: float
) -> None:
    """Also straight above, with a lens and without; skew, which no world's camera has, is not recounted, nor
    a place in the very plane of the camera."""
    assume(all(np.hypot(*np.subtract(eye, place)[:2]) > 1e-3 for eye in (lens.position, EYE)))
    assume(abs(float(matrix(lens.quaternion)[:, 2] @ np.subtract(lens.position, place))) > 1e-6)
    (fx, _, cx), row, last = lens.K
    lens = evolve(lens, K=((fx, 0.0, cx), row, last))
    thing = new_node("t", "near", place, yaw(turn), front=(1, 0, 0), extents=(0.1, 0.1, 0.1))
    both = {"world": look_at(EYE, (0, 0, 0)), "other": lens}
    known = CompiledScene.build([thing], cameras=both)
    for view in both:
        seen, again = known.through(view), Scene(scene_to_json(known), True, view)
        assert again.viewer.center == pytest.approx(seen.viewer.center, abs=1e-9)
        assert again.viewer.forward == pytest.approx(floor_front(seen.viewer), abs=1e-6)
        column, pixel = again.column("t"), project(both[view], place)
        if pixel is not None:
            assert column == pytest.approx(pixel[0], rel=1e-6, abs=1e-6)
        off = again.off_front("t")
        assert off is not None
        if abs(off - 120) > 1e-5:
            assert (off <= 120) == faces_within(seen.node("t"), seen, 120)


def test_a_task_is_recounted_in_its_own_view() -> None:
    """On the map, which is read from the other side, left is right, and other things are seen."""
    books = [
        node("a", "book", (0, -0.5, 1), visible={"world": 1.0, "above": 0.2}),
        node("b", "book", (0, 0.5, 1), pixels={"world": 1000, "above": 80}),
        node("jar", "near", (0, 0, 1)),
    ]
    left = ask("filter_orientation", "Left", frame="relative", of="jar")
    world, above = (
        look(scene(books, view=view), left, [id]) for view, id in (("world", "a"), ("above", "b"))
    )
    assert (world.again, above.again) == ({"a"}, {"b"})
    for task in (world, above):
        assert verdict("those of the picture", task) == verdict("other answers are", task) == [False]
        other = look(task.scene, left, list({"a", "b"} - task.answers))
        assert verdict("other answers are", other) == [True]
    assert verdict("answers of 150", world, above) == [False, True]
    hidden = [look(scene(books, view=view), left, ["a"]) for view in ("world", "above")]
    assert verdict("answers half", *hidden) == [False, True]


def test_the_script_reads_the_view_of_each_task(tmp_path: Path) -> None:
    nodes = [viewer(), *(node(id, "book", (0, y, 1)) for id, y in (("a", -0.5), ("b", 0.5), ("c", 0.7)))]
    nodes.append(node("jar", "near", (0, 0, 1)))
    graph = {"id": "s", "cameras": {"world": camera(), "above": camera_above()}}
    (tmp_path / "scenes.jsonl").write_text(json.dumps({"graph": graph, "nodes": nodes, "edges": []}) + "\n")
    (tmp_path / "manifest.json").write_text('{"schema": 2}')
    plain = look(scene(nodes[1:]), ask("filter_orientation", "Left", frame="relative", of="jar"), ["a"]).task
    views: list[dict[str, str]] = [{}, {"view": "world"}, {"view": "above"}]
    records = [{**plain, **view, "id": f"t{n}"} for n, view in enumerate(views)]
    (tmp_path / "tasks.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    done = recounted(tmp_path)
    [line] = [line for line in done.stdout.splitlines() if "other answers are found" in line]
    assert line.split()[-3:] == ["3", "1", "t2"], done.stdout + done.stderr
