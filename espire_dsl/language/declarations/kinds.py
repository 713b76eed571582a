"""From `kind mug is graspable { ... }` to the kind that it declares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from espire_dsl.diagnostics.value import Findings, Label
from espire_dsl.domain.kinds import EITHER, ORIENTED, PLAIN, ROLES, THING, Kind, KindTable, kind_of
from espire_dsl.domain.nouns import plural_noun
from espire_dsl.language.core.kind_functions import KindFunction, kind_functions
from espire_dsl.language.declarations import constants
from espire_dsl.language.declarations.schema import GivenEntry, Schema, form, read_entries
from espire_dsl.language.hints import did_you_mean
from espire_dsl.language.inference.reserved import RESERVED
from espire_dsl.syntax import tree

FACINGS: Final = {"always": frozenset({ORIENTED}), "never": frozenset({PLAIN}), "maybe": EITHER}
PERSPECTIVES: Final = ("own", "encounter")
_TELLING: Final = sorted(ROLES.keys() - {THING})
"""Roles that say something: every kind is a thing."""

SCHEMA: Final = Schema(
    "kind",
    (
        form("plural NAME", "the name of the set of all of them, in programs; the usual plural if left out"),
        form("noun TEXT, [plural: TEXT]", "what people call one of them, and several; its name if left out"),
        form("words TEXT, [...]", "other nouns that sentences use for one of them"),
        form("front WHEN", "whether they have a front: `always`, `never`, or `maybe`, as their asset says"),
        form("perspective WHOSE", "whose left is their left: `own`, or `encounter`, one's before them"),
        form("axes X, Y, Z", "what the lengths along the own axes are called"),
        form("size X, Y, Z", "the lengths of one whose asset is not told, as in scenes of examples"),
        form("names HOW", "`shared` where all are called alike, so that none can be referred to by name"),
        form("one TRUTH", "`true` where a scene has just one, which the kind's name then stands for"),
        form("on_ground TRUTH", "`true` for what stands on the floor, not on furniture"),
        form("density NUMBER", "kilograms a cubic metre, for physics"),
        form("paint WORD", "what it is painted with where nothing else is said"),
        form("labels WORD, [...]", "the labels that its assets may carry, such as a colour"),
    ),
)


def read_kinds(declared: Iterable[tree.Declaration], seen: KindTable, findings: Findings) -> list[Kind]:
    """The kinds that a file declares, in any order, on those that it sees."""
    waiting: dict[str, tree.Declaration] = {}
    for item in declared:
        name = item.name.text
        known = waiting.get(name)
        if name in seen.by_name or known is not None:
            findings.add(
                "E0709",
                item.name.span,
                f"there is a {'role' if name in ROLES else 'kind'} called `{name}` already",
                "declared again",
                secondary=[Label(known.name.span, "first time")] if known else (),
                help="choose another name",
            )
            continue
        waiting[name] = item
    done: dict[str, Kind] = {}
    for name in list(waiting):
        _resolve(name, waiting, done, seen, findings, ())
    taken = dict(kind_functions(seen))
    for name, kind in done.items():
        _check_words(waiting[name], kind, taken, findings)
        taken |= kind_functions(KindTable({name: kind}))
    return [done[name] for name in waiting if name in done]


def _resolve(
    name: str,
    waiting: dict[str, tree.Declaration],
    done: dict[str, Kind],
    seen: KindTable,
    findings: Findings,
    above: tuple[str, ...],
) -> Kind | None:
    """The kind of a name, with those that it is one of resolved first."""
    if name in done or name not in waiting:
        return done.get(name) or seen.get(name)
    item = waiting[name]
    if name in above:
        chain = " -> ".join((*above[above.index(name) :], name))
        findings.add(
            "E0708", item.name.span, f"kind `{name}` is one of itself", "part of a circle", notes=[chain]
        )
        return None
    bases: list[Kind] = []
    sound = True
    for word in item.bases:
        before = findings.error_count
        base = _resolve(word.text, waiting, done, seen, findings, (*above, name))
        if base is not None:
            bases.append(base)
            continue
        sound = False
        if findings.error_count == before and word.text not in above:
            findings.add(
                "E0707",
                word.span,
                f"there is no role or kind `{word.text}`",
                "unknown",
                notes=[f"the roles are {', '.join(_TELLING)}"],
                help=did_you_mean(word.text, {*seen.by_name, *waiting}),
            )
    if not sound:
        waiting.pop(name)
        return None
    done[name] = kind_of(name, bases, **_said(item, findings))
    if not done[name].roles:
        findings.add(
            "E0703",
            item.name.span,
            f"kind `{name}` does not say what it is",
            "no roles",
            help=f"name its roles: `kind {name} is graspable`; they are {', '.join(_TELLING)}",
        )
    return done[name]


def _check_words(
    item: tree.Declaration, kind: Kind, taken: Mapping[str, KindFunction], findings: Findings
) -> None:
    """Report a kind whose name or plural, by which programs speak of it, has another meaning in programs."""
    entry = next((e for e in item.entries if e.name.text == "plural"), None)
    for word in kind_functions(KindTable({kind.name: kind})):
        other = taken.get(word)
        if word not in RESERVED and other is None:
            continue
        told = "a word of the language" if other is None else f"said of kind `{other.kind.name}`"
        findings.add(
            "E0709",
            item.name.span if entry is None else entry.span,
            f"programs would speak of `{kind.name}` by `{word}`, which is {told}",
            "this word has a meaning already",
            help="choose another `plural`, one word that is used nowhere else",
        )
        return


def _said(item: tree.Declaration, findings: Findings) -> dict[str, Any]:
    """What a declaration says of its kind, by the fields of `Kind`."""
    name = item.name.text
    noun = name.replace("_", " ")
    said: dict[str, Any] = {
        "plural": plural_noun(name),
        "noun": noun,
        "nouns": plural_noun(noun),
        "words": (),
        "meaning": " ".join((item.doc or "").split()),
    }
    for given in read_entries(item, SCHEMA, findings):
        said |= {
            key: value for key, value in _READERS[given.name](given, findings).items() if value is not None
        }
    return said


def _noun(given: GivenEntry, findings: Findings) -> dict[str, Any]:
    noun = constants.text(given.arguments["text"].value, findings)
    several = given.get("plural")
    nouns = (
        constants.text(several.value, findings) if several else None if noun is None else plural_noun(noun)
    )
    return {"noun": noun, "nouns": nouns}


def _lengths(given: GivenEntry, findings: Findings) -> dict[str, Any]:
    lengths = [constants.positive(given.arguments[axis].value, constants.LENGTH, findings) for axis in "xyz"]
    return {"extents": None if None in lengths else tuple(lengths)}


def _axes(given: GivenEntry, findings: Findings) -> dict[str, Any]:
    axes = [constants.word(given.arguments[axis].value, findings) for axis in "xyz"]
    return {"axes": None if None in axes else tuple(axes)}


def _front(given: GivenEntry, findings: Findings) -> dict[str, Any]:
    when = constants.word(given.arguments["when"].value, findings, FACINGS)
    return {"facing": None if when is None else FACINGS[when]}


def _every(given: GivenEntry, read: Any, first: str, findings: Findings) -> tuple[Any, ...]:
    values = [read(argument.value, findings) for argument in (given.arguments[first], *given.more)]
    return tuple(value for value in values if value is not None)


_READERS: Final[dict[str, Any]] = {
    "plural": lambda given, findings: {"plural": constants.word(given.arguments["name"].value, findings)},
    "noun": _noun,
    "words": lambda given, findings: {"words": _every(given, constants.text, "text", findings)},
    "front": _front,
    "perspective": lambda given, findings: {
        "perspective": constants.word(given.arguments["whose"].value, findings, PERSPECTIVES)
    },
    "axes": _axes,
    "size": _lengths,
    "names": lambda given, findings: {
        "alike": constants.word(given.arguments["how"].value, findings, ("shared", "own")) == "shared"
    },
    "one": lambda given, findings: {"single": constants.truth(given.arguments["truth"].value, findings)},
    "on_ground": lambda given, findings: {
        "stands_on_ground": constants.truth(given.arguments["truth"].value, findings)
    },
    "density": lambda given, findings: {
        "density": constants.positive(given.arguments["number"].value, constants.NUMBER, findings)
    },
    "paint": lambda given, findings: {"paint": constants.word(given.arguments["word"].value, findings)},
    "labels": lambda given, findings: {"labels": _every(given, constants.word, "word", findings)},
}
