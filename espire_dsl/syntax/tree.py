"""The tree that the parser builds and the printer prints.

Equality ignores positions and comments: two trees are equal when they say the same thing.
"""

from __future__ import annotations

from attrs import field, frozen

from espire_dsl.diagnostics.value import Span

NOWHERE = Span("", 0, 0)


def _span() -> Span:
    return field(default=NOWHERE, eq=False, repr=False, kw_only=True)


def _comments() -> Comments:
    return field(factory=lambda: Comments(), eq=False, repr=False, kw_only=True)


def _broken() -> bool:
    """Says that the author wrote more than the tree holds, because part of it could not be read."""
    return field(default=False, eq=False, repr=False, kw_only=True)


@frozen
class Comments:
    """Comments that belong to an item or a clause: on the lines before it, and at the end of its line.

    An empty text in `before` or `inner` is an empty line between comments, or between them and what follows.
    `blank_before` says that the author left an empty line above; the printer keeps (at most) one.
    `inner` are comments that stand before the closing brace of a block.
    """

    before: tuple[str, ...] = ()
    after: str | None = None
    inner: tuple[str, ...] = ()
    blank_before: bool = False


@frozen
class Word:
    """A bare word with a position: a segment of a name, an aspect, a kind."""

    text: str
    span: Span = _span()


# --- expressions -------------------------------------------------------------------------------


@frozen
class Name:
    """A variable, a constructor without arguments, a function without arguments, or a category."""

    text: str
    span: Span = _span()


@frozen
class Number:
    """`3`, `0.5`, `30 cm`, `45 deg`. `text` is the numeral as written, `unit` its unit if any."""

    text: str
    unit: str | None = None
    span: Span = _span()


@frozen
class OrdinalNumber:
    """`2nd`."""

    value: int
    span: Span = _span()


@frozen
class ClockHour:
    """`3 o'clock`."""

    value: int
    span: Span = _span()


@frozen
class Text:
    """A string; `value` is what it means, after escapes."""

    value: str
    span: Span = _span()


@frozen
class Argument:
    """`value`, or `name: value`."""

    value: Expression
    name: Word | None = None
    span: Span = _span()


@frozen
class Call:
    """`function(arguments)`. Constructors are called in the same way: `LessThan(30 cm)`."""

    function: Word
    arguments: tuple[Argument, ...]
    span: Span = _span()


@frozen
class Pipe:
    """`value |> call`, which is the call with `value` as its first argument and nothing more."""

    value: Expression
    call: Call
    span: Span = _span()


@frozen
class Binary:
    """`left operator right`; operator is one of | & - + * / < <= > >= == != and or."""

    operator: str
    left: Expression
    right: Expression
    span: Span = _span()


@frozen
class Unary:
    """`not x` or `-x`."""

    operator: str
    operand: Expression
    span: Span = _span()


@frozen
class LetIn:
    """`let name = value in body`."""

    name: Word
    value: Expression
    body: Expression
    span: Span = _span()


@frozen
class SetOf:
    """`{ a, b }`."""

    items: tuple[Expression, ...]
    span: Span = _span()


Expression = Name | Number | OrdinalNumber | ClockHour | Text | Call | Pipe | Binary | Unary | LetIn | SetOf


# --- types as written ---------------------------------------------------------------------------


@frozen
class TypeName:
    """`Length`, `oriented near`, `T`: one or more words."""

    words: tuple[Word, ...]
    span: Span = _span()


@frozen
class TypeApply:
    """`Set[book]`, `List[near]`."""

    head: Word
    argument: Type
    span: Span = _span()


@frozen
class TypeConstructors:
    """`{ Left, Right }`: the reasoning types named."""

    names: tuple[Word, ...]
    span: Span = _span()


Type = TypeName | TypeApply | TypeConstructors


# --- domains ------------------------------------------------------------------------------------


