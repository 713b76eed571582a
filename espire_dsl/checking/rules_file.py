"""The rules of a fair task that the espire.toml of a project changes.

[rules]                        # of all suites of the folder
margin = "5 cm"

[rules.levels.easy]            # at one level only
candidate_count = 2

[suites.espire_frames.rules]   # of one suite
frames = "open"

It is read by every check, so that little is loaded for it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from espire_dsl.checking.suite_names import root_of, suite_name
from espire_dsl.diagnostics.suggest import nearest
from espire_dsl.language.lookup import ROOT_MARK
from espire_dsl.language.rules import AT_LEVEL, FIELDS, NAMED, OPEN, USUAL, Rules, problem_of
from espire_dsl.language.types import ANGLE, BOOL, INT, LABEL, LENGTH, PIXELS, UNIT_FACTORS, UNIT_TYPES

_LEVELS: Final = "levels"
_TABLE: Final = "table"  # what TOML calls a section
_TABLES: Final = ("compile", "rules", "suites")


class RulesError(Exception):
    """What is wrong with an espire.toml, in a sentence that names it and the place in it."""


def rule_problems(paths: Iterable[Path]) -> list[str]:
    """What is wrong with the rules of the suites that these files belong to, each told once."""
    problems: dict[str, None] = {}
    for root, suite in sorted({(root_of(path), suite_name(path)[0]) for path in paths}, key=str):
        try:
            if root is not None:
                read_rules(root / ROOT_MARK, suite)
        except RulesError as error:
            problems.setdefault(str(error))
    return list(problems)


def project_file(path: Path) -> dict[str, Any]:
    """What an espire.toml holds."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise RulesError(f"{path}: it cannot be read: {error}") from None
    _check_known(data, _TABLES, f"{path}", _TABLE)
    return data


def read_rules(path: Path, suite: str) -> tuple[Rules, dict[str, dict[str, Any]]]:
    """The rules that an espire.toml has for a suite, and what it changes at a level."""
    data = project_file(path)
    suites = _table(data, "suites", path)
    _check_names(suites, path)
    own = _table(_of_suite(suites, suite, path), "rules", path)
    changes: dict[str, Any] = {}
    levels = {level: dict(numbers) for level, numbers in AT_LEVEL.items()}
    for section, where in ((_table(data, "rules", path), "[rules]"), (own, f"[suites.{suite}.rules]")):
        changes |= _numbers(section, f"{path}: {where}")
        for level, numbers in _table(section, _LEVELS, path).items():
            told = _numbers(numbers, f"{path}: {where[:-1]}.{_LEVELS}.{level}]")
            levels[level] = {**levels.get(level, {}), **told}
    return USUAL.changed(changes), levels


def _check_names(suites: Mapping[str, Any], path: Path) -> None:
    """A suite is a folder beside the file, or the file's own folder."""
    known = {path.parent.name, *(p.name for p in path.parent.iterdir() if p.is_dir())}
    for name in suites:
        if name not in known:
            near = nearest(name, known)
            hint = f"did you mean {near}?" if near else f"suites are folders: {', '.join(sorted(known))}"
            raise RulesError(f"{path}: [suites.{name}]: there is no suite {name}; {hint}")


def _of_suite(suites: Mapping[str, Any], suite: str, path: Path) -> Mapping[str, Any]:
    found = _table(suites, suite, path)
    _check_known(found, ("rules",), f"{path}: [suites.{suite}]", _TABLE)
    return found


def _check_known(found: Iterable[str], known: Iterable[str], where: str, what: str) -> None:
    for name in found:
        if name not in known:
            near = nearest(name, known)
            hint = f"did you mean {near}?" if near else f"known are: {', '.join(known)}"
            raise RulesError(f"{where}: there is no {what} {name}; {hint}")


def _table(data: Mapping[str, Any], name: str, path: Path) -> Mapping[str, Any]:
    found = data.get(name, {})
    if not isinstance(found, dict):
        raise RulesError(f"{path}: {name} must be a table")
    return found


def _numbers(section: Any, where: str) -> dict[str, Any]:
    if not isinstance(section, dict):
        raise RulesError(f"{where}: it must be a table of rules")
    return {name: _number(name, value, where) for name, value in section.items() if name != _LEVELS}


def _number(name: str, value: Any, where: str) -> Any:
    _check_known((name,), FIELDS, where, "rule")
    wanted = FIELDS[name].metadata["type"]
    words, number = _read(wanted, value)
    if number is None:
        raise RulesError(f"{where}: {name}: it must be {words}")
    problem = None if wanted in (BOOL, LABEL) else problem_of(name, number)
    if problem is not None:
        raise RulesError(f"{where}: {name}: it {problem}")
    return number


_EXAMPLES: Final[Mapping[Any, str]] = {LENGTH: '"5 cm"', ANGLE: '"5 deg"', PIXELS: '"5 px"'}


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
        return f"a text with a unit, such as {_EXAMPLES[wanted]}", _quantity(value, wanted)
    return "a number", float(value) if is_number else None


def _quantity(value: Any, wanted: Any) -> float | None:
    parts = value.split() if isinstance(value, str) else []
    if len(parts) != 2 or UNIT_TYPES.get(parts[1]) != wanted:
        return None
    from espire_dsl.scene.quantize import quantize

    try:
        return quantize(float(parts[0]) * UNIT_FACTORS[parts[1]])
    except ValueError:
        return None
