"""Makes the parse table of the grammar. `python -m espire_dsl.syntax.lalr` writes it beside the grammar.

Making it takes Lark longer than checking a suite takes, so a made one is shipped. It names the text that it
was made from, and who changes the grammar parses by the change at once, if slowly.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from lark import Lark

from espire_dsl.resources import resource_path
from espire_dsl.syntax.table import digest_of

# The order decides between patterns that match at the same place.
_ORDER = ("BLANK", "COMMENT", "OCLOCK", "NAME", "ORDINAL", "NUMBER", "LONG_STRING", "STRING")


def table_of(grammar: bytes) -> dict[str, Any]:
    """The table of a grammar, in the form in which it is stored.

    A row of `states` leads from symbols to states, or, by `-1 - n`, to the production `n` that is complete.
    """
    lark = Lark(
        grammar.decode(),
        parser="lalr",
        lexer="basic",
        keep_all_tokens=True,
        maybe_placeholders=False,
    )
    conf = lark.parse_interactive("").parser_state.parse_conf
    spelled = {t.pattern.value: t.name for t in lark.terminals if t.pattern.type == "str"}
    patterns = {t.name: t.pattern.to_regexp() for t in lark.terminals if t.name not in spelled.values()}
    marks = {text: name for text, name in sorted(spelled.items()) if not text.isidentifier()}
    return {
        "made_from": digest_of(grammar),
        "keywords": {text: name for text, name in sorted(spelled.items()) if text.isidentifier()},
        "marks": marks,
        "pattern": _token_pattern(patterns, marks),
        **_states(conf.states, conf.start_state, conf.end_state),
    }


def _states(table: Mapping[int, Mapping[str, tuple[object, Any]]], start: int, end: int) -> dict[str, Any]:
    """The table of Lark, numbered in the order in which its states are reached: Lark's own order is another
    one each time."""
    numbers = {start: 0}
    productions: dict[tuple[int, str], int] = {}
    rows: list[dict[str, int]] = []
    for state in (reached := [start]):
        row = {}
        for symbol, (_, target) in sorted(table[state].items()):
            if isinstance(target, int):
                if target not in numbers:
                    numbers[target] = len(reached)
                    reached.append(target)
                row[str(symbol)] = numbers[target]
            else:
                made = len(target.expansion), str(target.origin.name)
                row[str(symbol)] = -1 - productions.setdefault(made, len(productions))
        rows.append(row)
    return {"end_state": numbers[end], "productions": list(productions), "states": rows}


def _token_pattern(patterns: Mapping[str, str], marks: Mapping[str, str]) -> str:
    longest_first = sorted(marks, key=len, reverse=True)
    parts = [f"(?P<{name}>{patterns[name]})" for name in _ORDER]
    parts += [f"(?P<{marks[text]}>{re.escape(text)})" for text in longest_first]
    return f"(?:{'|'.join(parts)})[ \\t]*"


def text_of(table: Mapping[str, Any]) -> str:
    """The table as its file has it, a line for each state, so that a change shows what it changed."""
    lines = []
    for name, value in table.items():
        if isinstance(value, list):
            inner = ",\n".join(json.dumps(item, separators=(",", ":")) for item in value)
            lines.append(f"{json.dumps(name)}: [\n{inner}\n]")
        else:
            lines.append(f"{json.dumps(name)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> None:
    folder = resource_path("grammar")
    table = table_of((folder / "espire.lark").read_bytes())
    (folder / "table.json").write_text(text_of(table), encoding="utf-8")


if __name__ == "__main__":
    main()
