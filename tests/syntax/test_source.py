"""Reading files: encodings, line ends, and everything that is not a text."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.diagnostics.value import Diagnostic, Findings
from espire_dsl.syntax.source import MAX_BYTES, Source, decode_source, read_source


def decoded(data: bytes) -> tuple[Source | None, list[Diagnostic]]:
    findings = Findings()
    return decode_source("t.espire", data, findings), list(findings)


def test_a_file_is_read_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.espire"
    path.write_bytes("espire 1\r\nuse é\r\n".encode())
    findings = Findings()
    source = read_source(path, findings)
    assert source == Source(str(path), "espire 1\r\nuse é\r\n")
    assert len(findings) == 0


def test_a_byte_order_mark_is_dropped() -> None:
    assert decoded(b"\xef\xbb\xbfuse a") == (Source("t.espire", "use a"), [])


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_wrong_byte_is_placed(mark: bytes) -> None:
    source, (finding,) = decoded(mark + "é\nuse ".encode() + b"\xff\n")
    assert source is None
    assert finding.code == "E0102"
    assert f"byte 0xff at offset {7 + len(mark)} (line 2, column 5)" in finding.message
    assert finding.primary.span.start == 6


def test_control_characters_are_reported_and_blanked() -> None:
    source, findings = decoded("use\x00\x01a\nuse b\u202e".encode())
    assert [(f.code, f.primary.span.start, f.primary.span.end) for f in findings] == [
        ("E0104", 3, 5),
        ("E0104", 12, 13),
    ]
    assert "U+0000" in findings[0].message
    assert source == Source("t.espire", "use  a\nuse b ")


def test_a_binary_file_gives_a_page_of_findings_not_a_book() -> None:
    assert len(decoded(b"a\x00" * 5000)[1]) == 20


def test_large_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.espire"
    path.write_bytes(b"#" * (MAX_BYTES + 1))
    findings = Findings()
    assert read_source(path, findings) is None
    assert [f.code for f in findings] == ["E0103"]
    path.write_bytes(b"#" * MAX_BYTES)
    assert read_source(path, findings) is not None


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    findings = Findings()
    assert read_source(tmp_path / "none.espire", findings) is None
    assert read_source(tmp_path, findings) is None
    assert read_source("nul\0name", findings) is None
    assert [f.code for f in findings] == ["E0101"] * 3
    assert "no such file" in findings.items[0].message
    assert "folder" in findings.items[1].message


@pytest.mark.skipif(os.geteuid() == 0, reason="the super-user may read everything")
def test_permissions_are_respected(tmp_path: Path) -> None:
    path = tmp_path / "secret.espire"
    path.write_text("use a")
    path.chmod(0)
    findings = Findings()
    assert read_source(path, findings) is None
    assert "permission denied" in findings.items[0].message


@given(st.text(st.sampled_from("ab\té\n\r"), max_size=30))
def test_positions_count_lines_and_characters(text: str) -> None:
    source = Source("t", text)
    lines = text.replace("\r\n", "\n\0").replace("\r", "\n").split("\n")
    for offset in range(len(text) + 1):
        line, column = source.position(offset)
        plain = text[:offset].replace("\r\n", "\n")
        if text[offset - 1 : offset + 1] == "\r\n":
            continue
        assert line == 1 + plain.count("\n") + plain.count("\r")
        assert column == 1 + offset - max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) - 1
    assert [source.line_text(n + 1) for n in range(len(lines))] == [line.lstrip("\0") for line in lines]
    assert source.line_text(0) == source.line_text(len(lines) + 1) == ""
