"""What a sentence is made of survives being written down, and says the same again."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.wording.render import Lexicon
from espire_dsl.wording.utterance import Utterance
from espire_dsl.wording.values import (
    VIEWER,
    SaidAngle,
    SaidCategory,
    SaidClock,
    SaidFrame,
    SaidInt,
    SaidLabel,
    SaidLength,
    SaidMeasure,
    SaidNumber,
    SaidOrdinal,
    SaidThing,
)
from tests.wording.inventory import all_types

THINGS = st.builds(SaidThing, st.text(), st.booleans(), st.sampled_from(("near", "table"))) | st.just(VIEWER)
FINITE = st.floats(allow_nan=False, allow_infinity=False)
SAID = st.one_of(
    THINGS,
    st.builds(SaidCategory, st.text(), st.booleans()),
    st.builds(SaidLength, FINITE),
    st.builds(SaidAngle, FINITE),
    st.builds(SaidNumber, FINITE),
    st.builds(SaidInt, st.integers()),
    st.builds(SaidOrdinal, st.integers(1, 99)),
    st.builds(SaidClock, st.integers(1, 12)),
    st.builds(SaidLabel, st.text()),
    st.sampled_from(all_types()),
)
FRAMES = st.none() | st.builds(SaidFrame, st.sampled_from(("relative", "intrinsic")), st.none() | THINGS)
MEASURES = st.none() | st.builds(
    SaidMeasure, st.sampled_from(("edges", "centres")), st.none() | THINGS, st.booleans()
)
UTTERANCES = st.builds(
    Utterance,
    st.text(),
    st.dictionaries(st.text(), SAID),
    FRAMES,
    MEASURES,
    st.integers(0, 1_000),
    st.integers(1, 9),
)


@given(UTTERANCES)
@settings(deadline=None)
def test_there_and_back(utterance: Utterance) -> None:
    assert Utterance.from_json(json.loads(json.dumps(utterance.to_json()))) == utterance


def test_it_says_the_same_again(lexicon: Lexicon) -> None:
    bear = SaidThing("teddy bear", False, "near")
    text = "{{ Pick }} {{ answers.article }} book {{ n }} of {{ O }}, {{ measure }}, {{ frame }}."
    frame, measure = SaidFrame("intrinsic", bear), SaidMeasure("edges", bear)
    one = Utterance(text, {"O": bear, "n": SaidOrdinal(2)}, frame, measure, 7, 2)
    again = Utterance.from_json(json.loads(json.dumps(one.to_json())))
    assert again.said_by(lexicon) == one.said_by(lexicon)
    assert " a book second of the teddy bear, " in one.said_by(lexicon)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"template": "x", "variant": 0, "answers": 1, "frame": None, "measure": None},
        {
            "template": "x",
            "variant": 0,
            "answers": 1,
            "frame": None,
            "measure": None,
            "values": {"R": {"colour": "red"}},
        },
        {
            "template": "x",
            "variant": 0,
            "answers": 1,
            "frame": None,
            "measure": None,
            "values": {"R": {"thing": "jar"}},
        },
        {
            "template": "x",
            "variant": 0,
            "answers": 1,
            "frame": None,
            "measure": None,
            "values": {"h": {"clock": 13}},
        },
        {"template": "x", "variant": 0, "answers": 1, "frame": None, "measure": None, "values": []},
        {"template": "x", "variant": 0, "answers": 1, "frame": None, "values": {}},
        {"template": "x", "variant": None, "answers": 1, "frame": None, "measure": None, "values": {}},
    ],
)
def test_what_cannot_be_read_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        Utterance.from_json(data)
