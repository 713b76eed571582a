"""A checked family: what the evaluators, the wording and the task generator take from a `family`."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from espire_dsl.catalogue.reader import Catalogue, Category, load_catalogue
from espire_dsl.diagnostics.value import Span
from espire_dsl.domain.kinds import KindTable
from espire_dsl.domain.worlds import WORLD_CAMERA
from espire_dsl.language.core.values import DistractorValue
from espire_dsl.language.families.domains import Domain, TypeDomain
from espire_dsl.language.kinds import Sort
from espire_dsl.language.typed import Apply, Typed, reads
from espire_dsl.language.types import Type
from espire_dsl.syntax import tree


@frozen
class Spec:
    """What is asked: aspect, granularity, frame of reference, and the sort of thing it is asked about."""

    aspect: str
    granularity: str
    frame: str | None
    reference: Sort | None
    references: int


@frozen
class Variable:
    """`let name in domain`; `group` numbers the `let`, whose names draw different values."""

    name: str
    domain: Domain
    group: int
    span: Span = field(eq=False, repr=False)


@frozen
class Sentence:
    """A template; `names_frame` when it says which frame of reference is meant, `names_measure` when it says
    how distances are measured.

    `only_one` are the types of the family for which it speaks of one answer, found out by reading it aloud.
    """

    template: tree.Text
    names_frame: bool
    names_measure: bool = False
    only_one: frozenset[str] = frozenset()


@frozen
class Distract:
    count: int
    source: DistractorValue


@frozen
class Answer:
    """Its kind: objects, spaces, yes_no, choice, number, label or list; `unit` for numbers that have one.

    `step` is the stated precision: what numbers are rounded to, in metres, degrees, pixels or as it is.
    """

    kind: str
    type: Type
    unit: str | None = None
    step: float | None = None


@frozen
class Need:
    """At least so many things of these kinds, or of a category, that a scene must have."""

    count: int
    kinds: tuple[str, ...] = ()
    category: str | None = None


@frozen
class Quota:
    """How many tasks of each type there are; `balanced` when no right answer may be commoner than others."""

    count: int
    balanced: bool = False


@frozen
class Times:
    """How many scenes each combination of swept values has that a world is told. What is random is the same
    for every combination, unless they are `independent`."""

    count: int = 1
    independent: bool = False


@frozen
class Family:
    """One family; `rules` are those rules of a fair task that it sets another number for.

    `needs` is what its scenes must have, `holds` are the assets of what the robot may hold in them. `view`
    names the camera whose picture its tasks show and are asked about. Without a `quota` there are as many
    tasks of each type as of others.
    """

    name: str
    doc: str | None
    spec: Spec
    world: str
    world_arguments: Mapping[str, Typed]
    action: str | None
    candidates: Typed | None
    candidates_by_type: Mapping[str, Typed]
    variables: tuple[Variable, ...]
    program: Typed
    asked: Apply
    tolerance: float | None
    requirements: tuple[Typed, ...]
    rules: Mapping[str, float]
    sentences: tuple[Sentence, ...]
    answer: Answer
    distract: tuple[Distract, ...]
    contrast: tuple[str, str] | None
    sweep: tuple[str, ...]
    tags: Mapping[str, Typed]
    kinds: KindTable = field(eq=False, repr=False)
    assets: tuple[Category, ...] = field(default=(), eq=False, repr=False)
    times: Times = Times()
    needs: tuple[Need, ...] = ()
    holds: tuple[str, ...] = field(default=(), eq=False, repr=False)
    quota: Quota | None = None
    view: str = WORLD_CAMERA
    span: Span = field(eq=False, repr=False, kw_only=True)

    @property
    def catalogue(self) -> Catalogue:
        """The assets that it may speak of: those of the library, and `assets`, which its file sees beside."""
        return load_catalogue().with_more(self.assets)

    @property
    def scene_variables(self) -> tuple[Variable, ...]:
        """The variables that the world is told: they are bound before its scene is drawn."""
        feeding = {name for value in self.world_arguments.values() for name in reads(value)}
        return tuple(v for v in self.variables if v.name in feeding)

    @property
    def types(self) -> tuple[str, ...]:
        """The reasoning types of the family: those of the outermost step."""
        asked = self.asked.argument("type")
        if asked is None:
            return (self.asked.function,)
        for variable in self.variables:
            if isinstance(variable.domain, TypeDomain) and variable.name == getattr(asked, "name", None):
                return tuple(dict.fromkeys(c.constructor for c in variable.domain.choices))
        return tuple(sorted(getattr(asked.type, "constructors", (self.asked.function,))))

    def variable(self, name: str) -> Variable | None:
        return next((v for v in self.variables if v.name == name), None)
