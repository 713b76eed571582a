"""Sentences of a family to read, and bindings to read its templates for: types with references, not all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from espire_dsl.catalogue.reader import Catalogue
from espire_dsl.language.families.family import Family
from espire_dsl.wording.errors import WordingError
from espire_dsl.wording.render import Lexicon
from espire_dsl.wording.saying import aspects_of, held_sample, named_in, samples_of
from espire_dsl.wording.values import Said, SaidThing, SaidType

T = TypeVar("T")

MOST_BINDINGS = 2_000
MOST_VALUES = 200_000
"""In all bindings together: a family of hundreds of variables is read for fewer of them."""


def spoken_samples(family: Family, lexicon: Lexicon, catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """The type and the sentence, or why there is none; verbs take turns from template to template."""
    aspects = aspects_of(family)
    samples = {v.name: samples_of(v.domain, aspects.get(v.name, ""), catalogue) for v in family.variables}
    seen: set[str] = set()
    held = held_sample(family, catalogue)
    for binding in bindings(samples):
        types = [value.constructor for value in binding.values() if isinstance(value, SaidType)]
        name = types[-1] if types else ""
        if name in seen:
            continue
        seen.add(name)
        for variant, sentence in enumerate(family.sentences):
            named = named_in(family, binding)
            try:
                said = lexicon.render(sentence.template.value, binding, variant=variant, held=held, **named)
                yield name, said
            except WordingError as error:
                yield name, f"(cannot be said: {error})"


def bindings(samples: Mapping[str, Sequence[Said]]) -> list[dict[str, Said]]:
    """Bindings in which each type meets each value of each other variable; the rest stay at their first.

    Two variables never stand for the same thing if that can be helped. There is at least one binding, unless
    a variable has no sample at all.
    """
    if not all(samples.values()):
        return []
    most = max(1, min(MOST_BINDINGS, MOST_VALUES // max(1, len(samples))))
    found: dict[tuple[Said, ...], dict[str, Said]] = {}
    for fixed in _thinned(list(_choices(samples)), MOST_VALUES // max(1, len(samples)) + 1):
        binding = _filled(samples, fixed)
        found.setdefault(tuple(binding.values()), binding)
    return _thinned(list(found.values()), most)


def _thinned(of: list[T], most: int) -> list[T]:
    """Every so-manieth, so that at most so many are left."""
    return of[:: max(1, -(-len(of) // most))]


def _choices(samples: Mapping[str, Sequence[Said]]) -> Iterator[dict[str, Said]]:
    """The values to fix: a type, alone and with each value of each other variable."""
    types = {name: values for name, values in samples.items() if isinstance(values[0], SaidType)}
    said: list[dict[str, Said]] = [{name: value} for name, values in types.items() for value in values]
    others = [(name, value) for name, values in samples.items() if name not in types for value in values]
    for fixed in said or [{}]:
        yield fixed
        for name, value in others:
            yield {**fixed, name: value}


def _filled(samples: Mapping[str, Sequence[Said]], fixed: Mapping[str, Said]) -> dict[str, Said]:
    """A whole binding around the values that are fixed."""
    taken = [value for value in fixed.values() if isinstance(value, SaidThing)]
    binding: dict[str, Said] = {}
    for name, values in samples.items():
        if name in fixed:
            binding[name] = fixed[name]
            continue
        value = next((value for value in values if value not in taken), values[0])
        binding[name] = value
        if isinstance(value, SaidThing):
            taken.append(value)
    return binding
