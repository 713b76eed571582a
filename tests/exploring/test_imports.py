"""Files of scenes that others made, with anything wrong in them: refused in a sentence, or imported."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from espire_dsl.cli import main
from tests.exploring.corrupting import spoilt, spoilt_line
from tests.exploring.patience import patience
from tests.importing.clevr_scenes import scene_of
from tests.importing.test_boxes import SAMPLE

ROOM = Path(__file__).parents[2] / "examples" / "room"
SLOW = settings(max_examples=30, suppress_health_check=list(HealthCheck))


@cache
def files() -> dict[str, Any]:
    things: list[tuple[float, float, tuple[str, ...], float]] = [
        (0.5, 1.0, ("cube", "large", "red", "metal"), 30.0),
        (-1.0, 0.2, ("sphere", "small", "blue", "rubber"), 0.0),
    ]
    return {"clevr": {"scenes": [scene_of(things)[0]]}, "boxes": SAMPLE}


@pytest.mark.parametrize("form", ["clevr", "boxes"])
@SLOW
@given(data=st.data())
def test_a_file_that_is_spoilt_is_refused_or_imported(
    form: str, data: st.DataObject, capsys: pytest.CaptureFixture[str]
) -> None:
    with TemporaryDirectory() as place:
        path, out = Path(place) / "scenes.json", Path(place) / "out"
        path.write_bytes(data.draw(spoilt_line(json.dumps(files()[form]))))
        with patience():
            code = main(["import", form, str(path), "-o", str(out)])
        said = capsys.readouterr()
        assert code in (0, 1, 2), said.err
        assert (code == 0) == out.exists()
        assert said.err or said.out


@settings(SLOW, max_examples=6)
@given(data=st.data())
def test_imported_scenes_that_are_spoilt_are_refused_or_asked(
    data: st.DataObject, capsys: pytest.CaptureFixture[str]
) -> None:
    with TemporaryDirectory() as place:
        scenes, out = Path(place) / "scenes", Path(place) / "out"
        whole = ROOM / "scans" / "flats.json"
        assert main(["import", "boxes", str(whole), "-o", str(scenes)]) == 0
        for path in sorted(scenes.iterdir()):
            if data.draw(st.booleans()):
                lines = path.read_text(encoding="utf-8").splitlines()
                number = data.draw(st.integers(0, len(lines) - 1))
                try:
                    lines[number] = json.dumps(data.draw(spoilt(json.loads(lines[number]))))
                except ValueError:  # a line of a file that is one value in all
                    lines = [json.dumps(data.draw(spoilt(json.loads(path.read_text()))))]
                path.write_text("\n".join(lines), encoding="utf-8")
        told = ["compile", str(ROOM), "--from", str(scenes), "-o", str(out), "--per-type", "1"]
        with patience():
            code = main([*told, "--workers", "1", "--no-images"])
        said = capsys.readouterr()
        assert code in (0, 1, 2), said.err
        assert "Traceback" not in said.err
