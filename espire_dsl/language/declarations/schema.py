"""Which entries a declaration has and which arguments each takes: tables, and one way to hold a text against
them. What the arguments mean is up to those who ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import field, frozen

from espire_dsl.diagnostics.suggest import nearest
from espire_dsl.diagnostics.value import Findings, Label, Span
from espire_dsl.language.hints import did_you_mean
from espire_dsl.syntax import tree


@frozen
class EntryArgument:
    """An argument of an entry, given in its place or by its name. One with `only_named` must be named."""

    name: str
    needed: bool = False
    only_named: bool = False


@frozen
class EntryForm:
    """An entry: `needed` once in every declaration, `many` times, or once at the most.

    `more` lets the last argument repeat, `open` lets it take arguments of any name: `labels colour: "red"`.
    `usage` is how one writes it, `meaning` what it says; both are printed in docs and messages.
    """

    name: str
    usage: str
    meaning: str
    arguments: tuple[EntryArgument, ...] = ()
    needed: bool = False
    many: bool = False
    more: bool = False
    open: bool = False


@frozen
class GivenEntry:
    """An entry of a text: its arguments by name, and those beyond or of free names in `more`."""

    entry: tree.Entry
    arguments: Mapping[str, tree.Argument]
    more: tuple[tree.Argument, ...] = ()

    @property
    def name(self) -> str:
        return self.entry.name.text

    @property
    def span(self) -> Span:
        return self.entry.span

    def get(self, name: str) -> tree.Argument | None:
        return self.arguments.get(name)


@frozen
class Schema:
    """The entries of one sort of declaration, in the order in which docs tell them."""

    what: str
    forms: tuple[EntryForm, ...]
    by_name: Mapping[str, EntryForm] = field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "by_name", {form.name: form for form in self.forms})

    @property
    def called(self) -> str:
        """`an asset`."""
        return f"{'an' if self.what[0] in 'aeiou' else 'a'} {self.what}"


def form(usage: str, meaning: str, *, needed: bool = False, many: bool = False) -> EntryForm:
    """The form of an entry from how one writes it: `camera NAME, above: LENGTH, [aim: PLACE]`.

    Arguments in brackets may be left out. `plural NAME` has an argument in its place; `above: LENGTH` one
    that must be named; `...` behind the last one lets it repeat, and `*: TEXT` stands for arguments of any
    name.
    """
    name, _, rest = usage.partition(" ")
    arguments: list[EntryArgument] = []
    more = is_open = False
    for part in (piece.strip() for piece in rest.split(", ") if piece.strip()):
        optional = part.startswith("[")
        inner = part.strip("[]")
        if inner == "...":
            more = True
        elif inner.startswith("*:"):
            is_open = True
        elif ": " in inner:
            arguments.append(EntryArgument(inner.partition(":")[0], not optional, only_named=True))
        else:
            arguments.append(EntryArgument(inner.lower(), not optional))
    return EntryForm(name, usage, meaning, tuple(arguments), needed, many, more, is_open)


def read_entries(declared: tree.Declaration, schema: Schema, findings: Findings) -> list[GivenEntry]:
    """The entries that are what the schema says; what is not is reported and left out."""
    found: list[GivenEntry] = []
    first: dict[str, tree.Entry] = {}
    for entry in declared.entries:
        known = schema.by_name.get(entry.name.text)
        if known is None:
            findings.add(
                "E0701",
                entry.name.span,
                f"{schema.called} has no entry `{entry.name.text}`",
                "unknown entry",
                notes=[f"{schema.called} may say {', '.join(schema.by_name)}"],
                help=did_you_mean(entry.name.text, schema.by_name),
            )
            continue
        if known.name in first and not known.many:
            findings.add(
                "E0702",
                entry.name.span,
                f"{schema.called} says `{known.name}` once",
                "again",
                secondary=[Label(first[known.name].name.span, "first time")],
                help="keep one of them",
            )
            continue
        first.setdefault(known.name, entry)
        given = read_entry(entry, known, findings)
        if given is not None:
            found.append(given)
    for wanted in schema.forms:
        if wanted.needed:
            report_missing(declared, schema, wanted.name, findings)
    return found


def report_missing(declared: tree.Declaration, schema: Schema, name: str, findings: Findings) -> None:
    """Says that a declaration lacks an entry, unless one that is there, or is broken, was meant to be it."""
    unknown = (entry.name.text for entry in declared.entries if entry.name.text not in schema.by_name)
    meant = {nearest(word, schema.by_name) for word in unknown}
    if declared.broken or name in meant or any(entry.name.text == name for entry in declared.entries):
        return
    wanted = schema.by_name[name]
    findings.add(
        "E0703",
        declared.name.span,
        f"{schema.what} `{declared.name.text}` does not say its {name}",
        f"no `{name}`",
        help=f"add `{wanted.usage}`: {wanted.meaning}",
    )


def read_entry(entry: tree.Entry, known: EntryForm, findings: Findings) -> GivenEntry | None:
    """The entry with its arguments by name, or None after saying what is wrong with them."""
    given: dict[str, tree.Argument] = {}
    more: list[tree.Argument] = []
    in_place = [argument for argument in known.arguments if not argument.only_named]
    names = {argument.name for argument in known.arguments}
    before = findings.error_count
    position = 0
    for argument in entry.arguments:
        if argument.name is not None:
            label = argument.name.text
            if label not in names:
                if known.open:
                    more.append(argument)
                else:
                    _report(
                        argument.name.span, f"`{known.name}` has no `{label}`", known, findings, label, names
                    )
            elif label in given:
                _report(argument.name.span, f"`{label}` is said twice", known, findings)
            else:
                given[label] = argument
        elif position < len(in_place):
            given[in_place[position].name] = argument
            position += 1
        elif known.more:
            more.append(argument)
        else:
            _report(argument.span, f"`{known.name}` takes no more arguments than this", known, findings)
    missing = [a.name for a in known.arguments if a.needed and a.name not in given]
    if missing and findings.error_count == before:
        findings.add(
            "E0705",
            entry.name.span,
            f"`{known.name}` needs {_listed(missing)}",
            "incomplete",
            notes=[known.meaning],
            help=f"write `{known.usage}`",
        )
    return GivenEntry(entry, given, tuple(more)) if findings.error_count == before else None


def _report(
    span: Span,
    message: str,
    known: EntryForm,
    findings: Findings,
    label: str | None = None,
    names: Sequence[str] | set[str] = (),
) -> None:
    hint = None if label is None else did_you_mean(label, names)
    findings.add("E0704", span, message, "not expected here", help=hint or f"write `{known.usage}`")


def _listed(names: Sequence[str]) -> str:
    said = [f"`{name}`" for name in names]
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]}"
