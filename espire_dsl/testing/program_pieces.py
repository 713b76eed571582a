"""Pieces of well-typed programs: constants, names, sets and operators, drawn by the type that is wanted.

What is simple comes first, so that counterexamples shrink towards the shortest program that shows them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from attrs import evolve, frozen
from hypothesis import strategies as st

from espire_dsl.catalogue.reader import load_catalogue
from espire_dsl.domain.kinds import GRASPABLE
from espire_dsl.language.core.binders import BINDERS, CALLED
from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.core.functions import FUNCTIONS
from espire_dsl.language.core.kind_functions import kind_functions
from espire_dsl.language.core.signature import Signature
from espire_dsl.language.inference.binding_each import MEASURES
from espire_dsl.language.inference.conditionals import CHOSEN
from espire_dsl.language.kinds import ANYTHING, ITEM, ORIENTED, PLAIN, Sort, sort_of
from espire_dsl.language.library import library_kinds
from espire_dsl.language.types import (
    BOOL,
    COUNTING,
    KIND,
    MEASURING,
    SCALARS,
    WORDS,
    CategoryType,
    FrameType,
    List,
    Reasoning,
    Scalar,
    Set,
    Thing,
    Type,
    TypeVariable,
    fits,
    limit_of,
)
from espire_dsl.testing.strategies import library_kind

ARITHMETIC = {"Length": "+-", "Angle": "+-", "Pixels": "+-", "Number": "+-*/", "Int": "+-*"}
COMPARED = ("Length", "Angle", "Pixels", "Int", "Number", "Ordinal", "Clock")
FRAMES = {"relative": "relative", "absolute": "absolute", "intrinsic": "intrinsic(viewer)"}
BOOKS = Set(sort_of({library_kind(GRASPABLE)}))
_RANKS = [name for name, binder in BINDERS.items() if binder.place is not None]
_SUFFIXES = {1: "st", 2: "nd", 3: "rd"}

CONSTANTS: dict[str, st.SearchStrategy[str]] = {
    "Length": st.integers(1, 250).map(lambda n: f"{n} cm"),
    "Angle": st.integers(0, 90).map(lambda n: f"{n} deg"),
    "Pixels": st.integers(0, 640).map(lambda n: f"{n} px"),
    "Int": st.integers(0, 9).map(str),
    "Number": st.integers(0, 99).map(lambda n: f"0.{n:02}"),
    "Ordinal": st.integers(1, 9).map(lambda n: f"{n}{_SUFFIXES.get(n, 'th')}"),
    "Clock": st.integers(1, 12).map(lambda n: f"{n} o'clock"),
    "Bool": st.sampled_from(("true", "false")),
    "Label": st.sampled_from(('"left"', '"small"', '"color"')),
    "Measuring": st.sampled_from(WORDS[MEASURING]),
    "Counting": st.sampled_from(WORDS[COUNTING]),
}


@frozen
class ProgramPiece:
    """A part of a program: its text, and the sort of the things that it stands for."""

    text: str
    sort: Sort = ANYTHING


Maker = Callable[[], ProgramPiece]


@frozen
class Writer:
    """Draws pieces of wanted types. `names` are the variables that they may read, `calls` what makes
    them by a call."""

    draw: st.DrawFn
    names: Mapping[str, Type]
    calls: Callable[[Writer, Type, int], list[Maker]]

    def one_of(self, items: Sequence[Any]) -> Any:
        return items[self.draw(st.integers(0, len(items) - 1))]

    def piece(self, wanted: Type, depth: int) -> ProgramPiece:
        makers = self._simple(wanted)
        if depth > 0:
            makers += self._operations(wanted, depth - 1) + self.calls(self, wanted, depth - 1)
        piece: ProgramPiece = self.one_of(makers)()
        return piece

    def leaf(self, wanted: Type) -> ProgramPiece:
        """A piece that names nothing new: it may stand in a program twice and mean the same."""
        return self.piece(wanted, 0)

    # --- without a step ---------------------------------------------------------------------------

    def _simple(self, wanted: Type) -> list[Maker]:
        found = self._named(wanted)
        match wanted:
            case Scalar(name=name) if name in CONSTANTS:
                found.append(lambda: ProgramPiece(self.draw(CONSTANTS[name])))
            case Reasoning(constructors=constructors):
                found += [partial(self.constructor, name) for name in sorted(constructors)]
            case FrameType(kinds=kinds):
                found += [partial(ProgramPiece, FRAMES[kind]) for kind in sorted(kinds)]
            case CategoryType():
                found += [
                    partial(ProgramPiece, c, s)
                    for c, s in categories().items()
                    if s.within(sort_of_type(wanted))
                ]
            case Set() if not found:
                found += self._sets_of_last_resort(sort_of_type(wanted))
            case Thing() if not found:
                found.append(partial(self._unique, wanted, 0))
            case List():
                found.append(
                    lambda: ProgramPiece(f"order_by_distance({self.leaf(Set(wanted.element)).text}, viewer)")
                )
        return found

    def _named(self, wanted: Type) -> list[Maker]:
        """Variables, and functions that need no argument."""
        found: list[Maker] = [
            partial(ProgramPiece, name, sort_of_type(type_))
            for name, type_ in self.names.items()
            if fits(type_, wanted)
        ]
        found += [
            partial(ProgramPiece, signature.name, sort_of_type(signature.result))
            for signature in signatures().values()
            if all(p.default for p in signature.parameters) and fits(signature.result, wanted)
        ]
        return found

    def _sets_of_last_resort(self, sort: Sort) -> list[Maker]:
        return [
            partial(ProgramPiece, f"filter_category(things, {name})", own)
            for name, own in categories().items()
            if own.within(sort)
        ]

    def constructor(self, name: str) -> ProgramPiece:
        parameters = CONSTRUCTORS[name].parameters
        values = [self.draw(CONSTANTS[p.type.name]) for p in parameters]
        if name == "Range":
            values = ["20 cm", "90 cm"]
        return ProgramPiece(f"{name}({', '.join(values)})" if values else name)

    # --- operators, sets and names ----------------------------------------------------------------

    def _operations(self, wanted: Type, depth: int) -> list[Maker]:
        found: list[Maker] = [partial(self._let, wanted, depth)]
        if wanted in CHOSEN or isinstance(wanted, Set | Thing | List):
            found.append(partial(self._conditional, wanted, depth))
        match wanted:
            case Set():
                found += [partial(self._gathered, wanted, depth), partial(self._set_operation, wanted, depth)]
                found.append(partial(self._set_where, wanted, depth))
                found += [partial(self._ranked, name, wanted, depth) for name in sorted(_RANKS)]
            case Thing():
                found.append(partial(self._unique, wanted, depth))
            case List():
                found.append(partial(self._ranked, "ordered", wanted, depth))
            case Scalar(name=name) if name in ARITHMETIC:
                found.append(partial(self._infix, wanted, ARITHMETIC[name], depth))
            case Scalar(name="Bool"):
                found += [partial(self._infix, BOOL, ("and", "or"), depth), partial(self._comparison, depth)]
                found.append(lambda: ProgramPiece(f"(not {self.piece(BOOL, depth).text})"))
                quantifiers = sorted(name for name in CALLED if BINDERS[name].order is None)
                found += [partial(self._quantified, name, depth) for name in quantifiers]
        return found

    def _let(self, wanted: Type, depth: int) -> ProgramPiece:
        name = f"x{len(self.names)}"
        value = self.piece(BOOKS, depth)
        body = evolve(self, names={**self.names, name: BOOKS}).piece(wanted, depth)
        return ProgramPiece(f"(let {name} = {value.text} in {body.text})", body.sort)

    def _conditional(self, wanted: Type, depth: int) -> ProgramPiece:
        condition, yes, no = self.piece(BOOL, depth), self.piece(wanted, depth), self.piece(wanted, depth)
        return ProgramPiece(f"(if {condition.text} then {yes.text} else {no.text})", yes.sort.join(no.sort))

    def _gathered(self, wanted: Set, depth: int) -> ProgramPiece:
        items = [self.piece(Thing(wanted.element), depth) for _ in range(self.draw(st.integers(1, 2)))]
        sort = items[0].sort.join(items[-1].sort)
        return ProgramPiece("{ " + ", ".join(item.text for item in items) + " }", sort)

    def _set_operation(self, wanted: Set, depth: int) -> ProgramPiece:
        left, right = self.piece(wanted, depth), self.piece(wanted, depth)
        symbol = self.one_of("&-|")
        sort = left.sort.join(right.sort) if symbol == "|" else left.sort
        return ProgramPiece(f"({left.text} {symbol} {right.text})", sort)

    def _set_where(self, wanted: Set, depth: int) -> ProgramPiece:
        things = self.piece(wanted, depth)
        name, test = self._test(things.sort, depth)
        return ProgramPiece(f"{{ {name} in {things.text} where {test} }}", things.sort)

    def _quantified(self, quantifier: str, depth: int) -> ProgramPiece:
        things = self.piece(Set(ITEM), depth)
        name, test = self._test(things.sort, depth)
        number = f"{self.draw(st.integers(0, 4))}, " if BINDERS[quantifier].states_number else ""
        return ProgramPiece(f"{quantifier}({number}{name} in {things.text}, {test})")

    def _ranked(self, function: str, wanted: Set | List, depth: int) -> ProgramPiece:
        """An extreme, a rank or an order of things; an extreme sometimes of pairs."""
        things = self.piece(Set(wanted.element), depth)
        name, other = f"x{len(self.names)}", f"y{len(self.names)}"
        inner = evolve(self, names={**self.names, name: Thing(things.sort)})
        rank = f"{self.draw(CONSTANTS['Ordinal'])}, " if BINDERS[function].states_number else ""
        looked, measure = f"{name} in {things.text}", inner.piece(self.one_of(MEASURES), depth).text
        if self.draw(st.booleans()):
            measure = f"{self.one_of(('height', 'visibility', 'elevation'))}({name})"
        if BINDERS[function].place == 1 and self.draw(st.booleans()):
            looked, measure = f"{looked}, {other} in {things.text}", f"distance({name}, to: {other})"
        return ProgramPiece(f"{function}({looked}, {rank}by: {measure})", things.sort)

    def _test(self, sort: Sort, depth: int) -> tuple[str, str]:
        """A new name for each thing of a set, and something that is true or false of it."""
        name = f"x{len(self.names)}"
        inner = evolve(self, names={**self.names, name: Thing(sort)})
        rest = inner.piece(BOOL, depth).text
        if self.draw(st.booleans()):
            far = f"distance({name}, to: viewer) < {self.draw(CONSTANTS['Length'])}"
            return name, f"{far} {self.one_of(('and', 'or'))} {rest}"
        return name, rest

    def _unique(self, wanted: Thing, depth: int) -> ProgramPiece:
        inside = self.piece(Set(wanted.element), depth)
        return ProgramPiece(f"unique({inside.text})", inside.sort)

    def _infix(self, type_: Type, symbols: Sequence[str], depth: int) -> ProgramPiece:
        left, right = self.piece(type_, depth), self.piece(type_, depth)
        return ProgramPiece(f"({left.text} {self.one_of(symbols)} {right.text})")

    def _comparison(self, depth: int) -> ProgramPiece:
        if self.draw(st.booleans()):
            return self._infix(BOOKS, ("==", "!="), depth)
        type_ = SCALARS[self.one_of(COMPARED)]
        return self._infix(type_, ("==", "!=", "<", "<=", ">", ">="), depth)


def sort_of_type(type_: Type) -> Sort:
    """The sort of the things that a type speaks of; anything, if it speaks of none."""
    element = getattr(type_, "element", ANYTHING)
    return limit_of(element) if isinstance(element, Sort | TypeVariable) else ANYTHING


@cache
def signatures() -> dict[str, Signature]:
    """What a program can call, by name: core functions, and those of the library's kinds."""
    core = {
        f.name: f.signature
        for f in FUNCTIONS.values()
        if KIND not in {p.type for p in f.signature.parameters}
    }
    return core | {name: found.signature for name, found in kind_functions(library_kinds()).items()}


@cache
def categories() -> dict[str, Sort]:
    """The categories that a program can name, each with its sort; `table` is the table of the scene."""
    return {
        c.id: sort_of({library_kinds().by_name[c.kind]}, frozenset({ORIENTED if c.oriented else PLAIN}))
        for c in load_catalogue()
        if c.id not in signatures()
    }
