"""The spec against the program. What a family says it asks is checked, never trusted."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from espire_dsl.diagnostics.value import Label, Span
from espire_dsl.language.core.binders import BINDERS
from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.core.functions import FUNCTIONS
from espire_dsl.language.families.domains import sort_of_words
from espire_dsl.language.families.family import Spec
from espire_dsl.language.hints import did_you_mean, one_of
from espire_dsl.language.inference.scope import Scope
from espire_dsl.language.kinds import Sort
from espire_dsl.language.typed import Apply, Bind, Choose, Each, Read, Typed, children
from espire_dsl.language.types import FRAME_KINDS, FrameType, Reasoning, Thing, solved
from espire_dsl.language.unify import sort_within
from espire_dsl.syntax import tree

ASPECTS = ("attribute", "distance", "relationship", "orientation")
GRANULARITIES = ("coarse", "fine")


@frozen
class Asked:
    """What a reasoning step computes: the same four things that a spec declares, with their places."""

    call: Apply
    aspect: str
    granularities: frozenset[str]
    frames: frozenset[str]
    references: tuple[Typed, ...]


def outermost_steps(program: Typed) -> list[Asked]:
    """The reasoning steps that no other reasoning step surrounds; what a condition chooses comes first."""
    found: dict[Apply, Asked] = {}
    _collect(program, {}, found, None)
    return list(found.values())


def _collect(
    node: Typed, bound: Mapping[str, Typed], found: dict[Apply, Asked], granularity: str | None
) -> None:
    match node:
        case Apply(function=function) if FUNCTIONS[function].aspect:
            found.setdefault(node, _asked_by(node, granularity))
        case Bind(name=name, value=value, body=body):
            _collect(body, {**bound, name: value}, found, granularity)
        case Choose(condition=condition, yes=yes, no=no):
            for part in (yes, no, condition):
                _collect(part, bound, found, granularity)
        case Each(function=function, body=body):
            _collect(body, bound, found, BINDERS[function].granularity)
            for part in children(node):
                if part is not body:
                    _collect(part, bound, found, granularity)
        case Read(name=name) if name in bound:
            _collect(bound[name], bound, found, granularity)
        case _:
            for child in children(node):
                _collect(child, bound, found, granularity)


def _asked_by(call: Apply, granularity: str | None) -> Asked:
    """What a step asks. A measure that a test or an order looks at is not asked for its number: then its
    granularity is that of the test or the order."""
    function = FUNCTIONS[call.function]
    assert function.aspect is not None
    kind = call.argument("type")
    types = solved(kind.type) if kind is not None else None
    names = types.constructors if isinstance(types, Reasoning) else frozenset()
    granularities = frozenset(CONSTRUCTORS[n].granularity for n in names)
    if function.granularity:
        granularities = frozenset({granularity or function.granularity})
    frame = call.argument("in")
    frame_type = solved(frame.type) if frame is not None else None
    frames = function.frames
    if isinstance(frame_type, FrameType):
        frames = frame_type.kinds
    references = tuple(
        value
        for name, value in call.arguments
        if _is_reference(call.function, name) and isinstance(solved(value.type), Thing)
    )
    return Asked(call, function.aspect, granularities, frames, references)


def _is_reference(function: str, parameter: str) -> bool:
    """What a step asks about, not what it asks for: `a` and `b` are references of `between` only."""
    if parameter in ("a", "b"):
        return function == "filter_between"
    return parameter in ("to", "of", "from")


def check_spec(
    clause: tree.SpecClause, program: Typed, span: Span, scope: Scope
) -> tuple[Spec, Apply] | None:
    """The spec and the step that it describes, or None after saying how the two differ."""
    words_ok = _known(clause.aspect, ASPECTS, "E0303", "aspect", scope)
    words_ok &= _known(clause.granularity, GRANULARITIES, "E0304", "granularity", scope)
    if clause.frame is not None:
        words_ok &= _known(clause.frame, sorted(FRAME_KINDS), "E0305", "frame", scope)
    steps = outermost_steps(program)
    if not steps:
        scope.findings.add(
            "E0307",
            span,
            "this program does not reason about anything spatial",
            "no reasoning step in it",
            notes=["attribute, distance, relationship and orientation have functions: see the reference"],
        )
        return None
    if not words_ok:
        return None
    matching = [step for step in steps if step.aspect == clause.aspect.text]
    if not matching:
        step = steps[0]
        scope.findings.add(
            "E0307",
            clause.aspect.span,
            f"the spec says {clause.aspect.text}, and the program asks about {step.aspect}",
            "declared here",
            secondary=[Label(step.call.span, f"this is a question of {step.aspect}")],
            help=f"write `{step.aspect}`, or ask with a function of {clause.aspect.text}",
        )
        return None
    step = matching[0]
    ok = _check_granularity(clause, step, scope)
    ok &= _check_frame(clause, step, scope)
    reference = _check_reference(clause, step, scope)
    if not ok or reference is None:
        return None
    sort, count = reference
    frame = clause.frame.text if clause.frame else None
    return Spec(step.aspect, clause.granularity.text, frame, sort, count), step.call


def _known(word: tree.Word, known: tuple[str, ...] | list[str], code: str, what: str, scope: Scope) -> bool:
    if word.text in known:
        return True
    scope.findings.add(
        code,
        word.span,
        f"`{word.text}` is not {'an' if what[0] in 'aeiou' else 'a'} {what}",
        f"expected {one_of(known)}",
        help=did_you_mean(word.text, known),
    )
    return False


def _check_granularity(clause: tree.SpecClause, step: Asked, scope: Scope) -> bool:
    declared = clause.granularity.text
    if step.granularities <= {declared}:
        return True
    kind = step.call.argument("type")
    types = solved(kind.type) if kind is not None else None
    others = sorted(n for n in getattr(types, "constructors", ()) if CONSTRUCTORS[n].granularity != declared)
    other = "fine" if declared == "coarse" else "coarse"
    what = one_of(others) + (" is " if len(others) == 1 else " are ") if others else "the question is "
    scope.findings.add(
        "E0308",
        clause.granularity.span,
        f"the spec says {declared}, and {what}{other}",
        "declared here",
        secondary=[Label(kind.span if kind is not None else step.call.span, f"{other}")],
    )
    return False


def _check_frame(clause: tree.SpecClause, step: Asked, scope: Scope) -> bool:
    declared = clause.frame.text if clause.frame else None
    if declared is None and not step.frames:
        return True
    if declared is not None and step.frames == {declared}:
        return True
    computed = " or ".join(sorted(step.frames)) or None
    frame = step.call.argument("in")
    place = frame.span if frame is not None else step.call.span
    if declared is None:
        scope.findings.add(
            "E0309",
            clause.span,
            f"the program computes in the {computed} frame, and the spec does not say so",
            "no frame declared",
            secondary=[Label(place, f"{computed} here")],
            help=f"add `frame {computed}`",
        )
    elif computed is None:
        assert clause.frame is not None
        scope.findings.add(
            "E0309",
            clause.frame.span,
            f"the spec says {declared}, and this question of {step.aspect} needs no frame",
            "declared here",
            secondary=[Label(step.call.span, "no frame used here")],
            help=f"leave out `frame {declared}`",
        )
    else:
        assert clause.frame is not None
        scope.findings.add(
            "E0309",
            clause.frame.span,
            f"the spec says {declared}, and the program computes in the {computed} frame",
            "declared here",
            secondary=[Label(place, f"{computed} here")],
        )
    return False


def _check_reference(clause: tree.SpecClause, step: Asked, scope: Scope) -> tuple[Sort | None, int] | None:
    words = clause.reference
    if not words:
        if not step.references:
            return None, 0
        first = step.references[0]
        scope.findings.add(
            "E0310",
            clause.span,
            "the program asks about a reference, and the spec names none",
            "no reference declared",
            secondary=[Label(first.span, f"asked about {first.type}")],
            help=f"add `reference {first.name if isinstance(first, Read) else first.type}`",
        )
        return None
    span = words[0].span.to(words[-1].span)
    if not step.references:
        scope.findings.add(
            "E0310",
            span,
            "the spec names a reference, and the program asks about none",
            "declared here",
            secondary=[Label(step.call.span, "no reference used here")],
        )
        return None
    if len(words) == 1 and words[0].text in scope.variables:
        return _check_named(words[0], step, scope)
    wanted = 2 if words[0].text == "two" else 1
    kinds = words[1:] if wanted == 2 else words
    if not kinds:
        scope.findings.add("E0306", span, "two of what?", "a kind is missing")
        return None
    sort = sort_of_words(kinds, span, scope)
    if sort is None:
        return None
    actual = sort_within(step.references[0].type)
    if len(step.references) != wanted:
        scope.findings.add(
            "E0310",
            span,
            f"the program asks about {len(step.references)} references, and the spec names {wanted}",
            "declared here",
            secondary=[Label(step.call.span, "asked here")],
        )
        return None
    for reference in step.references:
        actual = sort_within(reference.type)
        if actual is not None and not actual.within(sort):
            scope.findings.add(
                "E0310",
                span,
                f"the spec says {sort}, and the program asks about {actual}",
                "declared here",
                secondary=[Label(reference.span, f"this is {actual}")],
            )
            return None
    return actual, wanted


def _check_named(word: tree.Word, step: Asked, scope: Scope) -> tuple[Sort | None, int] | None:
    binding = scope.variables[word.text]
    for reference in step.references:
        if isinstance(reference, Read) and reference.name == binding.name:
            return sort_within(reference.type), len(step.references)
    scope.findings.add(
        "E0310",
        word.span,
        f"the spec says `{word.text}`, and the program asks about something else",
        "declared here",
        secondary=[Label(step.references[0].span, "asked about this")],
    )
    return None
