"""A typed program as text: back to a tree, and through the one printer.

An author's own functions stand there by their bodies, so that the text needs no other file.
"""

from __future__ import annotations

from espire_dsl.diagnostics.value import Span
from espire_dsl.identity_memo import once_for_each
from espire_dsl.language.core.binders import BINDERS, WHERE
from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.core.functions import FUNCTIONS
from espire_dsl.language.core.values import TypeValue
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
from espire_dsl.language.types import (
    ANGLE,
    BOOL,
    CLOCK,
    INT,
    LENGTH,
    NUMBER,
    ORDINAL,
    PIXELS,
    WORDS,
    CategoryType,
    solved,
)
from espire_dsl.program.gloss import plain_name, spelled
from espire_dsl.syntax import tree
from espire_dsl.syntax.layout import render
from espire_dsl.syntax.print_expressions import expression
from espire_dsl.wording.numbers import digits

_PLACES = 6
_NOWHERE = Span("", 0, 0)
_BY_POSITION = frozenset({"type", "category"})


@once_for_each
def program_text(program: Typed) -> str:
    """The program in the canonical style."""
    return render(expression(_tree(program)), 0)


def value_text(value: TypeValue) -> str:
    """A reasoning type with its arguments, as programs write it: `LessThan(30 cm)`."""
    parameters = CONSTRUCTORS[value.constructor].parameters
    pairs = zip(value.arguments, parameters, strict=True)
    arguments = (tree.Argument(_constant(Constant(a, p.type, _NOWHERE))) for a, p in pairs)
    return render(expression(_call(value.constructor, tuple(arguments))), 0)


def _tree(node: Typed) -> tree.Expression:
    match node:
        case Constant():
            return _constant(node)
        case Read(name=name):
            return tree.Name(plain_name(name))
        case Construct(constructor=name, arguments=parts):
            return _call(name, tuple(tree.Argument(_tree(p)) for p in parts))
        case FrameOf(kind=kind, of=of):
            return _call(kind, () if of is None else (tree.Argument(_tree(of)),))
        case Apply(function=name, arguments=named):
            told = [part for part in named if part[0] != "kind" and not _is_usual(name, *part)]
            return _call(spelled(node), tuple(_argument(i, *part) for i, part in enumerate(told)))
        case Operate(operator=symbol, operands=(operand,)):
            return tree.Unary(symbol, _tree(operand))
        case Operate(operator=symbol, operands=operands):
            return tree.Binary(symbol, _tree(operands[0]), _tree(operands[1]))
        case Gather(items=items):
            return tree.SetOf(tuple(_tree(item) for item in items))
        case Bind(name=name, value=value, body=body):
            return tree.LetIn(tree.Word(plain_name(name)), _tree(value), _tree(body))
        case Each():
            return _each(node)
        case Choose(condition=condition, yes=yes, no=no):
            return tree.Conditional(_tree(condition), _tree(yes), _tree(no))


def _each(node: Each) -> tree.Expression:
    names = [tree.Word(plain_name(name)) for name in node.names]
    sets, body = [_tree(part) for part in node.sets], _tree(node.body)
    if node.function == WHERE:
        return tree.SetWhere(names[0], sets[0], body)
    looked = tuple(tree.Argument(part, each=name) for name, part in zip(names, sets, strict=True))
    stated = () if node.number is None else (tree.Argument(_tree(node.number)),)
    if BINDERS[node.function].order is None:
        arguments = (*stated, *looked, tree.Argument(body))
    else:
        arguments = (*looked, *stated, tree.Argument(body, tree.Word("by")))
    return tree.Call(tree.Word(node.function), arguments)


def _call(name: str, arguments: tuple[tree.Argument, ...]) -> tree.Expression:
    if not arguments:
        return tree.Name(name)
    return tree.Call(tree.Word(name), arguments)


def _argument(index: int, name: str, value: Typed) -> tree.Argument:
    by_name = index > 0 and name not in _BY_POSITION
    return tree.Argument(_tree(value), tree.Word(name) if by_name else None)


def _is_usual(function: str, parameter: str, node: Typed) -> bool:
    """Whether an argument need not be said, as it is what is meant without it: edges, things, the world."""
    defaults = {p.name: p.default for p in FUNCTIONS[function].signature.parameters}
    return isinstance(node, Constant) and node.value == defaults[parameter]


def _constant(node: Constant) -> tree.Expression:
    type_, value = solved(node.type), node.value
    if type_ == LENGTH:
        small = abs(value) < 1
        text = digits(value * 100, _PLACES - 2) if small else digits(value, _PLACES)
        return tree.Number(text, "cm" if small else "m")
    if type_ == ANGLE:
        return tree.Number(digits(value, _PLACES), "deg")
    if type_ == PIXELS:
        return tree.Number(digits(value, _PLACES), "px")
    if type_ == ORDINAL:
        return tree.OrdinalNumber(value)
    if type_ == CLOCK:
        return tree.ClockHour(value)
    if type_ == BOOL:
        return tree.Name("true" if value else "false")
    if type_ in (INT, NUMBER):
        return tree.Number(digits(value, _PLACES))
    bare = isinstance(type_, CategoryType) or type_ in WORDS
    return tree.Name(value) if bare else tree.Text(value)
