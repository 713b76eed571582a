"""The pass over worlds: families ask for those that they see, with what these take."""

from __future__ import annotations

from collections.abc import Iterator

from espire_dsl.checking.known_worlds import unknown_world
from espire_dsl.diagnostics.value import Findings
from espire_dsl.language.declarations.signatures import Worlds
from espire_dsl.language.hints import did_you_mean
from espire_dsl.syntax import tree


def check_worlds(module: tree.Module, worlds: Worlds, findings: Findings) -> None:
    """Report worlds that nobody declares, and arguments that a world does not take."""
    for clause in _clauses(module):
        name = clause.name.text
        if name not in worlds:
            message, help = unknown_world(name, worlds)
            findings.add("E0334", clause.name.span, message, "unknown world", help=help)
            continue
        for argument in clause.arguments:
            if argument.name is not None and argument.name.text not in worlds[name].names:
                takes = ", ".join(worlds[name].names) or "nothing"
                findings.add(
                    "E0335",
                    argument.name.span,
                    f"world `{name}` has no parameter `{argument.name.text}`",
                    "unknown parameter",
                    notes=[f"`{name}` takes {takes}"],
                    help=did_you_mean(argument.name.text, worlds[name].names) or "leave it out",
                )


def _clauses(module: tree.Module) -> Iterator[tree.WorldClause]:
    for item in module.items:
        if isinstance(item, tree.FamilyDecl):
            yield from (clause for clause in item.clauses if isinstance(clause, tree.WorldClause))
