"""The rules of a suite: the usual ones, what its espire.toml changes, what holds at a level, what a family
sets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from attrs import asdict, field, frozen

from espire_dsl.checking.rules_file import RulesError, read_rules
from espire_dsl.language.families.family import Family
from espire_dsl.language.lookup import ROOT_MARK
from espire_dsl.language.rules import AT_LEVEL, USUAL, Rules
from espire_dsl.tasks.error import TaskSetError


@frozen
class RuleBook:
    """The rules of a suite, by level and family."""

    rules: Rules = USUAL
    levels: Mapping[str, Mapping[str, Any]] = field(default=AT_LEVEL, hash=False)

    def of(self, family: Family | None, level: str | None) -> Rules:
        """The rules for a family's tasks at a level; without a family, those of the suite."""
        own = {} if family is None else family.rules
        return self.rules.changed(self.levels.get(level or "", {}), own)

    def to_json(self, families: Iterable[Family]) -> dict[str, Any]:
        """The rules as a manifest has them, with what some families change."""
        changed = {family.name: dict(family.rules) for family in families if family.rules}
        levels = {level: dict(numbers) for level, numbers in sorted(self.levels.items())}
        return {"rules": asdict(self.rules), "levels": levels, "families": dict(sorted(changed.items()))}

    @classmethod
    def from_json(cls, data: Any, family: str) -> tuple[RuleBook, dict[str, Any]]:
        """The rules that a manifest has for a suite, and what a family of it changes; the usual ones where it
        has none that can be read."""
        try:
            book = cls(Rules(**data["rules"]), data["levels"])
            own = dict(data["families"].get(family, {}))
            book.rules.changed(own, *book.levels.values())
        except (AttributeError, KeyError, TypeError):
            return cls(), {}
        return book, own


def rules_of(root: Path | None, suite: str) -> RuleBook:
    """The rules that the project in a folder has for one of its suites."""
    if root is None:
        return RuleBook()
    try:
        return RuleBook(*read_rules(root / ROOT_MARK, suite))
    except RulesError as error:
        raise TaskSetError(str(error)) from None
