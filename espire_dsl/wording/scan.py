"""The first look at a template, token by token: what is not allowed is found with its exact place.

Nothing is parsed before this look, so that no template is nested too deeply for the parser.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from attrs import frozen

from espire_dsl.diagnostics.suggest import nearest
from espire_dsl.wording.problems import TemplateProblem
from espire_dsl.wording.spoken import ALL_FORMS, METHOD
from espire_dsl.wording.tokens import Cut, TemplateToken

LONGEST_TEMPLATE = 4_000
LONGEST_EXPRESSION = 80
DEEPEST_BRACKETS = 8
DEEPEST_IFS = 8

OPERATORS = frozenset({".", "|", "(", ")", ",", "~", "==", "!=", "<", "<=", ">", ">="})
KEYWORDS = frozenset({"and", "or", "not", "if", "else", "elif", "endif", "true", "false", "none"})
STATEMENTS = frozenset({"if", "elif", "else", "endif"})
NUMBER = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")
"""Only such numbers: others, like `0xff` and `1e400`, come out as something that nobody says."""

_BEGINS = frozenset({"variable_begin", "block_begin"})
_CLOSED_BY = {"{{": "}}", "{%": "%}"}
_ENDS = frozenset({"variable_end", "block_end"})


@frozen
class Mention:
    """A word of a template's code, and where it stands."""

    word: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.word)


@frozen
class Scan:
    """What the tokens tell: the problems, and the names that the template mentions."""

    problems: tuple[TemplateProblem, ...]
    names: tuple[Mention, ...] = ()
    forms: tuple[Mention, ...] = ()


@frozen
class Dialect:
    """What may be written: in a `say` the least, in a file of the lexicon a little more."""

    filters: Collection[str]
    statements: frozenset[str] = STATEMENTS
    operators: frozenset[str] = OPERATORS
    keywords: frozenset[str] = KEYWORDS
    has_macros: bool = False
    longest: int = LONGEST_TEMPLATE


def scan(cutting: Cut, dialect: Dialect) -> Scan:
    """Look at every token of a template."""
    if len(cutting.text) > dialect.longest:
        return Scan((_too_long(cutting.text, dialect.longest),))
    problems: list[TemplateProblem] = []
    names: list[Mention] = []
    forms: list[Mention] = []
    depth = 0
    for block in _blocks(cutting.parsed):
        problems += _shape(block)
        if block[0].kind == "block_begin" and len(block) > 1:
            depth += {"if": 1, "endif": -1}.get(block[1].text, 0)
            if depth > DEEPEST_IFS:
                problems.append(_deep(block[1], "`if` inside `if`", DEEPEST_IFS))
                break
        for index, token in enumerate(block):
            before = block[index - 1] if index else token
            problems += _refused(token, before, block[:index], dialect)
            if token.kind == "name" and token.text not in dialect.keywords:
                if before.text == ".":
                    forms.append(Mention(token.text, token.start))
                elif before.text != "|" and before.kind != "block_begin":
                    names.append(Mention(token.text, token.start))
    problems += [
        TemplateProblem("E0405", t.start, t.end, "`raw` is not allowed in a template", "not allowed")
        for t in cutting.tokens
        if t.kind == "raw_begin"
    ]
    if not problems and cutting.stopped:
        stop = cutting.stopped
        help = _half_closed(cutting)
        problems.append(TemplateProblem("E0401", stop.start, stop.end, _syntax(stop.message), "here", help))
    return Scan(_first_of_a_kind(problems), tuple(names), tuple(forms))


def _half_closed(cutting: Cut) -> str | None:
    """What to write where one brace stands for the two signs that close a part."""
    stop = cutting.stopped
    opened = [token for token in cutting.tokens if token.kind in _BEGINS]
    if stop is None or not opened or cutting.text[stop.start : stop.end] != "}":
        return None
    opening = opened[-1].text.rstrip("-+ ")
    return f"`{opening}` is closed by `{_CLOSED_BY[opening]}`: write that here"


def _first_of_a_kind(problems: list[TemplateProblem]) -> tuple[TemplateProblem, ...]:
    """What is refused after something else was refused is mostly a consequence of it."""
    first: dict[str, TemplateProblem] = {}
    for problem in sorted(problems, key=lambda p: p.start):
        many = problem.code in ("E0403", "E0404")
        if all(problem.start != other.start for other in first.values()):
            first.setdefault(problem.message if many else problem.code, problem)
    return tuple(first.values())


