"""How long checking takes of files on one line, as long as a file may be: 5 seconds at most until one hears
what is wrong with it. What takes longer has nothing wrong, and is printed for comparison.

A file of 1 MiB may have more words and signs than are parsed, which is told too; then the longest that is
parsed is measured as well. The limit is for seconds of the processor, so that what else runs on the machine
does not count; those that passed on the clock stand beside them.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from espire_dsl.diagnostics.value import Findings
from espire_dsl.syntax.lexer import MAX_TOKENS, lex
from espire_dsl.syntax.source import Source

LIMIT = 5.0
SIZE = 1024 * 1024
HEAD = 'family pick.f { """Books.""" spec attribute coarse world tabletop action pick candidates books '
TAIL = 'let R in { Small } program filter_attribute(candidates, R) say "{{ Pick }} a {{ R }} book." }'
_SCENE = ' example "x" of pick.f { scene { viewer at (0, -1) table at (0, 0) '

SHAPES: dict[str, tuple[str, Callable[[int], str], str]] = {
    "things of one name": (
        'example "x" of pick.a { scene { ',
        lambda _: "book a ",
        "} expect { a } }",
    ),
    "families that are correct": ("", lambda n: f"{HEAD.replace('.f', f'.f{n}')}{TAIL} ", ""),
    "a scene that is correct": (
        HEAD + TAIL + _SCENE,
        lambda n: f"book b{n} at (0.1, 0.2) size small ",
        "} given R = Small expect { b0 } }",
    ),
    "functions nobody knows": ("", lambda n: f"fn first_{n}(x: Set[book]) = frist_{n}(x) ", ""),
    "families with a mistake": ("", lambda n: f"{HEAD.replace('.f', f'.f{n}')} program nothing }} ", ""),
    "variables": (HEAD, lambda n: f"let R{n} in {{ Small, Medium }} ", TAIL),
    "words that mean nothing": ("", lambda _: "foo ", ""),
    "brackets": (HEAD + "program ", lambda _: "(", TAIL),
    "a template that is never closed": (HEAD + 'say "', lambda _: "{{", '" ' + TAIL),
}
"""What a file begins with, what its n-th piece is, and what it ends with."""


def file_of(shape: str, size: int) -> str:
    """A file of a shape, with as many pieces as fit into so many bytes."""
    head, piece, tail = SHAPES[shape]
    room = size - len("espire 1\n") - len(head) - len(tail)
    pieces: list[str] = []
    while (room := room - len(piece(len(pieces)))) >= 0:
        pieces.append(piece(len(pieces)))
    return f"espire 1\n{head}{''.join(pieces)}{tail}"


def sizes_of(shape: str) -> Iterator[tuple[str, int]]:
    """1 MiB and, where that has too many words and signs, nearly the most that may be."""
    yield "1 MiB", SIZE
    sample = SIZE // 16
    tokens = len(lex(Source("sample", file_of(shape, sample)), Findings()).tokens)
    if tokens * 16 > MAX_TOKENS:
        yield "parsed", int(0.98 * sample * MAX_TOKENS / tokens)


def main() -> None:
    slow = False
    with tempfile.TemporaryDirectory() as folder:
        for shape, told, size in ((name, *found) for name in SHAPES for found in sizes_of(name)):
            file = Path(folder, "long.espire")
            file.write_text(file_of(shape, size))
            command = [sys.executable, "-m", "espire_dsl.cli", "check", "--no-cache", str(file)]
            before, started = _seconds_of_children(), time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
            seconds, passed = _seconds_of_children() - before, time.perf_counter() - started
            is_limited = "correct" not in shape
            slow |= is_limited and seconds > LIMIT
            limit = f"(limit {LIMIT:g} s)" if is_limited else "(nothing wrong)"
            print(f"{shape:32} {told:6} {seconds:5.2f} s {limit:15} {passed:5.2f} s passed", flush=True)
    raise SystemExit(slow)


def _seconds_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
