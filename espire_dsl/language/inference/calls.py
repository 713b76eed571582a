"""Calls: core functions, reasoning types, frames, and authors' own functions.

One calling rule: positional arguments fill the parameters in order, named ones follow. Words that can be
left out, such as `centres`, are given by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import evolve

from espire_dsl.diagnostics.report import counted
from espire_dsl.diagnostics.value import Diagnostic, Findings, Label, Span
from espire_dsl.domain.worlds import WORLD_CAMERA
from espire_dsl.language.core.binders import CALLED
from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.core.functions import FUNCTIONS
from espire_dsl.language.core.signature import Signature, SignatureParameter
from espire_dsl.language.hints import did_you_mean, one_of
from espire_dsl.language.inference.binding_each import looking_call
from espire_dsl.language.inference.matching import matched
from espire_dsl.language.inference.mismatch import report_mismatch
from espire_dsl.language.inference.missing_units import unit_help
from espire_dsl.language.inference.questions import check_question
from espire_dsl.language.inference.scope import CALL_DEPTH_LIMIT, PROGRAM_LIMIT, Definition, Scope, ScopeEntry
from espire_dsl.language.kinds import ANYTHING, ORIENTED, sort_of
from espire_dsl.language.typed import Apply, Bind, Constant, Construct, FrameOf, Gather, Read, Typed, is_short
from espire_dsl.language.types import (
    FRAME_KINDS,
    KIND,
    LABEL,
    TYPE_OF_WORD,
    UNKNOWN,
    WORDS,
    FrameType,
    Reasoning,
    Thing,
    Type,
    solved,
)
from espire_dsl.language.unify import Substitution, accept, sort_within, substitute
from espire_dsl.syntax import tree
from espire_dsl.syntax.layout import render
from espire_dsl.syntax.print_expressions import expression

Infer = Callable[[tree.Expression, Scope], Typed]
_ORIENTED = sort_of(ANYTHING.kinds, frozenset({ORIENTED}))


def call(
    function: tree.Word,
    arguments: Sequence[tree.Argument],
    span: Span,
    scope: Scope,
    infer: Infer,
    *,
    bare: bool = False,
    piped: bool = False,
) -> Typed:
    """The typed call. `bare` is a name without parentheses; `piped` means that the first argument came
    from the left of `|>`."""
    name = function.text
    bound = next((a for a in arguments if a.each is not None), None)
    if name in CALLED and (bound is not None or name not in scope.functions):
        return looking_call(function, arguments, span, scope, infer)
    if bound is not None:
        scope.findings.add(
            "E0231",
            bound.span,
            f"`{name}` does not look at the things of a set one by one",
            "named one by one",
            help=f"{one_of(sorted(CALLED))} do, and `{{ b in books where ... }}`",
        )
        return Read(name, UNKNOWN, span)
    if name in CONSTRUCTORS:
        return _construct(function, arguments, span, scope, infer, bare)
    if name == "intrinsic":
        return _intrinsic(function, arguments, span, scope, infer)
    if name in scope.functions:
        return _author_call(function, arguments, span, scope, infer)
    if name in scope.kind_functions:
        return _kind_call(function, arguments, span, scope, infer)
    if name in FUNCTIONS:
        return _core_call(function, FUNCTIONS[name].signature, arguments, span, scope, infer)
    _infer_all(arguments, scope, infer)
    if scope.lookup(name) is not None:
        message, label = f"`{name}` is a variable, not a function", "cannot be called"
    else:
        message, label = f"there is no function `{name}`", "unknown function"
    known = [*FUNCTIONS, *scope.kind_functions, *scope.functions, *CONSTRUCTORS, *CALLED, "intrinsic"]
    help = did_you_mean(name, known)
    a_slip = f"`{name[0]}" in (help or "")
    if scope.functions_lost and not a_slip and scope.lookup(name) is None:
        return Read(name, UNKNOWN, span)
    if help is None and piped:
        help = "after `|>` comes a function; the value on the left is its first argument"
    scope.findings.add("E0202", function.span, message, label, help=help)
    return Read(name, UNKNOWN, span)


def _infer_all(arguments: Sequence[tree.Argument], scope: Scope, infer: Infer) -> None:
    """Look for mistakes inside arguments of a call that itself made no sense."""
    for argument in arguments:
        infer(argument.value, scope)


def _kind_call(
    function: tree.Word, arguments: Sequence[tree.Argument], span: Span, scope: Scope, infer: Infer
) -> Typed:
    """`books` is the core function `of_kind`, with its kind as an argument."""
    about = scope.kind_functions[function.text]
    call = _core_call(function, about.signature, arguments, span, scope, infer)
    assert isinstance(call, Apply)
    given = {**dict(call.arguments), "kind": Constant(about.kind, KIND, span)}
    in_order = tuple((p.name, given[p.name]) for p in about.core.signature.parameters if p.name in given)
    return Apply(about.core.name, in_order, call.type, span)


def _core_call(
    function: tree.Word,
    signature: Signature,
    arguments: Sequence[tree.Argument],
    span: Span,
    scope: Scope,
    infer: Infer,
) -> Typed:
    given = matched(function, signature.parameters, arguments, scope)
    if given is None:
        _infer_all(arguments, scope, infer)
        return Apply(function.text, (), _shape(signature.result), span)
    substitution: Substitution = {}
    typed: list[tuple[str, Typed]] = []
    ok = True
    for parameter in signature.parameters:
        if parameter.name not in given:
            default = _default(parameter, span, scope)
            if default is not None:
                typed.append((parameter.name, default))
            continue
        values = []
        for argument in given[parameter.name]:
            value = _given(argument, parameter, scope, infer)
            if not accept(value.type, parameter.type, substitution):
                report_mismatch(function.text, parameter, value, scope)
                ok = False
            values.append(value)
        typed.append(
            (parameter.name, Gather(tuple(values), parameter.type, span) if parameter.variadic else values[0])
        )
    if not ok:
        return Apply(function.text, tuple(typed), _shape(signature.result), span)
    result = Apply(function.text, tuple(typed), substitute(signature.result, substitution), span)
    check_question(result, function, scope)
    return result


def _given(argument: tree.Argument, parameter: SignatureParameter, scope: Scope, infer: Infer) -> Typed:
    """A word such as `things` is a function's name everywhere but where such a word is asked for."""
    node = argument.value
    words = WORDS.get(solved(parameter.type), ())
    if isinstance(node, tree.Name) and node.text in words and scope.lookup(node.text) is None:
        return Constant(node.text, parameter.type, node.span)
    return infer(node, scope)


