"""Every phrase of the lexicon as a reader sees it, beside a file of what it should be.

`UPDATE_GOLDEN=1 pytest tests/wording` writes the file anew; read the difference before keeping it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from espire_dsl.wording.errors import NoSuchFormError
from espire_dsl.wording.render import Lexicon
from espire_dsl.wording.sentences import slips
from espire_dsl.wording.spoken import Of
from espire_dsl.wording.values import Said, SaidFrame, SaidThing, SaidType
from tests.wording.inventory import (
    CUBE,
    FRAME,
    REFERENCES,
    SHELF,
    STAND_ALONE,
    TWO_REFERENCES,
    TYPES,
    all_types,
)

EXPECTED = Path(__file__).parent / "phrases.expected"
TEXT_FORMS = ("adjective", "with_article", "short")


def references(value: SaidType) -> Iterator[tuple[SaidThing, ...]]:
    if value.constructor in STAND_ALONE:
        return
    for reference in REFERENCES:
        yield (reference, CUBE) if value.constructor in TWO_REFERENCES else (reference,)
    if value.aspect == "comparison":
        yield (REFERENCES[-1], FRAME)


def phrases(lexicon: Lexicon, value: SaidType) -> Iterator[tuple[str, str]]:
    """Every form of a type with the name of the form."""
    spoken = lexicon.speak(value)
    yield "", spoken.text
    for form in TEXT_FORMS:
        if form in spoken.forms:
            yield form, str(spoken.forms[form])
    for things in references(value):
        of = spoken.forms["of"]
        assert isinstance(of, Of)
        yield "of", of(*map(lexicon.speak, things))


def frames() -> list[SaidFrame]:
    owned = [SaidFrame("intrinsic", thing) for thing in (*REFERENCES, SHELF)]
    return [SaidFrame("relative"), *owned, SaidFrame("absolute")]


def document(lexicon: Lexicon) -> str:
    lines: list[str] = []
    for aspect in TYPES:
        lines += [f"# {aspect}", ""]
        for value in all_types():
            if value.aspect == aspect:
                lines.append(value.constructor)
                lines += [f"  {form:<14}{text}" for form, text in phrases(lexicon, value)]
        lines.append("")
    lines += ["# frames", ""]
    for frame in frames():
        lines.append(f"{frame.kind} {lexicon.speak(frame.of).text if frame.of else ''}".rstrip())
        lines += [f"  {way}".rstrip() for way in lexicon.frame_words(frame)]
    return "\n".join(lines) + "\n"


def test_phrases_read_as_expected(lexicon: Lexicon) -> None:
    said = document(lexicon)
    if os.environ.get("UPDATE_GOLDEN"):
        EXPECTED.write_text(said, encoding="utf-8")
    assert said == EXPECTED.read_text(encoding="utf-8")


@pytest.mark.parametrize("value", all_types(), ids=lambda v: f"{v.aspect}-{v.constructor}")
def test_no_phrase_has_a_slip(lexicon: Lexicon, value: SaidType) -> None:
    for form, text in phrases(lexicon, value):
        noun = "book" if form in ("adjective", "with_article") else "the table"
        assert text
        assert not list(slips(f"It is {text} {noun}."))


@pytest.mark.parametrize("value", all_types(), ids=lambda v: f"{v.aspect}-{v.constructor}")
def test_only_types_about_the_thing_itself_refer_to_nothing(lexicon: Lexicon, value: SaidType) -> None:
    assert ("of" in lexicon.speak(value).forms) == (value.constructor not in STAND_ALONE)


def test_every_phrase_of_the_lexicon_is_listed(lexicon: Lexicon) -> None:
    listed = {constructor for constructors in TYPES.values() for constructor in constructors}
    assert lexicon.words.constructors() == listed


def test_a_reference_can_follow_the_bare_phrase(lexicon: Lexicon) -> None:
    """What `of` says of furniture is the bare phrase and the reference, but for three that read better."""
    different = set()
    for value in all_types():
        if value.constructor in STAND_ALONE | TWO_REFERENCES:
            continue
        reference = SHELF
        said = lexicon.render("{{ R.of(O) }}", {"R": value, "O": reference})
        if said != lexicon.render("{{ R }} {{ O }}", {"R": value, "O": reference}):
            different.add(value.constructor)
    assert different == {"LessThan", "ClockPosition", "Row", "Column", "Cell"}


def test_an_aspect_without_a_file_borrows_the_phrase(lexicon: Lexicon) -> None:
    assert lexicon.speak(SaidType("Closest", (), "gossip")).text == "closest to"


def test_the_aspect_decides_between_a_part_and_a_direction(lexicon: Lexicon) -> None:
    def said(aspect: str, thing: Said) -> str:
        return lexicon.render("{{ R.of(O) }}", {"R": SaidType("Front", (), aspect), "O": thing})

    assert said("relationship", SHELF) == "In the front half of the shelf"
    assert said("orientation", SHELF) == "In front of the shelf"
    assert said("relationship", FRAME) == "In front of the picture frame"


def test_a_form_that_is_not_there_is_refused(lexicon: Lexicon) -> None:
    with pytest.raises(NoSuchFormError, match="`Flat` has no form `adjective`"):
        lexicon.render("{{ R.adjective }}", {"R": SaidType("Flat", (), "orientation")})
