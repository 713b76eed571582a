"""The answer kind of a family, which follows from its program's type, and where wrong options come from."""

from __future__ import annotations

import math

from espire_dsl.diagnostics.report import counted
from espire_dsl.domain.answers import ANSWER_KINDS, OBJECTS, SPACES
from espire_dsl.language.core.functions import FUNCTIONS
from espire_dsl.language.core.labels import EIGHT, EIGHT_ON_MAP
from espire_dsl.language.core.values import DistractorValue
from espire_dsl.language.families.family import Answer, Distract
from espire_dsl.language.hints import did_you_mean, one_of
from espire_dsl.language.inference.infer import infer
from espire_dsl.language.inference.scope import Scope
from espire_dsl.language.kinds import PLACE
from espire_dsl.language.typed import Apply, Bind, Choose, Constant, Gather, Typed, is_known
from espire_dsl.language.types import (
    ANGLE,
    BOOL,
    CLOCK,
    DISTRACTORS,
    INT,
    LABEL,
    LENGTH,
    NUMBER,
    ORDINAL,
    PIXELS,
    UNIT_FACTORS,
    UNIT_TYPES,
    List,
    Scalar,
    Set,
    Thing,
    Type,
    Unknown,
    fits,
    solved,
)
from espire_dsl.language.unify import sort_within
from espire_dsl.scene.quantize import quantize
from espire_dsl.syntax import tree

SCALAR_KINDS = {
    BOOL: "yes_no",
    LABEL: "label",
    CLOCK: "label",
    LENGTH: "number",
    ANGLE: "number",
    PIXELS: "number",
    NUMBER: "number",
    INT: "number",
    ORDINAL: "number",
}
_ROUNDED = (LENGTH, ANGLE, PIXELS, NUMBER, INT)
DEFAULT_UNITS = {LENGTH: "m", ANGLE: "deg", PIXELS: "px"}
OTHER_HOURS = 11


def answer_of(
    program: Typed, clause: tree.AnswerClause | None, distracted: bool, scope: Scope
) -> Answer | None:
    """The kind of answer, or None after saying why the program has none or another."""
    type_ = solved(program.type)
    natural = natural_kind(type_)
    if natural is None:
        if not isinstance(type_, Unknown):
            scope.findings.add(
                "E0322",
                program.span,
                f"a program cannot answer with {type_}",
                "not an answer",
                help="answers are things, sets of things, numbers with or without a unit, labels, yes or no",
            )
        return None
    unit = DEFAULT_UNITS.get(type_) if isinstance(type_, Scalar) else None
    if clause is None:
        return Answer("choice" if distracted else natural, type_, unit)
    return _declared(clause, natural, type_, unit, distracted, scope)


def natural_kind(type_: Type) -> str | None:
    if isinstance(type_, Set | Thing):
        sort = sort_within(type_)
        places = sort is not None and sort.within(PLACE)
        return SPACES if places else OBJECTS
    if isinstance(type_, List):
        return "list"
    return SCALAR_KINDS.get(type_) if isinstance(type_, Scalar) else None


def is_whole(program: Typed) -> bool:
    """Whether every part of the program has a type, and the whole one that can be an answer; where not,
    that is told already and nothing more can be said about it."""
    return is_known(program) and natural_kind(solved(program.type)) is not None


def _declared(
    clause: tree.AnswerClause, natural: str, type_: Type, unit: str | None, distracted: bool, scope: Scope
) -> Answer | None:
    kind = clause.kind.text
    if kind not in ANSWER_KINDS:
        scope.findings.add(
            "E0328",
            clause.kind.span,
            f"`{kind}` is not a kind of answer",
            f"expected {one_of(ANSWER_KINDS)}",
            help=did_you_mean(kind, ANSWER_KINDS),
        )
        return None
    allowed = {natural} | ({"choice"} if natural not in ("yes_no", "list") else set())
    if kind not in allowed:
        scope.findings.add(
            "E0328",
            clause.kind.span,
            f"the program answers with {type_}, which is not `{kind}`",
            f"this is `{natural}`",
        )
        return None
    if clause.unit is not None:
        if UNIT_TYPES.get(clause.unit.text) != type_:
            scope.findings.add(
                "E0328",
                clause.unit.span,
                f"{type_} is not measured in `{clause.unit.text}`",
                "unit does not fit",
            )
            return None
        unit = clause.unit.text
    if (kind == "choice") != distracted and natural not in ("yes_no", "list"):
        scope.findings.add(
            "E0328",
            clause.kind.span,
            "a choice has wrong options, and no other answer has",
            f"this is `{kind}`",
            help="say `answer choice`, or leave out `distract`"
            if distracted
            else "say where wrong options come from: `distract 3 from ...`",
        )
        return None
    if clause.step is None:
        return Answer(kind, type_, unit)
    step = _step(clause.step, type_, unit, scope)
    return None if step is None else Answer(kind, type_, unit, step)


