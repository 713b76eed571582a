"""What a reasoning step must get right beyond its types: the frame fits the reasoning type, it is the
frame of the thing asked about, and the candidates can have what is asked of them."""

from __future__ import annotations

from espire_dsl.diagnostics.value import Span
from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.hints import one_of
from espire_dsl.language.inference.scope import Scope
from espire_dsl.language.kinds import ONLY_VIEWER, Sort
from espire_dsl.language.typed import Apply, Constant, FrameOf, Read, Typed
from espire_dsl.language.types import FrameType, Reasoning, Unknown, solved
from espire_dsl.language.unify import sort_within
from espire_dsl.syntax import tree


def check_question(call: Apply, function: tree.Word, scope: Scope) -> None:
    _check_frame_owner(call, scope)
    asked = call.argument("type")
    types = solved(asked.type) if asked is not None else None
    if asked is None or not isinstance(types, Reasoning):
        return
    _check_frames(call, types, function, scope)
    _check_candidates(call, types, asked.span, scope)


def _check_frames(call: Apply, types: Reasoning, function: tree.Word, scope: Scope) -> None:
    frame = call.argument("in")
    frame_type = solved(frame.type) if frame is not None else None
    if frame is None or not isinstance(frame_type, FrameType):
        return
    for name in sorted(types.constructors):
        allowed = CONSTRUCTORS[name].frames
        if not allowed or frame_type.kinds & allowed:
            continue
        wanted = [{"intrinsic": "intrinsic(O)"}.get(k, k) for k in sorted(allowed)]
        if frame.span == call.span:
            message, span, label = f"`{name}` needs a frame of reference", function.span, "no frame given"
            help: str | None = f"add `in: {wanted[-1]}`"
        else:
            found = " or ".join(sorted(frame_type.kinds))
            message, span, label = (
                f"`{name}` cannot be asked in the {found} frame",
                frame.span,
                "frame does not fit",
            )
            help = f"its frame is {one_of(wanted)}"
        scope.findings.add("E0213", span, message, label, help=help)
        return


def _check_frame_owner(call: Apply, scope: Scope) -> None:
    frame = call.argument("in")
    reference = call.argument("of") or call.argument("from")
    if not isinstance(frame, FrameOf) or reference is None:
        return
    if frame.kind == "intrinsic" and frame.of is not None and frame.of != reference:
        scope.findings.add(
            "E0214",
            frame.span,
            "the frame belongs to another thing than the one asked about",
            f"the frame of {_called(frame.of)}",
            help=f"write `in: intrinsic({_called(reference)})`, or change what is asked about",
        )
    sort = sort_within(reference.type)
    if frame.kind == "relative" and sort is not None and sort == ONLY_VIEWER:
        scope.findings.add(
            "E0215",
            frame.span,
            "a relative frame is the viewer's view of another thing, and here it is of the viewer",
            "relative to itself",
            help="write `in: intrinsic(viewer)` for the viewer's own left and right",
        )


def _called(node: Typed) -> str:
    match node:
        case Read(name=name):
            return name
        case Apply(function="the", arguments=arguments):
            return str(arguments[0][1].value.name) if isinstance(arguments[0][1], Constant) else "it"
        case Apply(function=function, arguments=()):
            return function
        case _:
            return "it"


def _check_candidates(call: Apply, types: Reasoning, span: Span, scope: Scope) -> None:
    xs = call.argument("xs")
    sort = sort_within(xs.type) if xs is not None else None
    if sort is None or isinstance(solved(call.type), Unknown):
        return
    for name in sorted(types.constructors):
        possible = CONSTRUCTORS[name].candidates
        if not sort.overlaps(possible):
            scope.findings.add(
                "E0218",
                span,
                f"`{name}` is asked of {_kinds(possible)}, not of a {sort}",
                "cannot be asked here",
            )


def _kinds(sort: Sort) -> str:
    names = sorted(kind.nouns for kind in sort.kinds)
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " or " + names[-1]
