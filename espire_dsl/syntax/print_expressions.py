"""Lays out expressions, domains and types, with as few parentheses as keep the tree."""

from __future__ import annotations

from collections.abc import Sequence

from espire_dsl.syntax import tree
from espire_dsl.syntax.layout import SPACE, Group, Layout, Nest, joined, listed
from espire_dsl.syntax.strings import short_literal
from espire_dsl.syntax.vocabulary import ordinal_suffix

_LET, _OR, _AND, _NOT, _COMPARISON, UNION, _SUM, _INTERSECTION, _PRODUCT, _NEGATIVE, _PIPE, _ATOM = range(12)
_BINARY = {
    "or": _OR,
    "and": _AND,
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), _COMPARISON),
    "|": UNION,
    **dict.fromkeys(("+", "-"), _SUM),
    "&": _INTERSECTION,
    **dict.fromkeys(("*", "/"), _PRODUCT),
}


def expression(value: tree.Expression, tightness: int = _LET) -> Layout:
    """The layout of a value where only operators of at least this tightness need no parentheses."""
    level, layout = _leveled(value)
    if level < tightness:
        return ("(", Nest(1, layout), ")")
    return layout


def _leveled(value: tree.Expression) -> tuple[int, Layout]:
    match value:
        case tree.Binary():
            return _BINARY[value.operator], _binary(value)
        case tree.Unary(operator="not"):
            return _NOT, ("not ", expression(value.operand, _NOT))
        case tree.Unary():
            return _NEGATIVE, (value.operator, expression(value.operand, _NEGATIVE))
        case tree.Pipe():
            return _PIPE, _pipe(value)
        case tree.LetIn():
            return _LET, _let_in(value)
        case tree.Conditional():
            return _LET, _conditional(value)
        case _:
            return _ATOM, _atom(value)


def _binary(value: tree.Binary) -> Layout:
    """`a op b op c` of one tightness is one chain, which breaks before each operator."""
    level = _BINARY[value.operator]
    left_level = level + 1 if level == _COMPARISON else level
    stages: list[Layout] = []
    left: tree.Expression = value
    while isinstance(left, tree.Binary) and _BINARY[left.operator] == level:
        stages.append((SPACE, left.operator, " ", Nest(2, expression(left.right, level + 1))))
        left = left.left
        if left_level > level:
            break
    return Group((expression(left, left_level), Nest(2, tuple(reversed(stages)))))


def _pipe(value: tree.Pipe) -> Layout:
    stages: list[Layout] = []
    first: tree.Expression = value
    while isinstance(first, tree.Pipe):
        stages.append((SPACE, "|> ", Nest(3, call(first.call))))
        first = first.value
    return Group((expression(first, _PIPE), Nest(2, tuple(reversed(stages)))))


def _let_in(value: tree.LetIn) -> Layout:
    bindings: list[Layout] = []
    body: tree.Expression = value
    while isinstance(body, tree.LetIn):
        bindings.append(("let ", body.name.text, " = ", Nest(2, expression(body.value)), " in", SPACE))
        body = body.body
    return Group((*bindings, expression(body)))


def _conditional(value: tree.Conditional) -> Layout:
    """`if a then b else if c then d else e` is one chain, which breaks before each `then` and `else`."""
    parts: list[Layout] = []
    rest: tree.Expression = value
    while isinstance(rest, tree.Conditional):
        condition, yes = expression(rest.condition), expression(rest.yes)
        parts += ["if ", Nest(2, condition), Nest(2, (SPACE, "then ", Nest(2, yes))), SPACE, "else "]
        rest = rest.no
    return Group((*parts, Nest(2, expression(rest))))


def _atom(value: tree.Expression) -> Layout:
    match value:
        case tree.Number():
            return f"{value.text} {value.unit}" if value.unit else value.text
        case tree.OrdinalNumber():
            return f"{value.value}{ordinal_suffix(value.value)}"
        case tree.ClockHour():
            return f"{value.value} o'clock"
        case tree.Text():
            return short_literal(value.value)
        case tree.Call():
            return call(value)
        case tree.SetOf():
            return braced([expression(item) for item in value.items])
        case tree.SetWhere():
            return _set_where(value)
        case tree.Name():
            return value.text
        case tree.Range():
            return (expression(value.low, UNION), " .. ", expression(value.high, UNION))
        case tree.Point():
            return listed("(", [expression(item) for item in value.items], ")")
        case tree.Cases():
            return braced([(case.name.text, ": ", expression(case.value)) for case in value.cases])
    raise TypeError(f"not an atom: {value!r}")


def _set_where(value: tree.SetWhere) -> Layout:
    things = (f"{value.name.text} in ", Nest(2, expression(value.things)))
    test = (SPACE, "where ", Nest(2, expression(value.test)))
    return Group(("{", Nest(2, (SPACE, things, test)), SPACE, "}"))


def call(value: tree.Call) -> Layout:
    return (value.function.text, arguments(value.arguments))


def arguments(values: Sequence[tree.Argument]) -> Layout:
    return listed("(", [argument(a) for a in values], ")")


def argument(value: tree.Argument) -> Layout:
    each = f"{value.each.text} in " if value.each else ""
    return (f"{value.name.text}: " if value.name else each, expression(value.value))


def braced(parts: Sequence[Layout]) -> Layout:
    return listed("{", parts, "}", SPACE)


# --- domains and types --------------------------------------------------------------------------


def words(values: Sequence[tree.Word]) -> str:
    return " ".join(word.text for word in values)


def domain(value: tree.Domain) -> Layout:
    match value:
        case tree.ChoiceDomain():
            return braced([expression(item) for item in value.items])
        case tree.RangeDomain():
            step = (" step ", expression(value.step, UNION)) if value.step is not None else ""
            return (expression(value.low, UNION), " .. ", expression(value.high, UNION), step)
        case tree.KindDomain():
            return words(value.words)
        case tree.CategoriesDomain():
            return ("category ", domain(value.domain))


def type_(value: tree.Type) -> str:
    match value:
        case tree.TypeName():
            return words(value.words)
        case tree.TypeApply():
            return f"{value.head.text}[{type_(value.argument)}]"
        case tree.TypeConstructors():
            return f"{{ {', '.join(name.text for name in value.names)} }}"


def parameters(values: Sequence[tree.Parameter]) -> Layout:
    return listed("(", [_parameter(p) for p in values], ")")


def _parameter(value: tree.Parameter) -> Layout:
    written_type = f": {type_(value.type)}" if value.type is not None else ""
    written_domain = (" in ", domain(value.domain)) if value.domain is not None else ""
    default = (" = ", expression(value.default)) if value.default is not None else ""
    return (value.name.text, written_type, written_domain, default)


def choice(value: tree.Choice) -> str:
    return (f"{value.label.text}: " if value.label else "") + words(value.words)


def where(values: Sequence[tree.Where]) -> Layout:
    return joined([(w.name.text, " in ", domain(w.domain)) for w in values], (",", SPACE))
