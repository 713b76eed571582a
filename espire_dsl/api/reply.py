"""What a family answers about a scene, with all that explains the answer."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any, Final

from attrs import field, frozen

from espire_dsl.api.html import reply_html
from espire_dsl.gallery.shown_steps import traced_steps
from espire_dsl.gallery.text import measured_text, said, set_text, steps_text
from espire_dsl.markup import Markup, joined
from espire_dsl.reports.columns import aligned
from espire_dsl.scene.drawing import drawing
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.html import view_html

_WIDTH: Final = 100


@frozen
class Reply:
    """`answers` are ids of things, or one value in `answer_unit`; `undecided` are too close to a boundary to
    be right or wrong.

    `sentences` are those of the family that can be said of this binding. `margin` has by unit how far the
    nearest candidate is from the boundary of a decision, `readings` the answers under every reading of a
    sentence, of which `reading` is the one that is meant. `refusal` says why the binding would be no fair
    task, if it would be none. `steps` and `trace` are those of a task record (docs/task_set.md).
    """

    family: str
    scene: Scene = field(repr=lambda scene: repr(scene.id))
    values: Mapping[str, Any] = field(hash=False)
    sentences: tuple[str, ...]
    answer_kind: str
    answer_unit: str | None
    answers: tuple[Any, ...]
    undecided: tuple[str, ...]
    candidates: tuple[str, ...] | None
    margin: Mapping[str, float] = field(hash=False)
    readings: Mapping[str, tuple[Any, ...]] = field(hash=False)
    reading: str | None
    tags: Mapping[str, Any] = field(hash=False)
    refusal: str | None
    steps: tuple[Mapping[str, Any], ...] = field(hash=False, repr=False)
    trace: tuple[Mapping[str, Any], ...] = field(hash=False, repr=False)

    @property
    def is_fair(self) -> bool:
        """Whether the compiler would make a task of it."""
        return self.refusal is None

    @property
    def answer_text(self) -> str:
        """The answers as people read them."""
        return ", ".join(said(answer, self.answer_unit) for answer in self.answers) or "nothing"

    def about(self) -> list[tuple[str, str]]:
        """What there is to know besides sentences and steps, in rows of two."""
        rows = [
            ("answers", self.answer_text),
            ("undecided", set_text(list(self.undecided)) if self.undecided else ""),
            ("candidates", "" if self.candidates is None else set_text(list(self.candidates))),
            ("values", ", ".join(f"{name} = {value}" for name, value in self.values.items())),
            ("margin", ", ".join(said(margin, unit) for unit, margin in self.margin.items())),
            ("readings", "; ".join(f"{name} {set_text(list(a))}" for name, a in self.readings.items())),
            ("meant", self.reading or ""),
            ("tags", ", ".join(f"{name} {said(value)}" for name, value in self.tags.items())),
            ("fair", "yes" if self.refusal is None else f"no: {self.refusal}"),
        ]
        return [row for row in rows if row[1]]

    def step_lines(self) -> list[str]:
        """A line for each step of the program, with what it gave."""
        return steps_text(traced_steps(self.steps, self.trace, list(self.answers)))

    def __str__(self) -> str:
        return "\n\n".join("\n".join(lines) for lines in self._parts() if lines)

    def _parts(self) -> Iterator[list[str]]:
        yield [f"{self.family} about {self.scene.id}"]
        yield [line for sentence in self.sentences for line in textwrap.wrap(sentence, _WIDTH)]
        yield aligned(self.about(), left=2)
        yield ["steps", *(f"  {line}" for line in self.step_lines())]
        yield from measured_text(self.trace)

    def picture(self) -> Markup:
        """The picture of the scene, if it has one, and a drawing in which the answers are marked."""
        things = [answer for answer in self.answers if isinstance(answer, str) and answer in self.scene]
        marked = drawing(self.scene, things)
        return joined(view_html(self.scene), marked) if self.scene.pictures else marked

    def _repr_html_(self) -> str:
        measured = ["\n".join(lines) for lines in measured_text(self.trace)]
        steps = "\n".join(self.step_lines())
        return reply_html(self.family, self.sentences, self.about(), self.picture(), [steps, *measured])
