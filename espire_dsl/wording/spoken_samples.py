"""Sentences of a family to read: every template for every reasoning type."""

from __future__ import annotations

from collections.abc import Iterator

from espire_dsl.catalogue.reader import Catalogue
from espire_dsl.language.families.family import Family
from espire_dsl.wording.errors import WordingError
from espire_dsl.wording.render import Lexicon
from espire_dsl.wording.samples import bindings
from espire_dsl.wording.saying import aspects_of, held_sample, named_in, samples_of
from espire_dsl.wording.values import SaidType


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
