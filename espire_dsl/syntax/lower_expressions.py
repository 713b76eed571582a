"""From parse tree to syntax tree: expressions, and what every other rule needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import evolve

from espire_dsl.diagnostics.value import Findings, Span
from espire_dsl.syntax import tree
from espire_dsl.syntax.lexer import MAX_NESTING, Token
from espire_dsl.syntax.source import Source
from espire_dsl.syntax.strings import unescape
from espire_dsl.syntax.table import ParseNode
from espire_dsl.syntax.vocabulary import ordinal_suffix

Children = Sequence[Any]

_MAX_DIGITS = 9
_BLOCKS = frozenset({"family", "example", "scene"})
# An argument is a level of the parse tree, not of the expression.
_UNCOUNTED = frozenset({"argument"})


class TooDeepError(Exception):
    """An expression is nested too deeply for later passes to walk it; `token` is the first in it."""

    def __init__(self, node: ParseNode) -> None:
        super().__init__(f"more than {MAX_NESTING} levels")
        first: Any = node
        while not isinstance(first, Token):
            first = first.parts()[0]
        self.token = first


class ExpressionLowering:
    """Methods named by the rules of the grammar."""

    def __init__(self, source: Source, findings: Findings, broken: list[int]) -> None:
        self.source = source
        self.path = source.path
        self.findings = findings
        self.broken = broken

    def block(self, node: ParseNode) -> Any:
        """What the methods make of the module or a block in it, without the parts that nest too deeply."""
        children: list[Any] = []
        for part in node.parts():
            if type(part) is not ParseNode:
                children.append(part)
            elif part.rule in _BLOCKS:
                children.append(self.block(part))
            else:
                self._take_part(part, children)
        return getattr(self, node.rule)(children)

    def _take_part(self, part: ParseNode, children: list[Any]) -> None:
        found = len(self.findings)
        try:
            children.append(self.transform(part, 0))
        except TooDeepError as deep:
            del self.findings.items[found:]  # what was found in a part that is dropped
            self.broken.append(deep.token.start)
            self.findings.add(
                "E0135",
                Span(self.path, deep.token.start, deep.token.end),
                f"an expression is nested more than {MAX_NESTING} levels deep",
                "too deep here",
                help="give a name to a part of it with `let`, or move it into a function",
            )

    def transform(self, node: ParseNode, depth: int) -> Any:
        """What the methods make of a node so deep in a clause, and of all below it."""
        if depth > MAX_NESTING:
            raise TooDeepError(node)
        children = [
            self.transform(part, depth if part.rule in _UNCOUNTED else depth + 1)
            if type(part) is ParseNode
            else part
            for part in node.parts()
        ]
        return getattr(self, node.rule)(children)

    # --- shared ---------------------------------------------------------------------------------

    def span(self, children: Children) -> Span:
        first, last = children[0], children[-1]
        start = first.start if type(first) is Token else first.span.start
        end = last.end if type(last) is Token else last.span.end
        return Span(self.path, start, end)

    def word(self, token: Token) -> tree.Word:
        _, text, start, end, _, _ = token
        return tree.Word(text, span=Span(self.path, start, end))

    def words(self, children: Children) -> tuple[tree.Word, ...]:
        return tuple([self.word(c) for c in children if type(c) is Token and c.type == "NAME"])

    def string_value(self, token: Token) -> str:
        """What a string token means. One that was reported may lack quotes, or have others."""
        quotes = 3 if token.text.startswith('"""') else 1
        if token.reported:
            return token.text.strip("\"'“”‘’")
        return unescape(
            token.text[quotes:-quotes],
            lambda offset, text: self._unknown_escape(token.start + quotes + offset, text),
        )

    def _unknown_escape(self, start: int, text: str) -> None:
        self.findings.add(
            "E0107",
            Span(self.source.path, start, start + len(text)),
            "unknown escape in a text" if text.isspace() or len(text) < 2 else f"unknown escape `{text}`",
            "not an escape",
            help='the escapes are `\\"`, `\\\\`, `\\n` and `\\t`; write `\\\\` for a backslash',
        )

    def _whole(self, text: str, span: Span, what: str) -> int | None:
        if text.isdigit() and len(text) <= _MAX_DIGITS:
            return int(text)
        self.findings.add(
            "E0142",
            span,
            f"{what} is a whole number" if "." in text else f"`{text[:12]}...` is too large for {what}",
            "not a whole number" if "." in text else "too large",
        )
        return None

    # --- atoms ----------------------------------------------------------------------------------

    def name(self, children: Children) -> tree.Name:
        return tree.Name(children[0].text, span=self.span(children))

    def number(self, children: Children) -> tree.Number:
        unit = children[1].text if len(children) > 1 else None
        return tree.Number(children[0].text, unit, span=self.span(children))

    def unit(self, children: Children) -> tree.Word:
        return self.word(children[0])

    def ordinal(self, children: Children) -> tree.OrdinalNumber:
        digits, suffix, span = children[0].text[:-2], children[0].text[-2:], self.span(children)
        value = self._whole(digits, span, "an ordinal") or 0
        right = ordinal_suffix(value)
        if suffix != right and value:
            self.findings.add(
                "E0113",
                span,
                f"`{children[0].text}` has the wrong ending",
                "wrong ending",
                help=f"write `{value}{right}`",
            )
        return tree.OrdinalNumber(value, span=span)

    def clock_hour(self, children: Children) -> tree.ClockHour:
        span = self.span(children)
        return tree.ClockHour(self._whole(children[0].text, span, "an hour") or 0, span=span)

    def text(self, children: Children) -> tree.Text:
        return tree.Text(self.string_value(children[0]), span=self.span(children))

    long_text = text

    def set(self, children: Children) -> tree.SetOf:
        return tree.SetOf(_expressions(children), span=self.span(children))

    def comprehension(self, children: Children) -> tree.SetWhere:
        return tree.SetWhere(self.word(children[1]), children[3], children[5], span=self.span(children))

    def group(self, children: Children) -> tree.Expression:
        inner: tree.Expression = evolve(children[1], span=self.span(children))
        return inner

    def call(self, children: Children) -> tree.Call:
        arguments = tuple(c for c in children if isinstance(c, tree.Argument))
        return tree.Call(self.word(children[0]), arguments, span=self.span(children))

    def argument(self, children: Children) -> tree.Argument:
        name = self.word(children[0]) if len(children) == 3 else None
        return tree.Argument(children[-1], name, span=self.span(children))

    def each(self, children: Children) -> tree.Argument:
        return tree.Argument(children[2], each=self.word(children[0]), span=self.span(children))

    # --- values of worlds and assets ------------------------------------------------------------

    def range(self, children: Children) -> tree.Range:
        return tree.Range(children[0], children[2], span=self.span(children))

    def point(self, children: Children) -> tree.Point:
        return tree.Point(_expressions(children), span=self.span(children))

    def cases(self, children: Children) -> tree.Cases:
        cases = tuple(c for c in children if isinstance(c, tree.Case))
        return tree.Cases(cases, span=self.span(children))

    def case(self, children: Children) -> tree.Case:
        return tree.Case(self.word(children[0]), children[2], span=self.span(children))

    # --- operations -----------------------------------------------------------------------------

    def let_in(self, children: Children) -> tree.LetIn:
        return tree.LetIn(self.word(children[1]), children[3], children[5], span=self.span(children))

    def conditional(self, children: Children) -> tree.Conditional:
        _, condition, _, yes, _, no = children
        return tree.Conditional(condition, yes, no, span=self.span(children))

    def pipe(self, children: Children) -> tree.Pipe:
        return tree.Pipe(children[0], children[2], span=self.span(children))

    def _binary(self, children: Children) -> tree.Binary:
        left, operator, right = children
        return tree.Binary(_spelling(operator), left, right, span=self.span(children))

    or_operation = and_operation = comparison = _binary
    union_operation = sum_operation = intersection_operation = product_operation = _binary

    def _unary(self, children: Children) -> tree.Unary:
        operator, operand = children
        return tree.Unary(_spelling(operator), operand, span=self.span(children))

    not_operation = negation = _unary


def _expressions(children: Children) -> tuple[tree.Expression, ...]:
    return tuple(c for c in children if isinstance(c, tree.Expression))


_MEANT = {"AND": "and", "OR": "or", "NOT": "not", "EQUALS": "==", "UNEQUAL": "!=", "AT_MOST": "<="}
_MEANT |= {"AT_LEAST": ">=", "STAR": "*", "SLASH": "/", "MINUS": "-"}


def _spelling(operator: Token) -> str:
    """The operator that a token means, which is not how it is written where a slip was repaired."""
    return _MEANT.get(operator.type, operator.text)
