"""What a judgement says: one verdict, and every check that it rests on."""

from __future__ import annotations

from attrs import frozen


@frozen
class Check:
    """One condition of success: its name, whether it is met, and what was found, as a sentence."""

    name: str
    passed: bool
    detail: str


@frozen
class Judgement:
    """Success is that all checks are passed."""

    success: bool
    checks: tuple[Check, ...]

    @classmethod
    def of(cls, *checks: Check) -> Judgement:
        return cls(all(check.passed for check in checks), checks)
