"""Keys of families, worked out once: many jobs are about the same family.

A job that comes from another process brings a copy of its own. `first_met` gives the one that is here
already, so that what was worked out about that one is not worked out again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from attrs import evolve, field, frozen

from espire_dsl.language.families.family import Family
from espire_dsl.pipeline.content import key_of
from espire_dsl.syntax.tree import Text
from espire_dsl.tasks.suites import Suite

_MOST_MET: Final = 1024
_met: Final[dict[str, Family]] = {}


@frozen
class FamilyKey:
    """`whole` is a key of all of a family, `unsaid` one of all but its words, which bindings do not need."""

    whole: str
    unsaid: str

    @classmethod
    def of(cls, family: Family) -> FamilyKey:
        family = evolve(family, quota=None)  # neither bindings nor records depend on it
        return cls(key_of(family), key_of(_without_words(family)))


@frozen
class FamilyKeys:
    """The keys of all families of some suites."""

    known: Mapping[tuple[str, str], FamilyKey] = field(hash=False)

    @classmethod
    def of(cls, suites: Iterable[Suite]) -> FamilyKeys:
        return cls({(suite.name, f.name): FamilyKey.of(f) for suite in suites for f in suite.families})

    def __call__(self, suite: str, family: Family) -> FamilyKey:
        return self.known[suite, family.name]


def first_met(family: Family, key: FamilyKey) -> Family:
    """The family as this process met it first. Families of one key may differ in values that their world was
    told, so they are compared, too."""
    met = _met.setdefault(key.whole, family)
    if met is not family and met != family:
        _met[key.whole] = met = family
    if len(_met) > _MOST_MET:
        del _met[next(iter(_met))]
    return met


def _without_words(family: Family) -> Family:
    """Of its sentences, only what they name and whether they speak of one answer matters to bindings."""
    unsaid = Text("", span=family.span)
    sentences = {evolve(sentence, template=unsaid) for sentence in family.sentences}
    ordered = sorted(sentences, key=lambda s: (s.names_frame, s.names_measure, sorted(s.only_one)))
    return evolve(family, doc=None, sentences=tuple(ordered))
