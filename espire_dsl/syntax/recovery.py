"""Where to go on after a mistake that cannot be repaired."""

from __future__ import annotations

from attrs import frozen

from espire_dsl.syntax.lexer import WORD, Token
from espire_dsl.syntax.situation import Block, is_outdented, starts_clause, starts_item
from espire_dsl.syntax.table import END, grammar
from espire_dsl.syntax.vocabulary import CLAUSE_WORDS, DECLARATION_WORDS

_LONGEST_HEADER = 1_000
"""Tokens: further on the body of a broken header is not looked for."""


@frozen
class Header:
    """The head of a block, patched up so that its body can be read; `end` is the index behind it."""

    tokens: tuple[tuple[Token, str], ...]
    end: int


def next_part(tokens: list[Token], blocks: list[Block], index: int) -> int:
    """The index of the token with which the next part of the block begins, or that ends the block.

    Parts begin at lines that look like it, or are indented no further than the part that is given up.
    """
    block = blocks[-1]
    words = frozenset[str]().union(*(CLAUSE_WORDS[b.kind] for b in blocks))
    depth = _open_braces(tokens, block.begin, index)
    item_indent = tokens[blocks[0].begin].indent or 0
    if index == block.begin:
        depth += _brace(tokens[index])
        index += tokens[index].type != END
    while True:
        token = tokens[index]
        if token.type == END or starts_item(tokens, index) or is_outdented(tokens, index, block.begin):
            return index
        if block.kind != "module":
            closes = token.type == "RBRACE" and (depth <= 0 or _is_at(token, item_indent))
            if closes or starts_clause(tokens, index, words):
                return index
        depth += _brace(token)
        index += 1


def _brace(token: Token) -> int:
    return (token.type == "LBRACE") - (token.type == "RBRACE")


def _is_at(token: Token, indent: int) -> bool:
    return token.indent is not None and token.indent <= indent


def _open_braces(tokens: list[Token], begin: int, index: int) -> int:
    depth = 0
    for token in tokens[begin:index]:
        depth = max(0, depth + _brace(token))
    return depth


def header_of(tokens: list[Token], block: Block, index: int) -> Header | None:
    """A header for the body that follows the broken header of an item with a body, if one does."""
    keyword = tokens[block.begin]
    if keyword.text not in ("family", "example", *DECLARATION_WORDS) or block.begin >= index:
        return None
    brace = _body_brace(tokens, index, CLAUSE_WORDS.get(keyword.text, frozenset()))
    if brace is None:
        return None
    here = keyword.end
    if keyword.text in DECLARATION_WORDS:
        fed = [(keyword, grammar().keywords[keyword.text]), *_path(tokens, block.begin + 1, here)[:1]]
    elif keyword.text == "family":
        fed = [(keyword, "FAMILY"), *_path(tokens, block.begin + 1, here)]
    else:
        of = next((i for i in range(block.begin, brace) if tokens[i].text == "of"), None)
        fed = [(keyword, "EXAMPLE"), (_virtual("STRING", here), "STRING"), (_virtual("OF", here), "OF")]
        fed += _path(tokens, block.begin if of is None else of + 1, here)
    return Header((*fed, (tokens[brace], "LBRACE")), brace + 1)


def _body_brace(tokens: list[Token], index: int, words: frozenset[str]) -> int | None:
    for i in range(index, min(index + _LONGEST_HEADER, len(tokens) - 1)):
        if starts_item(tokens, i):
            return None
        following = tokens[i + 1]
        if tokens[i].type == "LBRACE" and (following.starts_line or following.text in words):
            return i
    return None


def _path(tokens: list[Token], index: int, here: int) -> list[tuple[Token, str]]:
    """The dotted name at an index, as far as it is one; a name of its own if there is none."""
    path: list[tuple[Token, str]] = []
    while tokens[index].type == WORD and not tokens[index].starts_line:
        path.append((tokens[index], WORD))
        if tokens[index + 1].type != "DOT" or tokens[index + 2].type != WORD:
            return path
        path.append((tokens[index + 1], "DOT"))
        index += 2
    return path or [(_virtual(WORD, here)._replace(text="_"), WORD)]


def _virtual(terminal: str, position: int) -> Token:
    return Token(terminal, "", position, position, reported=True)
