"""The store: whole or not at all, for one process at a time, and never in the way when it is broken."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.making.store import KEPT_RUNS, Store, link
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
        assert store.file("aa2").read_bytes() == b"aa2"
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
        "import os, signal, sys; from pathlib import Path; from espire_dsl.making.store import Store;"
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


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_a_full_disk_is_named(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        (tmp_path / "files" / "aa").mkdir()
        os.symlink("/dev/full", tmp_path / "files" / "aa" / "aa1.part")
        with pytest.raises(TaskSetError, match="No space left on device"):
            store.put_file("aa1", b"x" * 100_000)


def test_a_file_is_linked_where_that_can_be_and_else_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_bytes(b"1")
    link(tmp_path / "a", tmp_path / "deep" / "b")
    assert (tmp_path / "deep" / "b").samefile(tmp_path / "a")

    def refuse(*_: object) -> None:
        raise OSError(18, "Invalid cross-device link")

    monkeypatch.setattr(os, "link", refuse)
    link(tmp_path / "a", tmp_path / "c")
    assert (tmp_path / "c").read_bytes() == b"1"
    assert not (tmp_path / "c").samefile(tmp_path / "a")
