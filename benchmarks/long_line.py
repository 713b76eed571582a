"""How long findings take that all stand on one line of 1 MiB: to be shown as text in 5 seconds."""

from __future__ import annotations

import time

from espire_dsl.diagnostics.text import MOST_SHOWN, render_text
from espire_dsl.diagnostics.value import Diagnostic, Label, Span

LIMIT = 5.0


def main() -> None:
    line = "book a " * (1024 * 1024 // 7)
    step = len(line) // MOST_SHOWN
    spans = [Span("a", at, at + 4) for at in range(0, len(line), step)]
    found = [
        Diagnostic("E0203", "no such thing", Label(span, "here"), (Label(spans[0], "and there"),))
        for span in spans
    ]
    started = time.perf_counter()
    render_text(found, {"a": line}.get)
    seconds = time.perf_counter() - started
    print(f"{len(found)} findings on a line of {len(line)} characters: {seconds:.2f} s (limit {LIMIT:g} s)")
    raise SystemExit(seconds > LIMIT)


if __name__ == "__main__":
    main()
