"""Where Python knows a kind of the library by its name: `python benchmarks/kind_words.py`.

Kinds are declared in files of the language, and the rest of the system goes by their roles. String constants
that are the name of such a kind are listed with their places, and there may be few: most of them mean
something else (an HTML element, a field of a record), as a comment beside each says.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("espire_dsl", "sim")
MOST = 10
KINDS = ("book", "slot", "shelf", "near", "distant", "space", "table", "support")
WORDS = frozenset({*KINDS, *(f"{kind}s" for kind in KINDS), "shelves"})


def kind_words(text: str) -> Iterator[tuple[int, str]]:
    """The lines on which string constants are words for kinds, each with the word."""
    found = (
        (node.lineno, node.value)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in WORDS
    )
    yield from sorted(found)


def main() -> int:
    lines: set[tuple[Path, int]] = set()
    for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for line, word in kind_words(text):
            lines.add((path, line))
            print(f"{path.relative_to(ROOT)}:{line}: {word}: {text.splitlines()[line - 1].strip()}")
    print(f"{len(lines)} lines with words for kinds, of at most {MOST}: ratio {len(lines) / MOST:.2f}")
    return int(len(lines) > MOST)


if __name__ == "__main__":
    sys.exit(main())
