"""How a call of a core function is drawn: arguments that fit one another, and the ways to write it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from hypothesis import strategies as st

from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.core.signature import Signature, SignatureParameter
from espire_dsl.language.kinds import ANYTHING, ONLY_VIEWER, Sort
from espire_dsl.language.types import (
    OF_THINGS,
    SCENE,
    WORDS,
    CategoryType,
    FrameType,
    Reasoning,
    Type,
    TypeVariable,
    fits,
    limit_of,
)
from espire_dsl.testing.program_pieces import (
    Maker,
    ProgramPiece,
    Writer,
    categories,
    signatures,
    sort_of_type,
)

REFERENCES = ("of", "from")


def calls_for(writer: Writer, wanted: Type, depth: int) -> list[Maker]:
    """What draws a call that gives a wanted type, for each function that can."""
    scene_at_hand = SCENE in writer.names.values()
    return [
        partial(_call, writer, signature, wanted, depth)
        for signature in signatures().values()
        if signature.parameters
        and _gives(signature, wanted)
        and (scene_at_hand or not any(p.type == SCENE for p in signature.parameters))
    ]


def _gives(signature: Signature, wanted: Type) -> bool:
    result = signature.result
    if not _is_open(result):
        return fits(result, wanted)
    both = sort_of_type(result).meet(sort_of_type(wanted))
    takes_category = any(isinstance(p.type, CategoryType) for p in signature.parameters)
    if takes_category and not any(sort.within(both) for sort in categories().values()):
        return False
    return type(result) is type(wanted) and not both.empty


def _is_open(type_: Type) -> bool:
    return isinstance(type_, OF_THINGS) and isinstance(type_.element, TypeVariable)


def _call(writer: Writer, signature: Signature, wanted: Type, depth: int) -> ProgramPiece:
    sort = (
        sort_of_type(signature.result).meet(sort_of_type(wanted)) if _is_open(signature.result) else ANYTHING
    )
    given: dict[str, ProgramPiece] = {}
    for parameter in signature.parameters:
        if isinstance(parameter.type, Reasoning | FrameType):
            continue
        if parameter.type in WORDS:
            if writer.draw(st.booleans()):
                given[parameter.name] = ProgramPiece(writer.one_of(WORDS[parameter.type]))
            continue
        if parameter.default is None or writer.draw(st.booleans()):
            given[parameter.name] = _argument(writer, parameter, sort, depth)
    if not _put_the_question(writer, signature, given):
        return next(piece for piece in given.values()) if _is_open(signature.result) else writer.leaf(wanted)
    return ProgramPiece(_written(writer, signature, given), _result_sort(signature, given))


def _argument(writer: Writer, parameter: SignatureParameter, sort: Sort, depth: int) -> ProgramPiece:
    if parameter.name in REFERENCES:
        return writer.leaf(parameter.type)
    type_ = parameter.type
    if isinstance(type_, OF_THINGS) and isinstance(type_.element, TypeVariable):
        type_ = type(type_)(limit_of(type_.element).meet(sort))
    if not parameter.variadic:
        return writer.piece(type_, depth)
    pieces = [writer.piece(type_, depth) for _ in range(writer.draw(st.integers(1, 3)))]
    return ProgramPiece(", ".join(piece.text for piece in pieces))


def _put_the_question(writer: Writer, signature: Signature, given: dict[str, ProgramPiece]) -> bool:
    """Choose a frame that the reference has, and a reasoning type that fits it and the candidates."""
    types = {p.name: p.type for p in signature.parameters}
    allowed, asked = types.get("in"), types.get("type")
    frames: dict[str, str] = {}
    if isinstance(allowed, FrameType):
        reference = given["of" if "of" in given else "from"]
        frames = {kind: text for kind, text in _frames(reference).items() if kind in allowed.kinds}
    if isinstance(asked, Reasoning):
        things = given["xs"].sort if "xs" in given else ANYTHING
        possible = [
            name
            for name in sorted(asked.constructors)
            if CONSTRUCTORS[name].candidates.overlaps(things)
            and (allowed is None or CONSTRUCTORS[name].frames & frames.keys())
        ]
        if not possible:
            return False
        name = writer.one_of(possible)
        given["type"] = writer.constructor(name)
        frames = {kind: text for kind, text in frames.items() if kind in CONSTRUCTORS[name].frames}
    if isinstance(allowed, FrameType):
        if not frames:
            return False
        given["in"] = ProgramPiece(writer.one_of(sorted(frames.values())))
    return True


def _frames(reference: ProgramPiece) -> dict[str, str]:
    found = {"absolute": "absolute"}
    if reference.sort != ONLY_VIEWER:
        found["relative"] = "relative"
    if reference.sort.oriented:
        found["intrinsic"] = f"intrinsic({reference.text})"
    return found


def _written(writer: Writer, signature: Signature, given: Mapping[str, ProgramPiece]) -> str:
    """The call with its first argument before a pipe or in its place, the others with or without names."""
    parameters = [p for p in signature.parameters if p.name in given]
    texts = [given[p.name].text for p in parameters]
    variadic = any(p.variadic for p in parameters)
    in_order = [p.name for p in parameters] == [p.name for p in signature.parameters[: len(texts)]]
    by_name = not in_order or (not variadic and writer.draw(st.booleans()))
    texts[1:] = [
        f"{p.name}: {text}" if by_name or p.only_named else text
        for p, text in zip(parameters[1:], texts[1:], strict=True)
    ]
    if not in_order:
        texts[0] = f"{parameters[0].name}: {texts[0]}"
    elif texts and not variadic and writer.draw(st.booleans()):
        return f"({texts[0]} |> {signature.name}({', '.join(texts[1:])}))"
    return f"{signature.name}({', '.join(texts)})"


def _result_sort(signature: Signature, given: Mapping[str, ProgramPiece]) -> Sort:
    result = signature.result
    if _is_open(result):
        return next(given[p.name].sort for p in signature.parameters if _is_open(p.type))
    return sort_of_type(result)
