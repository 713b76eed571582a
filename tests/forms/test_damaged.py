"""Shards that are cut, missing, changed, of another set or in another's place: one sentence each."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from espire_dsl.cli import main
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.files import form_in, load, manifest_in
from espire_dsl.tasks.forms.shards import PARQUET, WEBDATASET, ShardChoice
from espire_dsl.validating.files import hash_findings
from espire_dsl.validating.validate import validate
from tests.forms.sharding import resharded
from tests.task_sets.making import rewrite_manifest

SHARDED = (PARQUET, WEBDATASET)
ENDING = {PARQUET: "parquet", WEBDATASET: "tar"}


def shard_of(folder: Path, name: str, number: int = 1, of: int = 3) -> Path:
    return folder / "shards" / f"scenes-{number:05}-of-{of:05}.{ENDING[name]}"


@pytest.fixture(params=SHARDED)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def copied(name: str, drawn: dict[str, Path], tmp_path: Path) -> Path:
    return Path(shutil.copytree(drawn[name], tmp_path / "set"))


def refusal(folder: Path) -> str:
    with pytest.raises(TaskSetError) as caught:
        load(folder)
    told = str(caught.value)
    assert "\n" not in told
    return told


def test_a_missing_shard(copied: Path, name: str) -> None:
    shard_of(copied, name).unlink()
    assert refusal(copied).startswith(f"{shard_of(copied, name)}: this shard is missing; ")
    shard_of(copied, name, 2).unlink()
    assert "this shard is missing, and so are 1 more; " in refusal(copied)


def test_shards_of_two_sets(copied: Path, name: str, drawn: dict[str, Path], tmp_path: Path) -> None:
    resharded(drawn["files"], tmp_path / "other", ShardChoice(3, name), content="f" * 64)
    shutil.copy(shard_of(tmp_path / "other", name), shard_of(copied, name))
    assert "this is a shard of another set than the manifest beside it" in refusal(copied)


def test_shards_in_places_of_others(copied: Path, name: str) -> None:
    shutil.copy(shard_of(copied, name, 0), shard_of(copied, name, 1))
    assert "this is another shard of the set under the name of this one" in refusal(copied)


def test_what_is_no_shard(copied: Path, name: str, tmp_path: Path) -> None:
    if name == PARQUET:
        import pyarrow
        import pyarrow.parquet

        pyarrow.parquet.write_table(pyarrow.table({"a": [1]}), str(tmp_path / "other"))
    else:
        shutil.make_archive(str(tmp_path / "other"), "tar", tmp_path, "set/README.md")
        (tmp_path / "other.tar").rename(tmp_path / "other")
    shutil.copy(tmp_path / "other", shard_of(copied, name))
    assert "this is no shard of a task set" in refusal(copied)
    shard_of(copied, name).write_bytes(b"")
    assert "this shard is cut or damaged" in refusal(copied)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_cut_shard_is_told_or_nothing_is_lost(copied: Path, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(sorted((copied / "shards").iterdir())))
    whole, expected = path.read_bytes(), texts_in(copied)
    try:
        path.write_bytes(whole[: data.draw(st.integers(0, len(whole) - 1))])
        found = texts_in(copied)
    finally:
        path.write_bytes(whole)
    if isinstance(found, str):
        assert found.startswith(f"{path}: this shard is cut or damaged (")
        assert "\n" not in found
    else:
        assert found == expected  # the end of a tar is padding


def texts_in(folder: Path) -> list[object] | str:
    """All records and pictures, or what is said in their place."""
    try:
        form = form_in(folder)
        lines = [lines.text(place) for lines in (form.tasks, form.scenes) for place in range(len(lines))]
        return [*lines, *(form.picture(id, "world.png") for id in form.scenes.ids() or ())]
    except TaskSetError as error:
        return str(error)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_changed_byte_is_found_by_its_hash_and_raises_nothing_raw(
    copied: Path, data: st.DataObject
) -> None:
    path = data.draw(st.sampled_from(sorted((copied / "shards").iterdir())))
    whole = path.read_bytes()
    place, value = data.draw(st.integers(0, len(whole) - 1)), data.draw(st.integers(1, 255))
    try:
        path.write_bytes(whole[:place] + bytes([whole[place] ^ value]) + whole[place + 1 :])
        (finding,) = hash_findings(copied, manifest_in(copied))
        found = texts_in(copied)
    finally:
        path.write_bytes(whole)
    assert finding.file == f"shards/{path.name}"
    assert "\n" not in found


@pytest.mark.parametrize(
    "command",
    [
        ["stats", "set"],
        ["audit", "set"],
        ["score", "set", "--baseline", "oracle"],
        ["view", "set"],
        ["view", "set", "0"],
        ["evaluate", "set", "--model", "espire/oracle", "-o", "run"],
        ["export", "vlmevalkit", "set", "-o", "kit"],
        ["people", "set", "-o", "page.html"],
    ],
    ids=" ".join,
)
def test_commands_refuse_in_one_sentence(
    command: list[str],
    copied: Path,
    name: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(copied.parent)
    path = shard_of(copied, name)
    path.write_bytes(path.read_bytes()[:1000])
    assert main(command) == 2
    told = capsys.readouterr().err.strip().splitlines()
    assert len(told) == 1
    assert "this shard is cut or damaged" in told[0]
    assert main(["validate", "set"]) == 1
    assert "this shard is cut or damaged" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda told: told.update(format="zip"),
            "its shards are of a format zip, and parquet",
        ),
        (lambda told: told.update(number=4), "says nothing of its shards that can be used"),
        (lambda told: told.update(scenes="many"), "says nothing of its shards that can be used"),
        (lambda told: told.update(scenes=[-1, 2, 3]), "says nothing of its shards that can be used"),
        (lambda told: told.pop("content"), "says nothing of its shards that can be used"),
        (lambda told: told["scenes"].__setitem__(0, 3), "it has 4 scenes, and the manifest says 3"),
    ],
)
def test_a_manifest_that_says_something_else(
    change: Callable[[dict[str, object]], None], words: str, copied: Path
) -> None:
    manifest = json.loads((copied / "manifest.json").read_text())
    change(manifest["shards"])
    rewrite_manifest(copied, {k: v for k, v in manifest.items() if k not in ("format", "schema", "digest")})
    assert words in refusal(copied)
    assert any(words in str(finding) for finding in validate(copied).findings)


def test_a_shard_that_no_manifest_knows_is_found(copied: Path, name: str) -> None:
    shutil.copy(shard_of(copied, name), shard_of(copied, name, 7, 8))
    told = [str(finding) for finding in validate(copied).findings]
    assert any(f"it has no hash of shards/{shard_of(copied, name, 7, 8).name}" in one for one in told)
    assert load(copied)


@pytest.mark.parametrize("name", ["parquet"])
def test_ids_that_are_no_text_are_told_of_their_shard(copied: Path) -> None:
    path = min((copied / "shards").glob("scenes-*"))
    whole = path.read_bytes()
    said = []
    for place in range(60, 100):  # the first page, in which ids begin
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 128]) + whole[place + 1 :])
        found = texts_in(copied)
        said.extend([found] if isinstance(found, str) else [])
    path.write_bytes(whole)
    beginning = f"{path}: this shard is cut or damaged"
    assert any("UTF8" in one and one.startswith(beginning) for one in said), said
