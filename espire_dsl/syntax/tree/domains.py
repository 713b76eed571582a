"""Types and domains, as they are written."""

from __future__ import annotations

from attrs import frozen

from espire_dsl.diagnostics.value import Span
from espire_dsl.syntax.tree.base import Word, span_field
from espire_dsl.syntax.tree.expressions import Expression


@frozen
class TypeName:
    """`Length`, `oriented near`, `T`: one or more words."""

    words: tuple[Word, ...]
    span: Span = span_field()


@frozen
class TypeApply:
    """`Set[book]`, `List[near]`."""

    head: Word
    argument: Type
    span: Span = span_field()


@frozen
class TypeConstructors:
    """`{ Left, Right }`: the reasoning types named."""

    names: tuple[Word, ...]
    span: Span = span_field()


Type = TypeName | TypeApply | TypeConstructors


@frozen
class ChoiceDomain:
    """`{ LessThan(d), MoreThan(d) }`, `{ 10 cm, 20 cm }`, `{ teddy_bear, pagoda }`."""

    items: tuple[Expression, ...]
    span: Span = span_field()


@frozen
class RangeDomain:
    """`20 cm .. 250 cm step 5 cm`, `2nd .. 4th`, `1 o'clock .. 12 o'clock`."""

    low: Expression
    high: Expression
    step: Expression | None = None
    span: Span = span_field()


@frozen
class KindDomain:
    """`oriented near`: things of the scene."""

    words: tuple[Word, ...]
    span: Span = span_field()


@frozen
class CategoriesDomain:
    """`category oriented near`, `category { pagoda, ceramic_jar }`: categories, not things."""

    domain: KindDomain | ChoiceDomain
    span: Span = span_field()


Domain = ChoiceDomain | RangeDomain | KindDomain | CategoriesDomain


@frozen
class Where:
    """`d in 20 cm .. 250 cm step 5 cm`, after `where`."""

    name: Word
    domain: Domain
    span: Span = span_field()
