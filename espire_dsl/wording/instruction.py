"""The instruction of a task. It is assembled here and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from espire_dsl.catalogue.reader import Catalogue
from espire_dsl.language.family import Family, Sentence
from espire_dsl.scene.graph import Scene
from espire_dsl.wording.render import Lexicon
from espire_dsl.wording.saying import aspects_of, said, said_frame


def instruction(
    family: Family,
    sentence: Sentence,
    bindings: Mapping[str, Any],
    scene: Scene,
    lexicon: Lexicon,
    catalogue: Catalogue,
    variant: int = 0,
) -> str:
    """The sentence for a binding; `variant` turns the wheel of interchangeable words."""
    aspects = aspects_of(family)
    values = {
        v.name: said(bindings[v.name], v, aspects.get(v.name, ""), scene, catalogue) for v in family.variables
    }
    frame = said_frame(family, values)
    return lexicon.render(sentence.template.value, values, frame=frame, variant=variant)
