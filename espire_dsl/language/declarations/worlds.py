"""From the declaration of a world to its template: entry by entry, each held against the table of entries."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, frozen

from espire_dsl.diagnostics.value import Findings, Label, Span
from espire_dsl.domain.error import WorldError
from espire_dsl.domain.kinds import THING
from espire_dsl.language.declarations.arguments import ArgumentReading, read, refuse, word_of
from espire_dsl.language.declarations.assembling import LABELS
from espire_dsl.language.declarations.dressing import check_dressing
from espire_dsl.language.declarations.formula_types import Names, formula_of
from espire_dsl.language.declarations.formulas import NUMBER, WORD, Formula, FormulaError, Value, words_of
from espire_dsl.language.declarations.requirements import implied, required
from espire_dsl.language.declarations.schema import EntryForm, GivenEntry, read_entries
from espire_dsl.language.declarations.slots import DrawnSort, Slot, SortsOf, WordsOf
from espire_dsl.language.declarations.templates import (
    MOST_TRIES,
    LetEntry,
    SceneRequirement,
    SlotEntry,
    Template,
)
from espire_dsl.language.declarations.world_bases import with_bases
from espire_dsl.language.declarations.world_parameters import parameters_of
from espire_dsl.language.declarations.world_schema import DEFAULT_TRIES, WORLD
from espire_dsl.language.hints import did_you_mean
from espire_dsl.language.inference.reserved import RESERVED
from espire_dsl.language.inference.scope import Scope, ScopeEntry, Work
from espire_dsl.language.kinds import sort_of
from espire_dsl.language.types import SCALARS, Thing
from espire_dsl.syntax import tree

ONE_LEVEL = ("usual",)
FLOOR = "floor"
_IN_PLACE = {"DEPTH": "LENGTH", "WIDTH": "LENGTH", "LEAST": "NUMBER", "COUNT": "NUMBERS"}
"""What arguments are that stand in their places under names of their own."""
_NAMED = frozenset({"furniture", "items", "camera"})
"""Entries whose first argument is a new name."""


def compile_world(
    declared: tree.Declaration, bases: Mapping[str, tree.Declaration], scope: Scope
) -> Template | None:
    """The template of a declaration, or None after saying what is wrong with it."""
    findings = scope.findings
    before = findings.error_count
    whole = with_bases(declared, bases, findings)
    if whole is None:
        return None
    parameters = parameters_of(whole, findings)
    given = read_entries(whole, WORLD, findings)
    levels = _levels(given, findings)
    names = Names({p.name: p.quantity for p in parameters}, findings)
    chosen = {p.name: p.choices for p in parameters if p.choices and p.quantity == WORD}
    reading = ArgumentReading(
        names, scope.catalogue, scope.kinds.by_name, levels, {FLOOR: (FLOOR,)}, words=chosen
    )
    compiling = _Compiling(reading, scope)
    for item in given:
        compiling.take(item)
    imported = _imported(whole, given, findings)
    if findings.error_count > before or declared.broken:
        return None
    template = Template(
        declared.name.text,
        declared.doc,
        parameters,
        levels,
        tuple(compiling.entries),
        tuple(compiling.requirements),
        tuple(name for name in compiling.reading.things if name != FLOOR),
        compiling.tries,
        scope.own_assets,
        imported,
        span=declared.name.span,
    )
    if not imported:
        _try_out(template, findings)
    return template if findings.error_count == before else None


def _imported(declared: tree.Declaration, given: list[GivenEntry], findings: Findings) -> bool:
    """Whether a world has scenes of others alone, about which it then says nothing."""
    said = next((item for item in given if item.name == "imported"), None)
    if said is None:
        return False
    others = dict.fromkeys(item.name for item in given if item is not said)
    others |= dict.fromkeys(f"its parameter {p.name.text}" for p in declared.parameters)
    if others:
        findings.add(
            "E0760",
            said.span,
            f"world `{declared.name.text}` is imported, and says how to draw it as well",
            "nothing is drawn of it",
            notes=[f"it says {', '.join(others)}"],
            help="leave out the one or the other; scenes can be imported for drawn worlds too",
        )
    return True


@frozen
class _Middle:
    """A stream for trying out: always the middle."""

    def unit(self) -> float:
        return 0.5


def _try_out(template: Template, findings: Findings) -> None:
    """Report what cannot be meant, whatever is drawn, as far as usual arguments show it."""
    arguments = {p.name: p.usual for p in template.parameters}
    if None in arguments.values():
        return
    try:
        template.instance(arguments, _Middle())
    except FormulaError as error:
        findings.add("E0749", error.span, f"this cannot be meant: {error}", "here")
    except WorldError as error:
        findings.add("E0749", template.span, f"this cannot be meant: {error}", "this world")


class _Compiling:
    """Goes through the entries of one world, in their order."""

    def __init__(self, reading: ArgumentReading, scope: Scope) -> None:
        self.reading = reading
        self.scope = scope
        self.entries: list[LetEntry | SlotEntry] = []
        self.requirements: list[SceneRequirement] = []
        self.cameras: dict[str, Span] = {}
        self.tries = DEFAULT_TRIES

    def take(self, given: GivenEntry) -> None:
        """One entry more."""
        match given.name:
            case "levels" | "imported":
                pass  # read before or after all others
            case "let":
                self._let(given)
            case "require":
                found = required(given.arguments["program"].value, self._program_scope())
                self.requirements += [] if found is None else [found]
            case "tries":
                self._tries(given)
            case _:
                self._entry(given)

    def _let(self, given: GivenEntry) -> None:
        (written,) = given.more
        assert written.name is not None
        formula = formula_of(written.value, self.reading.names)
        self._check_new(written.name.text, written.name.span, is_value=True)
        self._know(written.name.text, formula)
        if formula is not None:
            self.entries.append(LetEntry(written.name.text, formula))

    def _know(self, name: str, formula: Formula | None) -> None:
        """Later entries may use the name; one whose value is wrong counts as a number."""
        quantity = NUMBER if formula is None else formula.quantity
        known = {**self.reading.names.quantities, name: quantity}
        words = self.reading.words
        if formula is not None and quantity == WORD:
            words = {**words, name: words_of(formula, words)}
        self.reading = evolve(self.reading, names=evolve(self.reading.names, quantities=known), words=words)

    def _check_new(self, name: str, span: Span, *, is_value: bool = False) -> None:
        """Report a name that has a meaning already; values must not take words of programs either."""
        if is_value and name in RESERVED:
            self.reading.findings.add("E0741", span, f"`{name}` is a word of the language", "choose another")
        if name in {*self.reading.names.quantities, *self.reading.things, *self.reading.groups}:
            self.reading.findings.add("E0741", span, f"`{name}` has a meaning here already", "again")

    def _check_new_camera(self, name: tree.Name) -> None:
        first = self.cameras.setdefault(name.text, name.span)
        if first != name.span:
            self.reading.findings.add(
                "E0741",
                name.span,
                f"there are two cameras `{name.text}`",
                "again",
                secondary=[Label(first, "first one")],
                help="give one of them another name",
            )

    def _tries(self, given: GivenEntry) -> None:
        value = given.arguments["number"].value
        found = read(value, "NUMBER", self.reading)
        if isinstance(found, Value) and found.value in range(1, MOST_TRIES + 1):
            self.tries = int(found.value)
        elif found is not None:
            refuse(value.span, f"a whole number from 1 to {MOST_TRIES}", self.reading)

    def _entry(self, given: GivenEntry) -> None:
        entry = WORLD.by_name[given.name]
        name, given = self._named(given, entry)
        slots = self._slots(given, entry)
        if slots is not None and entry.name == "items" and not self._is_dressed(given, slots):
            slots = None
        if slots is None and name is not None:
            self._remember_broken(entry, name, given)
        if slots is None or (name is None and entry.name in (*_NAMED, "put", "layout")):
            return
        self.entries.append(SlotEntry(entry.name, name, tuple(slots.items()), given.span))
        if name is None:
            return
        if entry.name in ("furniture", "put"):
            things = {**self.reading.things, name: self._kinds(slots["of"])}
            self.reading = evolve(self.reading, things=things)
        elif entry.name == "items":
            self.reading = evolve(self.reading, groups={**self.reading.groups, name: given})
        if entry.name == "put":
            self.requirements += implied(name, given, self._program_scope())

    def _remember_broken(self, entry: EntryForm, name: str, given: GivenEntry) -> None:
        """What an entry with a mistake names is there all the same, so that one mistake is told once."""
        if entry.name in ("furniture", "put"):
            self.reading = evolve(self.reading, things={**self.reading.things, name: (THING,)})
        elif entry.name == "items":
            self.reading = evolve(self.reading, groups={**self.reading.groups, name: given})

    def _named(self, given: GivenEntry, entry: EntryForm) -> tuple[str | None, GivenEntry]:
        """The name that an entry gives to something, and the entry without it."""
        rest = dict(given.arguments)
        if entry.name in _NAMED:
            value = rest.pop("name").value
            if not isinstance(value, tree.Name):
                refuse(value.span, "a name", self.reading)
                return None, evolve(given, arguments=rest)
            if entry.name == "camera":
                self._check_new_camera(value)
            else:
                self._check_new(value.text, value.span)
            return value.text, evolve(given, arguments=rest)
        if entry.name == "layout":
            value = rest.pop("text").value
            if not isinstance(value, tree.Text):
                refuse(value.span, "a text", self.reading)
                return None, evolve(given, arguments=rest)
            return value.value, evolve(given, arguments=rest)
        if entry.name == "put":
            return self._put(given, rest)
        return None, given

    def _put(self, given: GivenEntry, rest: dict[str, tree.Argument]) -> tuple[str | None, GivenEntry]:
        """`put bear: teddy_bear, colour: "brown"`: the thing under its name, and labels."""
        labels = tuple(a for a in given.more if isinstance(a.value, tree.Text))
        things = [a for a in given.more if a not in labels]
        if not things or things[0].name is None:
            refuse(given.span, "one thing with its name, as in `put bear: teddy_bear`,", self.reading)
            return None, evolve(given, more=labels)
        known = [argument.name for argument in WORLD.by_name["put"].arguments]
        for other in things[1:]:
            assert other.name is not None
            name = other.name.text
            help = did_you_mean(name, known) or "labels are texts, and one entry puts one thing"
            self.reading.findings.add(
                "E0704", other.name.span, f"`put` has no `{name}`", "not expected here", help=help
            )
        self._check_new(things[0].name.text, things[0].name.span)
        return things[0].name.text, GivenEntry(given.entry, {**rest, "of": things[0]}, labels)

    def _slots(self, given: GivenEntry, entry: EntryForm) -> dict[str, Slot] | None:
        """The arguments by name, with labels as `labels.colour`; None where one of them is wrong."""
        found: dict[str, Slot | None] = {}
        for key, argument in given.arguments.items():
            word = word_of(entry, key)
            found[key] = read(argument.value, _IN_PLACE.get(word, word), self.reading)
        for argument in given.more:
            if argument.name is not None:
                word = "TEXT" if entry.name == "put" else word_of(entry, argument.name.text)
                found[f"{LABELS}{argument.name.text}"] = read(argument.value, word, self.reading)
        slots = {key: slot for key, slot in found.items() if slot is not None}
        return slots if len(slots) == len(found) else None

    def _is_dressed(self, given: GivenEntry, slots: Mapping[str, Slot]) -> bool:
        return check_dressing(given, slots, self.reading, self.scope.kinds)

    def _kinds(self, slot: Slot) -> tuple[str, ...]:
        """The kinds that something of these sorts may be of."""
        catalogue = self.reading.catalogue
        if isinstance(slot, SortsOf):
            return (*slot.kinds, *(catalogue.get(category).kind for category in slot.categories))
        if isinstance(slot, DrawnSort):
            possible = words_of(slot.formula, self.reading.words)
            return tuple(dict.fromkeys(catalogue.get(category).kind for category in possible))
        assert isinstance(slot, WordsOf)
        return tuple(catalogue.get(category).kind for category in slot.words)

    def _program_scope(self) -> Scope:
        """What a requirement sees: things by their names, and values."""
        nowhere = Span("", 0, 0)
        variables = {
            name: ScopeEntry(Thing(sort_of(map(self.scope.kinds.by_name.__getitem__, kinds))), nowhere, name)
            for name, kinds in self.reading.things.items()
            if name != FLOOR
        }
        variables |= {
            name: ScopeEntry(SCALARS[quantity], nowhere, name)
            for name, quantity in self.reading.names.quantities.items()
        }
        return evolve(self.scope, variables=variables, work=Work())


def _levels(given: list[GivenEntry], findings: Findings) -> tuple[str, ...]:
    """The levels of a world; one that says nothing about them has one."""
    found: list[str] = []
    for item in given:
        for argument in (item.arguments["words"], *item.more) if item.name == "levels" else ():
            if isinstance(argument.value, tree.Name) and argument.value.text not in found:
                found.append(argument.value.text)
            else:
                findings.add("E0747", argument.span, "a level is a word that is said once", "not so")
    return tuple(found) or ONE_LEVEL
