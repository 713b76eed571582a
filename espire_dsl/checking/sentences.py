"""The pass over sentences: the templates of each family, read aloud for every type and reference."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from espire_dsl.catalogue.reader import Catalogue
from espire_dsl.diagnostics.value import Findings
from espire_dsl.language.family import Family, Sentence
from espire_dsl.language.typed import reads
from espire_dsl.wording.checks import TemplateUse, check_templates
from espire_dsl.wording.render import Lexicon
from espire_dsl.wording.saying import aspects_of, said_frame, samples_of
from espire_dsl.wording.values import Said, SaidFrame

FIXED_KINDS = frozenset({"viewer", "table", "shelf", "robot"})


def check_sentences(
    family: Family, text: str, lexicon: Lexicon, catalogue: Catalogue, findings: Findings
) -> None:
    """Report what is wrong with the sentences of one family."""
    aspects = aspects_of(family)
    samples = {v.name: samples_of(v.domain, aspects.get(v.name, ""), catalogue) for v in family.variables}
    check_templates(
        [template_use(sentence, text) for sentence in family.sentences],
        samples,
        _required(family),
        partial(_frame_of, family),
        lexicon,
        findings,
    )


def _frame_of(family: Family, binding: Mapping[str, Said]) -> SaidFrame | None:
    return said_frame(family, binding)


def _required(family: Family) -> set[str]:
    """The variables that decide the answer: a sentence must say them, but for a viewer or a table, which
    it may leave to the words of the frame."""
    names = reads(family.program)
    needed = set()
    for variable in family.variables:
        sort = getattr(variable.domain, "sort", None)
        if variable.name in names and not (sort is not None and sort.kinds <= FIXED_KINDS):
            needed.add(variable.name)
    return needed


def template_use(sentence: Sentence, text: str) -> TemplateUse:
    node = sentence.template
    return TemplateUse(
        node.value,
        node.span,
        partial(_locate, _offsets(text, node.span.start, node.span.end)),
        sentence.names_frame,
    )


def _locate(offsets: list[int], index: int) -> int:
    return offsets[min(max(index, 0), len(offsets) - 1)]


def _offsets(text: str, start: int, end: int) -> list[int]:
    """The place in the file of each character of a string's meaning, and of its end."""
    quote = 3 if text.startswith('"""', start) else 1
    position, stop = start + quote, end - quote
    offsets = []
    while position < stop:
        offsets.append(position)
        if text[position] == "\\" or text.startswith("\r\n", position):
            position += 2
        else:
            position += 1
    return [*offsets, stop]
