"""Every command that reads a task set refuses one of another schema version with a sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from espire_dsl.cli import main
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.files import load
from tests.auditing.making import saved, task

COMMANDS = (
    ["stats"],
    ["audit"],
    ["validate"],
    ["view", "--no-open"],
    ["score", "--baseline", "centre"],
)


def of_schema(tmp_path: Path, version: int | None) -> Path:
    out = saved(tmp_path, [task(1)])
    path = out / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    assert manifest.pop("schema") == 3
    if version is not None:
        manifest["schema"] = version
    path.write_text(json.dumps(manifest), encoding="utf-8")
    (out / "index.html").write_text("an old page", encoding="utf-8")
    return out


@pytest.mark.parametrize(
    ("version", "told"),
    [(None, "has no schema version"), (1, "has schema version 1"), (2, "has schema version 2")],
)
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_another_version_is_refused(
    command: list[str],
    version: int | None,
    told: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    name, *options = command
    assert main([name, str(of_schema(tmp_path, version)), *options]) != 0
    said = "".join(capsys.readouterr())
    assert told in said
    assert "version 3 is read: compile it again with `espirec compile`" in said
    assert "Traceback" not in said


def test_loading_one_is_refused_too(tmp_path: Path) -> None:
    with pytest.raises(TaskSetError, match="compile it again"):
        load(of_schema(tmp_path, 1))
