"""Types as authors write them: `Set[T]`, `oriented near`, `Length`, `{ Left, Right }`."""

from __future__ import annotations

from collections.abc import Callable

from espire_dsl.language.core.constructors import CONSTRUCTORS, GROUPS
from espire_dsl.language.hints import did_you_mean
from espire_dsl.language.inference.scope import Scope
from espire_dsl.language.kinds import ANYTHING, sort_from_words, words_for_sorts
from espire_dsl.language.types import (
    FRAME_KINDS,
    SCALARS,
    UNKNOWN,
    CategoryType,
    Element,
    FrameType,
    List,
    Reasoning,
    Set,
    Thing,
    Type,
    TypeVariable,
    Unknown,
)
from espire_dsl.syntax import tree

_CONTAINERS: dict[str, Callable[[Element], Type]] = {"Set": Set, "List": List, "Category": CategoryType}
_WORDS = {*SCALARS, *GROUPS, *_CONTAINERS, "Frame", "Thing"}


def annotated(written: tree.Type, scope: Scope) -> Type:
    """The type that an annotation stands for; an unknown one is reported and fits everywhere."""
    match written:
        case tree.TypeConstructors(names=names):
            return _constructors(names, scope)
        case tree.TypeApply(head=head, argument=argument):
            return _applied(head, argument, scope)
        case tree.TypeName(words=words):
            return _named(words, written, scope)


def _constructors(names: tuple[tree.Word, ...], scope: Scope) -> Type:
    for word in names:
        if word.text not in CONSTRUCTORS:
            scope.findings.add(
                "E0203",
                word.span,
                f"`{word.text}` is not a reasoning type",
                "unknown reasoning type",
                help=did_you_mean(word.text, CONSTRUCTORS),
            )
            return UNKNOWN
    return Reasoning(frozenset(w.text for w in names))


def _applied(head: tree.Word, argument: tree.Type, scope: Scope) -> Type:
    if head.text == "Frame" and isinstance(argument, tree.TypeName):
        kind = argument.words[0].text
        if kind in FRAME_KINDS:
            return FrameType(frozenset({kind}))
        return _unknown(argument.words[0], scope, FRAME_KINDS)
    if head.text not in _CONTAINERS:
        return _unknown(head, scope, {*_CONTAINERS, "Frame"})
    inner = annotated(argument, scope)
    if isinstance(inner, Unknown):
        return UNKNOWN
    if not isinstance(inner, Thing):
        scope.findings.add(
            "E0203",
            argument.span,
            f"`{head.text}[...]` holds things of the scene, not {inner}",
            "not a kind of thing",
        )
        return UNKNOWN
    return _CONTAINERS[head.text](inner.element)


def _named(words: tuple[tree.Word, ...], written: tree.TypeName, scope: Scope) -> Type:
    first = words[0].text
    if len(words) == 1:
        if first in SCALARS:
            return SCALARS[first]
        if first in GROUPS:
            return GROUPS[first]
        if first == "Frame":
            return FrameType(FRAME_KINDS)
        if first == "Thing":
            return Thing(ANYTHING)
        if len(first) == 1 and first.isupper():
            return Thing(TypeVariable(first, ANYTHING))
    known = words_for_sorts(scope.kinds)
    for word in words:
        if word.text not in known:
            return _unknown(word, scope, known | _WORDS)
    sort = sort_from_words([w.text for w in words], scope.kinds)
    if sort is None or sort.empty:
        scope.findings.add(
            "E0203",
            written.span,
            f"`{' '.join(w.text for w in words)}` names no kind of thing",
            "nothing can be this" if sort else "one kind is needed, with or without `oriented` or `plain`",
        )
        return UNKNOWN
    return Thing(sort)


def _unknown(word: tree.Word, scope: Scope, known: set[str] | frozenset[str]) -> Type:
    scope.findings.add(
        "E0203",
        word.span,
        f"`{word.text}` is not a type",
        "unknown type",
        help=did_you_mean(word.text, known),
    )
    return UNKNOWN
