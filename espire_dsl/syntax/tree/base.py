"""What every part of the tree has: a place, words, comments."""

from __future__ import annotations

from attrs import field, frozen

from espire_dsl.diagnostics.value import Span

NOWHERE = Span("", 0, 0)


def span_field() -> Span:
    return field(default=NOWHERE, eq=False, repr=False, kw_only=True)


def comments_field() -> Comments:
    return field(default=NO_COMMENTS, eq=False, repr=False, kw_only=True)


def broken_field() -> bool:
    """Says that the author wrote more than the tree holds, because part of it could not be read."""
    return field(default=False, eq=False, repr=False, kw_only=True)


@frozen
class Comments:
    """Comments that belong to an item or a clause: on the lines before it, and at the end of its line.

    An empty text in `before` or `inner` is an empty line between comments, or between them and what follows.
    `blank_before` says that the author left an empty line above; the printer keeps (at most) one.
    `inner` are comments that stand before the closing brace of a block.
    """

    before: tuple[str, ...] = ()
    after: str | None = None
    inner: tuple[str, ...] = ()
    blank_before: bool = False


NO_COMMENTS = Comments()


@frozen
class Word:
    """A bare word with a position: a segment of a name, an aspect, a kind."""

    text: str
    span: Span = span_field()