def _shape(result: Type) -> Type:
    """What can still be said of a call whose arguments were wrong: nothing, if it depends on them."""
    return UNKNOWN if sort_within(result) is not None else result


def _default(parameter: SignatureParameter, span: Span, scope: Scope) -> Typed | None:
    if parameter.default == "here":
        return None
    if parameter.default in TYPE_OF_WORD:
        return Constant(parameter.default, TYPE_OF_WORD[parameter.default], span)
    if parameter.type == LABEL:
        assert parameter.default == WORLD_CAMERA
        return Constant(scope.view, LABEL, span)
    assert parameter.default in FRAME_KINDS
    return FrameOf(parameter.default, None, FrameType(frozenset({parameter.default})), span)


def _construct(
    name: tree.Word,
    arguments: Sequence[tree.Argument],
    span: Span,
    scope: Scope,
    infer: Infer,
    bare: bool,
) -> Typed:
    constructor = CONSTRUCTORS[name.text]
    type_ = Reasoning(frozenset({name.text}))
    wanted = constructor.parameters
    if len(arguments) != len(wanted):
        form = str(constructor)
        verb = f"takes {counted(len(wanted), 'argument')}" if wanted else "takes no argument"
        scope.findings.add(
            "E0217",
            name.span if bare else span,
            f"`{name.text}` {verb}, not {len(arguments)}",
            f"write `{form}`",
        )
        _infer_all(arguments, scope, infer)
        return Construct(name.text, (), UNKNOWN, span)
    given = matched(name, [SignatureParameter(p.name, p.type) for p in wanted], arguments, scope)
    if given is None:
        _infer_all(arguments, scope, infer)
        return Construct(name.text, (), UNKNOWN, span)
    values = []
    for parameter in wanted:
        (argument,) = given[parameter.name]
        value = infer(argument.value, scope)
        if not accept(value.type, parameter.type, {}):
            scope.findings.add(
                "E0217",
                argument.span,
                f"`{name.text}` takes {_a(parameter.type)} here, not {_a(solved(value.type))}",
                f"this is {solved(value.type)}",
                help=unit_help(value, parameter.type),
            )
        values.append(value)
    if name.text == "Range" and all(isinstance(v, Constant) for v in values):
        low, high = (v.value for v in values if isinstance(v, Constant))
        if isinstance(low, float) and isinstance(high, float) and low >= high:
            told = "the second length must be larger"
            turned = render(expression(tree.Call(name, tuple(reversed(arguments)))), 0)
            help = f"the smaller length comes first: write `{turned}`" if low > high else None
            scope.findings.add("E0312", span, "this range holds nothing", told, help=help)
    return Construct(name.text, tuple(values), type_, span)


