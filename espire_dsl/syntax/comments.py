"""Gives every comment to the clause or item that it belongs to.

A comment at the end of a line belongs to what ends there, one on lines of its own to what follows; one in
the middle of a clause moves above it, and one with nothing behind it stays at the end of its block.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from operator import is_
from typing import Any, TypeVar

from attrs import evolve

from espire_dsl.syntax import tree
from espire_dsl.syntax.lexer import Comment
from espire_dsl.syntax.source import Source

_Part = tree.Item | tree.Clause | tree.SceneLiteral | tree.SceneThing | tree.Given | tree.Expect | tree.Entry
P = TypeVar("P", bound=_Part)
_LINE_ENDS = frozenset("\r\n")


def attach_comments(module: tree.Module, comments: Sequence[Comment], source: Source) -> tree.Module:
    """The module with its comments and the empty lines that its author left."""
    return _Attaching(source).module(module, list(comments))


class _Attaching:
    def __init__(self, source: Source) -> None:
        self.source = source

    def module(self, module: tree.Module, comments: list[Comment]) -> tree.Module:
        head_end = self.first_code(comments) if module.version is not None or module.doc is not None else 0
        before = [c for c in comments if c.start < head_end]
        rest = comments[len(before) :]
        after = None
        if module.version is not None and rest and self.on_one_line(module.version_span.end, rest[0].start):
            after = rest.pop(0).text
        items, inner = self.block(module.items, rest)
        own = tree.Comments(self.lines(before, head_end), after, inner)
        return evolve(module, items=items, comments=own)

    def first_code(self, comments: list[Comment]) -> int:
        """Where the first thing that is not a comment stands."""
        offset = 0
        for comment in comments:
            if self.source.text[offset : comment.start].strip():
                break
            offset = comment.end
        return len(self.source.text) - len(self.source.text[offset:].lstrip())

    # --- blocks ---------------------------------------------------------------------------------

    def block(self, parts: Iterable[P], comments: list[Comment]) -> tuple[tuple[P, ...], tuple[str, ...]]:
        """The parts of a block with the comments around and inside them, and those left at its end."""
        done: list[P] = []
        waiting = deque(comments)
        for part in parts:
            before = _taken(waiting, part.span.start)
            inside = _taken(waiting, part.span.end)
            if done and before and self.on_one_line(done[-1].span.end, before[0].start):
                done[-1] = _with(done[-1], after=before.pop(0).text)
            start = before[0].start if before else part.span.start
            blank = self.has_blank_above(start)
            if before or blank:
                part = _with(part, before=self.lines(before, part.span.start), blank_before=blank)
            done.append(self.inside(part, inside))
        comments = list(waiting)
        if done and comments and self.on_one_line(done[-1].span.end, comments[0].start):
            done[-1] = _with(done[-1], after=comments.pop(0).text)
        return tuple(done), self.inner(comments, is_first=not done)

    def inside(self, part: Any, comments: list[Comment]) -> Any:
        match part:
            case tree.FamilyDecl():
                return self.parts(part, "clauses", comments)
            case tree.Declaration():
                return self.parts(part, "entries", comments)
            case tree.SceneLiteral():
                return self.parts(part, "things", comments)
            case tree.Example():
                return self.example(part, comments)
        moved = tuple(c.text for c in comments)
        return _with(part, before=part.comments.before + moved) if moved else part

    def parts(self, part: Any, field: str, comments: list[Comment]) -> Any:
        """A part of which the field has a block; itself where nothing in it has a comment."""
        before = getattr(part, field)
        after, inner = self.block(before, comments)
        if not inner and all(map(is_, before, after)):
            return part
        return _with(evolve(part, **{field: after}), inner=inner)

    def example(self, example: tree.Example, comments: list[Comment]) -> tree.Example:
        parts: list[tree.SceneLiteral | tree.Given | tree.Expect]
        parts = sorted((example.scene, *example.givens, *example.expects), key=lambda part: part.span.start)
        done, inner = self.block(parts, comments)
        return evolve(
            example,
            scene=next(p for p in done if isinstance(p, tree.SceneLiteral)),
            givens=tuple(p for p in done if isinstance(p, tree.Given)),
            expects=tuple(p for p in done if isinstance(p, tree.Expect)),
            comments=evolve(example.comments, inner=inner),
        )

    # --- lines ----------------------------------------------------------------------------------

    def lines(self, comments: list[Comment], end: int) -> tuple[str, ...]:
        """The comments, with an empty text for each gap between them or before `end`."""
        texts: list[str] = []
        for i, comment in enumerate(comments):
            texts.append(comment.text)
            following = comments[i + 1].start if i + 1 < len(comments) else end
            if self.has_blank_above(following):
                texts.append("")
        return tuple(texts)

    def inner(self, comments: list[Comment], *, is_first: bool) -> tuple[str, ...]:
        if not comments:
            return ()
        texts = (*self.lines(comments[:-1], comments[-1].start), comments[-1].text)
        return texts if is_first or not self.has_blank_above(comments[0].start) else ("", *texts)

    def on_one_line(self, start: int, end: int) -> bool:
        between = self.source.text[start:end]
        return start <= end and "\n" not in between and "\r" not in between

    def has_blank_above(self, offset: int) -> bool:
        """Whether `offset` is the beginning of a line below an empty one."""
        text = self.source.text
        at = offset
        while at > 0 and text[at - 1].isspace() and text[at - 1] not in _LINE_ENDS:
            at -= 1
        if at == 0 or text[at - 1] not in _LINE_ENDS:
            return False
        line, _ = self.source.position(at)
        return not self.source.line_text(line - 1).strip()


def _taken(waiting: deque[Comment], end: int) -> list[Comment]:
    """Takes the comments that begin before `end`."""
    taken: list[Comment] = []
    while waiting and waiting[0].start < end:
        taken.append(waiting.popleft())
    return taken


def _with(part: P, **changes: Any) -> P:
    return evolve(part, comments=evolve(part.comments, **changes))
