"""Records of large files: read when asked for, and few of them kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from espire_dsl.diagnostics.error import UnknownNameError
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.forms.plain import FileLines
from espire_dsl.tasks.lazy_records import LazyRecords


def numbers(path: Path) -> LazyRecords[int]:
    return LazyRecords(
        path.parent,
        FileLines(path),
        lambda _path, _number, line: json.loads(line)["n"],
        lambda data: data["id"],
    )


@pytest.fixture
def many(tmp_path: Path) -> LazyRecords[int]:
    path = tmp_path / "many.jsonl"
    lines = (json.dumps({"id": f"é{n:04d}", "n": n}, ensure_ascii=False) for n in range(500))
    path.write_text("\n" + "\r\n".join(lines), encoding="utf-8")
    return numbers(path)


def test_records_are_those_of_the_lines(many: LazyRecords[int]) -> None:
    assert len(many) == 500
    assert list(many) == list(range(500))
    assert many[-1] == 499
    assert many[10:13] == [10, 11, 12]
    assert many["é0042"] == 42
    assert "é0042" in many
    assert "é9999" not in many
    assert 7 in many
    assert many.ids[:2] == ("é0000", "é0001")


def test_few_records_are_kept(many: LazyRecords[int]) -> None:
    assert sum(many) == sum(range(500))
    assert many._record.cache_info().currsize <= 64  # type: ignore[attr-defined]


def test_ids_that_are_not_clear(many: LazyRecords[int]) -> None:
    with pytest.raises(UnknownNameError, match="10 tasks begin with `é004`: é0040, é0041"):
        many["é004"]
    with pytest.raises(UnknownNameError, match="there is no task `x`"):
        many["x"]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(TaskSetError, match=r"nothing\.jsonl: it cannot be read"):
        len(numbers(tmp_path / "nothing.jsonl"))
    (tmp_path / "bad.jsonl").write_bytes(b'{"id": "a", "n": 1}\n\xff\xfe\n[1]\n')
    bad = numbers(tmp_path / "bad.jsonl")
    assert bad[0] == 1
    with pytest.raises(TaskSetError, match=r"bad\.jsonl:2: it cannot be read"):
        bad[1]
    (tmp_path / "bad.jsonl").write_bytes(b"[1]\n")
    with pytest.raises(TaskSetError, match=r"bad\.jsonl:1: this is no task with an id"):
        numbers(tmp_path / "bad.jsonl")["a"]
