"""A stack machine for the parse table whose stacks are values, so that going back is free."""

from __future__ import annotations

from typing import Any, NamedTuple

from lark.grammar import Rule

from espire_dsl.syntax.table import Grammar


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
    while True:
        state = above[-1] if above else below.state
        action = states[state].get(terminal)
        if action is None:
            return None
        shifting, target = action
        if shifting:
            return state
        size = len(target.expansion)
        taken = min(size, len(above))
        if taken:
            del above[-taken:]
        for _ in range(size - taken):
            assert below.below is not None
            below = below.below
        state = int(states[above[-1] if above else below.state][target.origin.name][1])
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
        shifting, target = grammar.states[stack.state][terminal]
        if shifting:
            return stack
        stack = _apply(grammar, stack, target)
        if stack.state == grammar.end_state:
            return stack


def shift(grammar: Grammar, stack: Stack, terminal: str, value: Any) -> Stack:
    """The stack after a terminal for which it was reduced."""
    return Stack(grammar.states[stack.state][terminal][1], value, stack)


def shifts_in(grammar: Grammar, state: int, terminal: str) -> bool:
    """Whether the terminal is the very next thing in a state, with nothing to complete before it."""
    action = grammar.states[state].get(terminal)
    return action is not None and action[0]


def _apply(grammar: Grammar, stack: Stack, rule: Rule) -> Stack:
    values: list[Any] = []
    for _ in rule.expansion:
        values.append(stack.value)
        assert stack.below is not None
        stack = stack.below
    values.reverse()
    value = grammar.build[rule](values)
    return Stack(grammar.states[stack.state][rule.origin.name][1], value, stack)
