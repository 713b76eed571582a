"""What came of an example or a law."""

from __future__ import annotations

from attrs import frozen

from espire_dsl.diagnostics.value import Diagnostic


@frozen
class TrialOutcome:
    """`kind` is example or law; `tried` says on how many scenes; `finding` says why it failed."""

    kind: str
    name: str
    tried: int
    finding: Diagnostic | None = None

    @property
    def passed(self) -> bool:
        return self.finding is None
