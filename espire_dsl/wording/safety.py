"""What a template may be made of: an allow-list over Jinja's tree, so that what is not named is refused.

A template of a `say` can output values and choose between texts. It cannot loop, grow without bound, compute,
define, import, or reach Python.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from attrs import frozen
from jinja2 import nodes
from jinja2.environment import Environment

from espire_dsl.wording.environment import is_sayable
from espire_dsl.wording.problems import TemplateProblem
from espire_dsl.wording.scan import Dialect, Mention, scan, syntax_problem
from espire_dsl.wording.spoken import METHOD
from espire_dsl.wording.tokens import Cut, Stopped, cut, parse

ALLOWED: frozenset[type[nodes.Node]] = frozenset(
    {
        nodes.Template,
        nodes.Output,
        nodes.TemplateData,
        nodes.Name,
        nodes.Const,
        nodes.Getattr,
        nodes.Call,
        nodes.Filter,
        nodes.If,
        nodes.CondExpr,
        nodes.Compare,
        nodes.Operand,
        nodes.And,
        nodes.Or,
        nodes.Not,
        nodes.Concat,
    }
)

_COMPARE_FORMS = "compare a form with a text: `R.constructor == 'Left'`, `O.kind == 'table'`"


@frozen
class Analysis:
    """A template that was looked at. There is a tree exactly when there are no problems."""

    cutting: Cut
    problems: tuple[TemplateProblem, ...]
    tree: nodes.Template | None = None
    names: tuple[Mention, ...] = ()
    forms: tuple[Mention, ...] = ()


def analyse(environment: Environment, text: str) -> Analysis:
    """Look at the template of a `say`."""
    dialect = Dialect(filters=tuple(environment.filters))
    return analyse_as(environment, text, dialect, ALLOWED)


def analyse_as(
    environment: Environment, text: str, dialect: Dialect, allowed: Collection[type[nodes.Node]]
) -> Analysis:
    """Look at a template in a dialect: its tokens first, then its tree."""
    if len(text) > dialect.longest:
        cutting = Cut(text, ())
        return Analysis(cutting, scan(cutting, dialect).problems)
    cutting = cut(environment, text)
    seen = scan(cutting, dialect)
    if seen.problems:
        return Analysis(cutting, seen.problems)
    tree = parse(environment, cutting)
    if isinstance(tree, Stopped):
        return Analysis(cutting, (syntax_problem(tree.start, tree.end, tree.message),))
    problems = tuple(_refused(tree, cutting, dialect, allowed))
    return Analysis(cutting, problems, None if problems else tree, seen.names, seen.forms)


def _refused(
    tree: nodes.Template, cutting: Cut, dialect: Dialect, allowed: Collection[type[nodes.Node]]
) -> Iterator[TemplateProblem]:
    for node in _walk(tree):
        reason = _reason(node, dialect, allowed)
        if reason:
            start, end = _line(cutting.text, node.lineno)
            help = _COMPARE_FORMS if isinstance(node, nodes.Compare) else None
            yield TemplateProblem(
                "E0405", start, end, f"{reason} is not allowed in a template", "not allowed", help
            )


def _walk(node: nodes.Node) -> Iterator[nodes.Node]:
    yield node
    for child in node.iter_child_nodes():
        yield from _walk(child)


def _reason(node: nodes.Node, dialect: Dialect, allowed: Collection[type[nodes.Node]]) -> str | None:
    """Why a node is refused. Exact types are asked for: a subclass may do more."""
    if type(node) not in allowed:
        return f"`{type(node).__name__.lower()}`"
    if isinstance(node, nodes.Call):
        return _reason_of_call(node, dialect)
    if isinstance(node, nodes.Filter) and (node.kwargs or node.dyn_args or node.dyn_kwargs or not node.node):
        return "this way of using a filter"
    if isinstance(node, nodes.Concat) and any(map(_is_no_word, node.nodes)):
        return "joining what is true, false or nothing to a text"
    if isinstance(node, nodes.Compare) and not dialect.has_macros and not _compares_forms(node):
        return "comparing a value instead of one of its forms"
    for child in () if isinstance(node, nodes.Call) else node.iter_child_nodes():
        if isinstance(child, nodes.Getattr) and child.attr == METHOD:
            return f"`.{METHOD}` without brackets"
    return None


def _is_no_word(node: nodes.Expr) -> bool:
    """Whether a part of a template can be something that no sentence says, as far as its text tells."""
    if isinstance(node, nodes.Const):
        return not is_sayable(node.value)
    if isinstance(node, nodes.And | nodes.Or):
        return _is_no_word(node.left) or _is_no_word(node.right)
    if isinstance(node, nodes.CondExpr):
        return _is_no_word(node.expr1) or (node.expr2 is not None and _is_no_word(node.expr2))
    return isinstance(node, nodes.Compare | nodes.Not)


def _reason_of_call(node: nodes.Call, dialect: Dialect) -> str | None:
    if node.kwargs or node.dyn_args or node.dyn_kwargs:
        return "an argument with a name"
    if isinstance(node.node, nodes.Getattr) and node.node.attr == METHOD:
        names = all(isinstance(argument, nodes.Name) for argument in node.args)
        return None if names else f"anything but a name inside `.{METHOD}(...)`"
    if isinstance(node.node, nodes.Name) and dialect.has_macros:
        return None
    return "this call"


def _compares_forms(node: nodes.Compare) -> bool:
    """A spoken value equals nothing but itself, so that comparing it would always be a slip."""
    operands = (node.expr, *(operand.expr for operand in node.ops))
    return all(isinstance(operand, nodes.Getattr | nodes.Const) for operand in operands)


def _line(text: str, number: int) -> tuple[int, int]:
    """Where a line begins and ends; the first line has number 1."""
    lines = text.split("\n")
    start = sum(len(line) + 1 for line in lines[: number - 1])
    return start, start + len(lines[number - 1])
