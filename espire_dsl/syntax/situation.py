"""Where the parser stands: the tokens around it, the blocks it is in, and what could come next."""

from __future__ import annotations

from functools import cached_property

from attrs import Factory, define, field

from espire_dsl.syntax.engine import ParseStack, reduced
from espire_dsl.syntax.lexer import WORD, Token
from espire_dsl.syntax.table import Grammar
from espire_dsl.syntax.vocabulary import CLAUSE_WORDS, ITEM_WORDS

MARKERS = {
    "module": "FAMILY",
    "family": "SPEC",
    "example": "GIVEN",
    "scene": "KIND",
    "declaration": "ENTRY",
}
"""For each kind of block a terminal that comes just where a new part of the block can begin."""

FREE_BLOCKS = {"scene": "KIND", "declaration": "ENTRY"}
"""Blocks whose parts begin with any word, and the terminal that such a word is."""

_CONNECTIVES = frozenset({"and", "or", "in", "where", "step", "when", "from", "of", "then", "else"})
_EXPRESSION_WORDS = frozenset({"and", "or", "not", "let", "in", "if", "then", "else"})
_VALUE_STARTS = frozenset({"NUMBER", "ORDINAL", "STRING", "LONG_STRING", "LBRACE"})

_CONTINUATIONS = frozenset(
    {"COMMA", "COLON", "LPAR", "RPAR", "RBRACE", "RSQB", "PIPE", "VBAR", "AMPERSAND", "PLUS", "STAR", "SLASH"}
    | {"EQUAL", "EQUALS", "UNEQUAL", "LESSTHAN", "AT_MOST", "MORETHAN", "AT_LEAST", "RANGE"}
)


@define
class Block:
    """A block that the parser is in: the module, a family, an example, a scene, or a declaration: that of a
    kind, an asset or a world.

    `home` is the stack with all complete parts of the block and nothing more; `begin` is the index of the
    first token of the part being read, and `brackets` are those left open in it. `between_parts` are the
    states of the parse table in which a new part can begin.
    """

    kind: str
    opening: Token | None
    home: ParseStack
    between_parts: frozenset[int]
    begin: int = 0
    brackets: list[Token] = Factory(list)


@define
class Situation:
    """Everything that decides what the token at `index` can be. One a file, which the parser moves on."""

    grammar: Grammar
    tokens: list[Token]
    index: int
    stack: ParseStack
    blocks: list[Block]
    last_terminal: str = ""
    _completed: tuple[ParseStack | None, str, ParseStack | None] = field(default=(None, "", None), init=False)

    @cached_property
    def line_starts(self) -> list[int]:
        """Where the first tokens of lines stand."""
        return [token.start for token in self.tokens if token.starts_line]

    @property
    def token(self) -> Token:
        return self.tokens[self.index]

    @property
    def previous(self) -> Token:
        return self.tokens[max(0, self.index - 1)]

    @property
    def following(self) -> Token:
        return self.tokens[min(len(self.tokens) - 1, self.index + 1)]

    @property
    def block(self) -> Block:
        return self.blocks[-1]

    @property
    def opener(self) -> Token | None:
        """The innermost bracket that is still open in the part being read."""
        return self.block.brackets[-1] if self.block.brackets else None

    @property
    def head(self) -> str:
        """The word that the part being read begins with."""
        return self.tokens[self.block.begin].text

    def completed(self, terminal: str) -> ParseStack | None:
        """The stack after all that is complete if the terminal comes next, None if it cannot come.

        Who takes a token has just asked whether it can come: the answer is kept.
        """
        on, asked, answer = self._completed
        if on is not self.stack or asked != terminal:
            answer = reduced(self.grammar, self.stack, terminal)
            self._completed = self.stack, terminal, answer
        return answer

    def can(self, terminal: str) -> bool:
        return self.completed(terminal) is not None

    def completes_part(self, terminal: str) -> bool:
        """Whether the terminal would come where a new part of the block begins."""
        stack = self.completed(terminal)
        return stack is not None and stack[0] in self.block.between_parts

    @property
    def is_between_parts(self) -> bool:
        return self.completes_part(MARKERS[self.block.kind])

    @property
    def starts_item(self) -> bool:
        return starts_item(self.tokens, self.index)

    @property
    def starts_clause(self) -> bool:
        """Whether this line looks like a clause of a block that the parser is in."""
        if not self.token.starts_line:
            return False
        words = frozenset[str]().union(*(CLAUSE_WORDS[b.kind] for b in self.blocks))
        if starts_clause(self.tokens, self.index, words):
            return True
        is_plain = self.token.text in words and self.token.text != "let"
        return is_plain and self.is_outdented and self.following.type not in _CONTINUATIONS

    @property
    def starts_part(self) -> bool:
        """Whether this line looks like a new part of a block, although the one above is not complete."""
        if self.block.kind == "module" or not starts_row(self.tokens, self.index):
            return False
        if self.block.brackets:
            return self.following.type != "COLON"
        return self.block.kind not in FREE_BLOCKS and self.is_outdented

    @property
    def is_stray_clause(self) -> bool:
        """Whether this is `world tabletop`, the clause, between items, where only a declaration can stand."""
        is_between_items = self.block.kind == "module" and self.token.text == "world"
        return is_between_items and not _ends_with_brace(self.tokens, self.index)

    @property
    def is_outdented(self) -> bool:
        """Whether this line is indented no further than the one on which the part being read begins."""
        return is_outdented(self.tokens, self.index, self.block.begin)

    @property
    def starts_body(self) -> bool:
        """Whether this brace, at the end of the header of a family, looks like that of its body."""
        is_header = self.block.kind == "module" and self.head == "family"
        return is_header and self.token.type == "LBRACE" and self.following.starts_line


