"""A stack machine for the parse table whose stacks are values, so that going back is free."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from espire_dsl.syntax.table import Grammar, Production


class ParseStack(NamedTuple):
    """The top of a stack: a state of the parse table, what was parsed to get here, and the rest."""

    state: int
    value: Any
    below: ParseStack | None


def initial(grammar: Grammar) -> ParseStack:
    return ParseStack(grammar.start_state, None, None)


def landing(grammar: Grammar, stack: ParseStack, terminal: str) -> int | None:
    """The state in which the terminal would be shifted if it came next, or None if it cannot come.

    Exact, because it follows the reductions to their end; nothing is built on the way.
    """
    states = grammar.states
    state = stack.state
    action = states[state].get(terminal)
    below = stack
    above: list[int] = []
    while action is not None:
        if isinstance(action, int):
            return state
        size = action.size
        while size and above:
            above.pop()
            size -= 1
        while size:
            assert below.below is not None
            below = below.below
            size -= 1
        state = _after(grammar, above[-1] if above else below.state, action, terminal)
        if state == grammar.end_state:
            return state
        above.append(state)
        action = states[state].get(terminal)
    return None


def acceptable(grammar: Grammar, stack: ParseStack) -> frozenset[str]:
    """All terminals that can come next."""
    return frozenset(
        symbol
        for symbol in grammar.states[stack.state]
        if grammar.is_terminal(symbol) and landing(grammar, stack, symbol) is not None
    )


def reduce(grammar: Grammar, stack: ParseStack, terminal: str) -> ParseStack:
    """The stack after all that is complete once the (acceptable) terminal comes next."""
    while True:
        action = grammar.states[stack.state][terminal]
        if isinstance(action, int):
            return stack
        stack = _apply(grammar, stack, action, terminal)
        if stack.state == grammar.end_state:
            return stack


def shift(grammar: Grammar, stack: ParseStack, terminal: str, value: Any) -> ParseStack:
    """The stack after a terminal for which it was reduced."""
    state = grammar.states[stack.state][terminal]
    assert isinstance(state, int)
    return ParseStack(state, value, stack)


def can_follow(grammar: Grammar, stack: ParseStack, terminals: Iterable[str]) -> bool:
    """Whether all of these terminals can come next, one after the other; nothing is built on the way."""
    for terminal in terminals:
        if landing(grammar, stack, terminal) is None:
            return False
        while not isinstance(action := grammar.states[stack.state][terminal], int):
            below = stack
            for _ in range(action.size):
                assert below.below is not None
                below = below.below
            stack = ParseStack(_after(grammar, below.state, action, terminal), None, below)
        stack = ParseStack(action, None, stack)
    return True


def shifts_in(grammar: Grammar, state: int, terminal: str) -> bool:
    """Whether the terminal is the very next thing in a state, with nothing to complete before it."""
    return isinstance(grammar.states[state].get(terminal), int)


def _apply(grammar: Grammar, stack: ParseStack, production: Production, terminal: str) -> ParseStack:
    if production.hands_on:
        assert stack.below is not None
        return ParseStack(_after(grammar, stack.below.state, production, terminal), stack.value, stack.below)
    values: list[Any] = []
    for _ in range(production.size):
        values.append(stack.value)
        assert stack.below is not None
        stack = stack.below
    values.reverse()
    return ParseStack(_after(grammar, stack.state, production, terminal), production.build(values), stack)


def _after(grammar: Grammar, below: int, production: Production, terminal: str) -> int:
    """The state behind a production on top of a state, and behind all that then only hand on.

    A number goes through a dozen levels of operators that it has none of: this is one step, not a dozen.
    """
    state = _goto(grammar, below, production)
    key = (below, state, terminal)
    known = grammar.handed_on.get(key)
    if known is None:
        known = state
        action = grammar.states[state].get(terminal)
        while isinstance(action, Production) and action.hands_on:
            known = _goto(grammar, below, action)
            action = grammar.states[known].get(terminal)
        grammar.handed_on[key] = known
    return known


def _goto(grammar: Grammar, state: int, production: Production) -> int:
    target = grammar.states[state][production.makes]
    assert isinstance(target, int)
    return target
