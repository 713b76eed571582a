"""Which template says which task: templates take turns, so that each says as many tasks as any other."""

from __future__ import annotations

from collections import Counter

from attrs import define, field

from espire_dsl.language.families.family import Family
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.tasks.bindings import Binding
from espire_dsl.tasks.record import Wording
from espire_dsl.tasks.sayable import sayable

_VARIANTS = 1_000


@define
class TemplateCycle:
    """Hands out templates for one suite, in the order in which its tasks are drawn."""

    suite: str
    stream: RandomStream
    by_type: Counter[tuple[str, str, int]] = field(factory=Counter)
    by_family: Counter[tuple[str, int]] = field(factory=Counter)
    tasks: Counter[tuple[str, str]] = field(factory=Counter)

    def next(self, family: Family, type: str, binding: Binding, like: Wording | None = None) -> Wording:
        """The template that was used least, of those that name what has to be named; where there are several
        answers, only one that does not speak of a single one.

        A task is worded `like` the one that it is contrasted with, if that is possible. The right option of a
        choice moves on by one place from task to task.
        """
        name = family.name
        usable = sayable(family, type, binding.answer, binding.names_frame, binding.names_measure)
        template = min(usable, key=lambda i: (self.by_type[name, type, i], self.by_family[name, i], i))
        if like is not None and like.template in usable:
            template = like.template
        place = self.tasks[name, type]
        self.by_type[name, type, template] += 1
        self.by_family[name, template] += 1
        self.tasks[name, type] += 1
        variant = self.stream.below(_VARIANTS) if like is None else like.variant
        return Wording(template, variant, place)
