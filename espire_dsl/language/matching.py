"""Which argument of a call goes to which parameter: positional ones in order, then named ones."""

from __future__ import annotations

from collections.abc import Sequence

from espire_dsl.diagnostics.report import counted
from espire_dsl.diagnostics.value import Label
from espire_dsl.language.core.signature import Parameter
from espire_dsl.language.hints import did_you_mean
from espire_dsl.language.scope import Scope
from espire_dsl.syntax import tree


def matched(
    function: tree.Word,
    parameters: Sequence[Parameter],
    arguments: Sequence[tree.Argument],
    scope: Scope,
) -> dict[str, list[tree.Argument]] | None:
    """Which argument goes to which parameter, or None after saying why that cannot be told."""
    given: dict[str, list[tree.Argument]] = {}
    by_name = {p.name: p for p in parameters}
    ok = True
    position = 0
    named = False
    for argument in arguments:
        if argument.name is not None:
            named = True
            label = argument.name.text
            if label not in by_name:
                scope.findings.add(
                    "E0206",
                    argument.name.span,
                    f"`{function.text}` has no parameter `{label}`",
                    "unknown parameter",
                    notes=[_usage(function.text, parameters)],
                    help=did_you_mean(label, by_name),
                )
                ok = False
                continue
        elif named:
            scope.findings.add(
                "E0222",
                argument.span,
                "an argument without a name stands after one with a name",
                "move it forward",
            )
            ok = False
            continue
        elif position >= len(parameters):
            scope.findings.add(
                "E0205",
                argument.span,
                f"`{function.text}` takes {counted(len(parameters), 'argument')}, not {len(arguments)}",
                "one too many",
                notes=[_usage(function.text, parameters)],
                help="what stands before `|>` is the first argument" if _piped(function, arguments) else None,
            )
            return None
        else:
            label = parameters[position].name
            position += 0 if parameters[position].variadic else 1
        if label in given and not by_name[label].variadic:
            scope.findings.add(
                "E0207",
                argument.span,
                f"`{label}` is given twice",
                "second time",
                secondary=[Label(given[label][0].span, "first time")],
            )
            ok = False
            continue
        given.setdefault(label, []).append(argument)
    missing = [p.name for p in parameters if p.name not in given and p.default is None]
    if missing and ok:
        words = ", ".join(f"`{m}`" for m in missing)
        scope.findings.add(
            "E0204",
            function.span,
            f"`{function.text}` needs {words}",
            "not enough arguments",
            notes=[_usage(function.text, parameters)],
        )
        ok = False
    return given if ok else None


def _piped(function: tree.Word, arguments: Sequence[tree.Argument]) -> bool:
    return arguments[0].span.start < function.span.start


def _usage(name: str, parameters: Sequence[Parameter]) -> str:
    return f"it is called as {name}({', '.join(map(str, parameters))})"
