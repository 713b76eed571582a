"""Authors' functions: their signatures, declared or inferred, and that none calls itself."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from espire_dsl.diagnostics.value import Findings, Label
from espire_dsl.language.inference.annotations import annotated
from espire_dsl.language.inference.infer import infer
from espire_dsl.language.inference.reserved import RESERVED, check_new_name
from espire_dsl.language.inference.scope import Definition, Scope, ScopeEntry, Work
from espire_dsl.language.kinds import ANYTHING
from espire_dsl.language.typed import is_known
from espire_dsl.language.types import (
    OF_THINGS,
    UNKNOWN,
    Hole,
    OpenSort,
    Type,
    TypeVariable,
    Unknown,
    fits,
    solved,
)
from espire_dsl.language.unify import close
from espire_dsl.syntax import tree


def define_functions(functions: list[tree.Function], known: dict[str, Definition], scope: Scope) -> None:
    """Adds the functions of a file to those known, in an order in which each knows those that it calls.

    All look into one table: a name that a body has found there never comes to mean something else.
    """
    own: dict[str, tree.Function] = {}
    for function in functions:
        name = function.name
        if name.text in own:
            scope.findings.add(
                "E0229",
                name.span,
                f"there are two functions `{name.text}`",
                "again",
                secondary=[Label(own[name.text].name.span, "first declared here")],
            )
            continue
        if name.text in RESERVED:
            scope.findings.add(
                "E0227", name.span, f"`{name.text}` is already a word of the language", "choose another name"
            )
            continue
        own[name.text] = function
    order, recursive = _callees_first(own, scope)
    for caller in recursive:
        unknown = tuple(UNKNOWN for _ in own[caller].parameters)
        known[caller] = Definition(own[caller], unknown, UNKNOWN, {}, sound=False)
    for callee in order:
        known[callee] = _define(own[callee], known, scope)


def _callees_first(own: Mapping[str, tree.Function], scope: Scope) -> tuple[list[str], list[str]]:
    """The functions, callees before callers, and those of them that lead back to themselves."""
    order: list[str] = []
    recursive: list[str] = []
    state: dict[str, int] = {}
    for start in own:
        stack = [(start, iter(sorted(called_names(own[start].body) & own.keys())))]
        if start in state:
            continue
        state[start] = 1
        while stack:
            name, callees = stack[-1]
            callee = next(callees, None)
            if callee is None:
                stack.pop()
                state[name] = 2
                order.append(name)
            elif state.get(callee) == 1:
                recursive.append(callee)
                scope.findings.add(
                    "E0223",
                    own[callee].name.span,
                    f"`{callee}` calls itself" + ("" if callee == name else f", by way of `{name}`"),
                    "functions must not be recursive: programs always end",
                )
            elif callee not in state:
                state[callee] = 1
                stack.append((callee, iter(sorted(called_names(own[callee].body) & own.keys()))))
    return order, recursive


def called_names(node: tree.Expression) -> set[str]:
    """All names that an expression calls or mentions."""
    found: set[str] = set()
    stack: list[tree.Expression] = [node]
    while stack:
        match stack.pop():
            case tree.Name(text=text):
                found.add(text)
            case tree.Call(function=function, arguments=arguments):
                found.add(function.text)
                stack += [a.value for a in arguments]
            case tree.Pipe(value=value, call=call):
                stack += [value, call]
            case tree.Binary(left=left, right=right):
                stack += [left, right]
            case tree.Unary(operand=operand):
                stack.append(operand)
            case tree.LetIn(value=value, body=body):
                stack += [value, body]
            case tree.Conditional(condition=condition, yes=yes, no=no):
                stack += [condition, yes, no]
            case tree.SetOf(items=items):
                stack += items
            case tree.SetWhere(things=things, test=test):
                stack += [things, test]
            case _:
                pass
    return found


def _define(function: tree.Function, known: Mapping[str, Definition], scope: Scope) -> Definition:
    findings = Findings()
    local = evolve(scope, findings=findings, functions=known, variables={}, work=Work())
    letters: dict[str, OpenSort] = {}
    types: list[Type] = []
    variables: dict[str, ScopeEntry] = {}
    for parameter in function.parameters:
        name = parameter.name.text
        check_new_name(parameter.name, local)
        if name in variables:
            findings.add(
                "E0228",
                parameter.name.span,
                f"`{name}` is declared twice",
                "again",
                secondary=[Label(variables[name].span, "first declared here")],
            )
        declared = parameter.type
        type_ = Hole() if declared is None else _opened(annotated(declared, local), letters)
        types.append(type_)
        variables[name] = ScopeEntry(type_, parameter.name.span, name)
    body = infer(function.body, evolve(local, variables=variables))
    result = solved(body.type)
    if function.result is not None:
        wanted = _opened(annotated(function.result, local), letters)
        if not fits(result, wanted) and not isinstance(wanted, Unknown):
            findings.add(
                "E0225",
                function.body.span,
                f"`{function.name.text}` is declared to give {wanted} and gives {result}",
                f"this is {result}",
                secondary=[Label(function.result.span, "declared here")],
            )
        elif isinstance(result, Unknown):
            result = wanted
    _check_parameters(function, types, local, findings)
    sound = not findings.error_count and is_known(body)
    for finding in findings:
        scope.findings.take(finding)
    names: dict[int, TypeVariable] = {}
    closed = tuple(close(t, names) for t in types)
    closed = tuple(UNKNOWN if isinstance(t, Hole) else t for t in closed)
    return Definition(function, closed, close(result, names), known, sound)


def _check_parameters(function: tree.Function, types: list[Type], local: Scope, findings: Findings) -> None:
    for parameter, type_ in zip(function.parameters, types, strict=True):
        name = parameter.name
        if findings.error_count:
            return
        if (name.text, name.span.start) not in local.work.used:
            findings.add("W0302", name.span, f"`{name.text}` is never used", "parameter without a use")
        elif isinstance(type_, Hole) and type_.solution is None and not local.functions_lost:
            findings.add(
                "E0224",
                name.span,
                f"the type of `{name.text}` cannot be told from its use",
                "declare it",
                help=f"write `{name.text}: Set[T]` or whatever it is",
            )


def _opened(type_: Type, letters: dict[str, OpenSort]) -> Type:
    """A declared `T` is as wide as its uses allow: inference narrows it."""
    if isinstance(type_, OF_THINGS) and isinstance(type_.element, TypeVariable):
        return type(type_)(letters.setdefault(type_.element.name, OpenSort(ANYTHING)))
    return type_
