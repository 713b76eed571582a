"""Is every hop of a program needed? Each reasoning step is taken away in turn.

A step that filters a set, `{ b in books where ... }` included, is replaced by that set, and by nothing: "but
not near the jar" is idle where nothing is near the jar. Below a `unique`, any other member of the wider set
might have been meant: the step is idle if each of them leads to the same answers. What a condition did not
choose is never asked whether it was needed.

A truth has two values only, and what holds of a set mostly holds of a wider one, or of an empty one: there a
step is idle if neither the one nor the other changes the answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial, reduce

from attrs import evolve, frozen

from espire_dsl.identity_memo import once_for_each
from espire_dsl.language.core.functions import FUNCTIONS
from espire_dsl.language.families.domains import ThingDomain
from espire_dsl.language.families.family import Family, Variable
from espire_dsl.language.kinds import ANYTHING
from espire_dsl.language.typed import (
    Apply,
    Choose,
    Each,
    Operate,
    Read,
    Typed,
    children,
    free_names,
    walk,
    walk_outside_of_tests,
)
from espire_dsl.language.types import BOOL, Set, solved
from espire_dsl.tasks.batch_evaluator import BatchEvaluator, Row
from espire_dsl.tasks.plan import inlined, replaced

_REFERENT = "'referent"
_OWN_GROUP = -1


@frozen
class Shortened:
    """A program without one of its hops; `referents` are those that could be meant where one was singled
    out, `reached` says whether the hop is computed, if it is not always."""

    program: Typed
    referents: Typed | None = None
    singled_out: Typed | None = None
    reached: Typed | None = None


def hops(family: Family) -> tuple[Typed, ...]:
    """The steps that filter a set by reasoning, outermost first, each once."""
    return tuple(dict.fromkeys(n for n in walk(inlined(family.program)) if filtered(n) is not None))


def filtered(node: Typed) -> Typed | None:
    """The set that a hop filters; None for what is no hop."""
    match node:
        case Apply(function=function) if is_hop(function):
            return node.argument("xs")
        case Each(sets=(things,), type=type_) if isinstance(solved(type_), Set):
            return things
    return None


def is_hop(function: str) -> bool:
    """Whether a function of the language is a reasoning step that filters a set."""
    known = FUNCTIONS.get(function)
    return (
        known is not None
        and known.aspect is not None
        and any(p.name == "xs" for p in known.signature.parameters)
    )


def shortened(family: Family) -> tuple[Shortened, ...]:
    """For each hop the program without it, and with nothing in its place; none for a program of one hop."""
    return tuple(short for pair in _by_hop(family) for short in pair)


@once_for_each
def _by_hop(family: Family) -> tuple[tuple[Shortened, Shortened], ...]:
    return tuple(_shortened(family))


def _shortened(family: Family) -> Iterator[tuple[Shortened, Shortened]]:
    steps, program = hops(family), inlined(family.program)
    for step in steps if len(steps) > 1 else ():
        reached = _reached(program, step)
        without, empty = _without(program, step), _with_nothing(program, step)
        yield evolve(without, reached=reached), evolve(empty, reached=reached)


def _reached(node: Typed, step: Typed) -> Typed | None:
    """The condition on which a step is computed; None if it is in any case, or as a test decides."""
    found: Typed | None = None
    for conditions, part in _parts_with_conditions(node, ()):
        if part == step and not conditions:
            return None
        if part == step:
            all_of = reduce(partial(_joined, "and"), conditions)
            found = all_of if found is None else _joined("or", found, all_of)
    return found


def _parts_with_conditions(
    node: Typed, conditions: tuple[Typed, ...]
) -> Iterator[tuple[tuple[Typed, ...], Typed]]:
    """All parts of a program, each with the conditions that chose it. Those inside of a test are about each
    thing, and say nothing of the whole."""
    yield conditions, node
    for child in children(node):
        own = conditions
        if isinstance(node, Choose) and child is not node.condition and not _depends_on_tests(node.condition):
            condition = node.condition
            own += (condition if child is node.yes else Operate("not", (condition,), BOOL, condition.span),)
        yield from _parts_with_conditions(child, own)


def _depends_on_tests(node: Typed) -> bool:
    """Whether a part reads a thing that a test around it looks at."""
    return any("'" in name for name in free_names(node))


def _joined(operator: str, left: Typed, right: Typed) -> Typed:
    return Operate(operator, (left, right), BOOL, left.span)


def _with_nothing(program: Typed, step: Typed) -> Shortened:
    wider = filtered(step)
    assert wider is not None
    return Shortened(replaced(program, step, Operate("-", (wider, wider), step.type, step.span)))


def _without(program: Typed, step: Typed) -> Shortened:
    wider = filtered(step)
    assert wider is not None
    for node in walk_outside_of_tests(program):
        if isinstance(node, Apply) and node.function == "unique" and step in _chain(node):
            singled = node.argument("xs")
            assert singled is not None
            read = Read(_REFERENT, node.type, node.span)
            return Shortened(replaced(program, node, read), replaced(singled, step, wider), singled)
    return Shortened(replaced(program, step, wider))


def _chain(node: Apply) -> Iterator[Typed]:
    """The steps by which the set below a `unique` is narrowed."""
    inner = node.argument("xs")
    while isinstance(inner, Apply | Each):
        yield inner
        inner = inner.sets[0] if isinstance(inner, Each) else inner.argument("xs")


def idle(
    family: Family, rows: Sequence[Row], answers: Sequence[object], evaluator: BatchEvaluator
) -> list[bool]:
    """For each row whether some hop could be left out without changing its answer."""
    found = [False] * len(rows)
    plain = evolve(family, requirements=(), tags={})
    joined = all if solved(family.program.type) == BOOL else any
    for pair in _by_hop(family):
        open_ = [place for place, is_idle in enumerate(found) if not is_idle]
        left, wanted = [rows[place] for place in open_], [answers[place] for place in open_]
        reached = [True] * len(left)
        if pair[0].reached is not None:
            there = evaluator.answers(evolve(plain, program=pair[0].reached), left)
            reached = [answer is True for answer in there]
        both = [_idle(short, plain, left, wanted, evaluator) for short in pair]
        for place, is_reached, *are_idle in zip(open_, reached, *both, strict=True):
            found[place] = is_reached and joined(are_idle)
    return found


def _idle(
    short: Shortened,
    family: Family,
    rows: Sequence[Row],
    answers: Sequence[object],
    evaluator: BatchEvaluator,
) -> Iterator[bool]:
    if short.referents is None or short.singled_out is None:
        others = evaluator.answers(evolve(family, program=short.program), rows)
        yield from (other == answer for other, answer in zip(others, answers, strict=True))
        return
    meant = evaluator.answers(evolve(family, program=short.singled_out), rows)
    wider = evaluator.answers(evolve(family, program=short.referents), rows)
    trials: list[Row] = []
    owners: list[int] = []
    for place, (index, values) in enumerate(rows):
        for id in wider[place] or ():
            if id not in (meant[place] or ()):
                trials.append((index, {**values, _REFERENT: id}))
                owners.append(place)
    changed = [False] * len(rows)
    for owner, answer in zip(owners, evaluator.answers(_with_referent(family, short), trials), strict=True):
        changed[owner] = changed[owner] or answer != answers[owner]
    yield from (not change for change in changed)


def _with_referent(family: Family, short: Shortened) -> Family:
    """The family with one more variable, for the thing that could have been meant."""
    referent = Variable(_REFERENT, ThingDomain(ANYTHING), _OWN_GROUP, family.span)
    return evolve(family, program=short.program, variables=(*family.variables, referent))
