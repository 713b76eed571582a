"""Which argument of a call goes to which parameter: positional ones in order, then named ones."""

from __future__ import annotations

from collections.abc import Sequence

from espire_dsl.diagnostics.report import counted
from espire_dsl.diagnostics.value import Label
from espire_dsl.language.core.signature import SignatureParameter
from espire_dsl.language.hints import did_you_mean
from espire_dsl.language.inference.scope import Scope
from espire_dsl.language.types import WORDS
from espire_dsl.syntax import tree


def matched(
    function: tree.Word,
    parameters: Sequence[SignatureParameter],
    arguments: Sequence[tree.Argument],
    scope: Scope,
) -> dict[str, list[tree.Argument]] | None:
    """Which argument goes to which parameter, or None after saying why that cannot be told."""
    given: dict[str, list[tree.Argument]] = {}
    by_name = {p.name: p for p in parameters}
    in_order = [p for p in parameters if not p.only_named]
    by_word = len(in_order) < len(parameters)
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
        elif position >= len(in_order):
            told = counted(len(in_order), "argument") + (" without a name" if by_word else "")
            given_so = sum(a.name is None for a in arguments) if by_word else len(arguments)
            scope.findings.add(
                "E0205",
                argument.span,
                f"`{function.text}` takes {told}, not {given_so}",
                "one too many",
                notes=[_usage(function.text, parameters)],
                help=_name_for(argument, parameters) or _pipe_help(function, arguments),
            )
            return None
        else:
            label = in_order[position].name
            position += 0 if in_order[position].variadic else 1
        if label in given and not by_name[label].variadic:
            scope.findings.add(
                "E0207",
                argument.span,
                f"`{label}` is given twice",
                "second time",
                secondary=[Label(given[label][0].span, "first time")],
                help=_pipe_help(function, arguments) if given[label][0].name is None else None,
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


def _pipe_help(function: tree.Word, arguments: Sequence[tree.Argument]) -> str | None:
    is_piped = arguments[0].span.start < function.span.start
    return "what stands before `|>` is the first argument" if is_piped else None


def _name_for(argument: tree.Argument, parameters: Sequence[SignatureParameter]) -> str | None:
    """How to give a word that stands without the name of its parameter."""
    text = argument.value.text if isinstance(argument.value, tree.Name) else None
    names = [p.name for p in parameters if text in WORDS.get(p.type, ())]
    return f"write `{names[0]}: {text}`" if names else None


def _usage(name: str, parameters: Sequence[SignatureParameter]) -> str:
    return f"it is called as {name}({', '.join(map(str, parameters))})"
