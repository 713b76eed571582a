"""An author's macros put into the files of the lexicon, each in the place of the one that it replaces, so
that the other macros call it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen
from jinja2 import nodes

from espire_dsl.diagnostics.suggest import nearest
from espire_dsl.diagnostics.value import Findings
from espire_dsl.wording.problems import TemplateProblem, report
from espire_dsl.wording.safety import Analysis
from espire_dsl.wording.spoken import METHOD

PHRASES = "phrases/"
TEXT_FORMS = ("adjective", "with_article", "short", "line")
"""The forms of a reasoning type beside its bare phrase and the one with references."""


@frozen
class PlacedStatement:
    """A statement at the top of a file, and the text that it stands in."""

    node: nodes.Node
    text: str
    is_own: bool

    def problem(
        self, message: str, *, node: nodes.Node | None = None, help: str | None = None
    ) -> TemplateProblem:
        """Something that is wrong with its line, or with that of a node inside it."""
        lines = self.text.split("\n")
        number = (node or self.node).lineno - 1
        start = sum(len(line) + 1 for line in lines[:number])
        return TemplateProblem("E0415", start, start + len(lines[number]), message, help=help)


@frozen
class MergedTemplates:
    """The files of a lexicon, and those of an author that change them, by name."""

    analyses: Mapping[str, Analysis]
    own: Mapping[str, Analysis]
    findings: Findings

    def problems(self, name: str) -> Iterator[TemplateProblem]:
        """Why a file cannot be read, or that of the author."""
        for analysis in (self.analyses[name], self.own.get(name)):
            yield from analysis.problems if analysis else ()

    def statements(self, name: str) -> list[PlacedStatement]:
        """What stands in a file: an author's imports, the macros with an author's in their places, and forms
        that only the author has."""
        shipped, own = _placed(self.analyses[name], False), _placed(self.own.get(name), True)
        macros = {p.node.name: p.node for p in shipped if isinstance(p.node, nodes.Macro)}
        words = {alias: source for p in shipped for alias, source in imports_of(p.node)}
        first: list[PlacedStatement] = []
        last: list[PlacedStatement] = []
        instead: dict[str, PlacedStatement] = {}
        for placed in own:
            node = placed.node
            if isinstance(node, nodes.FromImport):
                if self._may_import(placed, node, name, {**words, **dict.fromkeys(macros)}):
                    first.append(placed)
            elif not isinstance(node, nodes.Macro) or node.name in instead:
                last.append(placed)  # where it is told that it does not belong here
            elif self._replaces(placed, node, name, macros):
                instead[node.name] = placed
        kept = [instead.get(p.node.name, p) if isinstance(p.node, nodes.Macro) else p for p in shipped]
        return [*first, *kept, *(p for n, p in instead.items() if n not in macros), *last]

    def _may_import(
        self, placed: PlacedStatement, node: nodes.FromImport, name: str, words: Mapping[str, object]
    ) -> bool:
        """Whether an author may import this: only from files that the lexicon itself imports from, which
        import nothing, so that there are no circles."""
        sources = sorted({s for a in self.analyses.values() for s in _sources(a)})
        source = source_of(node)
        if source not in sources or name in sources:
            help = f"words of your own import from {', '.join(f'`{s}`' for s in sources)}"
            self.complain(name, placed, f"`{source}` cannot be imported from here", help=help)
            return False
        taken = [alias for alias, meant in imports_of(node) if words.get(alias, meant) != meant]
        for alias in taken:
            self.complain(
                name, placed, f"`{name}` has another `{alias}` already: import it `as` another name"
            )
        return not taken

    def _replaces(
        self, placed: PlacedStatement, node: nodes.Macro, name: str, macros: Mapping[str, nodes.Macro]
    ) -> bool:
        """Whether the lexicon has a place for a macro of an author."""
        constructor, _, form = node.name.partition("_")
        shipped = macros.get(node.name)
        if shipped is not None:
            wanted, fits = shipped, (len(shipped.args), len(shipped.defaults))
        elif name.startswith(PHRASES) and constructor in macros and form in (METHOD, *TEXT_FORMS):
            wanted = macros[constructor]
            references = max(0, len(node.args) - len(wanted.args)) if form == METHOD else 0
            fits = (len(wanted.args) + references, len(wanted.defaults))
        else:
            self.complain(
                name,
                placed,
                f"the lexicon has no macro `{node.name}` in `{name}`",
                help=self._meant(node.name, name),
            )
            return False
        if (len(node.args), len(node.defaults)) == fits:
            return True
        message = f"the macro `{node.name}` does not have the parameters of the one that it replaces"
        if shipped is None:
            message = f"the macro `{node.name}` does not have the parameters of `{constructor}`"
        self.complain(name, placed, message, help=parameters_told([a.name for a in wanted.args]))
        return False

    def _meant(self, macro: str, name: str) -> str | None:
        """Where a macro may be meant to stand, or how it may be meant to be called."""
        defined = {
            file: [node.name for node in analysis.tree.body if isinstance(node, nodes.Macro)]
            for file, analysis in self.analyses.items()
            if analysis.tree
        }
        elsewhere = [f"`{file}`" for file, macros in defined.items() if macro in macros]
        if elsewhere:
            return f"it stands in {' and in '.join(elsewhere)}"
        near = nearest(macro, defined.get(name, ()))
        return f"did you mean `{near}`?" if near else None

    def complain(
        self,
        name: str,
        placed: PlacedStatement,
        message: str,
        *,
        node: nodes.Node | None = None,
        help: str | None = None,
    ) -> None:
        """Tell what is wrong with the line of a statement, or with that of a node inside it."""
        report(placed.problem(message, node=node, help=help), name, int, self.findings)


def _placed(analysis: Analysis | None, is_own: bool) -> list[PlacedStatement]:
    if analysis is None or analysis.tree is None:
        return []
    return [PlacedStatement(node, analysis.cutting.text, is_own) for node in analysis.tree.body]


def parameters_told(parameters: Sequence[str]) -> str:
    """The parameters of a macro, in a sentence."""
    return f"its parameters are `{', '.join(parameters)}`" if parameters else "it has no parameters"


def source_of(node: nodes.FromImport) -> str:
    """The file that an import is from."""
    return str(node.template.value) if isinstance(node.template, nodes.Const) else ""


def _sources(analysis: Analysis) -> Iterator[str]:
    for node in analysis.tree.body if analysis.tree else ():
        if isinstance(node, nodes.FromImport):
            yield source_of(node)


def imports_of(node: nodes.Node) -> Iterator[tuple[str, tuple[str, str]]]:
    """The names that an import gives, each with the file and the macro that it means."""
    if not isinstance(node, nodes.FromImport):
        return
    for name in node.names:
        original, alias = (name, name) if isinstance(name, str) else name
        yield alias, (source_of(node), original)