def _a(type_: Type) -> str:
    word = str(type_)
    return f"{'an' if word[0] in 'AEIO' else 'a'} {word}"


def _intrinsic(
    name: tree.Word, arguments: Sequence[tree.Argument], span: Span, scope: Scope, infer: Infer
) -> Typed:
    if len(arguments) != 1:
        scope.findings.add(
            "E0204", name.span, "`intrinsic` needs the thing whose frame it is", "write `intrinsic(O)`"
        )
        _infer_all(arguments, scope, infer)
        return FrameOf("intrinsic", None, UNKNOWN, span)
    parameter = SignatureParameter("of", Thing(_ORIENTED))
    given = matched(name, [parameter], arguments, scope)
    owner = infer(arguments[0].value, scope)
    if given is None:
        return FrameOf("intrinsic", owner, UNKNOWN, span)
    if not accept(owner.type, parameter.type, {}):
        report_mismatch("intrinsic", parameter, owner, scope)
        return FrameOf("intrinsic", owner, UNKNOWN, span)
    type_ = solved(owner.type)
    element = type_.element if isinstance(type_, Thing) else None
    return FrameOf("intrinsic", owner, FrameType(frozenset({"intrinsic"}), element), span)


def _author_call(
    function: tree.Word, arguments: Sequence[tree.Argument], span: Span, scope: Scope, infer: Infer
) -> Typed:
    """Check the call against the signature, then put the body in its place with the actual types."""
    definition = scope.functions[function.text]
    parameters = [
        SignatureParameter(p.name.text, t)
        for p, t in zip(definition.node.parameters, definition.parameters, strict=True)
    ]
    given = matched(function, parameters, arguments, scope)
    if given is None:
        _infer_all(arguments, scope, infer)
        return Read(function.text, _shape(definition.result), span)
    typed: dict[str, Typed] = {}
    ok = definition.sound
    substitution: Substitution = {}
    for parameter in parameters:
        value = _given(given[parameter.name][0], parameter, scope, infer)
        typed[parameter.name] = value
        if not accept(value.type, parameter.type, substitution):
            report_mismatch(function.text, parameter, value, scope, declared=definition.node.name.span)
            ok = False
    if not ok:
        return Read(function.text, _shape(definition.result), span)
    return _inlined(definition, typed, function, span, scope, infer)


def _inlined(
    definition: Definition,
    arguments: Mapping[str, Typed],
    function: tree.Word,
    span: Span,
    scope: Scope,
    infer: Infer,
) -> Typed:
    if scope.depth > CALL_DEPTH_LIMIT:
        scope.findings.add(
            "E0226",
            function.span,
            f"functions call functions more than {CALL_DEPTH_LIMIT} deep here",
            "too deep",
        )
        return Read(function.text, UNKNOWN, span)
    if scope.work.nodes > PROGRAM_LIMIT:
        if scope.work.nodes < 2 * PROGRAM_LIMIT:
            scope.work.nodes = 2 * PROGRAM_LIMIT
            scope.findings.add(
                "E0226",
                function.span,
                f"the program is too large: over {PROGRAM_LIMIT} steps once its functions are written out",
                "grows beyond the limit here",
            )
        return Read(function.text, UNKNOWN, span)
    names = {name: f"{name}'{next(scope.work.fresh)}" for name in arguments}
    inside = Findings()
    inner = evolve(
        scope,
        findings=inside,
        functions=definition.functions,
        depth=scope.depth + 1,
        variables={
            name: ScopeEntry(value.type, value.span, names[name], value if is_short(value) else None)
            for name, value in arguments.items()
        },
    )
    body = infer(definition.node.body, inner)
    for finding in inside.errors[:1]:
        _report_inside(finding, function, scope)
    result: Typed = body if not inside.errors else Read(function.text, UNKNOWN, span)
    for name, value in reversed(list(arguments.items())):
        if not is_short(value):
            result = Bind(names[name], value, result, result.type, span)
    return result


def _report_inside(finding: Diagnostic, function: tree.Word, scope: Scope) -> None:
    """A mistake in the body of a function, told at the outermost call that leads to it."""
    if scope.depth > 0:
        scope.findings.take(finding)
        return
    too_large = finding.code == "E0226"
    misfit = f"this call does not fit the body of `{function.text}`: {finding.message}"
    scope.findings.add(
        finding.code,
        function.span,
        finding.message if too_large else misfit,
        "called here",
        secondary=[Label(finding.primary.span, finding.primary.text or "in its body")],
        notes=finding.notes,
    )