@frozen
class ChoiceDomain:
    """`{ LessThan(d), MoreThan(d) }`, `{ 10 cm, 20 cm }`, `{ teddy_bear, pagoda }`."""

    items: tuple[Expression, ...]
    span: Span = _span()


@frozen
class RangeDomain:
    """`20 cm .. 250 cm step 5 cm`, `2nd .. 4th`, `1 o'clock .. 12 o'clock`."""

    low: Expression
    high: Expression
    step: Expression | None = None
    span: Span = _span()


@frozen
class KindDomain:
    """`oriented near`: things of the scene."""

    words: tuple[Word, ...]
    span: Span = _span()


@frozen
class CategoryDomain:
    """`category oriented near`, `category { pagoda, ceramic_jar }`: categories, not things."""

    domain: KindDomain | ChoiceDomain
    span: Span = _span()


Domain = ChoiceDomain | RangeDomain | KindDomain | CategoryDomain


@frozen
class Where:
    """`d in 20 cm .. 250 cm step 5 cm`, after `where`."""

    name: Word
    domain: Domain
    span: Span = _span()


# --- clauses of a family ------------------------------------------------------------------------


@frozen
class SpecClause:
    """`spec distance coarse, frame intrinsic, reference near oriented`."""

    aspect: Word
    granularity: Word
    frame: Word | None = None
    reference: tuple[Word, ...] = ()
    span: Span = _span()
    comments: Comments = _comments()


@frozen
class WorldClause:
    """`world tabletop`, `world tunnel(a: alpha)`."""

    name: Word
    arguments: tuple[Argument, ...] = ()
    span: Span = _span()
    comments: Comments = _comments()


@frozen
class ActionClause:
    """`action pick`."""

    name: Word
    span: Span = _span()
    comments: Comments = _comments()


@frozen
class CandidateCase:
    """`BetweenSlots: slots`, one row of a table of candidates by reasoning type."""

    constructor: Word
    value: Expression
    span: Span = _span()


@frozen
class CandidatesClause:
    """`candidates books`, or `candidates { BetweenSlots: slots, BetweenSpaces: spaces }`."""

    value: Expression | None
    cases: tuple[CandidateCase, ...] = ()
    span: Span = _span()
    comments: Comments = _comments()


@frozen
class LetClause:
    """`let R in { LessThan(d) } where d in 1 m .. 2 m`; several names draw different values."""

    names: tuple[Word, ...]
    domain: Domain
    where: tuple[Where, ...] = ()
    span: Span = _span()
    comments: Comments = _comments()


@frozen
class ProgramClause:
    """`program filter_distance(candidates, R, to: O)`."""

    value: Expression
    span: Span = _span()
    comments: Comments = _comments()


@frozen
class RequireClause:
    """`require margin >= 5 cm`."""

    value: Expression
    span: Span = _span()
    comments: Comments = _comments()


@frozen
class ToleranceClause:
    """`tolerance 3 cm`: how near "about" has to be."""

    value: Expression
    span: Span = _span()
    comments: Comments = _comments()


@frozen
class SayClause:
    """`say "..."`, `say naming frame "..."`."""

    template: Text
    names_frame: bool = False
    span: Span = _span()
    comments: Comments = _comments()


@frozen
class AnswerClause:
    """`answer choice`, `answer number in cm`."""

    kind: Word
    unit: Word | None = None
    span: Span = _span()
    comments: Comments = _comments()


@frozen
class DistractClause:
    """`distract 3 from ratios(0.5, 0.8, 1.25, 2)`."""

    count: int
    source: Expression
    span: Span = _span()
    comments: Comments = _comments()


@frozen
class ContrastClause:
    """`contrast swap(A, B)`."""

    change: Call
    span: Span = _span()
    comments: Comments = _comments()


@frozen
class SweepClause:
    """`sweep alpha, beta`."""

    names: tuple[Word, ...]
    span: Span = _span()
    comments: Comments = _comments()


