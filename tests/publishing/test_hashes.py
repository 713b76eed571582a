"""Hashes of files and folders."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from espire_dsl.publishing.hashes import file_hashes, folder_hash


def filled(folder: Path) -> Path:
    (folder / "images" / "one").mkdir(parents=True)
    (folder / ".cache").mkdir()
    for name in ("tasks.jsonl", "manifest.json", "timings.json", ".hidden", ".cache/x", "images/one/a.png"):
        (folder / name).write_text(name)
    return folder


def test_files_have_the_usual_hash_and_folders_one_for_all(tmp_path: Path) -> None:
    found = file_hashes(filled(tmp_path))
    assert list(found) == ["images/", "tasks.jsonl"]
    assert found["tasks.jsonl"] == sha256(b"tasks.jsonl").hexdigest()


def test_a_folder_tells_content_names_and_number_apart(tmp_path: Path) -> None:
    images = filled(tmp_path) / "images"
    seen = {folder_hash(images)}
    (images / "one" / "a.png").write_text("other")
    seen.add(folder_hash(images))
    (images / "one" / "a.png").rename(images / "one" / "b.png")
    seen.add(folder_hash(images))
    (images / "one" / "c.png").write_text("")
    seen.add(folder_hash(images))
    assert len(seen) == 4
