"""From a template and a binding to a sentence: the one place where instructions are put together."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path

from attrs import field, frozen
from attrs.validators import ge
from jinja2 import Template, TemplateError

from espire_dsl.domain.kinds import Kind
from espire_dsl.wording.environment import WordingEnvironment
from espire_dsl.wording.errors import WordingError
from espire_dsl.wording.lexicon import Words
from espire_dsl.wording.one_answer import HELD, Actions, nouns_of, speaks_of_one
from espire_dsl.wording.own_words import OwnWords
from espire_dsl.wording.safety import Analysis, analyse
from espire_dsl.wording.speak import Speaker
from espire_dsl.wording.spoken import Spoken
from espire_dsl.wording.tidy import capital, tidy
from espire_dsl.wording.values import Said, SaidAnswers, SaidFrame, SaidMeasure, SaidThing

RESERVED_NAMES = frozenset({"pick", "Pick", "place", "Place", "frame", "measure", "held", "answers"})
"""What every template can say; a family's variables must be called otherwise."""

_SOMETHING = "thing"
_CACHED_TEMPLATES = 4_096
_CACHED_VALUES = 65_536
_CACHED_LEXICONS = 8


@frozen
class Variant:
    """A number that chooses among words that could stand for one another: digits of mixed radix."""

    number: int = field(default=0, validator=ge(0))

    def pick(self, *sizes: int) -> tuple[int, ...]:
        """One index below each size; every combination comes up as the number grows."""
        rest, picked = self.number, []
        for size in sizes:
            rest, index = divmod(rest, size)
            picked.append(index)
        return tuple(picked)


@frozen(eq=False)
class Lexicon:
    """A lexicon with its templates compiled. Make it with `Lexicon.load`."""

    words: Words
    analysis: Callable[[str], Analysis]
    _compiled: Callable[[str], tuple[Template, frozenset[str]]]
    _speaker: Speaker
    _pick: tuple[str, ...]
    _place: tuple[str, ...]
    _held: tuple[str, ...]
    _fixed: dict[tuple[int, str], Mapping[str, str]] = field(factory=dict)

    @classmethod
    def load(cls, folder: Path | None = None, own: OwnWords = ()) -> Lexicon:
        """Read the lexicon of a folder, or the one that comes with the package, which is read once; words of
        an author take the place of those that are there."""
        return _shipped_with(own) if folder is None else cls.of(Words.load(folder, own))

    @classmethod
    def of(cls, words: Words) -> Lexicon:
        environment = words.environment
        analysis = lru_cache(_CACHED_TEMPLATES)(lambda text: analyse(environment, text))
        return cls(
            words,
            analysis,
            lru_cache(_CACHED_TEMPLATES)(lambda text: _compile(environment, analysis(text))),
            Speaker.of(words, _CACHED_VALUES),
            words.alternatives("verbs.j2", "pick"),
            words.alternatives("verbs.j2", "place"),
            words.alternatives("references.j2", "held", HELD),
        )

    def variants(
        self, template: str, frame: SaidFrame | None = None, measure: SaidMeasure | None = None
    ) -> int:
        """How many variants there are before a template has used all its words in all combinations."""
        mentioned = {mention.word for mention in self.analysis(template).names}
        ways = [self._speaker.frame(frame)] if frame is not None and "frame" in mentioned else []
        ways += [self._speaker.measure(measure)] if measure is not None and "measure" in mentioned else []
        held = len(self._held) if ways or "held" in mentioned else 1
        return self._verbs * held * math.lcm(*(len(alternatives) for alternatives in ways))

    def counts_answers(self, template: str) -> bool:
        """Whether the words of a template depend on the number of answers."""
        return any(mention.word == "answers" for mention in self.analysis(template).names)

    def speaks_of_one(self, sentence: str, kinds: Iterable[Kind]) -> bool:
        """Whether a sentence is about one answer, of one of these kinds."""
        return speaks_of_one(sentence, nouns_of(tuple(kinds)), Actions(self._pick, self._place, self._held))

    def speak(self, value: Said) -> Spoken:
        """A value with its words."""
        return self._speaker.speak(value)

    def frame_words(self, frame: SaidFrame) -> tuple[str, ...]:
        """The ways of naming a frame; one empty text if it has no name."""
        return self._speaker.frame(frame)

    def measure_words(self, measure: SaidMeasure) -> tuple[str, ...]:
        """The ways of naming how distances are measured; one empty text if there is nothing to name."""
        return self._speaker.measure(measure)

    def render(
        self,
        template: str,
        values: Mapping[str, Said],
        *,
        frame: SaidFrame | None = None,
        measure: SaidMeasure | None = None,
        variant: int = 0,
        answers: int = 1,
        held: SaidThing | None = None,
    ) -> str:
        """The sentence that a template makes of a binding that has so many right answers, where the robot
        holds something. The names of `RESERVED_NAMES` cannot be bound."""
        speak = self._speaker.speak
        context: dict[str, object] = {n: speak(v) for n, v in values.items() if n not in RESERVED_NAMES}
        context.update(self._fixed_words(variant, _SOMETHING if held is None else held.name))
        compiled, named = self._compiled(template)
        if "answers" in named:
            context["answers"] = speak(SaidAnswers(max(1, answers)))
        if "frame" in named and frame is not None:
            context["frame"] = self._turn(variant, self._speaker.frame(frame))
        if "measure" in named and measure is not None:
            context["measure"] = self._turn(variant, self._speaker.measure(measure))
        try:
            return tidy("".join(compiled.root_render_func(compiled.new_context(context, shared=True))))
        except TemplateError as error:
            raise WordingError(str(error)) from error
        except TypeError as error:
            raise WordingError(f"values that do not go together: {error}") from error

    def _fixed_words(self, variant: int, name: str) -> Mapping[str, str]:
        found = self._fixed.get((variant, name))
        if found is None:
            turn, held = Variant(variant).pick(self._verbs, len(self._held))
            pick, place = self._pick[turn % len(self._pick)], self._place[turn % len(self._place)]
            found = {
                "pick": pick,
                "Pick": capital(pick),
                "place": place,
                "Place": capital(place),
                "held": self._held[held].replace(HELD, name),
            }
            if len(self._fixed) < _CACHED_TEMPLATES:
                self._fixed[variant, name] = found
        return found

    def _turn(self, variant: int, ways: tuple[str, ...]) -> str:
        """One of several ways to say something, by turns."""
        return ways[Variant(variant).pick(self._verbs, len(self._held), len(ways))[2]]

    @property
    def _verbs(self) -> int:
        return math.lcm(len(self._pick), len(self._place))


@lru_cache(_CACHED_LEXICONS)
def _shipped_with(own: OwnWords) -> Lexicon:
    return Lexicon.of(Words.load(own=own))


def _compile(environment: WordingEnvironment, analysis: Analysis) -> tuple[Template, frozenset[str]]:
    """The template ready to run, and the names that it says."""
    if analysis.tree is None:
        raise WordingError("; ".join(problem.message for problem in analysis.problems))
    return environment.from_string(analysis.tree), frozenset(m.word for m in analysis.names)
