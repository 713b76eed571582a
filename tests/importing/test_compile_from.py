"""`espirec compile --from`: families are asked about imported scenes, and sets of them are valid."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import espire_dsl as espire
from espire_dsl.cli import main
from espire_dsl.tasks.files import load
from espire_dsl.validating.validate import validate
from tests.importing.clevr_scenes import COLOURS, MATERIALS, SHAPES, SIZES, scene_of

pytestmark = pytest.mark.slow

BLOCKS = """\
espire 2

kind block is movable {
  labels    colour, material, shape, size
}

world clevr {
  imported
}

family point.colour {
  spec        orientation coarse, frame relative, reference O
  world       clevr
  candidates  blocks

  let O in block
  let R in { Left, Right, Front, Behind }
  let C in { "red", "blue" }

  program
    candidates |> filter_label("colour", C) |> filter_orientation(R, of: O, in: relative)

  say naming frame "Point to a {{ C }} thing that is {{ R.of(O) }}, {{ frame }}."
}

family answer.same {
  spec        attribute coarse
  world       clevr
  needs       4 block

  let O in block

  program     count({ b in blocks - { O } where label(b, "colour") == label(O, "colour") })

  say "How many other things have the colour of {{ O }}?"
}

family point.elsewhere {
  spec        distance coarse, reference O
  world       tabletop
  candidates  books

  let O in near
  let R in { Closest, Farthest }

  program     filter_distance(candidates, R, to: O)

  say "Point to the book that is {{ R.of(O) }}."
}
"""


def blocks_scene(number: int) -> dict[str, Any]:
    """Things on a grid, so that none is too near to another; every third scene has three of them."""
    stream = random.Random(number)
    cells = [(x, y) for x in (-2.4, -0.8, 0.8, 2.4) for y in (-2.4, -0.8, 0.8, 2.4)]
    things = [
        (x, y, tuple(map(stream.choice, (SHAPES, SIZES, COLOURS, MATERIALS))), stream.uniform(0, 360))
        for x, y in stream.sample(cells, 3 if number % 3 == 0 else 8)
    ]
    return scene_of(things, turn=10 * number, name=f"CLEVR_test_{number:06d}.png")[0]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("blocks.json").write_text(json.dumps({"scenes": [blocks_scene(n) for n in range(9)]}))
    Path("blocks.espire").write_text(BLOCKS)
    assert main(["import", "clevr", "blocks.json", "-o", "scenes"]) == 0


def compiled(out: str, *options: str) -> int:
    return main(["compile", "blocks.espire", "--from", "scenes", "-o", out, "--per-type", "4", *options])


def test_scenes_of_clevr_are_asked_about(capsys: pytest.CaptureFixture[str]) -> None:
    assert compiled("out") in (0, 1)
    assert "note: point.elsewhere is left out" in capsys.readouterr().err
    made = load(Path("out"))
    assert validate(Path("out")).findings == ()
    assert {task.family for task in made.tasks} == {"point.colour", "answer.same"}
    scenes = {scene.id: scene for scene in made.scenes}
    for task in made.tasks:
        scene = scenes[task.scene]
        args = {argument["name"]: argument["value"] for argument in task.args}
        if task.family == "answer.same":
            own = scene.node(args["O"]).labels["colour"]
            same = [n for n in scene.nodes if n.id != args["O"] and n.labels.get("colour") == own]
            assert task.answers == [len(same)]
            assert len(scene.of_kind("block")) >= 4, "scenes without what it needs are not asked"
        else:
            assert {scene.node(id).labels["colour"] for id in task.answers} == {args["C"]}
    assert made.manifest["imported"]["unseen"] == len(made.scenes)
    assert made.manifest["imported"]["seen"] == 0
    assert made.manifest["scenes"]["drawn"] == {"clevr": 9}
    assert made.manifest["options"]["simulator"]["backend"] == "none"


def test_bytes_do_not_depend_on_workers_and_a_run_can_be_resumed(capsys: pytest.CaptureFixture[str]) -> None:
    compiled("one", "--workers", "1")
    compiled("two", "--workers", "2")
    for name in ("tasks.jsonl", "scenes.jsonl", "manifest.json"):
        assert Path("one", name).read_bytes() == Path("two", name).read_bytes()
    capsys.readouterr()
    main(["compile", "--resume", "-o", "one"])
    assert "one is up to date" in capsys.readouterr().err


def test_levels_and_numbers_of_scenes() -> None:
    compiled("out", "--scenes", "2")
    assert load(Path("out")).manifest["scenes"]["drawn"] == {"clevr": 2}
    assert compiled("other", "--level", "usual", "--scenes", "2") in (0, 1)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--from", "scenes", "--level", "hard"], "no imported scene of clevr is of the level hard"),
        (["--from", "scenes", "--resolution", "64x48"], "leave --resolution out"),
        (["--from", "nowhere"], "nowhere: it has no scenes.jsonl; `espirec import` writes such a folder"),
        (["--from", "scenes", "--family", "point.elsewhere"], "families ask about tabletop"),
        (["--backend", "none"], "world clevr is imported, so none of its scenes can be drawn"),
        (["--dry-run"], "world clevr is imported"),
    ],
)
def test_what_cannot_be_is_told(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", "blocks.espire", "-o", "out", *arguments]) == 2
    assert said in capsys.readouterr().err
    assert not Path("out/manifest.json").exists()


def test_a_dry_run_says_how_many_scenes_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert compiled("out", "--dry-run") == 0
    told = capsys.readouterr().out
    assert "on scenes: 9 of clevr" in told
    assert "none, as all are imported" in told


def test_with_a_renderer_it_is_known_what_is_seen() -> None:
    options = ["--backend", "mujoco", "--family", "point.colour", "--scenes", "6", "--limit", "4"]
    assert compiled("out", *options) in (0, 1)
    made = load(Path("out"))
    assert made.manifest["imported"]["unseen"] == 0
    assert all("world" in node.pixels for scene in made.scenes for node in scene.of_kind("block"))
    report = validate(Path("out"))
    assert report.findings == ()
    assert report.lacking == ("verdicts of a planner",)


def test_from_python() -> None:
    done = espire.compile("blocks.espire", "out", from_scenes="scenes", per_type=2)
    assert {task.world for task in done.dataset.records} == {"clevr"}
    with pytest.raises(espire.EspireError, match="imported"):
        espire.world("clevr", "blocks.espire").draw("usual")


def test_pictures_show_the_colours_that_are_spoken_of() -> None:
    compiled("out", "--backend", "mujoco", "--family", "point.colour", "--scenes", "3", "--limit", "1")
    done = espire.load("out")
    (task,) = done
    assert task.picture is not None
    colours, mask = task.picture.colours, task.mask(task.answers[0])
    assert mask is not None
    red, _, blue = colours[mask].astype(float).mean(axis=0)
    wanted = {argument["name"]: argument["value"] for argument in done.records[0].args}["C"]
    assert wanted == ("red" if red > blue else "blue")
