"""Small words of help that several checks share."""

from __future__ import annotations

from collections.abc import Iterable

from espire_dsl.diagnostics.suggest import nearest


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """`did you mean ...?`, or nothing when no known word is near."""
    found = nearest(word, known)
    return f"did you mean `{found}`?" if found else None


def one_of(words: Iterable[str]) -> str:
    """`a`, `b` or `c`."""
    quoted = [f"`{w}`" for w in words]
    if len(quoted) < 2:
        return "".join(quoted)
    return ", ".join(quoted[:-1]) + " or " + quoted[-1]
