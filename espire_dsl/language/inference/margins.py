"""The margin that `require` and `tag` see: the least over all steps, in the unit in which it is used.

A program may decide in several units: a side in metres, an hour in degrees. `margin >= 5 cm` speaks of the
least margin in metres, `margin >= 5 deg` of the least one in degrees.
"""

from __future__ import annotations

from collections.abc import Iterable

from espire_dsl.diagnostics.value import Span
from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.core.functions import FUNCTIONS
from espire_dsl.language.inference.operators import COMPARING, UNITS
from espire_dsl.language.inference.scope import Scope, ScopeEntry
from espire_dsl.language.typed import Apply, Operate, Read, Typed, children, walk, with_children
from espire_dsl.language.types import ANGLE, LENGTH, NUMBER, PIXELS, Hole, Reasoning, Type, Unknown, solved

MARGIN = "margin"
UNIT_OF_MARGIN: dict[str, Type] = {"m": LENGTH, "deg": ANGLE, "px": PIXELS, "fraction": NUMBER}


def margin_name(unit: str) -> str:
    """The name under which evaluators know the least margin in a unit."""
    return f"{MARGIN}'{unit}"


def margin_units(programs: Iterable[Typed]) -> frozenset[str]:
    """The units in which some step of these programs has a margin."""
    return frozenset(unit for program in programs for node in walk(program) for unit in _units(node))


def _units(node: Typed) -> Iterable[str]:
    if isinstance(node, Operate):
        compared = solved(node.operands[0].type) if node.operator in COMPARING else None
        return [unit for type_, unit in UNITS.items() if type_ == compared]
    if not isinstance(node, Apply):
        return ()
    own = FUNCTIONS[node.function].margins
    asked = node.argument("type")
    types = solved(asked.type) if asked is not None else None
    if own or not isinstance(types, Reasoning):
        return own
    return {unit for name in types.constructors if (unit := CONSTRUCTORS[name].unit) is not None}


def margin_binding(units: frozenset[str], span: Span) -> ScopeEntry | None:
    """What `margin` means, if there is any: of several units the one that each use asks for."""
    if not units:
        return None
    if len(units) == 1:
        return ScopeEntry(UNIT_OF_MARGIN[min(units)], span, MARGIN)
    return ScopeEntry(Hole(), span, MARGIN, anew=True)


def in_units(node: Typed, units: frozenset[str], scope: Scope) -> Typed:
    """The expression with each `margin` in its unit."""
    if not isinstance(node, Read) or node.name != MARGIN:
        return with_children(node, tuple(in_units(child, units, scope) for child in children(node)))
    found = next((u for u in sorted(units) if UNIT_OF_MARGIN[u] == solved(node.type)), None)
    if found is None:
        if not isinstance(solved(node.type), Unknown) or isinstance(node.type, Hole):
            words = " or ".join(str(UNIT_OF_MARGIN[u]) for u in sorted(units))
            scope.findings.add("E0209", node.span, f"the margin is {words} here", "say which by comparing it")
        return node
    return Read(margin_name(found), node.type, node.span)
