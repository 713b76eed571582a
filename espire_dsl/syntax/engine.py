"""A stack machine for the parse table whose stacks are values, so that going back is free."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from espire_dsl.syntax.table import Grammar, ParseNode

ParseStack = tuple[int, Any, Any]
"""The top of a stack: a state of the parse table, what was parsed to get here, and the stack below."""


def initial(grammar: Grammar) -> ParseStack:
    return grammar.start_state, None, None


def reduced(grammar: Grammar, stack: ParseStack, terminal: str) -> ParseStack | None:
    """The stack after all that is complete once the terminal comes next, or None if it cannot come.

    Exact, because it follows the reductions to their end. This is where the time of parsing is spent.
    """
    states, after, end_state = grammar.states, grammar.after, grammar.end_state
    while True:
        state, value, below = stack
        action = states[state].get(terminal)
        if isinstance(action, int):
            return stack
        if action is None:
            return stack if state == end_state else None
        size, makes, hands_on = action
        if not hands_on:
            if size == 1:
                values = [value]
            else:
                values = []
                below = stack
                for _ in range(size):
                    _, value, below = below
                    values.append(value)
                values.reverse()
            value = values if makes[0] == "_" else ParseNode(makes, values)
        key = (below[0], makes, terminal)
        target = after.get(key)
        stack = (_after(grammar, *key) if target is None else target), value, below


def _after(grammar: Grammar, below: int, makes: str, terminal: str) -> int:
    """The state behind a rule on top of a state, and behind all that then only hand on.

    A number goes through a dozen levels of operators that it has none of: this is one step, not a dozen.
    """
    states = grammar.states
    target = states[below][makes]
    assert isinstance(target, int)
    action = states[target].get(terminal)
    if action is not None and not isinstance(action, int) and action.hands_on:
        target = _after(grammar, below, action.makes, terminal)
    grammar.after[below, makes, terminal] = target
    return target


def acceptable(grammar: Grammar, stack: ParseStack) -> frozenset[str]:
    """All terminals that can come next."""
    return frozenset(
        symbol
        for symbol in grammar.states[stack[0]]
        if grammar.is_terminal(symbol) and reduced(grammar, stack, symbol) is not None
    )


def shift(grammar: Grammar, stack: ParseStack, terminal: str, value: Any) -> ParseStack:
    """The stack after a terminal for which it was reduced."""
    state = grammar.states[stack[0]][terminal]
    assert isinstance(state, int)
    return state, value, stack


def can_follow(grammar: Grammar, stack: ParseStack, terminals: Iterable[str]) -> bool:
    """Whether all of these terminals can come next, one after the other."""
    for terminal in terminals:
        complete = reduced(grammar, stack, terminal)
        if complete is None:
            return False
        stack = shift(grammar, complete, terminal, None)
    return True


def shifting_states(grammar: Grammar, terminal: str) -> frozenset[int]:
    """The states in which the terminal is the very next thing, with nothing to complete before it."""
    return frozenset(state for state, row in enumerate(grammar.states) if isinstance(row.get(terminal), int))
