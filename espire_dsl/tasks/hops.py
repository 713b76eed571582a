"""Is every hop of a program needed? Each reasoning step is taken away in turn.

A step that filters a set is replaced by that set. Below a `unique`, any other member of the wider set might
have been meant: the step is idle if each of them leads to the same answers.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from espire_dsl.language.core.functions import FUNCTIONS
from espire_dsl.language.core.values import ThingRef, ThingSet
from espire_dsl.language.family import Family
from espire_dsl.language.typed import Apply, Read, Typed, children, walk
from espire_dsl.program.asking import candidates_clause
from espire_dsl.program.reference import EvaluationError, evaluate
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.binding import Values, in_scene
from espire_dsl.tasks.outcome import answer_of
from espire_dsl.tasks.plan import inlined, with_children

_REFERENT = "'referent"


@frozen
class Shortened:
    """A program without one of its hops; `referents` are those that could be meant where one was singled
    out."""

    program: Typed
    referents: Typed | None = None
    singled_out: Typed | None = None


def hops(family: Family) -> tuple[Apply, ...]:
    """The reasoning steps that filter a set, outermost first, each once."""
    found = (n for n in walk(inlined(family.program)) if isinstance(n, Apply) and _is_hop(n))
    return tuple(dict.fromkeys(found))


def _is_hop(node: Apply) -> bool:
    return FUNCTIONS[node.function].aspect is not None and node.argument("xs") is not None


def shortened(family: Family) -> tuple[Shortened, ...]:
    """The programs with one hop less; none for a program of one hop."""
    steps = hops(family)
    return tuple(_without(inlined(family.program), step) for step in steps) if len(steps) > 1 else ()


def _without(program: Typed, step: Apply) -> Shortened:
    wider = step.argument("xs")
    assert wider is not None
    for node in walk(program):
        if isinstance(node, Apply) and node.function == "unique" and step in _chain(node):
            singled = node.argument("xs")
            assert singled is not None
            read = Read(_REFERENT, node.type, node.span)
            return Shortened(_replaced(program, node, read), _replaced(singled, step, wider), singled)
    return Shortened(_replaced(program, step, wider))


def _chain(node: Apply) -> Iterator[Typed]:
    """The steps by which the set below a `unique` is narrowed."""
    inner = node.argument("xs")
    while isinstance(inner, Apply):
        yield inner
        inner = inner.argument("xs")


def _replaced(node: Typed, old: Typed, new: Typed) -> Typed:
    if node == old:
        return new
    return with_children(node, tuple(_replaced(child, old, new) for child in children(node)))


def has_idle_hop(family: Family, scene: Scene, values: Values, answer: object) -> bool:
    """Whether some hop could be left out without changing the answer."""
    names = in_scene(family, values, scene)
    clause = candidates_clause(family, names)
    if clause is not None:
        names["candidates"] = evaluate(clause, scene, names, family.tolerance).value
    return any(_is_idle(short, family, scene, names, answer) for short in shortened(family))


def _is_idle(short: Shortened, family: Family, scene: Scene, names: Values, answer: object) -> bool:
    if short.referents is None or short.singled_out is None:
        return _answer(short.program, family, scene, names) == answer
    meant = _set(short.singled_out, family, scene, names)
    others = [id for id in _set(short.referents, family, scene, names) if id not in meant]
    return all(
        _answer(short.program, family, scene, {**names, _REFERENT: ThingRef(id, scene)}) == answer
        for id in others
    )


def _answer(program: Typed, family: Family, scene: Scene, names: Values) -> object:
    try:
        return answer_of(evaluate(program, scene, names, family.tolerance).value)
    except EvaluationError:
        return None


def _set(program: Typed, family: Family, scene: Scene, names: Values) -> tuple[str, ...]:
    value = evaluate(program, scene, names, family.tolerance).value
    assert isinstance(value, ThingSet)
    return value.ids