def starts_item(tokens: list[Token], index: int) -> bool:
    """An unindented line that begins as `family pick...`, `example "..."` and so on do."""
    token = tokens[index]
    if token.indent != 0 or token.text not in ITEM_WORDS:
        return False
    following = tokens[index + 1]
    if token.text == "world" and not _ends_with_brace(tokens, index):
        return False  # a clause of a family that is not indented
    return not following.starts_line and following.type in (WORD, "STRING", "LBRACE")


def _ends_with_brace(tokens: list[Token], index: int) -> bool:
    """Whether the last token on a line is a brace that opens something.

    Parameters in brackets may go on below, indented, up to the closing one.
    """
    depth = 0
    while index + 1 < len(tokens):
        token = tokens[index + 1]
        if token.starts_line and (depth == 0 or (token.indent == 0 and token.type != "RPAR")):
            break
        index += 1
        depth += {"LPAR": 1, "RPAR": -1}.get(token.type, 0)
    return tokens[index].type == "LBRACE"


def starts_row(tokens: list[Token], index: int) -> bool:
    """A line that begins with two words, as clauses and things do, and values in brackets do not."""
    token, following = tokens[index], tokens[min(index + 1, len(tokens) - 1)]
    if not (token.starts_line and token.type == following.type == WORD) or following.starts_line:
        return False
    return token.text not in _EXPRESSION_WORDS and following.text not in _EXPRESSION_WORDS


def is_outdented(tokens: list[Token], index: int, begin: int) -> bool:
    """Whether a line begins here, with a word, no further in than the one that begins at `begin`."""
    token, indent = tokens[index], tokens[begin].indent
    return token.type == WORD and token.indent is not None and indent is not None and token.indent <= indent


def starts_clause(tokens: list[Token], index: int, words: frozenset[str]) -> bool:
    """A line that begins with one of the clause keywords and goes on as a clause does, not a value."""
    token = tokens[index]
    if not token.starts_line or token.text not in words:
        return False
    following = tokens[index + 1]
    if following.starts_line:
        return False
    if token.text == "let":
        return tokens[index + 2].text in ("in", ",")
    if following.type == WORD:
        return following.text not in _CONNECTIVES
    return following.type in _VALUE_STARTS or (following.type == "LPAR" and following.start > token.end)
