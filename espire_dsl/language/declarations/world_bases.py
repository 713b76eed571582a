"""`world a is b`: a world that is another one, with some entries of its own."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from espire_dsl.diagnostics.value import Findings
from espire_dsl.language.declarations.world_schema import WORLD
from espire_dsl.language.hints import did_you_mean
from espire_dsl.syntax import tree

_ALWAYS_ADDED = frozenset({"require"})


def with_bases(
    declared: tree.Declaration, known: Mapping[str, tree.Declaration], findings: Findings
) -> tree.Declaration | None:
    """The declaration with the entries of what it is based on; None after saying why there is none.

    An entry of its own takes the place of the one that is about the same: the same word once a world, else
    the same word with the same first argument.
    """
    chain = [declared]
    names = [declared.name.text]
    while chain[-1].bases:
        first, *more = chain[-1].bases
        if more:
            findings.add("E0742", more[0].span, "a world is based on one other world", "one too many")
            return None
        if first.text in names:
            begin = names.index(first.text)
            if declared is min(chain[begin:], key=lambda world: world.span.start):  # a cycle is told once
                way = " is ".join([*names[begin:], first.text])
                findings.add(
                    "E0742", declared.bases[0].span, "this world is based on itself", "a cycle", notes=[way]
                )
            return None
        if first.text not in known:
            findings.add(
                "E0742",
                declared.bases[0].span,
                f"there is no world `{first.text}`",
                "unknown world",
                help=did_you_mean(first.text, known),
            )
            return None
        chain.append(known[first.text])
        names.append(first.text)
    whole = chain.pop()
    while chain:
        whole = _joined(whole, chain.pop())
    return whole


def _joined(base: tree.Declaration, own: tree.Declaration) -> tree.Declaration:
    parameters = {p.name.text: p for p in (*base.parameters, *own.parameters)}
    entries = list(base.entries)
    for entry in own.entries:
        same = [place for place, other in enumerate(entries) if _about_the_same(entry, other)]
        if same:
            entries[same[0]] = entry
        else:
            entries.append(entry)
    return evolve(own, parameters=tuple(parameters.values()), entries=tuple(entries))


def _about_the_same(one: tree.Entry, other: tree.Entry) -> bool:
    known = WORLD.by_name.get(one.name.text)
    if one.name.text != other.name.text or known is None or known.name in _ALWAYS_ADDED:
        return False
    if not known.many:
        return True
    if all(argument.only_named for argument in known.arguments):
        return _free_names(one) & _free_names(other) != set()
    return [a.value for a in one.arguments[:1]] == [a.value for a in other.arguments[:1]]


def _free_names(entry: tree.Entry) -> set[str]:
    """The names that an entry gives beside the arguments that it knows."""
    known = {argument.name for argument in WORLD.by_name[entry.name.text].arguments}
    return {a.name.text for a in entry.arguments if a.name is not None} - known
