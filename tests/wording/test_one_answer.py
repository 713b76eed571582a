"""A sentence says "the" of one answer only, and its template can know how many there are."""

from pathlib import Path

import pytest

from espire_dsl.checking.check import compile_paths
from espire_dsl.language.families.family import Family
from espire_dsl.tasks.sayable import sayable
from espire_dsl.wording.render import Lexicon
from espire_dsl.wording.values import SaidThing, SaidType
from tests.nodes import kinds


@pytest.mark.parametrize(
    ("template", "one", "several"),
    [
        ("{{ Pick }} {{ answers.article }} book.", "Take the book.", "Take a book."),
        ("{{ Pick }} {{ answers.that }}.", "Take that one.", "Take one of those."),
        (
            "Find a book: {{ pick }} {{ answers.pronoun }}.",
            "Find a book: take it.",
            "Find a book: take one of them.",
        ),
        (
            "{{ Pick }} {{ answers.one_of }} nearest {{ 'book' | plural(answers.count) }}.",
            "Take the nearest book.",
            "Take one of the nearest books.",
        ),
        ("{% if answers.one %}Take it{% else %}Take any{% endif %}.", "Take it.", "Take any."),
    ],
)
def test_forms_of_the_number(lexicon: Lexicon, template: str, one: str, several: str) -> None:
    assert lexicon.counts_answers(template)
    assert lexicon.render(template, {}) == lexicon.render(template, {}, answers=1) == one
    assert lexicon.render(template, {}, answers=2) == lexicon.render(template, {}, answers=7) == several


ONE = [
    ("Take the book that is small.", "book"),
    ("Which book is closest to you? Grab that one.", "book"),
    ("Which of the books is closest to you? Look there.", "book"),
    ("Of all the books, fetch the one on the left.", "book"),
    ("Get the leftmost of the books.", "book"),
    ("Find the book whose cover is about 20 centimetres high and take it.", "book"),
    ("The book to take is small; choose it from those on the table.", "book"),
    ("Out of the books on the table, the second closest to you is wanted: take it.", "book"),
    ("Look for the emptiest slot and put the book there.", "slot"),
    ("Put the book in the slot above the jar.", "slot"),
    ("Put the book you are holding in that one.", "slot"),
    ("As you see it, the slot for the book is on the left: put it there.", "slot"),
    ("Put it in the free space beside the jar.", "space"),
]
SEVERAL = [
    ("Take a book that is small.", "book"),
    ("One of the books on the table is small: take it.", "book"),
    ("Take one of the closest books.", "book"),
    ("Which books are closest to you? Take one.", "book"),
    ("Only one of the books is tilted. Take a book behind it.", "book"),
    ("Go to the book closest to the jar, and take another one.", "book"),
    ("Put the book in a slot above the one with the jar.", "slot"),
    ("Find a slot higher up than the slot with the jar, and put the book there.", "slot"),
    ("Within the slot that holds the jar, put the book in any free space.", "space"),
    ("The book may go in any slot: put it in one of those.", "slot"),
]


@pytest.mark.parametrize(("sentence", "kind"), ONE)
def test_these_speak_of_one(lexicon: Lexicon, sentence: str, kind: str) -> None:
    assert lexicon.speaks_of_one(sentence, kinds(kind))


@pytest.mark.parametrize(("sentence", "kind"), SEVERAL)
def test_these_do_not(lexicon: Lexicon, sentence: str, kind: str) -> None:
    assert not lexicon.speaks_of_one(sentence, kinds(kind))


def test_other_things_have_names_of_their_own(lexicon: Lexicon) -> None:
    pagoda, nearest = SaidThing("pagoda"), SaidType("Closest", (), "distance")
    said = lexicon.render("Which thing is {{ R.of(O) }}?", {"R": nearest, "O": pagoda})
    assert lexicon.speaks_of_one(said, kinds("near"))


FAMILY = """\
espire 1

family place.attribute.occupancy {
  spec        attribute coarse
  world       shelf
  action      place
  candidates  slots
  let R in { Empty, Emptiest }
  program     filter_attribute(candidates, R)
  say "{{ Place }} {{ held }} in {{ R.with_article }} slot."
  say "Choose {{ answers.one_of }} {{ R.adjective }} {{ 'slot' | plural(answers.count) }} for the book."
  say "Which slot is {{ R }}? {{ Place }} {{ held }} there."
}
"""


@pytest.fixture
def family(tmp_path: Path) -> Family:
    path = tmp_path / "mine.espire"
    path.write_text(FAMILY)
    compiled = compile_paths([path])
    assert compiled.result.findings == ()
    return compiled.files[path].families[0]


def test_templates_are_known_by_the_types_for_which_they_speak_of_one(family: Family) -> None:
    assert [s.only_one for s in family.sentences] == [{"Emptiest"}, set(), {"Empty", "Emptiest"}]


@pytest.mark.parametrize(
    ("type_", "answer", "places"),
    [
        ("Emptiest", ("slot_1",), [0, 1, 2]),
        ("Emptiest", ("slot_1", "slot_2"), [1]),
        ("Empty", ("slot_1", "slot_2"), [0, 1]),
    ],
)
def test_several_answers_need_a_sentence_for_several(
    family: Family, type_: str, answer: tuple[str, ...], places: list[int]
) -> None:
    assert sayable(family, type_, answer) == places
    assert sayable(family, type_, answer, names_frame=True) == []
