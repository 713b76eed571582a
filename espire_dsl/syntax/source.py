"""Source files: reading them whatever they contain, and looking up lines and columns."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from pathlib import Path

from attrs import define, field

from espire_dsl.diagnostics.value import Findings, Span

MAX_BYTES = 1024 * 1024
"""Families are pages, not books: a larger file is a mistake, and parsing it would look like a hang."""

_MAX_REPORTS = 20
_LINE_END = re.compile(r"\r\n|\r|\n")
# C0 and C1 controls, and the marks that make text read in another order than it is stored.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]+")


@define(slots=False, frozen=True)
class Source:
    """A decoded file. Offsets count characters of `text`, which keeps the file's own line ends."""

    path: str
    text: str = field(repr=False)

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        return (0, *(m.end() for m in _LINE_END.finditer(self.text)))

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1; a tab is one column."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        """The text of a line (from 1) without its end; empty beyond the last line."""
        if not 1 <= line <= len(self.line_starts):
            return ""
        start = self.line_starts[line - 1]
        end = self.line_starts[line] if line < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def span(self, start: int, end: int) -> Span:
        return Span(self.path, start, end)


def read_source(path: str | Path, findings: Findings) -> Source | None:
    """The file at `path`, or None and a finding when there is nothing to parse."""
    name = str(path)
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as problem:
        findings.add("E0101", Span(name, 0, 0), f"cannot read `{name}`: {_reason(problem)}")
        return None
    return decode_source(name, data, findings)


def decode_source(path: str, data: bytes, findings: Findings) -> Source | None:
    """The same for bytes that were read elsewhere, for instance from standard input."""
    if len(data) > MAX_BYTES:
        findings.add(
            "E0103",
            Span(path, 0, 0),
            f"`{path}` is larger than 1 MiB and is not parsed",
            help="split the families over several files",
        )
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        _report_bad_byte(path, data, problem, findings)
        return None
    return Source(path, _without_controls(path, text, findings))


def _reason(problem: OSError | ValueError) -> str:
    if isinstance(problem, FileNotFoundError):
        return "there is no such file"
    if isinstance(problem, IsADirectoryError):
        return "it is a folder"
    if isinstance(problem, PermissionError):
        return "permission denied"
    if isinstance(problem, OSError) and problem.strerror:
        return problem.strerror.lower()
    return str(problem)


def _report_bad_byte(path: str, data: bytes, problem: UnicodeDecodeError, findings: Findings) -> None:
    # "utf-8-sig" counts from behind the byte order mark.
    mark = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    offset = problem.start if problem.object == data else problem.start + mark
    before = Source(path, data[mark:offset].decode("utf-8", errors="replace"))
    line, column = before.position(len(before.text))
    findings.add(
        "E0102",
        Span(path, len(before.text), len(before.text) + 1),
        f"`{path}` is not UTF-8 text: byte 0x{data[offset]:02x} at offset {offset}"
        f" (line {line}, column {column})",
        "this byte is not text",
        help="save the file as UTF-8",
    )


def _without_controls(path: str, text: str, findings: Findings) -> str:
    """The text with blanks for characters that cannot be seen, each run of them reported once."""
    for count, match in enumerate(_CONTROL.finditer(text)):
        if count == _MAX_REPORTS:
            break
        code_point = f"U+{ord(match[0][0]):04X}"
        findings.add(
            "E0104",
            Span(path, match.start(), match.end()),
            f"control character {code_point} in the text",
            "cannot be seen, and means nothing here",
            help="delete it",
        )
    return _CONTROL.sub(lambda m: " " * len(m[0]), text)
