"""What a family tells its world: each argument is of the type of its parameter, and of its domain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from espire_dsl.diagnostics.value import Label
from espire_dsl.language.declarations.signatures import WorldSignature
from espire_dsl.language.declarations.templates import WorldParameter
from espire_dsl.language.families.domains import ValueDomain
from espire_dsl.language.families.family import Variable
from espire_dsl.language.inference.infer import infer
from espire_dsl.language.inference.missing_units import unit_help
from espire_dsl.language.inference.scope import Scope
from espire_dsl.language.typed import Constant, Operate, Read, Typed, reads
from espire_dsl.language.types import SCALARS, fits, solved
from espire_dsl.syntax import tree


def world_arguments(
    clause: tree.WorldClause, variables: Sequence[Variable], scope: Scope
) -> dict[str, Typed]:
    """The arguments by name; what is wrong with them is reported."""
    world = scope.worlds.get(clause.name.text)
    by_name = {variable.name: variable for variable in variables}
    found: dict[str, Typed] = {}
    for argument in clause.arguments:
        value = infer(argument.value, scope)
        if argument.name is None:
            scope.findings.add(
                "E0222", argument.span, "arguments of a world have names", "write `name: value`"
            )
            continue
        name = argument.name.text
        if name in found:
            scope.findings.add("E0746", argument.name.span, f"`{name}` is told twice", "again")
        found[name] = value
        parameter = None if world is None or not world.sound else world.parameter(name)
        if parameter is not None:
            _check(value, parameter, by_name, scope)
    if world is not None:
        _check_complete(clause, found, world, scope)
    return found


def _check(value: Typed, parameter: WorldParameter, variables: Mapping[str, Variable], scope: Scope) -> None:
    wanted = SCALARS[parameter.quantity]
    if not fits(value.type, wanted):
        scope.findings.add(
            "E0746",
            value.span,
            f"`{parameter.name}` is of type {wanted}, and this is {solved(value.type)}",
            f"this is {solved(value.type)}",
            help=unit_help(value, wanted),
        )
        return
    outside = next((v for v in _values(value, variables) if not parameter.takes(v)), None)
    if outside is not None:
        declared = variables.get(value.name) if isinstance(value, Read) else None
        said = f"{outside:g}" if isinstance(outside, float | int) else f"`{outside}`"
        scope.findings.add(
            "E0746",
            value.span,
            f"`{parameter.name}` is one of {parameter.domain}, and not {said}",
            "out of its domain",
            secondary=[] if declared is None else [Label(declared.span, "ranges further")],
        )
    if not isinstance(value, Constant) and not _is_plain(value, variables):
        _refuse(value, scope)


def _refuse(value: Typed, scope: Scope) -> None:
    scope.findings.add(
        "E0746",
        value.span,
        "a world is told values that are known before its scene is drawn",
        "this depends on the scene",
        help="use constants, and variables that range over numbers, truths or words",
    )


def _is_plain(value: Typed, variables: Mapping[str, Variable]) -> bool:
    """Whether an expression computes with constants and variables of values alone."""
    known = {name for name, variable in variables.items() if isinstance(variable.domain, ValueDomain)}
    return isinstance(value, Read | Operate) and set(reads(value)) <= known


def _values(value: Typed, variables: Mapping[str, Variable]) -> Iterator[Any]:
    """The values that an argument may have, as far as they are plain to see."""
    if isinstance(value, Constant):
        yield value.value
    elif isinstance(value, Read) and value.name in variables:
        domain = variables[value.name].domain
        if isinstance(domain, ValueDomain):
            yield from domain.values


def _check_complete(
    clause: tree.WorldClause, found: Mapping[str, Typed], world: WorldSignature, scope: Scope
) -> None:
    missing = [p for p in world.parameters if p.default is None and p.name not in found]
    if missing and world.sound:
        names = ", ".join(f"{p.name}: ..." for p in missing)
        scope.findings.add(
            "E0746",
            clause.name.span,
            f"world `{world.name}` is not told its {' and '.join(f'`{p.name}`' for p in missing)}",
            "incomplete",
            notes=[f"`{p.name}` is one of {p.domain}" for p in missing if p.domain != "anything"],
            help=f"write `world {world.name}({names})`",
        )