def _blocks(tokens: tuple[TemplateToken, ...]) -> Iterator[list[TemplateToken]]:
    """The tokens of each `{{ }}` and `{% %}`, with the opening one and without the closing one."""
    block: list[TemplateToken] = []
    for token in tokens:
        if token.kind in _BEGINS:
            block = [token]
        elif token.kind in _ENDS:
            yield block
            block = []
        elif block:
            block.append(token)
    if block:
        yield block


def _shape(block: list[TemplateToken]) -> Iterator[TemplateProblem]:
    if len(block) > LONGEST_EXPRESSION:
        yield TemplateProblem(
            "E0406",
            block[0].start,
            block[-1].end,
            "an expression is too long",
            f"{len(block)} words and signs",
        )
    depth = 0
    for token in block:
        depth += {"(": 1, ")": -1}.get(token.text, 0) if token.kind == "operator" else 0
        if depth > DEEPEST_BRACKETS:
            yield _deep(token, "brackets inside brackets", DEEPEST_BRACKETS)
            return


def _refused(
    token: TemplateToken, before: TemplateToken, seen: list[TemplateToken], dialect: Dialect
) -> Iterator[TemplateProblem]:
    """What is wrong with one token, given those before it."""
    if before.kind == "block_begin" and token is not before:
        if token.text not in dialect.statements:
            yield _not_allowed(token, f"`{{% {token.text} %}}`", "a template may only use `if`")
    elif token.kind == "operator":
        if token.text not in dialect.operators:
            yield _not_allowed(token, f"`{token.text}`", "")
        elif token.text == "(" and _calls(before, dialect) and not _may_be_called(seen, dialect):
            yield _not_allowed(before, f"calling `{before.text}`", f"only `.{METHOD}(...)` can be called")
    elif token.kind == "string" and "\\" in token.text:
        yield _not_allowed(token, "a backslash", "")
    elif token.kind in ("integer", "float") and not NUMBER.fullmatch(token.text):
        yield _not_allowed(token, "this way of writing a number", "write at most nine digits")
    elif token.kind == "name":
        yield from _refused_name(token, before, dialect)


def _refused_name(token: TemplateToken, before: TemplateToken, dialect: Dialect) -> Iterator[TemplateProblem]:
    name = token.text
    if name in ("is", "in") and name not in dialect.keywords:
        yield _not_allowed(token, f"`{name}`", "compare with `==`")
    elif name.startswith("_") or not name.isidentifier():
        yield _not_allowed(token, f"the name `{name}`", "")
    elif before.text == "|" and name not in dialect.filters:
        yield _unknown("E0404", token, f"`{name}` is not a filter", dialect.filters)
    elif before.text == "." and name not in ALL_FORMS:
        yield _unknown("E0403", token, f"no value has a form `{name}`", ALL_FORMS)


def _calls(before: TemplateToken, dialect: Dialect) -> bool:
    return (
        before.kind in ("name", "string", "integer", "float") and before.text not in dialect.keywords
    ) or (before.text == ")")


def _may_be_called(seen: list[TemplateToken], dialect: Dialect) -> bool:
    name, before = seen[-1], seen[-2] if len(seen) > 1 else seen[-1]
    if name.kind != "name":
        return False
    if before.text == ".":
        return name.text == METHOD
    return before.text == "|" or dialect.has_macros


def _not_allowed(token: TemplateToken, what: str, help: str) -> TemplateProblem:
    return TemplateProblem(
        "E0405", token.start, token.end, f"{what} is not allowed in a template", "not allowed", help or None
    )


def _unknown(code: str, token: TemplateToken, message: str, known: Collection[str]) -> TemplateProblem:
    near = nearest(token.text, known)
    help = f"did you mean `{near}`?" if near else f"there are {listed(known)}"
    return TemplateProblem(code, token.start, token.end, message, "unknown", help)


def listed(words: Collection[str]) -> str:
    """`a`, `b` and `c`."""
    *most, last = [f"`{word}`" for word in sorted(words)]
    return f"{', '.join(most)} and {last}" if most else last


def _deep(token: TemplateToken, what: str, limit: int) -> TemplateProblem:
    return TemplateProblem("E0406", token.start, token.end, f"{what}, deeper than {limit} levels", "too deep")


def _too_long(text: str, longest: int) -> TemplateProblem:
    message = f"a template of {len(text):,} characters is too long"
    return TemplateProblem("E0406", 0, len(text), message, f"more than {longest:,} characters")


def _syntax(message: str) -> str:
    return f"the template cannot be read: {message[:1].lower()}{message[1:].rstrip('.')}"


def syntax_problem(start: int, end: int, message: str) -> TemplateProblem:
    return TemplateProblem("E0401", start, end, _syntax(message), "here")
