"""A template cut into tokens that know where they stand, and the parser that says where it stopped."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen
from jinja2 import TemplateSyntaxError, nodes
from jinja2.environment import Environment
from jinja2.lexer import Token as JinjaToken
from jinja2.lexer import TokenStream, ignored_tokens
from jinja2.parser import Parser

_NOT_PARSED = ignored_tokens | {"raw_begin", "raw_end"}


@frozen
class TemplateToken:
    """`kind` is Jinja's name for it: data, variable_begin, name, operator, string ..."""

    kind: str
    text: str
    start: int
    line: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@frozen
class Stopped:
    """Where reading stopped, and why."""

    start: int
    end: int
    message: str


@frozen
class Cut:
    """All tokens up to the end, or up to the character that fits nowhere."""

    text: str
    tokens: tuple[TemplateToken, ...]
    stopped: Stopped | None = None

    @property
    def parsed(self) -> tuple[TemplateToken, ...]:
        """Those that the parser sees: no white space, no comments."""
        return tuple(t for t in self.tokens if t.kind not in _NOT_PARSED)


def cut(environment: Environment, text: str) -> Cut:
    """The tokens of a template. Jinja drops white space at `{{-`, so each token is looked up in the text."""
    text = one_kind_of_line_end(text)
    tokens: list[TemplateToken] = []
    at = 0
    try:
        for line, kind, value in environment.lex(text):
            start = text.find(value, at)
            if start < 0:
                start = at
            tokens.append(TemplateToken(kind, value, start, line))
            at = start + len(value)
    except TemplateSyntaxError as error:
        return Cut(text, tuple(tokens), Stopped(at, min(at + 1, len(text)), str(error.message)))
    return Cut(text, tuple(tokens))


def one_kind_of_line_end(text: str) -> str:
    """The same text, as long as before, with line feeds only."""
    return text.replace("\r\n", " \n").replace("\r", "\n")


def parse(environment: Environment, cutting: Cut) -> nodes.Template | Stopped:
    """The tree of a template, or the token at which it ceases to be one."""
    parser = Parser(environment, "")
    pulled = 0

    def counted() -> Iterator[JinjaToken]:
        nonlocal pulled
        raw = ((token.line, token.kind, token.text) for token in cutting.tokens)
        for token in environment.lexer.wrap(raw):
            pulled += 1
            yield token

    try:
        parser.stream = TokenStream(counted(), None, None)
        return parser.parse()
    except TemplateSyntaxError as error:
        seen = cutting.parsed
        if parser.stream.closed or not seen:
            end = len(cutting.text)
            return Stopped(max(end - 1, 0), end, str(error.message))
        token = seen[min(pulled, len(seen)) - 1]
        return Stopped(token.start, token.end, str(error.message))
