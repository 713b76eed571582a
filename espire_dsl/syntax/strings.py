"""String literals: from what is written to what is meant, and back."""

from __future__ import annotations

import re
from collections.abc import Callable

_ESCAPES = {'"': '"', "\\": "\\", "n": "\n", "t": "\t"}
_ESCAPE = re.compile(r"\\(\r\n|.?)", re.DOTALL)
_LINE_END = re.compile(r"\r\n|\r")


def unescape(body: str, unknown: Callable[[int, str], None]) -> str:
    """What the text between the quotes means; tells `unknown` of offset and text of a wrong escape."""

    def meaning(match: re.Match[str]) -> str:
        known = _ESCAPES.get(match[1])
        if known is None:
            unknown(match.start(), match[0])
            return match[0]
        return known

    return _LINE_END.sub("\n", _ESCAPE.sub(meaning, body) if "\\" in body else body)


def short_literal(value: str) -> str:
    """`"..."` on one line."""
    return f'"{_escape(value).replace(chr(34), chr(92) + chr(34)).replace(chr(10), chr(92) + "n")}"'


def long_literal(value: str) -> str:
    '''`"""..."""` with its line ends kept.'''
    body = _escape(value).replace('"""', '\\"\\"\\"')
    if body.endswith('"'):
        body = body[:-1] + '\\"'
    return f'"""{body}"""'


def literal(value: str) -> str:
    """The canonical way to write a template: long when it has line ends, else short."""
    return long_literal(value) if "\n" in value else short_literal(value)


def documentation(value: str) -> str:
    """A docstring without the indentation that it has only because of where it stands."""
    first, *rest = [line.rstrip() for line in value.expandtabs(8).split("\n")]
    lines = [first.strip(), *_dedent(rest)] if first.strip() else _dedent(rest)
    return "\n".join(lines).strip("\n")


def documentation_literal(value: str, indent: str) -> str:
    """The docstring as it is written inside a block that is indented by `indent`."""
    literal_lines = long_literal(value).split("\n")
    first, rest = literal_lines[0], literal_lines[1:]
    if not rest:
        return indent + first
    if value.startswith(" ") or _dedent(value.split("\n")[1:]) != value.split("\n")[1:]:
        # Only on a line of its own does the first line show how far the others are indented.
        first, rest = '"""', [first.removeprefix('"""'), *rest]
    last = rest.pop().removesuffix('"""')
    return "\n".join((indent + line).rstrip() for line in (first, *rest, last, '"""'))


def _dedent(lines: list[str]) -> list[str]:
    margin = min((len(line) - len(line.lstrip()) for line in lines if line), default=0)
    return [line[margin:] for line in lines]


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace("\t", "\\t")
