"""What arguments of entries are: formulas, ranges, rows, cases by level, words, and parts of worlds that are
written like calls. Each is a slot, which is a plain value; what stands in it comes out for each scene.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import field, frozen

from espire_dsl.diagnostics.value import Span
from espire_dsl.domain.error import WorldError
from espire_dsl.domain.kinds import Kind
from espire_dsl.domain.recipes import (
    ANY_TURN,
    QUARTER_TURNS,
    Behind,
    Beside,
    Grid,
    Leaning,
    Lying,
    Propped,
    RegionKind,
    Stack,
    Standing,
    Top,
    Turns,
    ValueRange,
)
from espire_dsl.language.declarations.formulas import Env, Formula, FormulaError

MOST_SHARES: Final = 64
"""Of a side that is divided into equal cells."""


@frozen
class SpanOf:
    """`low .. high`."""

    low: Formula
    high: Formula
    span: Span = field(eq=False, repr=False)

    def evaluate(self, env: Env) -> ValueRange:
        low, high = float(self.low.evaluate(env)), float(self.high.evaluate(env))
        if high < low:
            raise FormulaError(f"the range from {low:g} to {high:g} ends before it begins", self.span)
        return ValueRange(low, high)


@frozen
class RowOf:
    """`(x, y, z)`: some values in a row."""

    items: tuple[Slot, ...]
    span: Span = field(eq=False, repr=False)

    def evaluate(self, env: Env) -> tuple[Any, ...]:
        return tuple(item.evaluate(env) for item in self.items)


@frozen
class CasesOf:
    """A value for each level."""

    cases: tuple[tuple[str, Slot], ...]
    span: Span = field(eq=False, repr=False)

    def evaluate(self, env: Env) -> dict[str, Any]:
        return {name: slot.evaluate(env) for name, slot in self.cases}


@frozen
class WordsOf:
    """Words that stand for themselves: kinds, assets, paints, names of things."""

    words: tuple[str, ...]
    span: Span = field(eq=False, repr=False)

    def evaluate(self, env: Env) -> tuple[str, ...]:  # noqa: ARG002
        return self.words


@frozen
class KindOf:
    """A kind of regions, which have no assets of their own."""

    kind: Kind
    span: Span = field(eq=False, repr=False)

    def evaluate(self, env: Env) -> RegionKind:  # noqa: ARG002
        return RegionKind(self.kind.name, self.kind.roles)


@frozen
class SortsOf:
    """Kinds, and assets by name."""

    kinds: tuple[str, ...]
    categories: tuple[str, ...]
    span: Span = field(eq=False, repr=False)

    def evaluate(self, env: Env) -> tuple[tuple[str, ...], tuple[str, ...]]:  # noqa: ARG002
        return self.kinds, self.categories


@frozen
class DrawnSort:
    """An asset by a word that is computed or drawn."""

    formula: Formula
    span: Span = field(eq=False, repr=False)

    def evaluate(self, env: Env) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return (), (str(self.formula.evaluate(env)),)


@frozen
class PartOf:
    """A part of a world that is written like a call: `top(inset: 2 cm)`."""

    part: str
    slots: tuple[tuple[str, Slot], ...]
    inner: tuple[PartOf, ...] = ()
    span: Span = field(eq=False, repr=False, kw_only=True)

    def evaluate(self, env: Env) -> Any:
        values = {name: slot.evaluate(env) for name, slot in self.slots}
        parts = tuple(part.evaluate(env) for part in self.inner)
        try:
            return PARTS[self.part](parts, **values)
        except WorldError as error:
            raise FormulaError(str(error), self.span) from None


Slot = Formula | SpanOf | RowOf | CasesOf | WordsOf | KindOf | SortsOf | DrawnSort | PartOf


def _shares(count: Any) -> tuple[float, ...]:
    """Shares: as they are given, or so many equal ones."""
    if isinstance(count, tuple):
        return tuple(float(share) for share in count)
    if not 1 <= count <= MOST_SHARES:
        raise WorldError(f"there are 1 to {MOST_SHARES} shares, not {count:g}")
    return (1.0,) * int(count)


def _grid(_: tuple[Any, ...], rows: Any = 1, columns: Any = 1, shuffled: bool = False) -> Grid:
    return Grid(_shares(rows), _shares(columns), shuffled)


def _stack(along: Any) -> Callable[..., Stack]:
    def build(parts: tuple[Any, ...], shares: Any = None, shuffled: bool = False) -> Stack:
        return Stack(along, parts, _shares(len(parts) if shares is None else shares), shuffled)

    return build


_NONE = ValueRange(0.0, 0.0)

PARTS: Mapping[str, Callable[..., Any]] = {
    "top": lambda _, inset=0.0: Top(inset),
    "behind": lambda _, distance, lateral: Behind(distance, lateral),
    "beside": lambda _, distance, ahead: Beside(distance, ahead),
    "grid": _grid,
    "stacked": _stack("height"),
    "side_by_side": _stack("width"),
    "standing": lambda _: Standing(),
    "propped": lambda _, against: Propped(against),
    "leaning": lambda _, against, tilt: Leaning(against, tilt),
    "lying": lambda _, on=(), overhang=_NONE: Lying(on, overhang),
    "any_turn": lambda _: ANY_TURN,
    "quarter_turns": lambda _: QUARTER_TURNS,
    "turns": lambda _, degrees: Turns(degrees),
}
"""How each part is made from its arguments and the parts inside it."""