def _step(written: tree.Number, type_: Type, unit: str | None, scope: Scope) -> float | None:
    """The stated precision in metres, degrees, pixels or as it is; None after saying why it is none."""
    given = written.unit or unit
    shown = f"{written.text} {written.unit}" if written.unit else written.text
    if type_ not in _ROUNDED:
        scope.findings.add(
            "E0338", written.span, "only numbers have a precision", f"the program answers with {type_}"
        )
        return None
    if given is not None and UNIT_TYPES[given] != type_:
        scope.findings.add(
            "E0338",
            written.span,
            f"{type_} is not rounded to `{shown}`",
            "unit does not fit",
            help="leave out the unit" if unit is None else f"write a number of {unit}: `to {written.text}`",
        )
        return None
    step = quantize(float(written.text) * (1.0 if given is None else UNIT_FACTORS[given]))
    if not 0 < step < math.inf or (type_ == INT and step != int(step)):
        scope.findings.add(
            "E0338",
            written.span,
            "a count is rounded to a whole number above zero"
            if type_ == INT
            else "a precision is a number above zero",
            f"this is {written.text}",
        )
        return None
    return step


def distract_of(clause: tree.DistractClause, program: Typed, scope: Scope) -> Distract | None:
    """Where wrong options come from, or None after saying why they cannot."""
    source = infer(clause.source, scope)
    if not fits(source.type, DISTRACTORS):
        scope.findings.add(
            "E0323",
            source.span,
            "wrong options come from `others`, `opposite`, `ratios(...)` or `options(...)`",
            f"this is {solved(source.type)}",
        )
        return None
    if not isinstance(source, Apply):
        return None
    value = DistractorValue(source.function, _constants(source))
    problem = _problem(value, clause.count, program)
    if problem:
        scope.findings.add("E0323", source.span, problem, "cannot give wrong options")
        return None
    return Distract(clause.count, value)


def _constants(source: Apply) -> tuple[object, ...]:
    values: list[object] = []
    for _, argument in source.arguments:
        items = argument.items if isinstance(argument, Gather) else (argument,)
        values += [item.value for item in items if isinstance(item, Constant)]
    return tuple(values)


def _problem(value: DistractorValue, count: int, program: Typed) -> str | None:
    type_ = solved(program.type)
    kind = natural_kind(type_)
    if count < 1:
        return "at least one wrong option is needed"
    if kind in ("yes_no", "list"):
        return f"a program that answers with {type_} takes no wrong options"
    if value.source == "ratios":
        return _ratio_problem(value, count, kind, type_)
    if type_ == CLOCK:
        if value.source != "others":
            return f"the answer is an hour: use `others`, not `{value.source}`"
        told = f"{counted(count, 'option')} asked for, and there are {OTHER_HOURS} other hours"
        return told if count > OTHER_HOURS else None
    if value.source == "options":
        if kind != "label":
            return f"`options` lists labels, and the program answers with {type_}"
        return (
            None
            if len(set(value.arguments)) > count
            else f"{counted(count, 'option')} asked for, too few listed"
        )
    labels = labels_of(program)
    if value.source == "opposite":
        if len(labels) == 2:
            told = f"{counted(count, 'option')} asked for, and there is one opposite"
            return told if count > 1 else None
        known = set(labels) & {*EIGHT, *EIGHT_ON_MAP}
        return None if known else "only a direction, or one of two labels, has an opposite"
    if kind == "number":
        return "a number has no others: use `ratios(...)`"
    if kind == "label" and not labels:
        return "the labels that this program could return are not known: use `options(...)`"
    if labels and len(labels) <= count:
        return f"{counted(count, 'option')} asked for, and there are {len(labels) - 1} other labels"
    return None


def _ratio_problem(value: DistractorValue, count: int, kind: str | None, type_: Type) -> str | None:
    if kind != "number":
        return f"ratios are of numbers, and the program answers with {type_}"
    ratios = [float(str(r)) for r in value.arguments]
    if any(r <= 0 for r in ratios):
        return "ratios must be above zero"
    if 1.0 in ratios:
        return "a ratio of 1 is the right answer"
    if len(set(ratios)) < count:
        return f"{counted(count, 'option')} asked for, and {counted(len(set(ratios)), 'ratio')} given"
    return None


def labels_of(program: Typed) -> tuple[str, ...]:
    """All labels that a program could answer with, where its outermost function says so, or a condition
    chooses among them."""
    match program:
        case Bind(body=body):
            return labels_of(body)
        case Choose(yes=yes, no=no):
            both = (labels_of(yes), labels_of(no))
            return tuple(dict.fromkeys(label for labels in both for label in labels)) if all(both) else ()
        case Constant(value=str(label)) if solved(program.type) == LABEL:
            return (label,)
        case Apply(function=function):
            return FUNCTIONS[function].labels
    return ()
