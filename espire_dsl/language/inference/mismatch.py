"""A value that does not fit its place: which of the ways it does not, and what to do."""

from __future__ import annotations

from espire_dsl.diagnostics.value import Label, Span
from espire_dsl.language.core.signature import SignatureParameter
from espire_dsl.language.hints import one_of
from espire_dsl.language.inference.missing_units import unit_help
from espire_dsl.language.inference.scope import Scope
from espire_dsl.language.typed import Constant, Read, Typed
from espire_dsl.language.types import (
    LABEL,
    ORDERED_NAMES,
    WORDS,
    CategoryType,
    Reasoning,
    Scalar,
    Set,
    Thing,
    Type,
    limit_of,
    solved,
)
from espire_dsl.language.unify import accept


def report_mismatch(
    function: str, parameter: SignatureParameter, value: Typed, scope: Scope, declared: Span | None = None
) -> None:
    actual, expected = solved(value.type), parameter.type
    secondary = [Label(declared, "the function")] if declared else []
    secondary += [
        Label(b.span, f"`{name}` is declared here")
        for name, b in scope.variables.items()
        if isinstance(value, Read) and value.name == b.name and scope.depth == 0
    ]

    def say(code: str, message: str, label: str, help: str | None = None, note: str | None = None) -> None:
        scope.findings.add(
            code, value.span, message, label, secondary=secondary, notes=[note] if note else (), help=help
        )

    where = f"`{parameter.name}` of `{function}`"
    if isinstance(actual, Thing) and isinstance(expected, Thing) and function == "intrinsic":
        return _no_front(value, actual, scope)
    if isinstance(actual, Reasoning) and isinstance(expected, Reasoning):
        extra = sorted(actual.constructors - expected.constructors)
        return say(
            "E0216",
            f"`{function}` does not take {one_of(extra)}",
            "reasoning type of another function",
            note=f"it takes {', '.join(sorted(expected.constructors))}",
        )
    if isinstance(actual, Set) and isinstance(expected, Thing):
        return say(
            "E0219",
            f"{where} is a single thing, and this is a set",
            f"this is {actual}",
            "wrap it in `unique(...)`",
        )
    if isinstance(actual, Thing) and isinstance(expected, Set):
        return say(
            "E0220",
            f"{where} is a set, and this is a single thing",
            f"this is {actual}",
            "write `{ x }` for a set of one",
        )
    if isinstance(actual, CategoryType) and isinstance(expected, Thing | Set):
        name = value.value if isinstance(value, Constant) else "C"
        return say(
            "E0221",
            f"{where} is a thing of the scene, and this is a category",
            "a category, not a thing",
            f"write `unique(filter_category(things, {name}))`, or `let O in {{ {name} }}`",
        )
    if (
        isinstance(actual, Scalar)
        and isinstance(expected, Scalar)
        and {actual.name, expected.name} <= ORDERED_NAMES
    ):
        return say(
            "E0209", f"{where} is {expected}, not {actual}", f"this is {actual}", unit_help(value, expected)
        )
    if isinstance(actual, Thing | Set) and type(actual) is type(expected):
        limit = limit_of(expected.element)
        return say("E0208", f"{where} takes {limit}, not {limit_of(actual.element)}", f"this is {actual}")
    help = None
    if expected in WORDS:
        help = f"write {one_of(WORDS[expected])}"
    if isinstance(expected, Thing | Set) and actual == LABEL:
        help = "names of things are written without quotes"
    return say("E0208", f"{where} is {expected}, not {actual}", f"this is {actual}", help)


def _no_front(value: Typed, actual: Thing, scope: Scope) -> None:
    sort = limit_of(actual.element)
    spoken = next(iter(sort.kinds)).noun if len(sort.kinds) == 1 else str(sort)
    plain = sorted(
        c.name
        for c in scope.catalogue
        if (own := scope.sort_of_category(c)) is not None and own.overlaps(sort) and not c.oriented
    )
    notes = []
    if len(plain) == 0 or sort.facing == {"plain"}:
        why = f"a {spoken} has no front, so it has no frame of its own"
    else:
        why = f"not every {spoken} has a front"
        notes.append("without a front: " + ", ".join(plain[:5]) + (" and others" if len(plain) > 5 else ""))
    scope.findings.add(
        "E0212",
        value.span,
        f"`intrinsic` needs a thing with a front: {why}",
        f"this is {sort}",
        notes=notes,
        help="use `relative`, the viewer's frame, or let the variable range over `oriented` things",
    )


def expect(typed: Typed, wanted: Type, scope: Scope, what: str) -> None:
    """Report when an expression is not of the type that its place asks for."""
    if not accept(typed.type, wanted, {}):
        scope.findings.add("E0211", typed.span, f"{what} must be {wanted}", f"this is {solved(typed.type)}")
