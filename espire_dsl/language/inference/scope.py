"""What an expression can see: variables with their types, authors' functions, kinds, the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import TYPE_CHECKING

from attrs import Factory, define, evolve, field, frozen

from espire_dsl.catalogue.reader import Catalogue, Category, load_catalogue
from espire_dsl.diagnostics.value import Findings, Severity, Span
from espire_dsl.domain.kinds import KindTable
from espire_dsl.domain.worlds import WORLD_CAMERA
from espire_dsl.language.core.kind_functions import KindFunction, kind_functions
from espire_dsl.language.kinds import ORIENTED, PLAIN, Sort, sort_of
from espire_dsl.language.typed import Typed
from espire_dsl.language.types import Type
from espire_dsl.scene.node import Node
from espire_dsl.syntax import tree

if TYPE_CHECKING:
    from espire_dsl.language.declarations.signatures import Worlds

PROGRAM_LIMIT = 5000
CALL_DEPTH_LIMIT = 40


@frozen
class ScopeEntry:
    """A variable: its type, where it was declared, and its name in the typed program; or the value that
    stands there in its place, if that is short enough to stand in several places. With `anew` its type is
    found out at each use by itself."""

    type: Type
    span: Span
    name: str
    value: Typed | None = None
    anew: bool = False


@frozen
class Definition:
    """An author's function with the types of its parameters, as declared or inferred."""

    node: tree.Function
    parameters: tuple[Type, ...]
    result: Type
    functions: Mapping[str, Definition] = field(repr=False, eq=False)
    sound: bool = True


def is_misread(item: tree.FamilyDecl | tree.Example, findings: Findings) -> bool:
    """Whether the parser had something to say about an item: then it may mean more than its tree holds."""
    inside = range(item.span.start, item.span.end)
    return item.broken or any(
        d.primary.span.start in inside and d.severity is Severity.ERROR for d in findings
    )


@define
class Work:
    """What inference counts and numbers while it goes through one file."""

    nodes: int = 0
    fresh: count[int] = Factory(lambda: count(1))
    used: set[tuple[str, int]] = Factory(set)


@frozen
class Scope:
    """`level` is how deep the expression stands inside of what looks at things one by one. `names_lost` and
    `functions_lost` say that some were declared in text that could not be read, or in a module that could not
    be imported. `worlds` are those that families and laws may ask for. `view` is the camera whose picture is
    meant where none is named."""

    findings: Findings
    catalogue: Catalogue
    kinds: KindTable
    variables: Mapping[str, ScopeEntry] = field(factory=dict)
    functions: Mapping[str, Definition] = field(factory=dict)
    work: Work = field(factory=Work)
    depth: int = 0
    level: int = 0
    worlds: Worlds = field(factory=dict)
    view: str = WORLD_CAMERA
    names_lost: bool = False
    functions_lost: bool = False

    @property
    def kind_functions(self) -> Mapping[str, KindFunction]:
        """The functions that the kinds bring along, by name."""
        return kind_functions(self.kinds)

    @property
    def own_assets(self) -> tuple[Category, ...]:
        """The assets that can be seen here and are not of the library."""
        library = load_catalogue()
        if self.catalogue is library:
            return ()
        return tuple(asset for asset in self.catalogue if asset.id not in library)

    def sort_of_category(self, category: Category) -> Sort | None:
        """The sort of the things of a category; None where its kind is not known here."""
        kind = self.kinds.get(category.kind)
        return (
            None if kind is None else sort_of({kind}, frozenset({ORIENTED if category.oriented else PLAIN}))
        )

    def sort_of_node(self, node: Node) -> Sort:
        """The sort of a thing of a scene, whose kind is known."""
        kind = self.kinds.by_name[node.kind]
        facing = kind.facing if len(kind.facing) == 1 else frozenset({ORIENTED if node.oriented else PLAIN})
        return sort_of({kind}, facing)

    def binding(self, **variables: ScopeEntry) -> Scope:
        """This scope with more variables."""
        return evolve(self, variables={**self.variables, **variables})

    def lookup(self, name: str) -> ScopeEntry | None:
        found = self.variables.get(name)
        if found is not None:
            self.work.used.add((name, found.span.start))
        return found
