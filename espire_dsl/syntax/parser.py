"""The parser: feeds tokens to the stack machine, and goes on behind every mistake.

A mistake is reported once. Where it is clear what was meant, the parser goes on as if that had been
written; otherwise it drops the clause (or item, or thing of a scene) and goes on at the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import evolve
from lark import Tree

from espire_dsl.diagnostics.value import Findings, Span
from espire_dsl.syntax import tree
from espire_dsl.syntax.comments import attach_comments
from espire_dsl.syntax.depth import drop_too_deep
from espire_dsl.syntax.engine import can_follow, initial, reduce, shift, shifts_in
from espire_dsl.syntax.lexer import MAX_MISTAKES, Token, lex, report_too_many
from espire_dsl.syntax.lower import Lowering
from espire_dsl.syntax.mistake import Insert, Repair, Replace, Skip
from espire_dsl.syntax.mistakes import diagnose
from espire_dsl.syntax.recovery import header_of, next_part
from espire_dsl.syntax.situation import MARKERS, Block, Situation
from espire_dsl.syntax.source import Source
from espire_dsl.syntax.table import END, grammar
from espire_dsl.syntax.words import resolve

_BODIES = {"SPEC": "family", "GIVEN": "example", "KIND": "scene"}
_OPENERS = frozenset({"LPAR", "LBRACE", "LSQB"})
_CLOSERS = frozenset({"RPAR", "RBRACE", "RSQB"})


def parse(source: Source, findings: Findings) -> tree.Module:
    """The tree of a file, with everything that could be understood; mistakes go to `findings`."""
    lexed = lex(source, findings)
    run = _Run(lexed.tokens, source, findings)
    root = run.to_end()
    broken = [*run.broken, *drop_too_deep(root, source, findings)]
    module = Lowering(source, findings, broken).transform(root)
    return attach_comments(_mark_broken(module, broken), lexed.comments, source)


def _mark_broken(module: tree.Module, broken: list[int]) -> tree.Module:
    """Marks what holds one of the offsets at which something was dropped."""

    def marked(item: tree.Item) -> tree.Item:
        if isinstance(item, tree.Family | tree.Example) and any(
            item.span.start <= offset <= item.span.end for offset in broken
        ):
            return evolve(item, broken=True)
        return item

    return evolve(module, items=tuple(map(marked, module.items)), broken=True) if broken else module


class _Run:
    """One walk over the tokens of a file."""

    def __init__(self, tokens: list[Token], source: Source, findings: Findings) -> None:
        self.grammar = grammar()
        self.tokens = tokens
        self.source = source
        self.findings = findings
        self.index = 0
        self.stack = initial(self.grammar)
        self.blocks = [Block("module", None, self.stack)]
        self.last_terminal = ""
        self.inserted_at = -1
        self.broken: list[int] = []
        self.mistakes = 0

    def to_end(self) -> Tree[Any]:
        while True:
            terminal = resolve(self.situation())
            if terminal is None:
                self.handle_mistake()
            elif terminal == END:
                root: Tree[Any] = reduce(self.grammar, self.stack, END).value
                return root
            else:
                self.feed(self.tokens[self.index], terminal)
                self.index += 1

    def situation(self) -> Situation:
        return Situation(
            self.grammar, self.tokens, self.index, self.stack, tuple(self.blocks), self.last_terminal
        )

    def feed(self, token: Token, terminal: str) -> None:
        block = self.blocks[-1]
        self.stack = reduce(self.grammar, self.stack, terminal)
        is_between_parts = shifts_in(self.grammar, self.stack.state, MARKERS[block.kind])
        if is_between_parts:
            block.home, block.begin, block.brackets = self.stack, self.index, []
        value = token if token.type == terminal else token._replace(type=terminal)
        self.stack = shift(self.grammar, self.stack, terminal, value)
        self.last_terminal = terminal
        if terminal in _OPENERS:
            self.open(value)
        elif terminal in _CLOSERS:
            if is_between_parts:
                self.blocks.pop()
            elif block.brackets:
                block.brackets.pop()

    def open(self, token: Token) -> None:
        for marker, kind in _BODIES.items():
            if shifts_in(self.grammar, self.stack.state, marker):
                self.blocks.append(Block(kind, token, self.stack, self.index + 1))
                return
        self.blocks[-1].brackets.append(token)

    # --- mistakes -------------------------------------------------------------------------------

    def handle_mistake(self) -> None:
        self.mistakes += 1
        if self.mistakes == MAX_MISTAKES:
            report_too_many(self.source, self.tokens[self.index].start, self.findings)
            self.index = len(self.tokens) - 1
        situation = self.situation()
        mistake = diagnose(situation)
        told = self.is_known(situation) or (mistake.opener is not None and mistake.opener.reported)
        if self.mistakes < MAX_MISTAKES and not told:
            self.findings.add(
                mistake.code,
                self.span(mistake.at),
                mistake.message,
                mistake.label,
                secondary=mistake.secondary(self.source.path),
                help=mistake.help,
            )
        if not self.repair(mistake.repair, situation):
            self.give_up_part(situation)

    def repair(self, repair: Repair | None, situation: Situation) -> bool:
        """Goes on as if the mistake had not been made, if that can be."""
        match repair:
            case Skip():
                self.index += 1
                return True
            case Replace(terminal=terminal, text=text):
                token = situation.token._replace(text=text or situation.token.text, reported=True)
                if self.feed_all([(token, terminal)]):
                    self.index += 1
                    return True
            case Insert(terminals=terminals) if self.inserted_at != self.index or repair.closes:
                here = situation.previous.end
                if self.feed_all([(Token(terminal, "", here, here), terminal) for terminal in terminals]):
                    self.inserted_at = self.index
                    return True
        return False

    def feed_all(self, tokens: Sequence[tuple[Token, str]]) -> bool:
        """Feeds tokens that the text does not have, all of them or, where one cannot come, none."""
        if not can_follow(self.grammar, self.stack, [terminal for _, terminal in tokens]):
            return False
        for token, terminal in tokens:
            self.feed(token, terminal)
        return True

    def is_known(self, situation: Situation) -> bool:
        """Whether this is the consequence of a mistake that has been reported."""
        previous = situation.previous
        if situation.token.reported or (previous.reported and previous.type == "LONG_STRING"):
            return True
        if situation.token.starts_line and situation.is_between_parts:
            return False
        return (situation.index > 0 and previous.reported) or self.inserted_at == self.index

    def span(self, token: Token) -> Span:
        return Span(self.source.path, token.start, token.end)

    def give_up_part(self, situation: Situation) -> None:
        """Forgets the part of the block that the mistake is in, and goes on at the next part."""
        block = self.blocks[-1]
        self.broken.append(situation.token.start)
        header = None
        if situation.token.starts_line and situation.is_between_parts:
            self.stack = reduce(self.grammar, self.stack, MARKERS[block.kind])
            block.begin = self.index
        else:
            self.broken.append(self.tokens[block.begin].start)
            self.stack = block.home
            header = header_of(self.tokens, block, self.index) if block.kind == "module" else None
        block.home, block.brackets = self.stack, []
        if header is not None and self.feed_all(header.tokens):
            self.index = header.end
        else:
            self.index = next_part(self.tokens, self.blocks, self.index)
