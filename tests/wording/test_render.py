"""Sentences from templates and bindings."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.wording.errors import NoPhraseError, WordingError
from espire_dsl.wording.render import RESERVED_NAMES, Lexicon, Variant
from espire_dsl.wording.values import (
    VIEWER,
    Said,
    SaidCategory,
    SaidFrame,
    SaidInt,
    SaidLabel,
    SaidLength,
    SaidMeasure,
    SaidOrdinal,
    SaidThing,
    SaidType,
)
from tests.wording.inventory import CUBE, FRAME, REFERENCES, SHELF, SUCCULENTS, TABLE, all_types

NEAR = SaidType("LessThan", (SaidLength(0.3),), "distance")


@pytest.mark.parametrize(
    ("template", "values", "said"),
    [
        (
            "{{ Pick }} a book {{ R }} {{ O }}.",
            {"R": NEAR, "O": VIEWER},
            "Take a book less than 30 centimetres away from you.",
        ),
        (
            "Find a book {{ R.of(O) }} and {{ pick }} it.",
            {"R": NEAR, "O": FRAME},
            "Find a book within 30 centimetres of the picture frame and take it.",
        ),
        ("{{ O.possessive }} side", {"O": CUBE}, "The Rubik's cube's side"),
        ("{{ O.possessive }} side", {"O": SUCCULENTS}, "The succulents' side"),
        ("{{ O.possessive }} toys", {"O": SaidThing("children", plural=True)}, "The children's toys"),
        ("{{ O.possessive }} side", {"O": VIEWER}, "Your side"),
        (
            "{{ O }} {{ O.be }} here, see {{ O.pronoun }}",
            {"O": SUCCULENTS},
            "The succulents are here, see them",
        ),
        ("{{ O }} {{ O.be }} here, see {{ O.pronoun }}", {"O": FRAME}, "The picture frame is here, see it"),
        ("{{ O | a }}", {"O": SaidThing("alarm clock")}, "An alarm clock"),
        ("{{ O | a }}", {"O": SUCCULENTS}, "Some succulents"),
        ("{{ O | a }}", {"O": VIEWER}, "You"),
        ("{{ C | a }} of all {{ C | plural }}", {"C": SaidCategory("box")}, "A box of all boxes"),
        ("{{ C | plural }}", {"C": SaidCategory("succulents", plural=True)}, "Succulents"),
        ("{{ n }} {{ 'book' | plural(n) }}", {"n": SaidInt(1)}, "1 book"),
        ("{{ n.words }} {{ 'book' | plural(n) }}", {"n": SaidInt(3)}, "Three books"),
        ("the {{ n | ordinal }}, {{ n.value }}", {"n": SaidInt(21)}, "The twenty-first, 21"),
        ("{{ n.short }}", {"n": SaidOrdinal(2)}, "2nd"),
        ("{{ 'one' if O.is_viewer else 'two' }}", {"O": VIEWER}, "One"),
        ("{% if O.kind == 'near' %}near{% else %}far{% endif %}", {"O": FRAME}, "Near"),
        ("{{ x | capital }} and {{ x }}", {"x": SaidLabel("kitchen")}, "Kitchen and kitchen"),
        ("{{ 'a' ~ x }}", {"x": SaidLabel("b")}, "Ab"),
    ],
)
def test_sentences(lexicon: Lexicon, template: str, values: dict[str, Said], said: str) -> None:
    assert lexicon.render(template, values) == said


def test_nothing_is_escaped(lexicon: Lexicon) -> None:
    assert lexicon.render("{{ x }}", {"x": SaidLabel("<b> & {{ y }}")}) == "<b> & {{ y }}"


def test_line_ends_of_any_kind_are_joined(lexicon: Lexicon) -> None:
    assert lexicon.render("one\r\n   two\rthree\n", {}) == "One two three"


def test_every_combination_of_words_comes_up(lexicon: Lexicon) -> None:
    template = "{{ Place }} {{ held }} there, {{ frame }}."
    frame = SaidFrame("relative")
    count = lexicon.variants(template, frame)
    said = {lexicon.render(template, {}, frame=frame, variant=v) for v in range(count)}
    again = {lexicon.render(template, {}, frame=frame, variant=v) for v in range(count, 2 * count)}
    assert len(said) == count == 4 * 2 * 2
    assert said == again


@given(st.integers(0, 10**12), st.lists(st.integers(1, 9), min_size=1, max_size=4))
def test_a_variant_is_a_number_in_mixed_base(number: int, sizes: list[int]) -> None:
    picked = Variant(number).pick(*sizes)
    back, weight = 0, 1
    for index, size in zip(picked, sizes, strict=True):
        assert 0 <= index < size
        back += index * weight
        weight *= size
    assert back == number % weight


@pytest.mark.parametrize("verb", ["pick", "place"])
def test_verbs_have_one_word_so_that_they_fit_before_it(lexicon: Lexicon, verb: str) -> None:
    for variant in range(8):
        small = lexicon.render("x {{ " + verb + " }}", {}, variant=variant).split()[1:]
        large = lexicon.render("x {{ " + verb.capitalize() + " }}", {}, variant=variant).split()[1:]
        assert len(small) == 1
        assert large == [small[0].capitalize()]


def test_reserved_words_cannot_be_bound(lexicon: Lexicon) -> None:
    frame, measure = SaidFrame("intrinsic", FRAME), SaidMeasure("edges", FRAME)
    for name in RESERVED_NAMES:
        bound = {name: SaidLabel("hijacked")}
        assert "hijacked" not in lexicon.render("x {{ " + name + " }}", bound, frame=frame, measure=measure)


@pytest.mark.parametrize("name", ["frame", "measure"])
def test_what_a_sentence_has_not_cannot_be_put_in_by_a_variable(lexicon: Lexicon, name: str) -> None:
    with pytest.raises(WordingError):
        lexicon.render("x {{ " + name + " }}", {name: SaidLabel("hijacked")})


@given(st.sampled_from(all_types()), st.sampled_from((*REFERENCES, TABLE, SHELF)), st.integers(0, 50))
@settings(deadline=None)
def test_rendering_is_a_function_of_its_inputs(
    lexicon: Lexicon, value: SaidType, thing: SaidThing, variant: int
) -> None:
    template = "{{ Pick }} it {{ R }} {{ O }}, {{ frame }}."
    frame = SaidFrame("intrinsic", thing)
    said = lexicon.render(template, {"R": value, "O": thing}, frame=frame, variant=variant)
    fresh = Lexicon.load() if variant == 0 else lexicon
    assert said == fresh.render(template, {"O": thing, "R": value}, frame=frame, variant=variant)


@pytest.mark.parametrize(
    ("template", "values"),
    [
        ("{{ missing }}", {}),
        ("{{ frame }}", {}),
        ("{{ O.plural }}", {"O": FRAME}),
        ("{{ R.of(O) }}", {"R": SaidType("Between", (), "relationship"), "O": FRAME}),
        ("{{ R.of(R) }}", {"R": NEAR}),
        ("{{ R.of(O) }}", {"R": SaidType("Small", (), "attribute"), "O": FRAME}),
        ("{{ O.number }}", {"O": FRAME}),
        ("{{ x | ordinal }}", {"x": SaidLabel("kitchen")}),
        ("{% if O.kind < 3 %}{% endif %}", {"O": FRAME}),
        ("{{ R }}", {"R": SaidType("LessThan", (), "distance")}),
        ("{{ ''.__class__ }}", {}),
        ("{{", {}),
    ],
)
def test_what_cannot_be_said_is_one_kind_of_error(
    lexicon: Lexicon, template: str, values: dict[str, Said]
) -> None:
    with pytest.raises(WordingError):
        lexicon.render(template, values)


def test_types_and_frames_without_words(lexicon: Lexicon) -> None:
    with pytest.raises(NoPhraseError, match="no phrase for `Sideways`"):
        lexicon.render("{{ R }}", {"R": SaidType("Sideways", (), "relationship")})
    with pytest.raises(NoPhraseError, match="frame `dreamt`"):
        lexicon.render("{{ frame }}", {}, frame=SaidFrame("dreamt"))