@frozen
class TagClause:
    """`tag consistent = depth(A) < depth(B)`."""

    name: Word
    value: Expression
    span: Span = _span()
    comments: Comments = _comments()


Clause = (
    SpecClause
    | WorldClause
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
    | TagClause
)


# --- items of a file ----------------------------------------------------------------------------


@frozen
class Use:
    """`use words.pick`."""

    path: tuple[Word, ...]
    span: Span = _span()
    comments: Comments = _comments()


@frozen
class Parameter:
    """`xs`, `xs: Set[T]`, `n: Ordinal in 1st .. 4th`."""

    name: Word
    type: Type | None = None
    domain: Domain | None = None
    span: Span = _span()


@frozen
class Function:
    """`fn name(parameters) -> result = body`."""

    name: Word
    parameters: tuple[Parameter, ...]
    result: Type | None
    body: Expression
    doc: str | None = None
    span: Span = _span()
    comments: Comments = _comments()


@frozen
class Segment:
    """A segment of a family's name: a word, or a `{O}` to be filled by the loop."""

    text: str
    hole: bool = False
    span: Span = _span()


@frozen
class Choice:
    """What a loop variable stands for: `near`, or `near: oriented near` with its own label."""

    words: tuple[Word, ...]
    label: Word | None = None
    span: Span = _span()


@frozen
class Loop:
    """`for O in { viewer, near, distant }`."""

    name: Word
    choices: tuple[Choice, ...]
    span: Span = _span()


@frozen
class Family:
    """`family name for O in {...} { clauses }`."""

    name: tuple[Segment, ...]
    loop: Loop | None
    clauses: tuple[Clause, ...]
    doc: str | None = None
    span: Span = _span()
    name_span: Span = _span()
    comments: Comments = _comments()
    broken: bool = _broken()


@frozen
class Property:
    """`at (0, 0, 1)`, `facing +y`, `size (10 cm, 20 cm, 2 cm)`, `tilt 30 deg`, `in s1`, `row 2`."""

    name: Word
    values: tuple[Expression, ...]
    span: Span = _span()


@frozen
class SceneThing:
    """`book a at (0.1, 0.2)`, `near teddy_bear t at (0, 0) facing -y`."""

    kind: Word
    category: Word | None
    id: Word
    properties: tuple[Property, ...]
    span: Span = _span()
    comments: Comments = _comments()


@frozen
class SceneLiteral:
    """`scene { ... }`."""

    things: tuple[SceneThing, ...]
    span: Span = _span()
    comments: Comments = _comments()


@frozen
class Given:
    """`given R = Closest`."""

    name: Word
    value: Expression
    span: Span = _span()
    comments: Comments = _comments()


@frozen
class Expect:
    """`expect { a }`, `expect true`, `expect 30 cm`, `expect says "..."`."""

    value: Expression
    says: bool = False
    span: Span = _span()
    comments: Comments = _comments()


@frozen
class Example:
    """`example "title" of family.name { scene {...} given ... expect ... }`."""

    title: Text
    family: tuple[Word, ...]
    scene: SceneLiteral
    givens: tuple[Given, ...]
    expects: tuple[Expect, ...]
    span: Span = _span()
    comments: Comments = _comments()
    broken: bool = _broken()


@frozen
class Law:
    """`law name(s: Scene, d: Length in 10 cm .. 1 m) when assumption { claim }`."""

    name: Word
    parameters: tuple[Parameter, ...]
    assumption: Expression | None
    claim: Expression
    doc: str | None = None
    span: Span = _span()
    comments: Comments = _comments()


Item = Use | Function | Family | Example | Law


@frozen
class Module:
    """A whole file."""

    version: int | None
    doc: str | None
    items: tuple[Item, ...]
    span: Span = _span()
    version_span: Span = _span()
    comments: Comments = _comments()
    broken: bool = _broken()
