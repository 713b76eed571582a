"""The lexicon for the families of a file: the shipped one, with words of their author."""

from __future__ import annotations

from pathlib import Path

from attrs import evolve

from espire_dsl.checking.suite_names import words_folder
from espire_dsl.diagnostics.error import FindingsError
from espire_dsl.diagnostics.report import text_of_file
from espire_dsl.diagnostics.value import Diagnostic, Findings, Label
from espire_dsl.wording.errors import LexiconError
from espire_dsl.wording.own_words import OwnWords, read_words
from espire_dsl.wording.render import Lexicon


def lexicon_for(path: Path, findings: Findings | None = None) -> Lexicon:
    """The lexicon for a file; the shipped one after telling what is wrong with words of its author."""
    return lexicon_in(words_folder(path), Findings() if findings is None else findings)


def lexicon_in(folder: Path, findings: Findings) -> Lexicon:
    """The lexicon with the words in a folder; the shipped one after telling what is wrong with them."""
    before = len(findings)
    words = read_words(folder, findings)
    try:
        lexicon = Lexicon.load(own=words)
    except LexiconError as error:
        for finding in error.findings:
            findings.take(_below(finding, folder))
    return Lexicon.load() if len(findings) > before else lexicon


def own_words(path: Path) -> OwnWords:
    """Words of an author for the families of a file; a FindingsError where they are not in order."""
    findings = Findings()
    lexicon_for(path, findings)
    if findings:
        raise FindingsError(findings, text_of_file)
    return read_words(words_folder(path), findings)


def _below(finding: Diagnostic, folder: Path) -> Diagnostic:
    """A finding about a file of words as one about the file in its folder."""
    return evolve(
        finding,
        primary=_label_below(finding.primary, folder),
        secondary=tuple(_label_below(label, folder) for label in finding.secondary),
    )


def _label_below(label: Label, folder: Path) -> Label:
    return evolve(label, span=evolve(label.span, path=str(folder / label.span.path)))
