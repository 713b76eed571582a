"""Pictures of 1920 x 1080, from end to end: masks, checks, marked pictures, shards, scores and a run."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import espire_dsl
from espire_dsl.cli import main
from espire_dsl.png import decode_gray16, rgb_size
from espire_dsl.validating.validate import validate
from tests.tasks.helpers import FAMILIES

pytestmark = pytest.mark.slow

WIDTH, HEIGHT = 1920, 1080
OPTIONS = ["--family", "pick.distance.near.extreme", "--scenes", "3", "--limit", "2", "--seed", "7"]
OPTIONS += ["--resolution", f"{WIDTH}x{HEIGHT}", "--workers", "1"]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("large") / "set"
    main(["compile", str(FAMILIES), "-o", str(out), "--backend", "mujoco", *OPTIONS])
    return out


def test_pictures_and_masks_are_of_that_size_and_the_set_is_valid(made: Path) -> None:
    assert validate(made).findings == ()
    tasks = list(espire_dsl.load(made))
    assert tasks
    for task in tasks:
        assert task.picture is not None
        assert rgb_size(task.picture.png) == (HEIGHT, WIDTH)
        numbers = decode_gray16((made / "images" / task.record.scene / "world.ids.png").read_bytes())
        for id in task.answers:
            assert np.array_equal(task.mask(id), numbers == task.scene.node(id).instance)


def test_it_is_looked_at_scored_and_done(made: Path, tmp_path: Path) -> None:
    task, *_ = espire_dsl.load(made)
    marked = tmp_path / "marked.png"
    assert main(["view", str(made), task.record.id, "--picture", str(marked)]) == 0
    with Image.open(marked) as picture:
        assert picture.size == (WIDTH, HEIGHT)
    assert main(["score", str(made), "--baseline", "centre"]) == 0
    for protocol in ("localization", "execution"):
        run = tmp_path / protocol
        chosen = ["--model", "espire/oracle", "--protocol", protocol, "--limit", "1", "-o", str(run)]
        assert main(["evaluate", str(made), *chosen]) == 0
        assert main(["report", str(run), "-o", str(tmp_path / f"{protocol}.report")]) == 0


@pytest.mark.skipif(importlib.util.find_spec("pyarrow") is None, reason="shards need the extra hf")
def test_shards_have_the_same_pictures(made: Path, tmp_path: Path) -> None:
    out = tmp_path / "set"
    main(["compile", str(FAMILIES), "-o", str(out), "--backend", "mujoco", *OPTIONS, "--shards", "1"])
    one, other = (
        {task.record.id: task.picture.png for task in espire_dsl.load(folder) if task.picture}
        for folder in (made, out)
    )
    assert one
    assert one == other
