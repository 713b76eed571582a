"""The files of a lexicon: read, and checked before any of them runs.

They may do what a `say` may do, and also define macros and import them from one another. A macro calls only
what is defined above it, and a bound on how much one call can set off keeps phrases finite and short.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from attrs import frozen
from jinja2 import nodes
from jinja2.environment import Environment

from espire_dsl.diagnostics.value import Findings
from espire_dsl.wording.problems import TemplateProblem, report
from espire_dsl.wording.safety import ALLOWED, Analysis, analyse_as
from espire_dsl.wording.scan import KEYWORDS, OPERATORS, STATEMENTS, Dialect

LARGEST_FILE = 100_000
LARGEST_CALL = 50
PHRASES = "phrases/"
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
    """Files that are in order, if nothing was found."""

    signatures: Signatures
    trees: Mapping[str, nodes.Template]


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


def check_files(files: Mapping[str, str], environment: Environment, findings: Findings) -> CheckedTemplates:
    """Find what is wrong with the files, and what they define."""
    dialect = Dialect(
        filters=tuple(environment.filters),
        statements=STATEMENTS | {"macro", "endmacro", "from"},
        operators=OPERATORS | {"="},
        keywords=KEYWORDS | {"macro", "endmacro", "from", "import"},
        has_macros=True,
        longest=LARGEST_FILE,
    )
    reader = _TemplateReader(
        {name: analyse_as(environment, text, dialect, _ALLOWED) for name, text in files.items()},
        {},
        [],
        findings,
    )
    for name in files:
        reader.define(name)
    for name, macros in NEEDED.items():
        unreadable = name in files and reader.analyses[name].problems
        for macro in macros if name in files else ("",):
            if not unreadable and (not macro or macro not in reader.defined[name]):
                what = f"the macro `{macro}`" if macro else "this file"
                problem = TemplateProblem("E0415", 0, 0, f"the lexicon needs {what} in `{name}`")
                report(problem, name, int, findings)
    trees = {name: analysis.tree for name, analysis in reader.analyses.items() if analysis.tree}
    return CheckedTemplates(reader.defined, trees)


@frozen
class _TemplateReader:
    """Goes through the files, those that are imported first."""

    analyses: Mapping[str, Analysis]
    defined: Signatures
    being_read: list[str]
    findings: Findings

    def define(self, name: str) -> None:
        if name in self.defined:
            return
        self.being_read.append(name)
        known: dict[str, MacroSignature] = {}
        own: dict[str, MacroSignature] = {}
        analysis = self.analyses[name]
        for problem in analysis.problems:
            report(problem, name, int, self.findings)
        for node in analysis.tree.body if analysis.tree else ():
            if isinstance(node, nodes.FromImport):
                known |= self._imported(node, name)
            elif isinstance(node, nodes.Macro):
                if node.name in known:
                    self._complain(name, node, f"the macro `{node.name}` is defined twice")
                known[node.name] = own[node.name] = self._macro(node, name, known)
            elif not isinstance(node, nodes.Output) or not _is_blank(node):
                self._complain(name, node, "only macros and imports stand at the top of a lexicon file")
        self.being_read.pop()
        self.defined[name] = own

    def _imported(self, node: nodes.FromImport, name: str) -> dict[str, MacroSignature]:
        source = str(node.template.value) if isinstance(node.template, nodes.Const) else ""
        if source not in self.analyses or source in self.being_read:
            self._complain(name, node, f"`{source}` cannot be imported from here")
            return {}
        self.define(source)
        names = {n if isinstance(n, str) else n[0]: n if isinstance(n, str) else n[1] for n in node.names}
        for original in names.keys() - self.defined[source].keys():
            self._complain(name, node, f"`{source}` has no macro `{original}`")
        return {new: self.defined[source][old] for old, new in names.items() if old in self.defined[source]}

    def _macro(self, node: nodes.Macro, name: str, known: Mapping[str, MacroSignature]) -> MacroSignature:
        parameters = tuple(argument.name for argument in node.args)
        weight = 1
        for inner in _below(node.body):
            if isinstance(inner, nodes.Macro | nodes.FromImport):
                self._complain(
                    name, inner, f"the macro `{node.name}` defines or imports something inside itself"
                )
            elif isinstance(inner, nodes.Call) and isinstance(inner.node, nodes.Name):
                called = known.get(inner.node.name)
                if called is None:
                    self._complain(name, inner, f"`{inner.node.name}` is not a macro that is defined above")
                else:
                    weight += called.weight
            elif isinstance(inner, nodes.Name) and inner.name not in parameters and inner.name not in known:
                self._complain(name, inner, f"`{inner.name}` is not a parameter of the macro `{node.name}`")
        if weight > LARGEST_CALL:
            self._complain(name, node, f"the macro `{node.name}` calls too many others")
        return MacroSignature(parameters, len(parameters) - len(node.defaults), weight)

    def _complain(self, name: str, node: nodes.Node, message: str) -> None:
        lines = self.analyses[name].cutting.text.split("\n")
        start = sum(len(line) + 1 for line in lines[: node.lineno - 1])
        problem = TemplateProblem("E0415", start, start + len(lines[node.lineno - 1]), message)
        report(problem, name, int, self.findings)


def _below(body: list[nodes.Node]) -> Iterator[nodes.Node]:
    for node in body:
        yield node
        yield from _below(list(node.iter_child_nodes()))


def _is_blank(node: nodes.Output) -> bool:
    return all(isinstance(part, nodes.TemplateData) and part.data.isspace() for part in node.nodes)
