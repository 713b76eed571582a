"""The parser: feeds tokens to the stack machine, and goes on behind every mistake.

A mistake is reported once. Where it is clear what was meant, the parser goes on as if that had been
written; otherwise it drops the clause (or item, or thing of a scene) and goes on at the next one.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from espire_dsl.diagnostics.value import Findings, Span
from espire_dsl.memory import paused
from espire_dsl.syntax import tree
from espire_dsl.syntax.comments import attach_comments
from espire_dsl.syntax.engine import ParseStack, can_follow, initial, shifting_states
from espire_dsl.syntax.lexer import MAX_MISTAKES, Token, lex, report_too_many
from espire_dsl.syntax.lower import Lowering
from espire_dsl.syntax.mistake import Insert, Repair, Replace, Skip
from espire_dsl.syntax.mistakes import diagnose
from espire_dsl.syntax.recovery import header_of, next_part
from espire_dsl.syntax.situation import MARKERS, Block, Situation
from espire_dsl.syntax.source import Source
from espire_dsl.syntax.table import END, ParseNode, grammar
from espire_dsl.syntax.words import resolve

_OPENERS = frozenset({"LPAR", "LBRACE", "LSQB"})
_CLOSERS = frozenset({"RPAR", "RBRACE", "RSQB"})


@paused()
def parse(source: Source, findings: Findings) -> tree.Module:
    """The tree of a file, with everything that could be understood; mistakes go to `findings`."""
    with findings.until_full():
        lexed = lex(source, findings)
        run = _Run(lexed.tokens, source, findings)
        root = run.to_end()
        module = Lowering(source, findings, run.broken).block(root)
        return attach_comments(_mark_broken(module, run.broken), lexed.comments, source)
    return tree.Module(None, None, (), broken=True)


def _mark_broken(module: tree.Module, broken: list[int]) -> tree.Module:
    """Marks what holds one of the offsets at which something was dropped."""

    def marked(item: tree.Item) -> tree.Item:
        if isinstance(item, tree.FamilyDecl | tree.Example | tree.Declaration) and any(
            item.span.start <= offset <= item.span.end for offset in broken
        ):
            return evolve(item, broken=True)
        return item

    return evolve(module, items=tuple(map(marked, module.items)), broken=True) if broken else module


class _Run:
    """One walk over the tokens of a file."""

    def __init__(self, tokens: list[Token], source: Source, findings: Findings) -> None:
        stack = initial(grammar())
        self.between_parts = {kind: shifting_states(grammar(), mark) for kind, mark in MARKERS.items()}
        block = Block("module", None, stack, self.between_parts["module"])
        self.at = Situation(grammar(), tokens, 0, stack, [block])
        self.source = source
        self.findings = findings
        self.inserted_at = -1
        self.broken: list[int] = []
        self.mistakes = 0

    def to_end(self) -> ParseNode:
        at = self.at
        while True:
            terminal = resolve(at)
            if terminal is None:
                self.handle_mistake()
            elif terminal == END:
                root: ParseNode = self.completed(END)[1]
                return root
            else:
                self.feed(at.tokens[at.index], terminal)
                at.index += 1

    def completed(self, terminal: str) -> ParseStack:
        """The stack after all that is complete before a terminal that can come."""
        stack = self.at.completed(terminal)
        assert stack is not None
        return stack

    def feed(self, token: Token, terminal: str) -> None:
        at = self.at
        block = at.blocks[-1]
        stack = at.completed(terminal)
        assert stack is not None
        is_between_parts = stack[0] in block.between_parts
        if is_between_parts:
            block.home, block.begin, block.brackets = stack, at.index, []
        value = token if token.type == terminal else Token(terminal, *token[1:])
        state = at.grammar.states[stack[0]][terminal]
        assert isinstance(state, int)
        at.stack = state, value, stack
        at.last_terminal = terminal
        if terminal in _OPENERS:
            self.open(value)
        elif terminal in _CLOSERS:
            if is_between_parts:
                at.blocks.pop()
            elif block.brackets:
                block.brackets.pop()

    def open(self, token: Token) -> None:
        at = self.at
        for kind, states in self.between_parts.items():
            if kind != "module" and at.stack[0] in states:
                at.blocks.append(Block(kind, token, at.stack, states, at.index + 1))
                return
        at.block.brackets.append(token)

    # --- mistakes -------------------------------------------------------------------------------

    def handle_mistake(self) -> None:
        self.mistakes += 1
        if self.mistakes == MAX_MISTAKES:
            report_too_many(self.source, self.at.token.start, self.findings)
            self.at.index = len(self.at.tokens) - 1
        mistake = diagnose(self.at)
        told = self.is_known() or (mistake.opener is not None and mistake.opener.reported)
        if self.mistakes < MAX_MISTAKES and not told:
            self.findings.add(
                mistake.code,
                self.span(mistake.at),
                mistake.message,
                mistake.label,
                secondary=mistake.secondary(self.source.path),
                help=mistake.help,
            )
        if not self.repair(mistake.repair):
            self.give_up_part()

    def repair(self, repair: Repair | None) -> bool:
        """Goes on as if the mistake had not been made, if that can be."""
        match repair:
            case Skip():
                self.at.index += 1
                return True
            case Replace(terminal=terminal, text=text):
                token = self.at.token._replace(text=text or self.at.token.text, reported=True)
                if self.feed_all([(token, terminal)]):
                    self.at.index += 1
                    return True
            case Insert(terminals=terminals) if self.inserted_at != self.at.index or repair.closes:
                here = self.at.previous.end
                if self.feed_all([(Token(terminal, "", here, here), terminal) for terminal in terminals]):
                    self.inserted_at = self.at.index
                    return True
        return False

    def feed_all(self, tokens: Sequence[tuple[Token, str]]) -> bool:
        """Feeds tokens that the text does not have, all of them or, where one cannot come, none."""
        if not can_follow(self.at.grammar, self.at.stack, [terminal for _, terminal in tokens]):
            return False
        for token, terminal in tokens:
            self.feed(token, terminal)
        return True

    def is_known(self) -> bool:
        """Whether this is the consequence of a mistake that has been reported."""
        token, previous = self.at.token, self.at.previous
        if token.reported or (previous.reported and previous.type == "LONG_STRING"):
            return True
        if token.starts_line and self.at.is_between_parts:
            return False
        return (self.at.index > 0 and previous.reported) or self.inserted_at == self.at.index

    def span(self, token: Token) -> Span:
        return Span(self.source.path, token.start, token.end)

    def give_up_part(self) -> None:
        """Forgets the part of the block that the mistake is in, and goes on at the next part."""
        at, block = self.at, self.at.block
        self.broken.append(at.token.start)
        header = None
        if at.token.starts_line and at.is_between_parts:
            at.stack = self.completed(MARKERS[block.kind])
            block.begin = at.index
        else:
            self.broken.append(at.tokens[block.begin].start)
            at.stack = block.home
            header = header_of(at.tokens, block, at.index) if block.kind == "module" else None
        block.home, block.brackets = at.stack, []
        if header is not None and self.feed_all(header.tokens):
            at.index = header.end
        else:
            at.index = next_part(at.tokens, at.blocks, at.index)
