"""Options of choices: one is right, all others are wrong, and no two read alike."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.checking.check import compile_paths
from espire_dsl.language.families.family import Answer, Family
from espire_dsl.language.types import ANGLE, INT, LENGTH, NUMBER
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.tasks.batch_evaluator import BatchEvaluator
from espire_dsl.tasks.chance import chance_of
from espire_dsl.tasks.lettered import lettered
from espire_dsl.tasks.options import Offer, offer_of, options_of
from espire_dsl.tasks.reason import Reason
from espire_dsl.tasks.spoken_numbers import decimals_of, rounded, step_of
from espire_dsl.tasks.truths import also_true, described
from espire_dsl.wording.render import Lexicon
from tests.nodes import node as new_node
from tests.tasks.helpers import CATALOGUE, answering, bound_on, family_from, pick, scene_from

SCENE = """viewer at (0, -1, 0.8)
  table at (0, 0)
  near ceramic_jar jar at (-0.5, 0)
  near pagoda tower at (0, 0.2)
  book a at (-0.2, 0)
  book b at (0.4, 0)
"""
ORNAMENTS = """viewer at (0, -1, 0.8)
  table at (0, 0)
  near ceramic_jar jar at (-0.5, 0)
  near pagoda tower at (0, 0.2)
  near alarm_clock clock at (0.3, 0)
  near teddy_bear bear at (0.5, 0.2)
  near {} twin at (0.5, -0.2)
"""
DIRECTION = """let O in near
  let P in near
  program direction(P, from: O, in: relative)
  distract 3 from {}
  say "Where is {{{{ P }}}} from {{{{ O }}}}?"
"""
NEAR = "distance coarse, reference near"
RELATIVE = "orientation coarse, frame relative, reference near"
METRES = """let O in near
  program distance(O, to: viewer)
  distract 2 from ratios(0.5, 2, 3)
  answer choice in {}
  say "How far is {{{{ O }}}}?"
"""
BOOKS = """let R in {{ Small }}
  program count(filter_attribute(books, R))
  distract 2 from ratios({})
  say "How many {{{{ R }}}} books are there?"
"""
WHICH = """let O in near
  let R in { Closest }
  program filter_distance(candidates, R, to: O)
  answer choice
  distract 1 from others
  say "Which one is {{ R.of(O) }}?"
"""
NAMED = """let O in near
  program category_of(O)
  distract 2 from options("near", "Ceramic jar", "pagoda", "alarm clock", "pagoda", "globe")
  say "What is {{ O }}?"
