"""Why something could not be said."""

from __future__ import annotations

from collections.abc import Sequence

from espire_dsl.diagnostics.value import Diagnostic
from espire_dsl.wording.spoken import describe
from espire_dsl.wording.values import Said


class WordingError(ValueError):
    """A sentence could not be made. Checked templates do not raise it."""


class NoSuchFormError(WordingError):
    """The lexicon does not word a value in the form asked for."""

    def __init__(self, value: Said, form: str, known: Sequence[str]) -> None:
        self.form = form
        self.known = tuple(known)
        super().__init__(f"{describe(value)} has no form `{form}`")


class NoPhraseError(WordingError):
    """The lexicon has no words for a constructor or a frame."""


class LexiconError(WordingError):
    """The files of a lexicon are not in order; `findings` says where and why."""

    def __init__(self, findings: Sequence[Diagnostic]) -> None:
        self.findings = tuple(findings)
        super().__init__("\n".join(f"{f.primary.span.path}: {f.message}" for f in findings))
