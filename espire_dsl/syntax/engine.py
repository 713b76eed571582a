"""A stack machine for the parse table whose stacks are values, so that going back is free."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from espire_dsl.syntax.table import Grammar, Production


class Stack(NamedTuple):
    """The top of a stack: a state of the parse table, what was parsed to get here, and the rest."""

    state: int
    value: Any
    below: Stack | None


def initial(grammar: Grammar) -> Stack:
    return Stack(grammar.start_state, None, None)


def landing(grammar: Grammar, stack: Stack, terminal: str) -> int | None:
    """The state in which the terminal would be shifted if it came next, or None if it cannot come.

    Exact, because it follows the reductions to their end; nothing is built on the way.
    """
    states = grammar.states
    below = stack
    above: list[int] = []
    state = stack.state
    while True:
        action = states[state].get(terminal)
        if action is None:
            return None
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
        state = _goto(grammar, above[-1] if above else below.state, action)
        if state == grammar.end_state:
            return state
        above.append(state)


def acceptable(grammar: Grammar, stack: Stack) -> frozenset[str]:
    """All terminals that can come next."""
    return frozenset(
        symbol
        for symbol in grammar.states[stack.state]
        if grammar.is_terminal(symbol) and landing(grammar, stack, symbol) is not None
    )


def reduce(grammar: Grammar, stack: Stack, terminal: str) -> Stack:
    """The stack after all that is complete once the (acceptable) terminal comes next."""
    while True:
        action = grammar.states[stack.state][terminal]
        if isinstance(action, int):
            return stack
        stack = _apply(grammar, stack, action)
        if stack.state == grammar.end_state:
            return stack


def shift(grammar: Grammar, stack: Stack, terminal: str, value: Any) -> Stack:
    """The stack after a terminal for which it was reduced."""
    state = grammar.states[stack.state][terminal]
    assert isinstance(state, int)
    return Stack(state, value, stack)


def can_follow(grammar: Grammar, stack: Stack, terminals: Iterable[str]) -> bool:
    """Whether all of these terminals can come next, one after the other; nothing is built on the way."""
    for terminal in terminals:
        if landing(grammar, stack, terminal) is None:
            return False
        while not isinstance(action := grammar.states[stack.state][terminal], int):
            below = stack
            for _ in range(action.size):
                assert below.below is not None
                below = below.below
            stack = Stack(_goto(grammar, below.state, action), None, below)
        stack = Stack(action, None, stack)
    return True


def shifts_in(grammar: Grammar, state: int, terminal: str) -> bool:
    """Whether the terminal is the very next thing in a state, with nothing to complete before it."""
    return isinstance(grammar.states[state].get(terminal), int)


def _apply(grammar: Grammar, stack: Stack, production: Production) -> Stack:
    if production.hands_on:
        assert stack.below is not None
        return Stack(_goto(grammar, stack.below.state, production), stack.value, stack.below)
    values: list[Any] = []
    for _ in range(production.size):
        values.append(stack.value)
        assert stack.below is not None
        stack = stack.below
    values.reverse()
    return Stack(_goto(grammar, stack.state, production), production.build(values), stack)


def _goto(grammar: Grammar, state: int, production: Production) -> int:
    target = grammar.states[state][production.makes]
    assert isinstance(target, int)
    return target
