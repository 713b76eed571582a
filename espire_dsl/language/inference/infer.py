"""Types of expressions, and the typed program. Reports what does not fit and goes on with `Unknown`."""

from __future__ import annotations

from attrs import evolve

from espire_dsl.language.core.binders import CALLED
from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.core.functions import FUNCTIONS
from espire_dsl.language.hints import did_you_mean
from espire_dsl.language.inference import binding_each, calls, conditionals
from espire_dsl.language.inference.missing_units import unit_help
from espire_dsl.language.inference.operators import result_of
from espire_dsl.language.inference.reserved import BARE_FRAMES, RESERVED, TRUTH, check_new_name
from espire_dsl.language.inference.scope import Scope, ScopeEntry
from espire_dsl.language.kinds import ANYTHING
from espire_dsl.language.rules import OF_SUITES
from espire_dsl.language.typed import Bind, Constant, FrameOf, Gather, Operate, Read, Typed, is_short
from espire_dsl.language.types import (
    ANGLE,
    BOOL,
    CLOCK,
    INT,
    LABEL,
    LENGTH,
    NUMBER,
    ORDINAL,
    PIXELS,
    TYPE_OF_WORD,
    UNIT_FACTORS,
    UNIT_TYPES,
    UNKNOWN,
    CategoryType,
    FrameType,
    Hole,
    OpenSort,
    Set,
    Thing,
    Type,
    Unknown,
    solved,
)
from espire_dsl.language.unify import accept, join
from espire_dsl.scene.quantize import quantize
from espire_dsl.syntax import tree

MOST_DIGITS = 15
NOT_EVERYWHERE = {
    "candidates": "a family has candidates once it declares them: `candidates  books`",
    "answers": "only `require`, `tag` and `distract` come after the answers",
    "margin": "`require` and `tag` know the margin, where the reasoning types measure something",
    "margin_angle": "a family says so by the unit: `require margin >= 5 deg`",
    "margin_fraction": "a family says so by the unit: `require margin >= 0.05`",
    **{name: f"`{name}` is set for a suite: in [rules] of its espire.toml" for name in OF_SUITES},
}


def infer(node: tree.Expression, scope: Scope) -> Typed:
    scope.work.nodes += 1
    match node:
        case tree.Name():
            return _name(node, scope)
        case tree.Number():
            return number(node, scope)
        case tree.OrdinalNumber(value=value, span=span):
            if value < 1:
                scope.findings.add("E0330", span, "ranks start at 1st", "there is no such rank")
            return Constant(value, ORDINAL, span)
        case tree.ClockHour(value=value, span=span):
            if not 1 <= value <= 12:
                scope.findings.add("E0329", span, f"a clock has no hour {value}", "hours run from 1 to 12")
            return Constant(value, CLOCK, span)
        case tree.Text(value=text, span=span):
            return Constant(text, LABEL, span)
        case tree.Call():
            return calls.call(node.function, node.arguments, node.span, scope, infer)
        case tree.Pipe(value=value, call=call):
            first = tree.Argument(value, span=value.span)
            return calls.call(call.function, (first, *call.arguments), node.span, scope, infer, piped=True)
        case tree.Binary():
            return _binary(node, scope)
        case tree.Unary():
            return _unary(node, scope)
        case tree.LetIn():
            return _let(node, scope)
        case tree.Conditional():
            return conditionals.conditional(node, scope, infer)
        case tree.SetOf():
            return _set(node, scope)
        case tree.SetWhere():
            return binding_each.comprehension(node, scope, infer)
        case tree.Range() | tree.Point() | tree.Cases():
            what = {tree.Range: "a range", tree.Point: "a point"}.get(type(node), "a value for each case")
            scope.findings.add(
                "E0234",
                node.span,
                f"{what} is no value of a program",
                "only worlds and assets take this",
            )
            return Read("_", UNKNOWN, node.span)


def number(node: tree.Number, scope: Scope) -> Constant:
    """A numeral with or without a unit; lengths become metres."""
    type_ = UNIT_TYPES[node.unit] if node.unit is not None else NUMBER if "." in node.text else INT
    if len(node.text) > MOST_DIGITS:
        scope.findings.add("E0230", node.span, "this number is too long", f"more than {MOST_DIGITS} digits")
        return Constant(0, type_, node.span)
    if node.unit is not None:
        return Constant(quantize(float(node.text) * UNIT_FACTORS[node.unit]), type_, node.span)
    return Constant(float(node.text) if type_ == NUMBER else int(node.text), type_, node.span)


