"""From a template and a binding to a sentence: the one place where instructions are put together."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path

from attrs import field, frozen
from jinja2 import Template, TemplateError

from espire_dsl.wording.environment import WordingEnvironment
from espire_dsl.wording.errors import WordingError
from espire_dsl.wording.lexicon import Words
from espire_dsl.wording.safety import Analysis, analyse
from espire_dsl.wording.speak import Speaker
from espire_dsl.wording.spoken import Spoken
from espire_dsl.wording.tidy import capital, tidy
from espire_dsl.wording.values import Said, SaidFrame
from espire_dsl.wording.variant import Variant

RESERVED_NAMES = frozenset({"pick", "Pick", "place", "Place", "frame", "held"})
"""What every template can say; a family's variables must be called otherwise."""

_CACHED_TEMPLATES = 4_096
_CACHED_VALUES = 65_536


@frozen(eq=False)
class Lexicon:
    """A lexicon with its templates compiled. Make it with `Lexicon.load`."""

    words: Words
    analysis: Callable[[str], Analysis]
    _compiled: Callable[[str], tuple[Template, bool]]
    _speaker: Speaker
    _pick: tuple[str, ...]
    _place: tuple[str, ...]
    _held: tuple[str, ...]
    _fixed: dict[int, Mapping[str, str]] = field(factory=dict)

    @classmethod
    def load(cls, folder: Path | None = None) -> Lexicon:
        """Read the lexicon of a folder, or the one that comes with the package."""
        words = Words.load(folder)
        environment = words.environment
        analysis = lru_cache(_CACHED_TEMPLATES)(lambda text: analyse(environment, text))
        return cls(
            words,
            analysis,
            lru_cache(_CACHED_TEMPLATES)(lambda text: _compile(environment, analysis(text))),
            Speaker.of(words, _CACHED_VALUES),
            words.alternatives("verbs.j2", "pick"),
            words.alternatives("verbs.j2", "place"),
            words.alternatives("references.j2", "held"),
        )

    def variants(self, template: str, frame: SaidFrame | None = None) -> int:
        """How many variants there are before a template has used all its words in all combinations."""
        mentioned = {mention.word for mention in self.analysis(template).names}
        named = "frame" in mentioned and frame is not None
        held = len(self._held) if named or "held" in mentioned else 1
        return self._verbs * held * (len(self.frame_words(frame)) if named and frame else 1)

    def speak(self, value: Said) -> Spoken:
        """A value with its words."""
        return self._speaker.speak(value)

    def frame_words(self, frame: SaidFrame) -> tuple[str, ...]:
        """The ways of naming a frame; one empty text if it has no name."""
        return self._speaker.frame(frame)

    def render(
        self,
        template: str,
        values: Mapping[str, Said],
        *,
        frame: SaidFrame | None = None,
        variant: int = 0,
    ) -> str:
        """The sentence that a template makes of a binding. The names of `RESERVED_NAMES` cannot be bound."""
        speak = self._speaker.speak
        context: dict[str, object] = {name: speak(value) for name, value in values.items()}
        context.update(self._fixed_words(variant))
        compiled, says_frame = self._compiled(template)
        if says_frame and frame is not None:
            ways = self._speaker.frame(frame)
            context["frame"] = ways[self._index(variant, len(ways))]
        try:
            return tidy("".join(compiled.root_render_func(compiled.new_context(context, shared=True))))
        except TemplateError as error:
            raise WordingError(str(error)) from error
        except TypeError as error:
            raise WordingError(f"values that do not go together: {error}") from error

    def _fixed_words(self, variant: int) -> Mapping[str, str]:
        found = self._fixed.get(variant)
        if found is None:
            turn, held = Variant(variant).pick(self._verbs, len(self._held))
            pick, place = self._pick[turn % len(self._pick)], self._place[turn % len(self._place)]
            found = {
                "pick": pick,
                "Pick": capital(pick),
                "place": place,
                "Place": capital(place),
                "held": self._held[held],
            }
            if len(self._fixed) < _CACHED_TEMPLATES:
                self._fixed[variant] = found
        return found

    def _index(self, variant: int, ways: int) -> int:
        return Variant(variant).pick(self._verbs, len(self._held), ways)[2]

    @property
    def _verbs(self) -> int:
        return math.lcm(len(self._pick), len(self._place))


def _compile(environment: WordingEnvironment, analysis: Analysis) -> tuple[Template, bool]:
    """The template ready to run, and whether it says the frame."""
    if analysis.tree is None:
        raise WordingError("; ".join(problem.message for problem in analysis.problems))
    says_frame = any(mention.word == "frame" for mention in analysis.names)
    return environment.from_string(analysis.tree), says_frame
