"""The pass over sentences: the templates of each family, read aloud for every type and reference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from attrs import evolve

from espire_dsl.catalogue.reader import Catalogue
from espire_dsl.diagnostics.value import Findings
from espire_dsl.language.families.family import Family, Sentence
from espire_dsl.language.typed import Read, reads
from espire_dsl.language.types import Set, solved
from espire_dsl.language.unify import sort_within
from espire_dsl.wording.checks import SEVERAL, TemplateReading, TemplateUse, check_templates
from espire_dsl.wording.render import RESERVED_NAMES, Lexicon
from espire_dsl.wording.saying import aspects_of, held_sample, said_frame, said_measure, samples_of
from espire_dsl.wording.values import SaidThing, SaidType


def check_sentences(
    family: Family, text: str, lexicon: Lexicon, catalogue: Catalogue, findings: Findings
) -> dict[str, list[TemplateReading]]:
    """Report what is wrong with the sentences of one family, and say how its templates read."""
    taken = [v for v in family.variables if v.name in RESERVED_NAMES]
    for variable in taken:
        findings.add(
            "E0227",
            variable.span,
            f"`{variable.name}` is already a word of templates",
            "choose another name",
        )
    if taken:
        return {}
    aspects = aspects_of(family)
    samples = {v.name: samples_of(v.domain, aspects.get(v.name, ""), catalogue) for v in family.variables}
    return check_templates(
        [template_use(sentence, text, held_sample(family, catalogue)) for sentence in family.sentences],
        samples,
        _required(family),
        partial(said_frame, family),
        lexicon,
        findings,
        partial(said_measure, family),
    )


def with_numbers(
    family: Family, readings: Mapping[str, Sequence[TemplateReading]], lexicon: Lexicon
) -> Family:
    """The family with what its sentences, which are in order, say of the number of answers."""
    answer = solved(family.answer.type)
    sort = sort_within(answer) if isinstance(answer, Set) else None
    if sort is None:
        return family

    def only_one(template: str) -> frozenset[str]:
        said = _of_several(template, readings[template], family, lexicon)
        return frozenset(t for types, text in said if lexicon.speaks_of_one(text, sort.kinds) for t in types)

    sentences = (evolve(s, only_one=only_one(s.template.value)) for s in family.sentences)
    return evolve(family, sentences=tuple(sentences))


def _of_several(
    template: str, readings: Iterable[TemplateReading], family: Family, lexicon: Lexicon
) -> Iterator[tuple[tuple[str, ...], str]]:
    """What a template says of several answers: one sentence for each combination of reasoning types, with
    those that it asks for; what a sentence refers to changes nothing in its number."""
    answers = SEVERAL if lexicon.counts_answers(template) else 1
    asked = family.asked.argument("type")
    seen: set[tuple[str, ...]] = set()
    for reading in readings:
        values = reading.binding
        types = tuple(value.constructor for value in values.values() if isinstance(value, SaidType))
        if reading.answers == answers and types not in seen:
            seen.add(types)
            value = values.get(asked.name) if isinstance(asked, Read) else None
            yield (value.constructor,) if isinstance(value, SaidType) else family.types, reading.sentence


def _required(family: Family) -> set[str]:
    """The variables that decide the answer: a sentence must say them, but for a viewer or a table, which
    it may leave to the words of the frame."""
    names = reads(family.program)
    needed = set()
    for variable in family.variables:
        sort = getattr(variable.domain, "sort", None)
        if variable.name in names and not (sort is not None and all(kind.single for kind in sort.kinds)):
            needed.add(variable.name)
    return needed


def template_use(sentence: Sentence, text: str, held: SaidThing | None = None) -> TemplateUse:
    node = sentence.template
    return TemplateUse(
        node.value,
        node.span,
        partial(_locate, _offsets(text, node.span.start, node.span.end)),
        sentence.names_frame,
        sentence.names_measure,
        held,
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
