"""The clauses of a family."""

from __future__ import annotations

from attrs import frozen

from espire_dsl.diagnostics.value import Span
from espire_dsl.syntax.tree.base import Comments, Word, comments_field, span_field
from espire_dsl.syntax.tree.domains import Domain, Where
from espire_dsl.syntax.tree.expressions import Argument, Call, Expression, Number, Text


@frozen
class SpecClause:
    """`spec distance coarse, frame intrinsic, reference near oriented`."""

    aspect: Word
    granularity: Word
    frame: Word | None = None
    reference: tuple[Word, ...] = ()
    span: Span = span_field()
    comments: Comments = comments_field()


@frozen
class WorldClause:
    """`world tabletop`, `world tunnel(a: alpha)`."""

    name: Word
    arguments: tuple[Argument, ...] = ()
    span: Span = span_field()
    comments: Comments = comments_field()


@frozen
class ViewClause:
    """`view top`: the camera whose picture the tasks show."""

    name: Word
    span: Span = span_field()
    comments: Comments = comments_field()


@frozen
class ActionClause:
    """`action pick`."""

    name: Word
    span: Span = span_field()
    comments: Comments = comments_field()


@frozen
class CandidateCase:
    """`BetweenSlots: slots`, one row of a table of candidates by reasoning type."""

    constructor: Word
    value: Expression
    span: Span = span_field()


@frozen
class CandidatesClause:
    """`candidates books`, or `candidates { BetweenSlots: slots, BetweenSpaces: spaces }`."""

    value: Expression | None
    cases: tuple[CandidateCase, ...] = ()
    span: Span = span_field()
    comments: Comments = comments_field()


@frozen
class LetClause:
    """`let R in { LessThan(d) } where d in 1 m .. 2 m`; several names draw different values."""

    names: tuple[Word, ...]
    domain: Domain
    where: tuple[Where, ...] = ()
    span: Span = span_field()
    comments: Comments = comments_field()


@frozen
class ProgramClause:
    """`program filter_distance(candidates, R, to: O)`."""

    value: Expression
    span: Span = span_field()
    comments: Comments = comments_field()


@frozen
class RequireClause:
    """`require margin >= 5 cm`."""

    value: Expression
    span: Span = span_field()
    comments: Comments = comments_field()


@frozen
class ToleranceClause:
    """`tolerance 3 cm`: how near "about" has to be."""

    value: Expression
    span: Span = span_field()
    comments: Comments = comments_field()


@frozen
class SayClause:
    """`say "..."`, `say naming frame "..."`, `say naming measure "..."`, `say naming frame, measure
    "..."`."""

    template: Text
    names_frame: bool = False
    names_measure: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """What the template is declared to name."""
        named = (("frame", self.names_frame), ("measure", self.names_measure))
        return tuple(word for word, is_named in named if is_named)

    span: Span = span_field()
    comments: Comments = comments_field()


@frozen
class AnswerClause:
    """`answer choice`, `answer number in cm`, `answer number in m to 0.1`."""

    kind: Word
    unit: Word | None = None
    step: Number | None = None
    span: Span = span_field()
    comments: Comments = comments_field()


@frozen
class DistractClause:
    """`distract 3 from ratios(0.5, 0.8, 1.25, 2)`."""

    count: int
    source: Expression
    span: Span = span_field()
    comments: Comments = comments_field()


@frozen
class ContrastClause:
    """`contrast swap(A, B)`."""

    change: Call
    span: Span = span_field()
    comments: Comments = comments_field()


@frozen
class SweepClause:
    """`sweep alpha, beta`, `sweep alpha times 12`: with so many scenes for each combination, which differ by
    the swept values alone, or with `independent` in all that is drawn."""

    names: tuple[Word, ...]
    times: int | None = None
    independent: bool = False
    span: Span = span_field()
    comments: Comments = comments_field()


@frozen
class NeedsClause:
    """`needs 4 near`, `needs a teddy_bear`: what a scene must have."""

    words: tuple[Word, ...]
    count: int | None = None
    span: Span = span_field()
    comments: Comments = comments_field()


@frozen
class QuotaClause:
    """`quota 30`, `quota 30 balanced`: how many tasks of each type; None for what is no whole number."""

    count: int | None
    balanced: bool = False
    span: Span = span_field()
    comments: Comments = comments_field()


@frozen
class TagClause:
    """`tag consistent = depth(A) < depth(B)`."""

    name: Word
    value: Expression
    span: Span = span_field()
    comments: Comments = comments_field()


Clause = (
    SpecClause
    | WorldClause
    | ViewClause
    | ActionClause
    | CandidatesClause
    | LetClause
    | ProgramClause
    | RequireClause
    | ToleranceClause
    | SayClause
    | AnswerClause
    | DistractClause
    | ContrastClause
    | SweepClause
    | NeedsClause
    | QuotaClause
    | TagClause
)
