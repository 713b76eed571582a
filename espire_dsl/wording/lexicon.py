"""The words of a lexicon: which macro says a value, and in which forms."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrs import frozen
from jinja2 import TemplateError
from jinja2.environment import Environment

from espire_dsl.diagnostics.value import Findings
from espire_dsl.domain.nouns import indefinite_article
from espire_dsl.resources import resource_path
from espire_dsl.wording.environment import TreeLoader, WordingEnvironment, make_environment
from espire_dsl.wording.errors import LexiconError, NoPhraseError, NoSuchFormError, WordingError
from espire_dsl.wording.files import CheckedTemplates, MacroSignature, check_files, read_files
from espire_dsl.wording.merging import PHRASES, TEXT_FORMS
from espire_dsl.wording.own_words import OwnWords
from espire_dsl.wording.problems import report
from espire_dsl.wording.spoken import METHOD, Spoken
from espire_dsl.wording.values import SaidFrame, SaidMeasure, SaidType

_COMMON = f"{PHRASES}common.j2"
_SLASH = "/"
_BETWEEN_ALTERNATIVES = f" {_SLASH} "
_ALWAYS_SAID = (("verbs.j2", "pick"), ("verbs.j2", "place"), ("references.j2", "held"))
"""What every sentence may say, whatever it is about."""


@frozen
class Macro:
    """A macro of the lexicon that can be called with any values. Its file is compiled at the first call."""

    environment: Environment
    file: str
    name: str
    signature: MacroSignature

    def __call__(self, *arguments: object) -> str:
        module = self.environment.get_template(self.file).module
        try:
            return " ".join(str(getattr(module, self.name)(*arguments)).split())
        except (TemplateError, TypeError) as error:
            raise WordingError(f"the macro `{self.name}` of `{self.file}` fails: {error}") from error


@frozen
class Words:
    """All macros of a lexicon, by file and name."""

    environment: WordingEnvironment
    macros: Mapping[str, Mapping[str, Macro]]

    @classmethod
    def load(cls, folder: Path | None = None, own: OwnWords = ()) -> Words:
        """Read a lexicon, with macros of an author in place of its own; `LexiconError` when its files or the
        author's are not in order."""
        findings = Findings()
        files = read_files(resource_path("templates") if folder is None else folder, findings)
        environment = make_environment()
        checked = check_files(files, environment, findings, own)
        if findings.items:
            raise LexiconError(findings.items)
        environment.loader = TreeLoader(checked.trees)
        words = cls(
            environment,
            {
                file: {name: Macro(environment, file, name, signature) for name, signature in macros.items()}
                for file, macros in checked.signatures.items()
            },
        )
        words._check_always_said(checked, findings)
        if findings.items:
            raise LexiconError(findings.items)
        return words

    def _check_always_said(self, checked: CheckedTemplates, findings: Findings) -> None:
        """Tell of words of an author that leave a hole in every sentence."""
        for file, name in _ALWAYS_SAID:
            placed = checked.own.get((file, name))
            if placed is None:
                continue
            try:
                parts = self.alternatives(file, name)
                holes = [part for part in parts if not part or _SLASH in part.split()]
                message = f"an alternative of `{name}` has no words" if holes else None
            except WordingError as error:
                message = str(error)
            if message is not None:
                help = f"write `{{% macro {name}() %}}one / another{{% endmacro %}}`"
                report(placed.problem(message, help=help), file, int, findings)

    def constructors(self) -> frozenset[str]:
        """The reasoning types that have words."""
        return frozenset(
            name
            for file, macros in self.macros.items()
            if file.startswith(PHRASES)
            for name in macros
            if name[:1].isupper() and "_" not in name
        )

    def macro(self, file: str, name: str) -> Macro:
        return self.macros[file][name]

    def alternatives(self, file: str, name: str, *arguments: object) -> tuple[str, ...]:
        """What a macro says, cut at the slashes between its alternatives."""
        said = self.macros[file][name](*arguments)
        return tuple(part.strip() for part in said.split(_BETWEEN_ALTERNATIVES))

    def phrase(self, value: SaidType, arguments: tuple[Spoken, ...]) -> str:
        """The bare phrase of a type."""
        macro = self._find(value, value.constructor)
        if macro is None:
            raise NoPhraseError(f"the lexicon has no phrase for `{value.constructor}`")
        _match(value, macro, arguments, "arguments")
        return macro(*arguments)

    def phrase_of(
        self, value: SaidType, arguments: tuple[Spoken, ...], references: tuple[Spoken, ...]
    ) -> str:
        """The phrase of a type together with its references."""
        macro = self._find(value, f"{value.constructor}_{METHOD}")
        if macro is None:
            raise NoSuchFormError(value, METHOD, tuple(self.text_forms(value, arguments)))
        _match(value, macro, (*arguments, *references), "references")
        return macro(*arguments, *references)

    def takes_references(self, value: SaidType) -> bool:
        return self._find(value, f"{value.constructor}_{METHOD}") is not None

    def text_forms(self, value: SaidType, arguments: tuple[Spoken, ...]) -> dict[str, str]:
        """Those of the other forms that the lexicon has for a type."""
        forms: dict[str, str] = {}
        for form in TEXT_FORMS:
            macro = self._find(value, f"{value.constructor}_{form}")
            if macro is not None:
                forms[form] = macro(*arguments)
        if "adjective" in forms:
            adjective = forms["adjective"]
            forms.setdefault("with_article", f"{indefinite_article(adjective)} {adjective}")
        return forms

    def frame(self, frame: SaidFrame, of: Spoken | None) -> tuple[str, ...]:
        """The alternatives for naming a frame; the only one is empty for a frame that nobody names."""
        if frame.kind not in self.macros["frames.j2"]:
            raise NoPhraseError(f"the lexicon has no words for the frame `{frame.kind}`")
        return self.alternatives("frames.j2", frame.kind, of)

    def measure(self, measure: SaidMeasure, of: Spoken | None) -> tuple[str, ...]:
        """The alternatives for naming a way of measuring; the only one is empty where there is nothing to
        name."""
        if measure.kind not in self.macros["measures.j2"]:
            raise NoPhraseError(f"the lexicon has no words for measuring by `{measure.kind}`")
        return self.alternatives("measures.j2", measure.kind, of, measure.to_place)

    def _find(self, value: SaidType, name: str) -> Macro | None:
        """The macro in the file of the type's aspect; else in that of all aspects; else in any."""
        own = f"{PHRASES}{value.aspect}.j2"
        if value.constructor in self.macros.get(own, {}):
            return self.macros[own].get(name) or self.macros[_COMMON].get(name)
        for file, macros in self.macros.items():
            if file.startswith(PHRASES) and value.constructor in macros:
                return macros.get(name) or self.macros[_COMMON].get(name)
        return None


def _match(value: SaidType, macro: Macro, given: tuple[Spoken, ...], what: str) -> None:
    signature = macro.signature
    if not signature.required <= len(given) <= len(signature.parameters):
        count = len(given) - (len(value.arguments) if what == "references" else 0)
        raise WordingError(f"`{value.constructor}` is not worded with {count} {what}")
