"""What a check found out about each file. Plain values, without what it took to find out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from espire_dsl.diagnostics.report import counted, text_of_file
from espire_dsl.diagnostics.value import Diagnostic, Label, Severity, Span


@frozen
class Declared:
    """A family and where it is declared."""

    name: str
    span: Span


@frozen
class CheckedFile:
    """`imports` are the names that the file uses, `reached` the files behind them, near and far; `data` are
    the files of meshes that it names."""

    path: str
    findings: tuple[Diagnostic, ...]
    families: tuple[Declared, ...]
    imports: tuple[str, ...]
    reached: tuple[str, ...]
    trials: int
    data: tuple[str, ...] = ()


@frozen
class CheckResult:
    """What a check found, and in which files it looked; as text, what the command prints."""

    findings: tuple[Diagnostic, ...]
    files: tuple[CheckedFile, ...]

    @property
    def errors(self) -> int:
        return sum(d.severity is Severity.ERROR for d in self.findings)

    @property
    def families(self) -> int:
        return sum(len(f.families) for f in self.files)

    @property
    def all_well(self) -> str:
        """What to say where nothing was found."""
        families = counted(self.families, "family", "families")
        return f"{families} in {counted(len(self.files), 'file')}: all well"

    def __str__(self) -> str:
        from espire_dsl.diagnostics.text import render_text

        return render_text(self.findings, text_of_file).rstrip("\n") or self.all_well


def each_once(files: Iterable[CheckedFile]) -> list[Diagnostic]:
    """The findings of files; what is wrong with words that several have is told once."""
    return list(dict.fromkeys(finding for file in files for finding in file.findings))


def duplicates(files: Iterable[CheckedFile]) -> Iterator[Diagnostic]:
    """Families that are declared more than once, in one file or in several."""
    first: dict[str, Span] = {}
    for file in files:
        for family in file.families:
            earlier = first.setdefault(family.name, family.span)
            if earlier is not family.span:
                yield Diagnostic(
                    "E0318",
                    f"there are two families `{family.name}`",
                    Label(family.span, "again"),
                    (Label(earlier, "first declared here"),),
                )
