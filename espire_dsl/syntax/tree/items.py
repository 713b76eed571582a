"""The items of a file: imports, functions, families, examples, laws."""

from __future__ import annotations

from attrs import frozen

from espire_dsl.diagnostics.value import Span
from espire_dsl.syntax.tree.base import Comments, Word, broken_field, comments_field, span_field
from espire_dsl.syntax.tree.clauses import Clause
from espire_dsl.syntax.tree.domains import Domain, Type
from espire_dsl.syntax.tree.expressions import Argument, Expression, Text


@frozen
class Use:
    """`use words.pick`."""

    path: tuple[Word, ...]
    span: Span = span_field()
    comments: Comments = comments_field()


@frozen
class Parameter:
    """`xs`, `xs: Set[T]`, `n: Ordinal in 1st .. 4th`, `a: Angle = 45 deg`."""

    name: Word
    type: Type | None = None
    domain: Domain | None = None
    default: Expression | None = None
    span: Span = span_field()


@frozen
class Function:
    """`fn name(parameters) -> result = body`."""

    name: Word
    parameters: tuple[Parameter, ...]
    result: Type | None
    body: Expression
    doc: str | None = None
    span: Span = span_field()
    comments: Comments = comments_field()


@frozen
class Segment:
    """A segment of a family's name: a word, or a `{O}` to be filled by the loop."""

    text: str
    hole: bool = False
    span: Span = span_field()


@frozen
class Choice:
    """What a loop variable stands for: `near`, or `near: oriented near` with its own label."""

    words: tuple[Word, ...]
    label: Word | None = None
    span: Span = span_field()


@frozen
class Loop:
    """`for O in { viewer, near, distant }`."""

    name: Word
    choices: tuple[Choice, ...]
    span: Span = span_field()


@frozen
class FamilyDecl:
    """`family name for O in {...} { clauses }`."""

    name: tuple[Segment, ...]
    loop: Loop | None
    clauses: tuple[Clause, ...]
    doc: str | None = None
    span: Span = span_field()
    name_span: Span = span_field()
    comments: Comments = comments_field()
    broken: bool = broken_field()


@frozen
class Property:
    """`at (0, 0, 1)`, `facing +y`, `size (10 cm, 20 cm, 2 cm)`, `tilt 30 deg`, `in s1`, `row 2`."""

    name: Word
    values: tuple[Expression, ...]
    span: Span = span_field()


@frozen
class SceneThing:
    """`book a at (0.1, 0.2)`, `near teddy_bear t at (0, 0) facing -y`; one that is not `named` has the name
    of its kind."""

    kind: Word
    category: Word | None
    id: Word
    properties: tuple[Property, ...]
    named: bool = True
    span: Span = span_field()
    comments: Comments = comments_field()


@frozen
class SceneLiteral:
    """`scene { ... }`."""

    things: tuple[SceneThing, ...]
    span: Span = span_field()
    comments: Comments = comments_field()


@frozen
class Given:
    """`given R = Closest`."""

    name: Word
    value: Expression
    span: Span = span_field()
    comments: Comments = comments_field()


@frozen
class Expect:
    """`expect { a }`, `expect true`, `expect 30 cm`, `expect says "..."`."""

    value: Expression
    says: bool = False
    span: Span = span_field()
    comments: Comments = comments_field()


@frozen
class Example:
    """`example "title" of family.name { scene {...} given ... expect ... }`."""

    title: Text
    family: tuple[Word, ...]
    scene: SceneLiteral
    givens: tuple[Given, ...]
    expects: tuple[Expect, ...]
    span: Span = span_field()
    comments: Comments = comments_field()
    broken: bool = broken_field()


@frozen
class Law:
    """`law name(s: Scene, d: Length in 10 cm .. 1 m) when assumption { claim }`."""

    name: Word
    parameters: tuple[Parameter, ...]
    assumption: Expression | None
    claim: Expression
    doc: str | None = None
    span: Span = span_field()
    comments: Comments = comments_field()


@frozen
class Entry:
    """`plural mugs`, `camera world, above: 50 cm .. 1 m`; `let a = 3 cm` is one, too."""

    name: Word
    arguments: tuple[Argument, ...]
    span: Span = span_field()
    comments: Comments = comments_field()


@frozen
class Declaration:
    """`kind mug is graspable { ... }`, `asset bear is near { ... }`, `world w(a: Angle) { ... }`."""

    what: str
    name: Word
    parameters: tuple[Parameter, ...]
    bases: tuple[Word, ...]
    entries: tuple[Entry, ...]
    doc: str | None = None
    span: Span = span_field()
    comments: Comments = comments_field()
    broken: bool = broken_field()


Item = Use | Function | FamilyDecl | Example | Law | Declaration


@frozen
class Module:
    """A whole file."""

    version: int | None
    doc: str | None
    items: tuple[Item, ...]
    span: Span = span_field()
    version_span: Span = span_field()
    comments: Comments = comments_field()
    broken: bool = broken_field()
