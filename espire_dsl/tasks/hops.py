"""Is every hop of a program needed? Each reasoning step is taken away in turn.

A step that filters a set, `{ b in books where ... }` included, is replaced by that set, and by nothing: "but
not near the jar" is idle where nothing is near the jar. Below a `unique`, any other member of the wider set
might have been meant: the step is idle if each of them leads to the same answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from espire_dsl.language.core.functions import FUNCTIONS
from espire_dsl.language.domains import ThingDomain
from espire_dsl.language.family import Family, Variable
from espire_dsl.language.kinds import ANYTHING
from espire_dsl.language.typed import Apply, Each, Operate, Read, Typed, children, walk, walk_outside_of_tests
from espire_dsl.tasks.asker import Asker, Row
from espire_dsl.tasks.plan import inlined, with_children

_REFERENT = "'referent"
_OWN_GROUP = -1


@frozen
class Shortened:
    """A program without one of its hops; `referents` are those that could be meant where one was singled
    out."""

    program: Typed
    referents: Typed | None = None
    singled_out: Typed | None = None


def hops(family: Family) -> tuple[Typed, ...]:
    """The steps that filter a set by reasoning, outermost first, each once."""
    return tuple(dict.fromkeys(n for n in walk(inlined(family.program)) if _filtered(n) is not None))


def _filtered(node: Typed) -> Typed | None:
    """The set that a hop filters; None for what is no hop."""
    match node:
        case Apply(function=function) if FUNCTIONS[function].aspect is not None:
            return node.argument("xs")
        case Each(function="where", things=things):
            return things
    return None


def shortened(family: Family) -> tuple[Shortened, ...]:
    """The programs with one hop less; none for a program of one hop."""
    steps, program = hops(family), inlined(family.program)
    if len(steps) < 2:
        return ()
    return tuple(short for step in steps for short in (_without(program, step), _with_nothing(program, step)))


def _with_nothing(program: Typed, step: Typed) -> Shortened:
    wider = _filtered(step)
    assert wider is not None
    return Shortened(_replaced(program, step, Operate("-", (wider, wider), step.type, step.span)))


def _without(program: Typed, step: Typed) -> Shortened:
    wider = _filtered(step)
    assert wider is not None
    for node in walk_outside_of_tests(program):
        if isinstance(node, Apply) and node.function == "unique" and step in _chain(node):
            singled = node.argument("xs")
            assert singled is not None
            read = Read(_REFERENT, node.type, node.span)
            return Shortened(_replaced(program, node, read), _replaced(singled, step, wider), singled)
    return Shortened(_replaced(program, step, wider))


def _chain(node: Apply) -> Iterator[Typed]:
    """The steps by which the set below a `unique` is narrowed."""
    inner = node.argument("xs")
    while isinstance(inner, Apply | Each):
        yield inner
        inner = inner.things if isinstance(inner, Each) else inner.argument("xs")


def _replaced(node: Typed, old: Typed, new: Typed) -> Typed:
    if node == old:
        return new
    return with_children(node, tuple(_replaced(child, old, new) for child in children(node)))


def idle(family: Family, rows: Sequence[Row], answers: Sequence[object], asker: Asker) -> list[bool]:
    """For each row whether some hop could be left out without changing its answer."""
    found = [False] * len(rows)
    plain = evolve(family, requirements=(), tags={})
    for short in shortened(family):
        for place, is_idle in enumerate(_idle(short, plain, rows, answers, asker)):
            found[place] = found[place] or is_idle
    return found


def _idle(
    short: Shortened, family: Family, rows: Sequence[Row], answers: Sequence[object], asker: Asker
) -> Iterator[bool]:
    if short.referents is None or short.singled_out is None:
        outcomes = asker.ask(evolve(family, program=short.program), rows)
        yield from (outcome.answer == answer for outcome, answer in zip(outcomes, answers, strict=True))
        return
    meant = asker.ask(evolve(family, program=short.singled_out), rows)
    wider = asker.ask(evolve(family, program=short.referents), rows)
    trials: list[Row] = []
    owners: list[int] = []
    for place, (index, values) in enumerate(rows):
        for id in wider[place].answer or ():
            if id not in (meant[place].answer or ()):
                trials.append((index, {**values, _REFERENT: id}))
                owners.append(place)
    changed = [False] * len(rows)
    for owner, outcome in zip(owners, asker.ask(_with_referent(family, short), trials), strict=True):
        changed[owner] = changed[owner] or outcome.answer != answers[owner]
    yield from (not change for change in changed)


def _with_referent(family: Family, short: Shortened) -> Family:
    """The family with one more variable, for the thing that could have been meant."""
    referent = Variable(_REFERENT, ThingDomain(ANYTHING), _OWN_GROUP, family.span)
    return evolve(family, program=short.program, variables=(*family.variables, referent))
