"""The files of a lexicon: read, and checked before any of them runs.

They may do what a `say` may do, and also define macros and import them from one another. A macro calls only
what is defined above it, and a bound on how much one call can set off keeps phrases finite and short. A macro
of an author stands where the one stood that it replaces, so that the others of its file call it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from attrs import field, frozen
from jinja2 import nodes
from jinja2.environment import Environment

from espire_dsl.diagnostics.report import counted
from espire_dsl.diagnostics.value import Findings
from espire_dsl.wording.merging import (
    MergedTemplates,
    PlacedStatement,
    imports_of,
    parameters_told,
    source_of,
)
from espire_dsl.wording.own_words import OwnWords
from espire_dsl.wording.problems import TemplateProblem, report
from espire_dsl.wording.safety import ALLOWED, Analysis, analyse_as
from espire_dsl.wording.scan import KEYWORDS, OPERATORS, STATEMENTS, Dialect

LARGEST_FILE = 100_000
LARGEST_CALL = 50
NEEDED: Mapping[str, tuple[str, ...]] = {
    "frames.j2": ("relative", "intrinsic", "absolute"),
    "measures.j2": ("edges", "centres"),
    "references.j2": (
        "thing",
        "bare",
        "possessive",
        "pronoun",
        "be",
        "held",
        "answers_article",
        "answers_one_of",
        "answers_that",
        "answers_pronoun",
    ),
    "units.j2": (
        "quantity",
        "quantity_short",
        "quantity_adjective",
        "clock",
    ),
    "verbs.j2": ("pick", "place"),
    "phrases/common.j2": (),
}
"""The files and macros that the renderer calls by name."""

_ALLOWED = ALLOWED | {nodes.Macro, nodes.FromImport}


@frozen
class MacroSignature:
    """A macro's parameters; those from `required` on may be left out."""

    parameters: tuple[str, ...]
    required: int
    weight: int


Signatures = dict[str, dict[str, MacroSignature]]
"""The macros by file and name."""


@frozen
class CheckedTemplates:
    """Files that are in order, if nothing was found; `own` are the macros of an author, with their texts."""

    signatures: Signatures
    trees: Mapping[str, nodes.Template]
    own: Mapping[tuple[str, str], PlacedStatement]


def read_files(folder: Path, findings: Findings) -> dict[str, str]:
    """The texts of all templates below a folder, by their path inside it."""
    files: dict[str, str] = {}
    for path in sorted(folder.rglob("*.j2")):
        name = path.relative_to(folder).as_posix()
        try:
            files[name] = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            report(TemplateProblem("E0415", 0, 0, f"the file cannot be read: {error}"), name, int, findings)
    return files


def check_files(
    files: Mapping[str, str], environment: Environment, findings: Findings, own: OwnWords = ()
) -> CheckedTemplates:
    """Find what is wrong with the files and with an author's, and what they define together."""
    dialect = Dialect(
        filters=tuple(environment.filters),
        statements=STATEMENTS | {"macro", "endmacro", "from"},
        operators=OPERATORS | {"="},
        keywords=KEYWORDS | {"macro", "endmacro", "from", "import"},
        has_macros=True,
        longest=LARGEST_FILE,
    )

    def analysed(texts: Iterable[tuple[str, str]]) -> dict[str, Analysis]:
        return {name: analyse_as(environment, text, dialect, _ALLOWED) for name, text in texts}

    reader = _TemplateReader(MergedTemplates(analysed(files.items()), analysed(own), findings), findings)
    for name in files:
        reader.define(name)
    for name, macros in NEEDED.items():
        unreadable = name in files and reader.merged.analyses[name].problems
        for macro in macros if name in files else ("",):
            if not unreadable and (not macro or macro not in reader.defined[name]):
                what = f"the macro `{macro}`" if macro else "this file"
                problem = TemplateProblem("E0415", 0, 0, f"the lexicon needs {what} in `{name}`")
                report(problem, name, int, findings)
    trees = {name: nodes.Template(body, lineno=1) for name, body in reader.bodies.items()}
    for tree in trees.values():
        tree.set_environment(environment)
    return CheckedTemplates(reader.defined, trees, reader.replaced)


