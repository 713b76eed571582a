"""The instruction of a task. It is assembled here and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from espire_dsl.catalogue.reader import Catalogue
from espire_dsl.language.families.family import Family, Sentence
from espire_dsl.scene.graph import Scene
from espire_dsl.wording.render import Lexicon
from espire_dsl.wording.saying import aspects_of, named_in, said, said_thing
from espire_dsl.wording.utterance import Utterance


def utterance_of(
    family: Family,
    sentence: Sentence,
    bindings: Mapping[str, Any],
    scene: Scene,
    catalogue: Catalogue,
    variant: int = 0,
    answers: int = 1,
) -> Utterance:
    """What a sentence says of a binding with so many right answers; `variant` turns the wheel of
    interchangeable words."""
    aspects = aspects_of(family)
    values = {
        v.name: said(bindings[v.name], v, aspects.get(v.name, ""), scene, catalogue) for v in family.variables
    }
    named = named_in(family, values)
    return Utterance(
        sentence.template.value,
        values,
        named["frame"],
        named["measure"],
        variant,
        answers,
        None if scene.held is None else said_thing(scene.held, scene, catalogue),
    )


def instruction(
    family: Family,
    sentence: Sentence,
    bindings: Mapping[str, Any],
    scene: Scene,
    lexicon: Lexicon,
    catalogue: Catalogue,
    variant: int = 0,
    answers: int = 1,
) -> str:
    """The sentence for a binding."""
    return utterance_of(family, sentence, bindings, scene, catalogue, variant, answers).said_by(lexicon)