"""
LEXICON = Lexicon.load()
NOWHERE = scene_from(SCENE)


def direction(folder: Path, source: str) -> Family:
    return family_from(folder, answering(DIRECTION.format(source), RELATIVE))


def offered(family: Family, answer: Any, candidates: Any = None, scene: Scene = NOWHERE) -> Offer:
    found = offer_of(family, answer, candidates, scene)
    assert isinstance(found, Offer)
    return found


def texts(family: Family, answer: Any, options: list[Any], scene: Scene = NOWHERE) -> list[str]:
    return [o["text"] for o in lettered(options, family, answer, scene, LEXICON, CATALOGUE)]


def test_opposite_comes_first_and_its_neighbours_next(tmp_path: Path) -> None:
    family = direction(tmp_path, "opposite")
    assert offered(family, "front").wrong[0][:3] == ("back", "back right", "back left")
    assert offer_of(family, "same place", None, NOWHERE) is Reason.TOO_FEW_OPTIONS


def test_the_right_option_moves_on(tmp_path: Path) -> None:
    family = direction(tmp_path, "opposite")
    places = Counter()
    for number in range(40):
        options, right = options_of(
            family, offered(family, "left"), number, RandomStream.of(number, "options")
        )
        assert right == ("left",)
        assert set(options) == {"left", "right", "front right", "back right"}
        places[options.index("left")] += 1
    assert places == dict.fromkeys(range(4), 10)


def test_a_coarser_direction_is_true_as_well(tmp_path: Path) -> None:
    family = direction(tmp_path, 'options("left", "right", "front", "back", "front right")')
    assert offered(family, "front left").wrong == (("right", "back", "front right"),)
    assert offered(family, "left").wrong == (("right", "front", "back", "front right"),)
    stated = direction(tmp_path, 'options("left", "right", "front", "back")')
    assert offer_of(stated, "front left", None, NOWHERE) is Reason.TOO_FEW_OPTIONS


def test_another_word_for_a_thing_is_true_as_well(tmp_path: Path) -> None:
    family = family_from(tmp_path, answering(NAMED, "attribute coarse"))
    (jar,) = described(family, [(0, {"O": "jar"})], BatchEvaluator.of([NOWHERE]))
    assert jar is not None
    assert jar.id == "jar"
    found = offer_of(family, "ceramic jar", None, NOWHERE, jar)
    assert isinstance(found, Offer)
    assert found.wrong == (("pagoda", "alarm clock", "globe"),)
    assert also_true("red", "cup", new_node("x", "object", (0, 0, 0), name="cup", labels={"color": "red"}))
    assert not also_true(
        "blue", "cup", new_node("x", "object", (0, 0, 0), name="cup", labels={"color": "red"})
    )


@settings(deadline=None)
@given(st.floats(0.03, 9.0), st.sampled_from(["mm", "cm", "m"]))
def test_numbers_are_of_one_precision_and_differ_as_they_are_said(
    tmp_path_factory: pytest.TempPathFactory, metres: float, unit: str
) -> None:
    family = METRES_BY_UNIT.setdefault(
        unit,
        family_from(
            tmp_path_factory.mktemp("numbers"),
            answering(METRES.format(unit), "distance fine, reference viewer"),
        ),
    )
    found = offer_of(family, metres, None, NOWHERE)
    if isinstance(found, Reason):
        assert found is Reason.TOO_FEW_OPTIONS
        assert metres < 0.05
        return
    options, (right,) = options_of(family, found, 1, RandomStream.of(0, "options"))
    factor = {"mm": 0.001, "cm": 0.01, "m": 1.0}[unit]
    step = 0.01 if metres < 0.5 else 0.05 if metres < 2 else 0.1
    assert all(abs(o * factor / step - round(o * factor / step)) < 1e-6 for o in options)
    assert abs(right * factor - metres) <= step / 2 + 1e-9
    assert all(o > 0 and isinstance(o, float) for o in options)
    said = texts(family, metres, options)
    assert len(set(said)) == 3
    numbers, units = zip(*(text.split(" ") for text in said), strict=True)
    assert set(units) == {unit}
    assert len({len(number.partition(".")[2]) for number in numbers}) == 1
    assert [float(n) for n in numbers] == pytest.approx(options)


METRES_BY_UNIT: dict[str, Family] = {}


@pytest.mark.parametrize(
    ("count", "ratios", "wrong"),
    [
        (4, "0.5, 0.75, 1.5", (2, 3, 6)),
        (2, "0.5, 1.1, 1.5, 2", (1, 3, 4)),
        (1, "0.4, 0.5, 2, 3", (2, 3)),
        (1, "0.5, 1.2", None),
        (0, "0.5, 2", None),
    ],
)
def test_counts_stay_whole(tmp_path: Path, count: int, ratios: str, wrong: Any) -> None:
    family = family_from(tmp_path, answering(BOOKS.format(ratios), "attribute coarse"))
    found = offer_of(family, count, None, NOWHERE)
    if wrong is None:
        assert found is Reason.TOO_FEW_OPTIONS
    else:
        assert isinstance(found, Offer)
        assert found == Offer((count,), (wrong,))
        assert all(type(number) is int for number in (*found.right, *found.wrong[0]))
        assert texts(family, count, list(wrong)) == [str(number) for number in wrong]


@pytest.mark.parametrize(
    ("type_", "unit", "value", "said", "decimals"),
    [
        (LENGTH, "m", 4.002, 4.0, 1),
        (LENGTH, "cm", 4.002, 400.0, 0),
        (LENGTH, "m", 1.23, 1.25, 2),
        (LENGTH, "cm", 0.376, 38.0, 0),
        (ANGLE, "deg", 12.4, 12.0, 0),
        (ANGLE, "deg", 47.4, 45.0, 0),
        (INT, None, 3, 3, 0),
        (NUMBER, None, 0.1234, 0.12, 2),
        (NUMBER, None, 12.34, 12.0, 0),
    ],
)
def test_numbers_as_people_say_them(
    type_: Any, unit: str | None, value: float, said: float, decimals: int
) -> None:
    answer = Answer("choice", type_, unit)
    step = step_of(answer, value)
    assert rounded(answer, value, step) == pytest.approx(said)
    assert decimals_of(answer, step) == decimals


def test_things_are_said_by_their_names(tmp_path: Path) -> None:
    family = family_from(
        tmp_path,
        answering(WHICH, "distance coarse, reference near").replace(
            "answer\n", "answer\n candidates ornaments\n", 1
        ),
    )
    scene = scene_from(ORNAMENTS.format("pillar_bookend"))
    found = offered(family, ("jar",), ("jar", "tower", "clock"), scene)
    assert found == Offer(("jar",), (("tower", "clock"),))
    options, right = options_of(family, found, 0, RandomStream.of(3, "options"))
    assert right == ("jar",)
    assert options[0] == "jar"
    (first, *_) = lettered(options, family, ("jar",), scene, LEXICON, CATALOGUE)
    assert first == {"letter": "A", "text": "the ceramic jar", "id": "jar", "value": None}


def test_names_that_read_alike_are_no_options(tmp_path: Path) -> None:
    family = family_from(
        tmp_path,
        answering(WHICH, "distance coarse, reference near").replace(
            "answer\n", "answer\n candidates ornaments\n", 1
        ),
    )
    twins = scene_from(ORNAMENTS.format("alarm_clock"))
    assert offered(family, ("jar", "clock"), ("jar", "tower", "clock", "twin"), twins) == Offer(
        ("jar",), (("tower",),)
    )
    assert offer_of(family, ("clock",), ("clock", "jar"), twins) is Reason.OPTIONS_ALIKE
    assert offer_of(family, ("jar",), ("clock", "jar", "twin"), twins) is Reason.OPTIONS_ALIKE
    assert offer_of(family, ("jar",), ("jar",), twins) is Reason.TOO_FEW_OPTIONS
    assert offer_of(family, ("jar",), ("jar", "tower"), twins, None, ("tower",)) is Reason.TOO_FEW_OPTIONS
    refused = bound_on(scene_from(SCENE), family_from(tmp_path, pick(WHICH, NEAR)))
    assert refused.refused[Reason.OPTIONS_ALIKE] == 2
    assert not refused.bindings


def test_what_the_question_is_about_is_no_option_unless_it_asks_which_of_them(tmp_path: Path) -> None:
    family = family_from(tmp_path, pick(WHICH, NEAR))
    scene = scene_from(ORNAMENTS.format("pillar_bookend"))
    all_three = ("jar", "tower", "clock")
    about_clock = offer_of(family, ("jar",), all_three, scene, named=["clock"])
    assert about_clock == Offer(("jar",), (("tower",),))
    which_of_two = offer_of(family, ("jar",), all_three[:2], scene, named=["jar", "tower"])
    assert which_of_two == Offer(("jar",), (("tower",),))


def test_two_sources_never_give_the_same_option(tmp_path: Path) -> None:
    clauses = DIRECTION.format("opposite") + 'distract 2 from options("back", "left", "right")\n'
    family = family_from(tmp_path, answering(clauses.replace("distract 3", "distract 1"), RELATIVE))
    for seed in range(20):
        options, _ = options_of(family, offered(family, "front"), seed, RandomStream.of(seed, "options"))
        assert sorted(options) == ["back", "front", "left", "right"]


@pytest.mark.parametrize(
    ("kind", "answers", "candidates", "options", "chance"),
    [
        ("objects", ["a"], ["a", "b", "c", "d"], None, 0.25),
        ("spaces", ["a", "b"], ["a", "b", "c", "d"], None, 0.5),
        ("objects", ["a"], None, None, None),
        ("choice", ["a"], ["a", "b"], [1, 2, 3, 4], 0.25),
        ("yes_no", [True], None, None, 0.5),
        ("number", [3], None, None, None),
        ("label", ["left"], None, None, None),
        ("list", ["a", "b"], None, [1, 2], None),
    ],
)
def test_chance(kind: str, answers: Any, candidates: Any, options: Any, chance: float | None) -> None:
    assert chance_of(kind, answers, candidates, options) == chance


@pytest.mark.parametrize(
    ("clauses", "help"),
    [
        ("answer choice in m", "`distract 3 from ...`"),
        ("answer number in m\n distract 1 from ratios(2)", "say `answer choice`"),
    ],
)
def test_a_choice_has_wrong_options_and_nothing_else_has(clauses: str, help: str, tmp_path: Path) -> None:
    text = f'let O in near\n program distance(O, to: viewer)\n {clauses}\n say "How far is {{{{ O }}}}?"'
    path = tmp_path / "mine.espire"
    path.write_text(f"espire 1\n\n{answering(text, 'distance fine, reference viewer')}", encoding="utf-8")
    (finding,) = compile_paths([path], [tmp_path]).result.findings
    assert finding.code == "E0328"
    assert help in str(finding.help)
