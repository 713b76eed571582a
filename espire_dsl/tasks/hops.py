"""Is every hop of a program needed? Each reasoning step is taken away in turn.

A step that filters a set is replaced by that set, and by nothing: "but not near the jar" is idle where
nothing is near the jar. Below a `unique`, any other member of the wider set might have been meant: the step
is idle if each of them leads to the same answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from espire_dsl.language.core.functions import FUNCTIONS
from espire_dsl.language.domains import ThingDomain
from espire_dsl.language.family import Family, Variable
from espire_dsl.language.kinds import ANYTHING
from espire_dsl.language.typed import Apply, Operate, Read, Typed, walk
from espire_dsl.tasks.asker import Asker, Row
from espire_dsl.tasks.plan import inlined, replaced

_REFERENT = "'referent"
_OWN_GROUP = -1


@frozen
class Shortened:
    """A program without one of its hops; `referents` are those that could be meant where one was singled
    out."""

    program: Typed
    referents: Typed | None = None
    singled_out: Typed | None = None


def hops(family: Family) -> tuple[Apply, ...]:
    """The reasoning steps that filter a set, outermost first, each once."""
    found = (n for n in walk(inlined(family.program)) if isinstance(n, Apply) and is_hop(n.function))
    return tuple(dict.fromkeys(found))


def is_hop(function: str) -> bool:
    """Whether a function of the language is a reasoning step that filters a set."""
    known = FUNCTIONS.get(function)
    return (
        known is not None
        and known.aspect is not None
        and any(p.name == "xs" for p in known.signature.parameters)
    )


def shortened(family: Family) -> tuple[Shortened, ...]:
    """The programs with one hop less; none for a program of one hop."""
    steps, program = hops(family), inlined(family.program)
    if len(steps) < 2:
        return ()
    return tuple(short for step in steps for short in (_without(program, step), _with_nothing(program, step)))


def _with_nothing(program: Typed, step: Apply) -> Shortened:
    wider = step.argument("xs")
    assert wider is not None
    return Shortened(replaced(program, step, Operate("-", (wider, wider), step.type, step.span)))


def _without(program: Typed, step: Apply) -> Shortened:
    wider = step.argument("xs")
    assert wider is not None
    for node in walk(program):
        if isinstance(node, Apply) and node.function == "unique" and step in _chain(node):
            singled = node.argument("xs")
            assert singled is not None
            read = Read(_REFERENT, node.type, node.span)
            return Shortened(replaced(program, node, read), replaced(singled, step, wider), singled)
    return Shortened(replaced(program, step, wider))


def _chain(node: Apply) -> Iterator[Typed]:
    """The steps by which the set below a `unique` is narrowed."""
    inner = node.argument("xs")
    while isinstance(inner, Apply):
        yield inner
        inner = inner.argument("xs")


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
