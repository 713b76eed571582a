"""The binding of a task, read back from its `args`: which variable stands for what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.core.values import TypeValue
from espire_dsl.tasks.bindings import binding_key
from espire_dsl.tasks.record import task_id
from espire_dsl.tasks.task import Task
from espire_dsl.validating.finding import SchemaProblem


def values_of(args: Sequence[Mapping[str, Any]]) -> dict[str, Any] | SchemaProblem:
    """By variable: a reasoning type with its arguments, or the plain value; or why they cannot be read.

    `R` names a reasoning type, and `R.length` is its argument of that name.
    """
    inner: dict[str, dict[str, Any]] = {}
    plain: dict[str, Any] = {}
    for arg in args:
        owner, dot, name = arg["name"].partition(".")
        if (dot and owner not in plain) or arg["name"] in plain or name in inner.get(owner, {}):
            return SchemaProblem("args", f"{arg['name']} is there twice, or before what it belongs to")
        if dot:
            inner.setdefault(owner, {})[name] = arg["value"]
        else:
            plain[owner] = arg["value"]
    values: dict[str, Any] = {}
    for name, value in plain.items():
        constructor = CONSTRUCTORS.get(value) if isinstance(value, str) else None
        wanted = [p.name for p in constructor.parameters] if constructor else []
        if list(inner.get(name, {})) != wanted:
            told = f"{value} takes {', '.join(wanted)}" if wanted else f"{value} takes no arguments"
            return SchemaProblem("args", f"{name}: {told}")
        values[name] = TypeValue(value, tuple(inner[name].values())) if wanted else value
        if constructor and not wanted:
            values[name] = TypeValue(value)
    return values


def id_of(task: Task, values: Mapping[str, Any]) -> str:
    """The id that a task with this binding has."""
    return task_id(
        task.suite,
        task.family,
        task.scene,
        binding_key(values),
        task.program_steps,
        task.instruction,
        task.view,
    )
