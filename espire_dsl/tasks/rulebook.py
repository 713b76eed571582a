"""The rules of a suite: the usual ones, what its espire.toml changes, what holds at a level, what a family
sets.

[rules]                        # of all suites of the folder
margin = "5 cm"

[rules.levels.easy]            # at one level only
candidate_count = 2

[suites.espire_frames.rules]   # of one suite
frames = "open"
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from attrs import asdict, field, frozen

from espire_dsl.diagnostics.suggest import nearest
from espire_dsl.language.family import Family
from espire_dsl.language.lookup import ROOT_MARK
from espire_dsl.language.rules import AT_LEVEL, FIELDS, NAMED, OPEN, USUAL, Rules, problem_of
from espire_dsl.language.types import ANGLE, BOOL, INT, LABEL, LENGTH, PIXELS, UNIT_FACTORS, UNIT_TYPES
from espire_dsl.scene.exact import exact
from espire_dsl.tasks.error import TaskSetError

_LEVELS: Final = "levels"


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
    path = root / ROOT_MARK
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise TaskSetError(f"{path}: it cannot be read: {error}") from None
    suites = _table(data, "suites", path)
    _check_names(suites, path)
    own = _table(_table(suites, suite, path), "rules", path)
    changes: dict[str, Any] = {}
    levels = {level: dict(numbers) for level, numbers in AT_LEVEL.items()}
    for section, where in ((_table(data, "rules", path), "[rules]"), (own, f"[suites.{suite}.rules]")):
        changes |= _numbers(section, f"{path}: {where}")
        for level, numbers in _table(section, _LEVELS, path).items():
            told = _numbers(numbers, f"{path}: {where[:-1]}.{_LEVELS}.{level}]")
            levels[level] = {**levels.get(level, {}), **told}
    return RuleBook(USUAL.changed(changes), levels)


def _check_names(suites: Mapping[str, Any], path: Path) -> None:
    """A suite is a folder beside the file, or the file's own folder."""
    known = {path.parent.name, *(p.name for p in path.parent.iterdir() if p.is_dir())}
    for name in suites:
        if name not in known:
            near = nearest(name, known)
            hint = f"did you mean {near}?" if near else f"suites are folders: {', '.join(sorted(known))}"
            raise TaskSetError(f"{path}: [suites.{name}]: there is no suite {name}; {hint}")


def _table(data: Mapping[str, Any], name: str, path: Path) -> Mapping[str, Any]:
    found = data.get(name, {})
    if not isinstance(found, dict):
        raise TaskSetError(f"{path}: {name} must be a table")
    return found


def _numbers(section: Any, where: str) -> dict[str, Any]:
    if not isinstance(section, dict):
        raise TaskSetError(f"{where}: it must be a table of rules")
    return {name: _number(name, value, where) for name, value in section.items() if name != _LEVELS}


def _number(name: str, value: Any, where: str) -> Any:
    if name not in FIELDS:
        near = nearest(name, FIELDS)
        hint = f"did you mean {near}?" if near else f"known are: {', '.join(FIELDS)}"
        raise TaskSetError(f"{where}: there is no rule {name}; {hint}")
    wanted = FIELDS[name].metadata["type"]
    words, number = _read(wanted, value)
    if number is None:
        raise TaskSetError(f"{where}: {name}: it must be {words}")
    problem = None if wanted in (BOOL, LABEL) else problem_of(name, number)
    if problem is not None:
        raise TaskSetError(f"{where}: {name}: it {problem}")
    return number


_EXAMPLES: dict[Any, str] = {LENGTH: '"5 cm"', ANGLE: '"5 deg"', PIXELS: '"5 px"'}


def _read(wanted: Any, value: Any) -> tuple[str, Any]:
    """What a value must be, in words, and the value as a rule has it, if it is that."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if wanted == BOOL:
        return "true or false", value if isinstance(value, bool) else None
    if wanted == LABEL:
        return f'"{NAMED}" or "{OPEN}"', value if value in (NAMED, OPEN) else None
    if wanted == INT:
        return "a whole number", value if is_number and isinstance(value, int) else None
    if wanted in _EXAMPLES:
        example = _EXAMPLES[wanted]
        return f"a text with a unit, such as {example}", _quantity(value, wanted)
    return "a number", float(value) if is_number else None


def _quantity(value: Any, wanted: Any) -> float | None:
    parts = value.split() if isinstance(value, str) else []
    if len(parts) != 2 or UNIT_TYPES.get(parts[1]) != wanted:
        return None
    try:
        return exact(float(parts[0]) * UNIT_FACTORS[parts[1]])
    except ValueError:
        return None