@frozen
class _TemplateReader:
    """Goes through the files, those that are imported first."""

    merged: MergedTemplates
    findings: Findings
    defined: Signatures = field(factory=dict)
    bodies: dict[str, list[nodes.Node]] = field(factory=dict)
    replaced: dict[tuple[str, str], PlacedStatement] = field(factory=dict)
    weights: dict[tuple[str, str], int] = field(factory=dict)
    being_read: list[str] = field(factory=list)

    def define(self, name: str) -> None:
        if name in self.defined:
            return
        self.being_read.append(name)
        known: dict[str, MacroSignature] = {}
        own: dict[str, MacroSignature] = {}
        for problem in self.merged.problems(name):
            report(problem, name, int, self.findings)
        statements = self.merged.statements(name)
        for placed in statements:
            node = placed.node
            if isinstance(node, nodes.FromImport):
                known |= self._imported(placed, node, name)
            elif isinstance(node, nodes.Macro):
                if node.name in known:
                    self.merged.complain(name, placed, f"the macro `{node.name}` is defined twice")
                known[node.name] = own[node.name] = self._macro(placed, node, name, known)
                if placed.is_own:
                    self.replaced[name, node.name] = placed
                    self.weights[name, node.name] = own[node.name].weight
            elif not isinstance(node, nodes.Output) or not _is_blank(node):
                self.merged.complain(
                    name, placed, "only macros and imports stand at the top of a lexicon file"
                )
        self.being_read.pop()
        self.defined[name] = own
        self.bodies[name] = [placed.node for placed in statements]

    def _imported(
        self, placed: PlacedStatement, node: nodes.FromImport, name: str
    ) -> dict[str, MacroSignature]:
        source = source_of(node)
        if source not in self.merged.analyses or source in self.being_read:
            self.merged.complain(name, placed, f"`{source}` cannot be imported from here")
            return {}
        self.define(source)
        names = {original: alias for alias, (_, original) in imports_of(node)}
        for original in names.keys() - self.defined[source].keys():
            self.merged.complain(name, placed, f"`{source}` has no macro `{original}`")
        return {new: self.defined[source][old] for old, new in names.items() if old in self.defined[source]}

    def _macro(
        self, placed: PlacedStatement, node: nodes.Macro, name: str, known: Mapping[str, MacroSignature]
    ) -> MacroSignature:
        parameters = tuple(argument.name for argument in node.args)
        weight = 1
        for inner in _below([*node.defaults, *node.body]):
            if isinstance(inner, nodes.Macro | nodes.FromImport):
                message = f"the macro `{node.name}` defines or imports something inside itself"
                self.merged.complain(name, placed, message, node=inner)
            elif isinstance(inner, nodes.Call) and isinstance(inner.node, nodes.Name):
                called = known.get(inner.node.name)
                if called is None:
                    message = f"`{inner.node.name}` is not a macro that is defined above"
                    self.merged.complain(name, placed, message, node=inner)
                    continue
                weight += called.weight
                if not called.required <= len(inner.args) <= len(called.parameters):
                    message = f"`{inner.node.name}` is not called with {counted(len(inner.args), 'argument')}"
                    help = parameters_told(called.parameters)
                    self.merged.complain(name, placed, message, node=inner, help=help)
            elif isinstance(inner, nodes.Name) and inner.name not in parameters and inner.name not in known:
                message = f"`{inner.name}` is not a parameter of the macro `{node.name}`"
                self.merged.complain(name, placed, message, node=inner)
        if weight > LARGEST_CALL:
            self._complain_of_weight(placed, node, name)
        return MacroSignature(parameters, len(parameters) - len(node.defaults), weight)

    def _complain_of_weight(self, placed: PlacedStatement, node: nodes.Macro, name: str) -> None:
        """A shipped macro is only too heavy for what an author put below it."""
        message = f"the macro `{node.name}` calls too many others"
        if placed.is_own or not self.replaced:
            self.merged.complain(name, placed, message)
            return
        file, macro = max(self.weights, key=lambda key: (self.weights[key], key))
        self.merged.complain(file, self.replaced[file, macro], f"with this macro of yours, {message}")


def _below(body: list[nodes.Node]) -> Iterator[nodes.Node]:
    for node in body:
        yield node
        yield from _below(list(node.iter_child_nodes()))


def _is_blank(node: nodes.Output) -> bool:
    return all(isinstance(part, nodes.TemplateData) and part.data.isspace() for part in node.nodes)
