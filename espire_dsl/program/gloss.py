"""A typed program for people: as indented steps with their types, and as a phrase in English."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from espire_dsl.domain.kinds import VIEWER, Kind
from espire_dsl.language.core.binders import BINDERS
from espire_dsl.language.core.functions import FUNCTIONS
from espire_dsl.language.typed import (
    Apply,
    Bind,
    Choose,
    Constant,
    Construct,
    Each,
    FrameOf,
    Gather,
    Operate,
    Read,
    Typed,
)
from espire_dsl.language.types import ANGLE, CLOCK, LENGTH, ORDINAL, PIXELS, solved

OPERATORS = {"|": "or", "&": "that are also", "-": "without", "==": "equals", "!=": "differs from"}


def described(node: Typed, label: str = "", depth: int = 0) -> Iterator[str]:
    """One line a step: what is computed, and its type."""
    head, parts = _parts(node)
    yield f"{'  ' * depth}{label}{head} : {solved(node.type)}"
    for name, part in parts:
        yield from described(part, f"{name}: " if name else "", depth + 1)


def _parts(node: Typed) -> tuple[str, list[tuple[str, Typed]]]:
    match node:
        case Constant():
            return _constant(node), []
        case Read(name=name):
            return plain_name(name), []
        case Construct(constructor=name, arguments=arguments):
            return name, [("", a) for a in arguments]
        case FrameOf(kind=kind, of=of):
            return kind, [("of", of)] if of is not None else []
        case Apply(function=name, arguments=arguments):
            told = [part for part in arguments if part[0] != "kind"]
            return spelled(node), told if len(told) < len(arguments) else list(arguments)
        case Operate(operator=symbol, operands=operands):
            return f"`{symbol}`", [("", o) for o in operands]
        case Gather(items=items):
            return "{ }", [("", i) for i in items]
        case Bind(name=name, value=value, body=body):
            return f"let {plain_name(name)}", [("=", value), ("in", body)]
        case Choose(condition=condition, yes=yes, no=no):
            return "if", [("", condition), ("then", yes), ("else", no)]
        case Each(function=function, names=names, sets=sets, body=body, number=number):
            stated = [] if number is None else [("number", number)]
            things = [(f"{plain_name(name)} in", part) for name, part in zip(names, sets, strict=True)]
            return function, [*things, *stated, (BINDERS[function].body, body)]


def kind_of_call(node: Apply) -> Kind | None:
    """The kind that a call is about, if it is about one."""
    about = node.argument("kind")
    return about.value if isinstance(about, Constant) and isinstance(about.value, Kind) else None


def spelled(node: Apply) -> str:
    """The name of a function as programs write it: `books`, where the core function is `of_kind`."""
    kind = kind_of_call(node)
    if kind is None:
        return node.function
    return {"of_kind": kind.plural, "the": kind.name}.get(node.function, f"filter_{kind.plural}")


def plain_name(name: str) -> str:
    """A name as the author wrote it, without the number that keeps it apart from others."""
    return name.partition("'")[0]


def _constant(node: Constant) -> str:
    type_ = solved(node.type)
    if type_ == LENGTH:
        return f"{node.value:g} m"
    if type_ == ANGLE:
        return f"{node.value:g} degrees"
    if type_ == PIXELS:
        return f"{node.value:g} pixels"
    if type_ == CLOCK:
        return f"{node.value} o'clock"
    return f"rank {node.value}" if type_ == ORDINAL else str(node.value)


def gloss(node: Typed, bound: Mapping[str, Typed] | None = None) -> str:
    """The program as a phrase, put together from the words of each function."""
    known = dict(bound or {})
    match node:
        case Apply(function=name, arguments=arguments):
            words = {label: gloss(value, known) for label, value in arguments}
            kind = kind_of_call(node)
            if kind is not None and kind.is_a(VIEWER):
                return "you"
            if kind is not None:
                words["kind"] = kind.noun if name == "the" else kind.nouns
            return FUNCTIONS[name].worded.format_map(words)
        case Construct(constructor=name, arguments=arguments):
            inner = ", ".join(gloss(a, known) for a in arguments)
            return f"{name}({inner})" if inner else name
        case Operate(operator=symbol, operands=(operand,)):
            return f"{symbol} {gloss(operand, known)}"
        case Operate(operator=symbol, operands=(left, right)):
            return f"({gloss(left, known)} {OPERATORS.get(symbol, symbol)} {gloss(right, known)})"
        case Bind(name=name, value=value, body=body):
            return gloss(body, {**known, name: value})
        case Read(name=name) if name in known:
            return gloss(known[name], known)
        case Choose(condition=condition, yes=yes, no=no):
            return f"{gloss(yes, known)} if {gloss(condition, known)}, otherwise {gloss(no, known)}"
        case Each(function=function, names=names, sets=sets, body=body, number=number):
            return BINDERS[function].worded.format(
                name=" and ".join(map(plain_name, names)),
                things=" and ".join(gloss(part, known) for part in sets),
                test=gloss(body, known),
                number="" if number is None else gloss(number, known),
            )
        case Gather(items=items):
            return ", ".join(gloss(i, known) for i in items)
        case FrameOf(kind=kind):
            return kind
        case _:
            return _parts(node)[0]
