"""The checks of a family's templates: each is looked at as code, then read aloud for many bindings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import product

from attrs import frozen

from espire_dsl.diagnostics.suggest import nearest
from espire_dsl.diagnostics.value import Findings, Label, Span
from espire_dsl.wording.agreement import agreement_slips
from espire_dsl.wording.errors import NoSuchFormError, WordingError
from espire_dsl.wording.problems import Locate, TemplateProblem, report
from espire_dsl.wording.render import RESERVED_NAMES, Lexicon
from espire_dsl.wording.safety import Analysis
from espire_dsl.wording.samples import bindings
from espire_dsl.wording.scan import listed
from espire_dsl.wording.sentences import slips, words_of
from espire_dsl.wording.values import Said, SaidFrame, SaidMeasure, SaidThing

FrameOf = Callable[[Mapping[str, Said]], SaidFrame | None]
"""The frame that a binding is meant in."""

MeasureOf = Callable[[Mapping[str, Said]], SaidMeasure | None]
"""How distances are measured in a binding."""

Meant = tuple[dict[str, Said], SaidFrame | None, SaidMeasure | None]
"""A binding with what a sentence about it may have to name."""

SEVERAL = 2
"""The number of answers that a template is read aloud with, besides one, if that may change its words."""

_BLANKS = re.compile(r"[ \t]{2,}")
_MEASURING = re.compile(r"\b(?:gap|edges?|centres?|middles?|nearest point)\b", re.IGNORECASE)
_ADDRESS = re.compile(r"\b(?:you|your|yours|yourself)\b", re.IGNORECASE)


@frozen
class TemplateUse:
    """A template where it stands: `span` is the string in the file, `locate` maps places inside the text."""

    text: str
    span: Span
    locate: Locate
    names_frame: bool = False
    names_measure: bool = False
    held: SaidThing | None = None


@frozen
class TemplateReading:
    """What a template says of a binding."""

    binding: Mapping[str, Said]
    frame: SaidFrame | None
    measure: SaidMeasure | None
    answers: int
    sentence: str


def check_templates(
    templates: Sequence[TemplateUse],
    samples: Mapping[str, Sequence[Said]],
    required: Collection[str],
    frame_of: FrameOf,
    lexicon: Lexicon,
    findings: Findings,
    measure_of: MeasureOf = lambda _: None,
) -> dict[str, list[TemplateReading]]:
    """Report what is wrong with the templates of one family, and say what those that can be read say.

    `samples` gives values to each variable that a template can say, and `required` those that it must say.
    Each kind of finding comes once a template, with one sentence that shows it.
    """
    chosen = [(binding, frame_of(binding), measure_of(binding)) for binding in bindings(samples)]
    readable: list[tuple[TemplateUse, list[TemplateReading]]] = []
    for use in templates:
        analysis = lexicon.analysis(use.text)
        problems = list(_as_code(use, analysis, samples, required))
        if not problems:
            readings, failures = _read_aloud(use, chosen, lexicon)
            problems += failures
            if not failures:
                readable.append((use, readings))
                problems += _frame_problems(use, analysis, readings, lexicon)
                problems += _measure_problems(use, analysis, readings, lexicon)
                problems += _untold(use, readings, required)
                problems += _slips(use, analysis, readings)
        problems += _blanks(analysis)
        for problem in _without_repeats(problems):
            report(problem, use.span.path, use.locate, findings)
    _report_twins(readable, lexicon, findings)
    return {use.text: readings for use, readings in readable}


def _without_repeats(problems: Sequence[TemplateProblem]) -> Collection[TemplateProblem]:
    first: dict[tuple[str, str], TemplateProblem] = {}
    for problem in problems:
        first.setdefault((problem.code, problem.message), problem)
    return first.values()


def _as_code(
    use: TemplateUse, analysis: Analysis, samples: Mapping[str, object], required: Collection[str]
) -> Iterator[TemplateProblem]:
    """What can be seen without rendering."""
    yield from analysis.problems
    if analysis.tree is None:
        return
    known = {*samples, *RESERVED_NAMES}
    for mention in analysis.names:
        if mention.word not in known:
            near = nearest(mention.word, known)
            help = f"did you mean `{near}`?" if near else f"a template can say {listed(known)}"
            message = f"`{mention.word}` is not a name that this template can say"
            yield TemplateProblem("E0402", mention.start, mention.end, message, "unknown name", help)
        elif (mention.word, True) in (("frame", not use.names_frame), ("measure", not use.names_measure)):
            message = f"the template says `{mention.word}`, but is not declared to name it"
            help = f'write `say naming {mention.word} "..."`'
            yield TemplateProblem(
                "E0409", mention.start, mention.end, message, f"names the {mention.word}", help
            )
    mentioned = {mention.word for mention in analysis.names}
    for name in sorted(set(required) - mentioned):
        message = f"the sentence never says `{name}`, on which its answer depends"
        yield _whole("E0407", use, message, help=f"say `{{{{ {name} }}}}` somewhere")


def _read_aloud(
    use: TemplateUse, chosen: Sequence[Meant], lexicon: Lexicon
) -> tuple[list[TemplateReading], list[TemplateProblem]]:
    """All sentences, and why some bindings have none."""
    readings: list[TemplateReading] = []
    missing: dict[str, NoSuchFormError] = {}
    unsayable: dict[str, None] = {}
    numbers = (1, SEVERAL) if lexicon.counts_answers(use.text) else (1,)
    for answers, (binding, frame, measure) in product(numbers, chosen):
        try:
            sentence = lexicon.render(
                use.text, binding, frame=frame, measure=measure, answers=answers, held=use.held
            )
        except NoSuchFormError as error:
            missing.setdefault(str(error), error)
        except WordingError as error:
            unsayable.setdefault(str(error))
        else:
            readings.append(TemplateReading(binding, frame, measure, answers, sentence))
    problems = [_missing_form(use, list(missing.values()), lexicon)] if missing else []
    if unsayable:
        first, *more = unsayable
        problems.append(_whole("E0414", use, f"this cannot be said: {first}", notes=more))
    return readings, problems


def _missing_form(use: TemplateUse, errors: Sequence[NoSuchFormError], lexicon: Lexicon) -> TemplateProblem:
    first, *more = errors
    known = [form for form in first.known if form != first.form]
    help = f"it has {listed(known)}" if known else "say it without a form"
    notes = tuple(map(str, more))
    for mention in lexicon.analysis(use.text).forms:
        if mention.word == first.form:
            return TemplateProblem(
                "E0411", mention.start, mention.end, str(first), "no such form", help, notes=notes
            )
    return _whole("E0411", use, str(first), help=help, notes=notes)


def _frame_problems(
    use: TemplateUse, analysis: Analysis, readings: Sequence[TemplateReading], lexicon: Lexicon
) -> Iterator[TemplateProblem]:
    """A template that names its frame says `frame`, or at least whose frame it is.

    Words such as "going by the way the teddy bear faces" cannot be understood here: it is enough that the
    owner of an intrinsic frame is mentioned, or, where the viewer's axes count, that the sentence speaks to
    "you".
    """
    if not use.names_frame:
        return
    mentions = [m for m in analysis.names if m.word == "frame"]
    for reading in readings:
        try:
            has_words = reading.frame is not None and all(lexicon.frame_words(reading.frame))
        except WordingError as error:
            yield _whole("E0414", use, f"the frame cannot be named: {error}")
            return
        if reading.frame is None or not has_words:
            kind = f"{reading.frame.kind} frame" if reading.frame else "family"
            message = f"the template names a frame, but there is none to name: the {kind} has no words for it"
            start, end = (mentions[0].start, mentions[0].end) if mentions else (0, len(use.text))
            yield TemplateProblem("E0413", start, end, message, "nothing to say here", "write `say` alone")
            return
        if not mentions and not _mentions_owner(reading.frame, reading.sentence):
            message = "the template is declared to name its frame, but does not"
            help = "say `{{ frame }}`, or leave `naming frame` out"
            yield _whole("E0408", use, message, help=help, sentence=reading.sentence)
            return


def _measure_problems(
    use: TemplateUse, analysis: Analysis, readings: Sequence[TemplateReading], lexicon: Lexicon
) -> Iterator[TemplateProblem]:
    """A template that names the way of measuring says `measure`, or speaks of a gap, an edge or a middle."""
    if not use.names_measure:
        return
    mentions = [m for m in analysis.names if m.word == "measure"]
    for reading in readings:
        if reading.measure is None or not all(lexicon.measure_words(reading.measure)):
            message = "the template names a way of measuring, but there is only one"
            start, end = (mentions[0].start, mentions[0].end) if mentions else (0, len(use.text))
            help = "leave `naming measure` out"
            yield TemplateProblem("E0413", start, end, message, "nothing to say here", help)
            return
        if not mentions and not _MEASURING.search(reading.sentence):
            message = "the template is declared to name the way of measuring, but does not"
            help = "say `{{ measure }}`, or leave `naming measure` out"
            yield _whole("E0408", use, message, help=help, sentence=reading.sentence)
            return


def _mentions_owner(frame: SaidFrame, sentence: str) -> bool:
    if frame.kind == "intrinsic" and frame.of is not None and not frame.of.is_viewer:
        return frame.of.name.casefold() in sentence.casefold()
    return _ADDRESS.search(sentence) is not None


def _untold(
    use: TemplateUse, readings: Sequence[TemplateReading], required: Collection[str]
) -> Iterator[TemplateProblem]:
    """Sentences differ wherever the values do on which their answers depend; also those that a condition
    chooses."""
    times = Counter((reading.answers, reading.sentence) for reading in readings)
    said = [r for r in readings if times[r.answers, r.sentence] > 1 and words_of(r.sentence)]
    for name in sorted(required):
        heard: dict[tuple[object, ...], TemplateReading] = {}
        for reading in said:
            others = (value for other, value in reading.binding.items() if other != name)
            earlier = heard.setdefault((*others, reading.answers, reading.sentence), reading)
            if earlier.binding[name] != reading.binding[name]:
                message = f"the sentence does not tell what `{name}` is, on which its answer depends"
                help = f"say `{{{{ {name} }}}}`, or another text for each value of `{name}`"
                yield _whole("E0407", use, message, help=help, sentence=reading.sentence)
                break


def _slips(
    use: TemplateUse, analysis: Analysis, readings: Sequence[TemplateReading]
) -> Iterator[TemplateProblem]:
    seen: set[str] = set()
    for reading in readings:
        found = (*slips(reading.sentence), *agreement_slips(reading.sentence, reading.binding.values()))
        for slip in found:
            if slip.code not in seen:
                seen.add(slip.code)
                place = _written(slip.words, analysis)
                said = reading.sentence
                yield _whole(slip.code, use, slip.message, help=slip.help, sentence=said, place=place)


def _written(words: str, analysis: Analysis) -> tuple[int, int] | None:
    """Where the text of a template has these words itself; they may also come from a value."""
    for token in analysis.cutting.tokens:
        at = token.text.lower().find(words.lower()) if words and token.kind == "data" else -1
        if at >= 0:
            return token.start + at, token.start + at + len(words)
    return None


def _blanks(analysis: Analysis) -> Iterator[TemplateProblem]:
    """Blanks in a row inside a line; those around a line end are how long templates are laid out."""
    text = analysis.cutting.text
    for token in analysis.cutting.tokens:
        for match in _BLANKS.finditer(token.text) if token.kind == "data" else ():
            start, end = token.start + match.start(), token.start + match.end()
            if text[start - 1 : start].strip() and text[end : end + 1].strip():
                yield TemplateProblem(
                    "W0402", start, end, "there is more than one blank here", "one is enough"
                )
                return


def _report_twins(
    readable: Sequence[tuple[TemplateUse, list[TemplateReading]]], lexicon: Lexicon, findings: Findings
) -> None:
    """Templates of one family that say the same of some binding."""
    if len(readable) < 2:
        return
    heard: dict[tuple[int, tuple[str, ...]], TemplateUse] = {}
    for use, readings in readable:
        spoken = {(index, words_of(r.sentence)): r.sentence for index, r in enumerate(readings)}
        for reading in readings[:1]:
            for variant in range(1, lexicon.variants(use.text, reading.frame, reading.measure)):
                said = lexicon.render(
                    use.text,
                    reading.binding,
                    frame=reading.frame,
                    measure=reading.measure,
                    variant=variant,
                    held=use.held,
                )
                spoken.setdefault((0, words_of(said)), said)
        twin = next((key for key in spoken if key in heard), None)
        if twin is not None:
            problem = _whole(
                "E0410",
                use,
                "two templates of the family read the same",
                sentence=spoken[twin],
                secondary=(Label(heard[twin].span, "reads the same"),),
            )
            report(problem, use.span.path, use.locate, findings)
        for key in spoken:
            heard.setdefault(key, use)


def _whole(
    code: str,
    use: TemplateUse,
    message: str,
    *,
    help: str | None = None,
    sentence: str | None = None,
    place: tuple[int, int] | None = None,
    notes: Sequence[str] = (),
    secondary: tuple[Label, ...] = (),
) -> TemplateProblem:
    """A problem of the template as a whole, if no place in it is known."""
    start, end = place or (0, len(use.text))
    shown = (f"for instance: {sentence}",) if sentence else ()
    return TemplateProblem(code, start, end, message, "", help, (*notes, *shown), secondary)
