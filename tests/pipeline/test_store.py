"""The store: whole or not at all, for one process at a time, and never in the way when it is broken."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.pipeline.store import DAMAGED, KEPT_RUNS, RESULTS, DamagedStoreError, Store
from espire_dsl.tasks.error import TaskSetError


def test_what_was_put_is_known_in_the_next_run(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.put([("a", b"1"), ("b", b"")])
        assert store.known(["b", "c", "a", "b"]) == {"a", "b"}
    with Store(tmp_path) as store:
        assert store.get("a") == b"1"
        assert store.get("b") == b""


@given(st.dictionaries(st.text(min_size=1), st.binary(), max_size=5))
def test_any_bytes_come_back(tmp_path_factory: pytest.TempPathFactory, content: dict[str, bytes]) -> None:
    with Store(tmp_path_factory.mktemp("store")) as store:
        store.put(content.items())
        assert {key: store.get(key) for key in content} == content


def test_more_keys_than_a_statement_takes(tmp_path: Path) -> None:
    keys = [f"k{i}" for i in range(3_000)]
    with Store(tmp_path) as store:
        store.put((key, b"x") for key in keys[::2])
        assert store.known(keys) == set(keys[::2])


def test_files_and_what_is_forgotten(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        for key in ("aa1", "aa2"):
            store.put_file(key, key.encode())
        store.put([("old", b"1")])
        assert store.has_file("aa1")
        store.forget_old(["aa2"])
        assert not store.has_file("aa1")
        assert store.copy_file("aa2", tmp_path / "copied")
        assert (tmp_path / "copied").read_bytes() == b"aa2"
    for run in range(KEPT_RUNS):
        with Store(tmp_path) as store:
            assert store.known(["old"] if run == 0 else []) == ({"old"} if run == 0 else set())
            store.put([(f"new{run}", b"1")])
            store.forget_old(["aa2"])
    with Store(tmp_path) as store:
        store.put([("now", b"1")])
        store.forget_old([])
        assert store.known(["old", "new1", "now"]) == {"new1", "now"}


def test_two_runs_in_one_folder_do_not_mix(tmp_path: Path) -> None:
    with Store(tmp_path / ".cache") as store:
        store.put([("a", b"1")])
        with pytest.raises(TaskSetError, match=f"{tmp_path.name}: another espirec is at work"):
            Store(tmp_path / ".cache")


@pytest.mark.parametrize("damage", [b"no database at all, only text" * 100, b""])
def test_a_damaged_store_is_made_anew(tmp_path: Path, damage: bytes) -> None:
    with Store(tmp_path) as store:
        store.put([("a", b"1")])
    (tmp_path / "results.sqlite").write_bytes(damage)
    with Store(tmp_path) as store:
        assert store.known(["a"]) == set()
        store.put([("a", b"2")])
        assert store.get("a") == b"2"


def test_a_store_of_another_version_is_made_anew(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.put([("a", b"1")])
    base = sqlite3.connect(tmp_path / "results.sqlite")
    base.execute("PRAGMA user_version = 99")
    base.close()
    with Store(tmp_path) as store:
        assert store.known(["a"]) == set()


def test_a_killed_process_leaves_what_it_had_put(tmp_path: Path) -> None:
    code = (
        "import os, signal, sys; from pathlib import Path; from espire_dsl.pipeline.store import Store;"
        "store = Store(Path(sys.argv[1])); store.put([('a', b'1')]); os.kill(os.getpid(), signal.SIGKILL)"
    )
    died = subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False)
    assert died.returncode < 0
    with Store(tmp_path) as store:
        assert store.get("a") == b"1"


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TaskSetError, match="results cannot be kept here: Not a directory"):
        Store(tmp_path / "file" / ".cache")


def test_a_full_disk_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with Store(tmp_path) as store:
        monkeypatch.setattr(os, "replace", full)
        with pytest.raises(TaskSetError, match="No space left on device"):
            store.put_file("aa1", b"x" * 100_000)
    assert list((tmp_path / "files" / "aa").iterdir()) == []


def test_a_copy_is_no_part_of_the_store(tmp_path: Path) -> None:
    with Store(tmp_path / "store") as store:
        store.put_file("aa1", b"a picture")
        for _ in range(2):
            assert store.copy_file("aa1", tmp_path / "copy")
            assert (tmp_path / "copy").read_bytes() == b"a picture"
            with (tmp_path / "copy").open("r+b") as file:
                file.write(b"rubbish")


def test_a_damaged_file_is_forgotten(tmp_path: Path) -> None:
    with Store(tmp_path / "store") as store:
        store.put_file("aa1", b"a picture")
        kept = tmp_path / "store" / "files" / "aa" / "aa1"
        kept.write_bytes(kept.read_bytes().replace(b"picture", b"Picture"))
        assert not store.copy_file("aa1", tmp_path / "copy")
        assert not store.has_file("aa1")
        assert not (tmp_path / "copy").exists()


def test_nothing_is_forgotten_through_links_and_what_is_not_ours_stays(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "thesis").write_text("years of work")
    with Store(tmp_path / "store") as store:
        files = tmp_path / "store" / "files"
        (files / "ab").symlink_to(mine)
        (files / ".DS_Store").write_text("")
        (files / "aa").mkdir()
        (files / "aa" / "linked").symlink_to(mine / "thesis")
        store.forget_old([])
        with pytest.raises(TaskSetError, match="this is a link"):
            store.put_file("ab1", b"a picture")
        assert not store.has_file("abthesis")
    assert [p.name for p in mine.iterdir()] == ["thesis"]
    assert (files / ".DS_Store").exists()


@pytest.mark.parametrize("name", ["", "files"])
def test_a_store_behind_a_link_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "elsewhere").mkdir()
    place = tmp_path / "out" / ".cache"
    (place / name).parent.mkdir(parents=True)
    (place / name).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(TaskSetError, match="this is a link"):
        Store(place)
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_results_behind_a_link_are_set_aside(tmp_path: Path) -> None:
    (tmp_path / "victim").write_bytes(b"mine")
    (tmp_path / "store").mkdir()
    (tmp_path / "store" / RESULTS).symlink_to(tmp_path / "victim")
    with Store(tmp_path / "store") as store:
        store.put([("a", b"1")])
        assert DAMAGED in store.notices[0]
    assert (tmp_path / "victim").read_bytes() == b"mine"


def test_a_note_does_not_write_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "victim").write_text("mine")
    with Store(tmp_path / "store") as store:
        (tmp_path / "store" / "run.json").symlink_to(tmp_path / "victim")
        assert store.noted("run.json") is None
        store.note("run.json", "ours")
        assert store.noted("run.json") == "ours"
    assert (tmp_path / "victim").read_text() == "mine"


CONTENT = {f"key{n:03}": bytes([n % 251]) * (n * 37 % 3_000) for n in range(200)}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("sound")
    with Store(folder) as store:
        store.put(CONTENT.items())
    return (folder / RESULTS).read_bytes()


def test_what_sqlite_quotes_of_a_damaged_file_may_be_no_text(tmp_path: Path, sound: bytes) -> None:
    begin = sound.index(b"CREATE TABLE")
    for place in range(begin, begin + len("CREATE TABLE results (key TEXT")):
        (tmp_path / RESULTS).write_bytes(sound[:place] + b"\x8b" + sound[place + 1 :])
        with Store(tmp_path) as store, suppress(DamagedStoreError):
            assert store.known(CONTENT) in (set(), set(CONTENT))


@given(st.data())
def test_damage_is_found_or_does_no_harm(
    tmp_path_factory: pytest.TempPathFactory, sound: bytes, data: st.DataObject
) -> None:
    damaged = bytearray(sound)
    for _ in range(data.draw(st.integers(1, 40))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    del damaged[data.draw(st.integers(0, 2 * len(damaged))) :]
    folder = tmp_path_factory.mktemp("damaged")
    (folder / RESULTS).write_bytes(damaged)
    with Store(folder) as store:
        for _ in range(2):
            try:
                known = store.known(CONTENT)
                assert {key: store.get(key) for key in known} == {key: CONTENT[key] for key in known}
                store.put((key, CONTENT[key]) for key in CONTENT if key not in known)
                store.forget_old([])
                break
            except DamagedStoreError:
                store.set_aside()
        else:
            pytest.fail("a new store is damaged")
        known = store.known(CONTENT)
        assert {key: store.get(key) for key in known} == {key: CONTENT[key] for key in known}
