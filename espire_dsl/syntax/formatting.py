"""One text in the one layout, and the change as a diff. What `espirec fmt` does to each file."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from espire_dsl.diagnostics.style import Role, Style
from espire_dsl.diagnostics.value import Diagnostic, Findings
from espire_dsl.syntax.parser import parse
from espire_dsl.syntax.printer import print_module
from espire_dsl.syntax.source import Source, decode_source, read_source

if TYPE_CHECKING:
    from espire_dsl.syntax.tree import Module


class MeaningChangedError(Exception):
    """The formatter printed something that reads as another program."""


@frozen
class Formatted:
    """A text before and after. There is no `after` when the findings forbid to touch the file.

    There is no `before` either when the file could not be read.
    """

    path: str
    before: str | None
    after: str | None
    findings: tuple[Diagnostic, ...] = ()

    @property
    def changes(self) -> bool:
        return self.after is not None and self.after != self.before


def format_file(path: Path) -> Formatted:
    findings = Findings()
    return _formatted(str(path), read_source(path, findings), findings)


def format_bytes(name: str, data: bytes) -> Formatted:
    """The same for a text that was read elsewhere; `name` stands for it in findings."""
    findings = Findings()
    return _formatted(name, decode_source(name, data, findings), findings)


def _formatted(path: str, source: Source | None, findings: Findings) -> Formatted:
    """Prints a text anew, after making sure that it still says the same."""
    if source is None:
        return Formatted(path, None, None, tuple(findings))
    module = parse(source, findings)
    if findings.error_count:
        return Formatted(path, source.text, None, tuple(findings))
    after = print_module(module)
    if not _reads_as(module, after, path):
        raise MeaningChangedError(f"{path} would not mean the same after formatting; nothing is written")
    return Formatted(path, source.text, after)


def _reads_as(module: Module, text: str, path: str) -> bool:
    findings = Findings()
    return parse(Source(path, text), findings) == module and not findings.error_count


def diff(change: Formatted, style: Style) -> str:
    """The change in the form that `patch` reads, coloured if asked."""
    return "".join(_painted(row, style) for row in _diff_rows(change))


def _diff_rows(change: Formatted) -> Iterator[str]:
    before, after = _lines(change.before or ""), _lines(change.after or "")
    for row in difflib.unified_diff(before, after, change.path, f"{change.path} (formatted)"):
        yield row if row.endswith("\n") else f"{row}\n\\ No newline at end of file\n"


def _lines(text: str) -> list[str]:
    """Cut at line feeds only, as `patch` does."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def _painted(row: str, style: Style) -> str:
    text, end = row.rstrip("\n"), "\n"
    if row.startswith(("---", "+++")):
        return style.paint(text, Role.STRONG) + end
    if row.startswith("@@"):
        return style.paint(text, Role.SECONDARY) + end
    if row.startswith("-"):
        return style.paint(text, Role.REMOVED) + end
    if row.startswith("+"):
        return style.paint(text, Role.ADDED) + end
    return row