def _name(node: tree.Name, scope: Scope) -> Typed:
    name = node.text
    bound = scope.lookup(name)
    if bound is not None and bound.value is not None:
        return evolve(bound.value, span=node.span)
    if bound is not None:
        return Read(bound.name, Hole() if bound.anew else bound.type, node.span)
    if name in TRUTH:
        return Constant(TRUTH[name], BOOL, node.span)
    if name in TYPE_OF_WORD and name not in FUNCTIONS:
        return Constant(name, TYPE_OF_WORD[name], node.span)
    if name in BARE_FRAMES:
        return FrameOf(name, None, FrameType(frozenset({name})), node.span)
    if (
        name in FUNCTIONS
        or name in scope.functions
        or name in scope.kind_functions
        or name in CONSTRUCTORS
        or name in CALLED
        or name == "intrinsic"
    ):
        return calls.call(tree.Word(name, span=node.span), (), node.span, scope, infer, bare=True)
    category = scope.catalogue.categories.get(name)
    sort = None if category is None else scope.sort_of_category(category)
    if sort is not None:
        return Constant(name, CategoryType(sort), node.span)
    _report_unknown(node, scope)
    return Read(name, UNKNOWN, node.span)


def _report_unknown(node: tree.Name, scope: Scope) -> None:
    functions = (*scope.functions, *scope.kind_functions)
    known = [*scope.variables, *RESERVED, *functions, *scope.catalogue.categories]
    help = NOT_EVERYWHERE.get(node.text) or did_you_mean(node.text, known)
    told_by_the_parser = not node.text.isascii() or (scope.names_lost and help is None)
    if not told_by_the_parser:
        scope.findings.add("E0201", node.span, f"nothing is called `{node.text}`", "unknown name", help=help)


def _binary(node: tree.Binary, scope: Scope) -> Typed:
    left, right = infer(node.left, scope), infer(node.right, scope)
    _settle(left.type, right.type, node.operator)
    result = result_of(node.operator, solved(left.type), solved(right.type))
    if result.type is None:
        units = unit_help(left, solved(right.type)) or unit_help(right, solved(left.type))
        one_side = result.side is not None
        scope.findings.add(
            "E0209" if result.units else "E0210",
            node.span if result.side is None else (left, right)[result.side].span,
            result.problem,
            help="write `{ x }` for the set of one thing" if one_side else units,
        )
        return Operate(node.operator, (left, right), UNKNOWN, node.span)
    return Operate(node.operator, (left, right), result.type, node.span)


def _settle(left: Type, right: Type, operator: str) -> None:
    """An undeclared parameter beside an operator has the type of the other side."""
    if operator in ("and", "or"):
        for side in (left, right):
            if isinstance(side, Hole) and side.solution is None:
                side.solution = BOOL
    for open_side, other in ((left, right), (right, left)):
        if isinstance(open_side, Hole) and open_side.solution is None:
            known = solved(other)
            if isinstance(known, Set):
                open_side.solution = Set(OpenSort(ANYTHING))
            elif not isinstance(known, Unknown):
                accept(open_side, known, {})


def _unary(node: tree.Unary, scope: Scope) -> Typed:
    operand = infer(node.operand, scope)
    allowed = (BOOL,) if node.operator == "not" else (LENGTH, ANGLE, PIXELS, NUMBER, INT)
    if isinstance(operand.type, Hole) and operand.type.solution is None and node.operator == "not":
        operand.type.solution = BOOL
    type_ = solved(operand.type)
    if type_ not in allowed and not isinstance(type_, Unknown):
        scope.findings.add("E0210", node.span, f"`{node.operator}` does not work on {type_}")
        type_ = UNKNOWN
    if isinstance(operand, Constant) and node.operator == "-" and type_ in allowed:
        return Constant(-operand.value, type_, node.span)
    return Operate(node.operator, (operand,), type_, node.span)


def _let(node: tree.LetIn, scope: Scope) -> Typed:
    value = infer(node.value, scope)
    name = node.name.text
    check_new_name(node.name, scope)
    fresh = f"{name}'{next(scope.work.fresh)}"
    short = value if is_short(value) else None
    inner = scope.binding(**{name: ScopeEntry(value.type, node.name.span, fresh, short)})
    body = infer(node.body, inner)
    if (name, node.name.span.start) not in scope.work.used:
        scope.findings.add("W0301", node.name.span, f"`{name}` is never used", "bound here, read nowhere")
    return body if short else Bind(fresh, value, body, body.type, node.span)


def _set(node: tree.SetOf, scope: Scope) -> Typed:
    items = tuple(infer(item, scope) for item in node.items)
    if not items:
        scope.findings.add(
            "E0208",
            node.span,
            "an empty set is of no kind",
            "nothing in it",
            help="ask `exists(...)` whether a set has anything in it",
        )
    element = None
    for item in items:
        if isinstance(item.type, Hole) and item.type.solution is None:
            item.type.solution = Thing(OpenSort(ANYTHING))
        type_ = solved(item.type)
        if isinstance(type_, Thing):
            element = type_.element if element is None else join(element, type_.element)
        elif not isinstance(type_, Unknown):
            scope.findings.add(
                "E0208", item.span, f"a set holds things of the scene, not {type_}", f"this is {type_}"
            )
    return Gather(items, UNKNOWN if element is None else Set(element), node.span)
