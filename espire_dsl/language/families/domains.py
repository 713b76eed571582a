"""What a variable may stand for: reasoning types with ranges for their arguments, quantities, things,
categories."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

from espire_dsl.diagnostics.value import Span
from espire_dsl.language.hints import did_you_mean
from espire_dsl.language.inference.infer import infer
from espire_dsl.language.inference.missing_units import unit_help
from espire_dsl.language.inference.reserved import check_new_name
from espire_dsl.language.inference.scope import Scope, ScopeEntry
from espire_dsl.language.kinds import Sort, sort_from_words, words_for_sorts
from espire_dsl.language.typed import Constant, Construct, Read, Typed
from espire_dsl.language.types import (
    ANGLE,
    CLOCK,
    INT,
    LENGTH,
    NUMBER,
    ORDINAL,
    PIXELS,
    UNKNOWN,
    CategoryType,
    Reasoning,
    Scalar,
    Thing,
    Type,
    Unknown,
    solved,
)
from espire_dsl.scene.quantize import quantize
from espire_dsl.syntax import tree
from espire_dsl.syntax.layout import render
from espire_dsl.syntax.print_expressions import domain

MOST_VALUES = 10_000
DEFAULT_STEP: dict[Scalar, float] = {LENGTH: 0.01, ANGLE: 1.0, PIXELS: 1.0, INT: 1, ORDINAL: 1, CLOCK: 1}
RANGED = (*DEFAULT_STEP, NUMBER)


@frozen
class TypeChoice:
    """One reasoning type of a domain; an argument is a constant or the name of an inner variable."""

    constructor: str
    arguments: tuple[Constant | Read, ...]


@frozen
class TypeDomain:
    choices: tuple[TypeChoice, ...]
    inner: Mapping[str, ValueDomain]

    @property
    def type(self) -> Type:
        return Reasoning(frozenset(c.constructor for c in self.choices))


@frozen
class ValueDomain:
    type: Scalar
    values: tuple[Any, ...]


@frozen
class ThingDomain:
    """Things of the scene of a sort, of these categories only if any are named."""

    sort: Sort
    categories: frozenset[str] | None = None

    @property
    def type(self) -> Type:
        return Thing(self.sort)


@frozen
class CategoryDomain:
    sort: Sort
    categories: tuple[str, ...]

    @property
    def type(self) -> Type:
        return CategoryType(self.sort)


Domain = TypeDomain | ValueDomain | ThingDomain | CategoryDomain


def domain_of(written: tree.Domain, where: tuple[tree.Where, ...], scope: Scope) -> Domain | None:
    """The domain, or None after saying what is wrong with it."""
    inner = _inner_domains(where, scope)
    match written:
        case tree.RangeDomain():
            found: Domain | None = range_domain(written, scope)
        case tree.KindDomain():
            sort = sort_of_words(written.words, written.span, scope)
            found = ThingDomain(sort) if sort is not None else None
        case tree.CategoriesDomain():
            found = _category_domain(written, scope)
        case tree.ChoiceDomain():
            found = _choice_domain(written, inner, scope)
    _check_inner_used(where, found, scope)
    return found


def _inner_domains(where: tuple[tree.Where, ...], scope: Scope) -> dict[str, ValueDomain]:
    inner: dict[str, ValueDomain] = {}
    for clause in where:
        check_new_name(clause.name, scope)
        if clause.name.text in inner:
            scope.findings.add("E0228", clause.name.span, f"`{clause.name.text}` is declared twice", "again")
        found = domain_of(clause.domain, (), scope)
        if isinstance(found, ValueDomain):
            inner[clause.name.text] = found
        else:
            if found is not None:
                scope.findings.add(
                    "E0321",
                    clause.domain.span,
                    "an argument ranges over quantities",
                    "not a range of quantities",
                )
            # Told already: a domain of unknown type keeps the arguments that use it from being blamed.
            inner[clause.name.text] = ValueDomain(UNKNOWN, ())  # type: ignore[arg-type]
    return inner


def _check_inner_used(where: tuple[tree.Where, ...], found: Domain | None, scope: Scope) -> None:
    if found is None:
        return
    used: set[str] = set()
    if isinstance(found, TypeDomain):
        used = {a.name for c in found.choices for a in c.arguments if isinstance(a, Read)}
    for clause in where:
        if clause.name.text not in used:
            scope.findings.add(
                "W0301",
                clause.name.span,
                f"`{clause.name.text}` is never used",
                "declared here, read nowhere",
            )


def _choice_domain(
    written: tree.ChoiceDomain, inner: Mapping[str, ValueDomain], scope: Scope
) -> Domain | None:
    if not written.items:
        scope.findings.add("E0312", written.span, "this domain is empty", "nothing to choose from")
        return None
    local = scope.binding(**{name: ScopeEntry(d.type, written.span, name) for name, d in inner.items()})
    before = scope.findings.error_count
    items = [infer(item, local) for item in written.items]
    if scope.findings.error_count > before or any(isinstance(solved(i.type), Unknown) for i in items):
        return None
    first = solved(items[0].type)
    for item in items[1:]:
        if type(solved(item.type)) is not type(first) or (isinstance(first, Scalar) and item.type != first):
            scope.findings.add(
                "E0315",
                item.span,
                f"this domain mixes {first} and {solved(item.type)}",
                f"this is {solved(item.type)}",
            )
            return None
    if isinstance(first, Reasoning):
        return _type_domain(items, inner, scope)
    if isinstance(first, CategoryType):
        return _things_of(items)
    if isinstance(first, Scalar) and all(isinstance(i, Constant) for i in items):
        values = [i.value for i in items if isinstance(i, Constant)]
        _report_repeats(values, items, scope)
        return ValueDomain(first, tuple(dict.fromkeys(values)))
    scope.findings.add(
        "E0315", items[0].span, "a domain lists reasoning types, constants or categories", f"this is {first}"
    )
    return None


def _report_repeats(values: Sequence[Any], items: list[Typed], scope: Scope) -> None:
    seen: set[Any] = set()
    for value, item in zip(values, items, strict=True):
        if value in seen:
            scope.findings.add("W0305", item.span, "this value is listed twice", "again")
        seen.add(value)


def _type_domain(items: list[Typed], inner: Mapping[str, ValueDomain], scope: Scope) -> TypeDomain | None:
    choices = []
    for item in items:
        if not isinstance(item, Construct):
            scope.findings.add(
                "E0315", item.span, "a domain lists reasoning types by name", "not a type by name"
            )
            return None
        arguments = []
        for argument in item.arguments:
            if not isinstance(argument, Constant | Read):
                scope.findings.add(
                    "E0321", argument.span, "an argument is a constant or a variable of `where`", "neither"
                )
                return None
            arguments.append(argument)
        choices.append(TypeChoice(item.constructor, tuple(arguments)))
    _report_repeats(choices, items, scope)
    ranks = [a for c in choices if c.constructor.startswith("Rank") for a in c.arguments]
    _warn_first_rank(list(dict.fromkeys(ranks)), inner, scope)
    return TypeDomain(tuple(choices), dict(inner))


def _warn_first_rank(
    arguments: list[Constant | Read], inner: Mapping[str, ValueDomain], scope: Scope
) -> None:
    for argument in arguments:
        if isinstance(argument, Constant):
            first = argument.value == 1
        else:
            first = argument.name in inner and 1 in inner[argument.name].values
        if first:
            scope.findings.add(
                "W0303",
                argument.span,
                "the first rank is the extreme, which has a type of its own",
                "includes 1st",
                help="start at 2nd",
            )


def _things_of(items: list[Typed]) -> ThingDomain:
    names = frozenset(i.value for i in items if isinstance(i, Constant))
    sort: Sort | None = None
    for item in items:
        type_ = solved(item.type)
        assert isinstance(type_, CategoryType)
        assert isinstance(type_.element, Sort)
        sort = type_.element if sort is None else sort.join(type_.element)
    assert sort is not None
    return ThingDomain(sort, names)


def _category_domain(written: tree.CategoriesDomain, scope: Scope) -> CategoryDomain | None:
    inner = written.domain
    if isinstance(inner, tree.ChoiceDomain):
        found = _choice_domain(inner, {}, scope)
        if isinstance(found, ThingDomain) and found.categories:
            return CategoryDomain(found.sort, tuple(sorted(found.categories)))
        if found is not None:
            scope.findings.add(
                "E0315", inner.span, "`category` takes categories of the catalogue", "not categories"
            )
        return None
    sort = sort_of_words(inner.words, inner.span, scope)
    if sort is None:
        return None
    names = tuple(
        c.id for c in scope.catalogue if (own := scope.sort_of_category(c)) is not None and own.within(sort)
    )
    if not names:
        scope.findings.add("E0312", inner.span, f"the catalogue has no category of {sort}", "empty domain")
        return None
    return CategoryDomain(sort, names)


def sort_of_words(words: tuple[tree.Word, ...], span: Span, scope: Scope) -> Sort | None:
    """`oriented near` as a sort, or None after saying which word is wrong."""
    known = words_for_sorts(scope.kinds)
    for word in words:
        if word.text not in known:
            singular = word.text.removesuffix("s")
            help = f"write `{singular}`" if singular in known else did_you_mean(word.text, known)
            scope.findings.add(
                "E0319", word.span, f"`{word.text}` is not a kind of thing", "unknown kind", help=help
            )
            return None
    sort = sort_from_words([w.text for w in words], scope.kinds)
    if sort is None:
        scope.findings.add(
            "E0319", span, "one kind is needed, with or without `oriented` or `plain`", "not one kind"
        )
        return None
    if sort.empty:
        scope.findings.add("E0312", span, f"there is no {' '.join(w.text for w in words)}", "empty domain")
        return None
    return sort


def range_domain(written: tree.RangeDomain, scope: Scope) -> ValueDomain | None:
    parts = [written.low, written.high] + ([written.step] if written.step is not None else [])
    before = scope.findings.error_count
    low, high, *rest = (infer(p, scope) for p in parts)
    if scope.findings.error_count > before:
        return None
    type_ = NUMBER if {low.type, high.type} == {INT, NUMBER} else low.type
    if not isinstance(type_, Scalar) or type_ not in RANGED or not _is_constant(low):
        scope.findings.add("E0313", low.span, "a range runs between two constants", f"this is {low.type}")
        return None
    if not _is_constant(high) or not _number_like(high.type, type_):
        scope.findings.add(
            "E0313",
            high.span,
            f"this range begins with {low.type} and ends with {high.type}",
            f"this is {high.type}",
            help=unit_help(low, high.type) or unit_help(high, low.type),
        )
        return None
    step = rest[0] if rest else None
    if step is None and type_ == NUMBER:
        scope.findings.add("E0314", written.span, "a range of numbers needs a `step`", "add `step 0.1`")
        return None
    wanted = INT if type_ in (ORDINAL, CLOCK) else type_
    if step is not None and (not _is_constant(step) or not _number_like(step.type, wanted)):
        scope.findings.add(
            "E0314",
            step.span,
            f"the step of this range must be {wanted}",
            f"this is {step.type}",
            help=unit_help(step, wanted),
        )
        return None
    assert isinstance(low, Constant)
    assert isinstance(high, Constant)
    width = step.value if isinstance(step, Constant) else DEFAULT_STEP[type_]
    return _steps(written, type_, low.value, high.value, width, scope)


def _is_constant(typed: Typed) -> bool:
    return isinstance(typed, Constant)


def _number_like(actual: Type, wanted: Type) -> bool:
    return actual == wanted or (actual == INT and wanted == NUMBER) or isinstance(actual, Unknown)


def _steps(
    written: tree.RangeDomain, type_: Scalar, low: Any, high: Any, width: Any, scope: Scope
) -> ValueDomain | None:
    if width <= 0:
        assert written.step is not None
        scope.findings.add("E0314", written.step.span, "the step must be above zero", "never gets there")
        return None
    if high < low:
        turned = render(domain(evolve(written, low=written.high, high=written.low)), 0)
        scope.findings.add(
            "E0312",
            written.span,
            "this range holds nothing",
            "it ends before it begins",
            help=f"the smaller bound comes first: write `{turned}`",
        )
        return None
    count = round(quantize((high - low) / width), 6)
    if count >= MOST_VALUES:
        scope.findings.add(
            "E0314", written.span, f"this range has more than {MOST_VALUES:,} values", "take a larger step"
        )
        return None
    if count != int(count):
        scope.findings.add(
            "W0304", written.span, "the steps do not reach the end of this range", "the end is left out"
        )
    values = [low + i * width for i in range(int(count) + 1)]
    return ValueDomain(type_, tuple(quantize(v) if isinstance(v, float) else v for v in values))
