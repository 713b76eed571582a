"""Reads the arguments of a world's entries; the word for an argument in the usage of an entry says how."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from attrs import field, frozen

from espire_dsl.catalogue.reader import Catalogue
from espire_dsl.diagnostics.value import Findings, Span
from espire_dsl.domain.kinds import CELL, VACANCY, Kind
from espire_dsl.domain.patterns import is_pattern
from espire_dsl.language.declarations.formula_types import Names, ends_of, quantity_of
from espire_dsl.language.declarations.formulas import ANGLE, LENGTH, NUMBER, TRUTH, WORD, Value, words_of
from espire_dsl.language.declarations.schema import EntryForm, GivenEntry, form, read_entry
from espire_dsl.language.declarations.slots import (
    MOST_SHARES,
    CasesOf,
    DrawnSort,
    KindOf,
    PartOf,
    RowOf,
    Slot,
    SortsOf,
    SpanOf,
    WordsOf,
)
from espire_dsl.language.hints import did_you_mean, one_of
from espire_dsl.syntax import tree
from espire_dsl.syntax.tree.base import Word

PART_FORMS: Mapping[str, tuple[EntryForm, ...]] = {
    "REGION": (
        form("top [inset: LENGTH]", "the top of the furniture, without a margin"),
        form("behind distance: LENGTHS, lateral: LENGTHS", "a band of floor behind the furniture"),
        form("beside distance: LENGTHS, ahead: LENGTHS", "a patch of floor left or right of it"),
    ),
    "DIVISION": (
        form("grid [rows: SHARES], [columns: SHARES], [shuffled: TRUTH]", "rows and columns"),
        form("stacked DIVISION, ..., [shares: SHARES], [shuffled: TRUTH]", "divisions on top of one another"),
        form("side_by_side DIVISION, ..., [shares: SHARES], [shuffled: TRUTH]", "divisions side by side"),
    ),
    "POSE": (
        form("standing", "upright and free"),
        form("propped against: ASSETS", "upright, with a cover against a support"),
        form("leaning against: ASSETS, tilt: ANGLES", "tilted against the edge of a support"),
        form("lying [on: ASSETS], [overhang: LENGTHS]", "flat, perhaps on a support that it overhangs"),
    ),
    "TURN": (
        form("any_turn", "turned anyhow"),
        form("quarter_turns", "turned by a multiple of 90 degrees"),
        form("turns DEGREES, ...", "turned by one of these angles"),
    ),
}
"""The parts that stand for each of these words, as entries of their own."""


@frozen
class ArgumentReading:
    """What arguments may speak of: names of values, kinds and assets, levels, things by their names.

    `things` are those that stand in the world, `groups` the names of `items`, `words` what values that are
    words may be.
    """

    names: Names
    catalogue: Catalogue
    kinds: Mapping[str, Kind]
    levels: tuple[str, ...]
    things: Mapping[str, tuple[str, ...]] = field(factory=dict)
    groups: Mapping[str, object] = field(factory=dict)
    words: Mapping[str, tuple[str, ...]] = field(factory=dict)

    @property
    def findings(self) -> Findings:
        return self.names.findings

    @property
    def assets(self) -> list[str]:
        return [category.id for category in self.catalogue]


def word_of(entry: EntryForm, argument: str) -> str:
    """The word that says what an argument of an entry is, such as `LENGTHS` in `above: LENGTHS`."""
    for part in (piece.strip(" []") for piece in entry.usage.partition(" ")[2].split(", ")):
        name, colon, word = part.partition(": ")
        if (colon and name == argument) or (not colon and part.lower() == argument):
            return word if colon else part
    return entry.usage.rpartition("*: ")[2].split(",")[0].strip(" []")


def read(value: tree.Expression, word: str, reading: ArgumentReading) -> Slot | None:
    """The slot of an argument, or None after saying what was expected instead."""
    return READERS[word](value, reading)


def read_all(given: GivenEntry, entry: EntryForm, reading: ArgumentReading) -> dict[str, Slot] | None:
    """All arguments of an entry by name; None where one of them is wrong."""
    found = {
        name: read(argument.value, word_of(entry, name), reading)
        for name, argument in given.arguments.items()
        if name in {a.name for a in entry.arguments}
    }
    slots = {name: slot for name, slot in found.items() if slot is not None}
    return slots if len(slots) == len(found) else None


def _quantity(quantity: str) -> Callable[[tree.Expression, ArgumentReading], Slot | None]:
    return lambda value, reading: quantity_of(value, reading.names, quantity)


def _span(quantity: str) -> Callable[[tree.Expression, ArgumentReading], Slot | None]:
    """A range; one value is a range from itself to itself."""

    def run(value: tree.Expression, reading: ArgumentReading) -> Slot | None:
        if isinstance(value, tree.Range):
            ends = ends_of(value, reading.names, quantity)
            return None if ends is None else SpanOf(*ends, value.span)
        single = quantity_of(value, reading.names, quantity)
        return None if single is None else SpanOf(single, single, value.span)

    return run


def _point(least: int, most: int, quantity: str) -> Callable[[tree.Expression, ArgumentReading], Slot | None]:
    def run(value: tree.Expression, reading: ArgumentReading) -> Slot | None:
        if not isinstance(value, tree.Point) or not least <= len(value.items) <= most:
            count = f"{least}" if least == most else f"{least} or {most}"
            return refuse(value.span, f"a point of {count} values in brackets", reading)
        items = [quantity_of(item, reading.names, quantity) for item in value.items]
        found = tuple(item for item in items if item is not None)
        return RowOf(found, value.span) if len(found) == len(items) else None

    return run


def _sizes(value: tree.Expression, reading: ArgumentReading) -> Slot | None:
    """Three lengths or ranges of them, along x, y and z; one is for all three."""
    if isinstance(value, tree.Point) and len(value.items) == 3:
        spans = [_span(LENGTH)(item, reading) for item in value.items]
    else:
        spans = [_span(LENGTH)(value, reading)] * 3
    found = tuple(span for span in spans if span is not None)
    return RowOf(found, value.span) if len(found) == 3 else None


def _shares(value: tree.Expression, reading: ArgumentReading) -> Slot | None:
    """`(1, 1, 2)`, or how many equal ones."""
    if isinstance(value, tree.Point):
        items = [quantity_of(item, reading.names, NUMBER) for item in value.items]
        found = tuple(item for item in items if item is not None)
        return RowOf(found, value.span) if len(found) == len(items) else None
    count = quantity_of(value, reading.names, NUMBER)
    if isinstance(count, Value) and not 1 <= float(count.value) <= MOST_SHARES:
        return refuse(value.span, f"a number of shares from 1 to {MOST_SHARES}", reading)
    return count


def by_level(
    inner: Callable[[tree.Expression, ArgumentReading], Slot | None],
) -> Callable[[tree.Expression, ArgumentReading], Slot | None]:
    """One value for all levels, or one for each."""

    def run(value: tree.Expression, reading: ArgumentReading) -> Slot | None:
        if not isinstance(value, tree.Cases):
            same = inner(value, reading)
            every = tuple((level, same) for level in reading.levels if same is not None)
            return CasesOf(every, value.span) if every else None
        found: dict[str, Slot | None] = {}
        for case in value.cases:
            level = case.name.text
            if level not in reading.levels:
                reading.findings.add(
                    "E0747",
                    case.name.span,
                    f"this world has no level `{level}`",
                    "unknown level",
                    notes=[f"its levels are {', '.join(reading.levels)}"],
                    help=did_you_mean(level, reading.levels),
                )
            elif level in found:
                reading.findings.add("E0747", case.name.span, f"`{level}` is said twice", "again")
            found[level] = inner(case.value, reading)
        missing = [level for level in reading.levels if level not in found]
        known = {case.name.text for case in value.cases}
        if missing and known <= set(reading.levels):
            reading.findings.add(
                "E0747", value.span, f"nothing is said for {one_of(missing)}", "a level is missing"
            )
        slots = tuple((level, slot) for level, slot in found.items() if slot is not None)
        return CasesOf(slots, value.span) if len(slots) == len(found) and not missing else None

    return run


def words(
    value: tree.Expression, reading: ArgumentReading, known: Iterable[str] | None, what: str
) -> WordsOf | None:
    """One word, or several in braces, that are known."""
    items = value.items if isinstance(value, tree.SetOf) else (value,)
    found = []
    for item in items:
        if not isinstance(item, tree.Name):
            return refuse(item.span, what, reading)
        if known is not None and item.text not in known:
            reading.findings.add(
                "E0748",
                item.span,
                f"`{item.text}` is not {what}",
                "unknown",
                help=did_you_mean(item.text, known),
            )
            return None
        found.append(item.text)
    return WordsOf(tuple(found), value.span) if found else refuse(value.span, what, reading)


def _kinds(value: tree.Expression, reading: ArgumentReading) -> Slot | None:
    return words(value, reading, reading.kinds, "a kind")


def _kind_of(role: str) -> Callable[[tree.Expression, ArgumentReading], Slot | None]:
    """One kind that plays a role."""

    def run(value: tree.Expression, reading: ArgumentReading) -> Slot | None:
        known = [name for name, kind in reading.kinds.items() if kind.is_a(role) and name != role]
        if isinstance(value, tree.SetOf):
            return refuse(value.span, "one kind", reading)
        found = words(value, reading, known, f"a kind of {role}")
        return None if found is None else KindOf(reading.kinds[found.words[0]], value.span)

    return run


def _assets(value: tree.Expression, reading: ArgumentReading) -> Slot | None:
    return words(value, reading, reading.assets, "an asset")


def _sorts(value: tree.Expression, reading: ArgumentReading) -> Slot | None:
    drawn = isinstance(value, tree.Name) and reading.names.quantities.get(value.text) == WORD
    if drawn or isinstance(value, tree.Call | tree.Conditional):
        return _drawn_sort(value, reading)
    found = words(value, reading, [*reading.kinds, *reading.assets], "a kind or an asset")
    if found is None:
        return None
    kinds = tuple(word for word in found.words if word in reading.kinds)
    return SortsOf(kinds, tuple(word for word in found.words if word not in kinds), value.span)


def _drawn_sort(value: tree.Expression, reading: ArgumentReading) -> Slot | None:
    """An asset that is drawn: every word that may come out is one."""
    formula = quantity_of(value, reading.names, WORD)
    if formula is None:
        return None
    possible = words_of(formula, reading.words)
    unknown = [word for word in possible if word not in reading.assets]
    if not possible or unknown:
        said = f"`{unknown[0]}` is not an asset" if unknown else "it is not plain which assets this may be"
        help = did_you_mean(unknown[0], reading.assets) if unknown else "choose by `one_of`"
        reading.findings.add("E0748", value.span, said, "unknown", help=help)
        return None
    return DrawnSort(formula, value.span)


def _painted(value: tree.Expression, reading: ArgumentReading) -> Slot | None:
    return words(value, reading, [*reading.kinds, "wall"], "a kind, or `wall`")


def _any_words(value: tree.Expression, reading: ArgumentReading) -> Slot | None:
    return words(value, reading, None, "a word")


def _choices(value: tree.Expression, reading: ArgumentReading) -> Slot | None:
    """Words, or texts, of which one is taken for each thing."""
    items = value.items if isinstance(value, tree.SetOf) else (value,)
    found = [_spelled(item) for item in items]
    known = tuple(dict.fromkeys(text for text in found if text))
    if len(known) < len(found) or not known:
        return refuse(value.span, "a word, or several different ones in braces,", reading)
    return WordsOf(known, value.span)


def _spelled(item: tree.Expression) -> str | None:
    return item.text if isinstance(item, tree.Name) else item.value if isinstance(item, tree.Text) else None


def _pattern(value: tree.Expression, reading: ArgumentReading) -> Slot | None:
    """A text with labels in braces: `"{colour} {shape}"`."""
    if not isinstance(value, tree.Text) or not is_pattern(value.value):
        return refuse(value.span, 'a text with labels in braces, as in `"{colour} {shape}"`,', reading)
    return Value(value.value, WORD, value.span)


def _thing(value: tree.Expression, reading: ArgumentReading) -> Slot | None:
    return words(value, reading, reading.things, "a thing that stands before this entry")


def _items(value: tree.Expression, reading: ArgumentReading) -> Slot | None:
    return words(value, reading, reading.groups, "the name of `items` above")


def _one_word_of(known: tuple[str, ...]) -> Callable[[tree.Expression, ArgumentReading], Slot | None]:
    return lambda value, reading: words(value, reading, known, one_of(known))


def _turned(value: tree.Expression, reading: ArgumentReading) -> Slot | None:
    """An angle, a range of angles, or a sort of turns."""
    if isinstance(value, tree.Name | tree.Call) and _name(value) in {f.name for f in PART_FORMS["TURN"]}:
        return part(value, "TURN", reading)
    return _span(ANGLE)(value, reading)


def _rolls(value: tree.Expression, reading: ArgumentReading) -> Slot | None:
    """A range of angles, or one of several: `one_of(-120 deg .. -60 deg, 60 deg .. 120 deg)`."""
    several = isinstance(value, tree.Call) and value.function.text == "one_of"
    ranges = [argument.value for argument in value.arguments] if isinstance(value, tree.Call) else [value]
    spans = [_span(ANGLE)(item, reading) for item in (ranges if several else [value])]
    found = tuple(span for span in spans if span is not None)
    return RowOf(found, value.span) if found and len(found) == len(spans) else None


def _name(value: tree.Expression) -> str:
    return value.function.text if isinstance(value, tree.Call) else getattr(value, "text", "")


def part(value: tree.Expression, sort: str, reading: ArgumentReading) -> PartOf | None:
    """A part of a world that is written like a call, or as a bare word where it takes nothing."""
    known = {known.name: known for known in PART_FORMS[sort]}
    name = _name(value)
    if name not in known:
        usages = "; ".join(f"`{f.usage}`" for f in known.values())
        reading.findings.add(
            "E0748",
            value.span,
            f"here is one of {one_of(known)} expected",
            "something else",
            notes=[f"written so: {usages}"],
            help=did_you_mean(name, known) if name else None,
        )
        return None
    arguments = value.arguments if isinstance(value, tree.Call) else ()
    head = value.function if isinstance(value, tree.Call) else Word(name, span=value.span)
    given = read_entry(tree.Entry(head, arguments, span=value.span), known[name], reading.findings)
    if given is None:
        return None
    entry = known[name]
    inner = [a for a in (given.get("division"), *given.more) if a is not None]
    rest = {n: a for n, a in given.arguments.items() if n != "division"}
    if sort == "TURN" and inner + list(rest.values()):
        turns = [quantity_of(a.value, reading.names, ANGLE) for a in (*rest.values(), *inner)]
        angles = tuple(turn for turn in turns if turn is not None)
        if len(angles) < len(turns):
            return None
        return PartOf(name, (("degrees", RowOf(angles, value.span)),), span=value.span)
    slots = read_all(GivenEntry(given.entry, rest), entry, reading)
    parts = [part(a.value, sort, reading) for a in inner]
    found = tuple(p for p in parts if p is not None)
    if slots is None or len(found) < len(parts):
        return None
    return PartOf(name, tuple(slots.items()), found, span=value.span)


def _part(sort: str) -> Callable[[tree.Expression, ArgumentReading], Slot | None]:
    return lambda value, reading: part(value, sort, reading)


def refuse(span: Span, expected: str, reading: ArgumentReading) -> WordsOf | None:
    """Says what is expected where something else stands, which is None."""
    reading.findings.add("E0706", span, f"here is {expected} expected", "something else")
    return None


READERS: Mapping[str, Callable[[tree.Expression, ArgumentReading], Slot | None]] = {
    "LENGTH": _quantity(LENGTH),
    "ANGLE": _quantity(ANGLE),
    "NUMBER": _quantity(NUMBER),
    "TRUTH": _quantity(TRUTH),
    "TEXT": _quantity(WORD),
    "LENGTHS": _span(LENGTH),
    "ANGLES": _span(ANGLE),
    "NUMBERS": _span(NUMBER),
    "COUNTS": by_level(_span(NUMBER)),
    "PARTS": by_level(_quantity(NUMBER)),
    "PLACE": _point(2, 3, LENGTH),
    "POINT": _point(3, 3, LENGTH),
    "PIXELS": _point(2, 2, NUMBER),
    "DIRECTION": _point(3, 3, NUMBER),
    "SIZES": _sizes,
    "SHARES": _shares,
    "KINDS": _kinds,
    "ASSETS": _assets,
    "CELLS": _kind_of(CELL),
    "VACANCIES": _kind_of(VACANCY),
    "SORTS": _sorts,
    "PAINTED": _painted,
    "WORDS": _any_words,
    "CHOICES": _choices,
    "PATTERN": _pattern,
    "THING": _thing,
    "ITEMS": _items,
    "TURNED": _turned,
    "ROLLS": _rolls,
    "BASE": _one_word_of(("top", "floor")),
    "AIM": _one_word_of(("front_edge", "centre")),
    **{sort: _part(sort) for sort in PART_FORMS},
}
"""How the argument is read that each of these words stands for."""
