"""Questions: what is asked, how answers are graded, and scripted models that answer them."""

from __future__ import annotations

import asyncio
import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.evaluation.asking import Reply
from espire_dsl.evaluation.likelihood import p_yes
from espire_dsl.evaluation.plain import line_of, value_of
from espire_dsl.evaluation.questions import question
from espire_dsl.evaluation.records import QuestionLine
from espire_dsl.tasks.files import load
from espire_dsl.tasks.task import Task
from tests.auditing.making import options
from tests.evaluation.making import Told, evaluated, picture, pictured, set_up
from tests.scoring.handmade import saying

NUMBER = saying(1, "number", 0.4, answer_unit="m")
CHOICE = saying(2, "choice", "b", options=options("a", "b", "c", of_things=True))
LIST = saying(3, "list", "b", "a", options=options("a", "b", of_things=True))
TRUTH = saying(4, "yes_no", True)
LABEL = saying(5, "label", "red")


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pictured(tmp_path_factory.mktemp("questions"), [NUMBER, CHOICE, LIST, TRUTH, LABEL])


def answered(out: Path, task: Task, said: str | Reply) -> tuple[QuestionLine, Told]:
    model = Told([said])
    return asyncio.run(question(task, set_up(out, model))), model


@pytest.mark.parametrize(
    ("task", "said", "right"),
    [
        (NUMBER, "40 cm", True),
        (NUMBER, "<think>is it 7?</think>The answer is 0.42 m.", True),
        (NUMBER, "2 m", False),
        (CHOICE, "B", True),
        (CHOICE, "(b) the b", True),
        (CHOICE, "A", False),
        (LIST, "B, A", True),
        (LIST, "A, B", False),
        (TRUTH, "Yes.", True),
        (TRUTH, "no", False),
        (LABEL, "Red", True),
        (LABEL, "blue", False),
    ],
)
def test_answers_are_graded(out: Path, task: Task, said: str, right: bool) -> None:
    line, model = answered(out, task, said)
    assert (line.right, line.fault) == (right, None)
    assert model.queries[0].messages[1].pictures == (picture(),)


@pytest.mark.parametrize(
    ("said", "fault"),
    [("", "empty"), ("perhaps", "unreadable"), (Reply("yes", stop="content_filter"), "refused")],
)
def test_what_cannot_be_read_is_wrong_and_told_apart(out: Path, said: Any, fault: str) -> None:
    line, _ = answered(out, TRUTH, said)
    assert (line.right, line.fault, line.answer) == (False, fault, None)
    assert line.unreadable


def test_options_are_shown_with_their_letters_and_nothing_gives_the_answer_away(out: Path) -> None:
    _, model = answered(out, CHOICE, "A")
    assert model.queries[0].messages[1].text == f"{CHOICE.instruction}\nA. the a\nB. the b\nC. the c"
    _, model = answered(out, NUMBER, "1")
    assert "0.4" not in "".join(message.text for message in model.queries[0].messages)
    assert "such as m," in model.queries[0].messages[0].text


def test_the_oracle_answers_every_kind_of_question_of_a_compiled_set(questions: Path, tmp_path: Path) -> None:
    for scene in {task.scene for task in load(questions).tasks}:
        folder = tmp_path / "set" / "images" / scene
        folder.mkdir(parents=True)
        (folder / "world.png").write_bytes(picture())
    for name in ("manifest.json", "tasks.jsonl", "scenes.jsonl"):
        (tmp_path / "set" / name).write_bytes((questions / name).read_bytes())
    run = evaluated(tmp_path / "set", tmp_path / "run", protocol="questions").run
    lines = list(run.questions())
    assert {line.facts.answer_kind for line in lines} == {"yes_no", "choice", "number", "list"}
    assert all(line.right for line in lines)
    wrong = evaluated(tmp_path / "set", tmp_path / "wrong", "espire/rubbish", protocol="questions").run
    assert sum(line.right for line in wrong.questions()) < len(lines) / 3


TOKENS = st.sampled_from(["Yes", " Yes", "yes", " no", "No", "The", "Maybe"])


@given(st.dictionaries(TOKENS, st.floats(-30, 0), min_size=1))
def test_p_yes_is_the_sigmoid_of_the_likeliest_spellings(listed: dict[str, float]) -> None:
    found = p_yes(tuple(listed.items()))
    yes = [v for t, v in listed.items() if t in ("Yes", " Yes", "yes")]
    no = [v for t, v in listed.items() if t in (" no", "No")]
    if not yes and not no:
        assert found is None
        return
    least = min(listed.values())
    one, other = math.exp(max(yes, default=least)), math.exp(max(no, default=least))
    assert found == pytest.approx(one / (one + other))


def test_only_yes_and_no_have_a_probability(out: Path) -> None:
    told = (("Yes", -0.1), ("No", -2.5))
    line, _ = answered(out, TRUTH, Reply("Yes", first_token=told))
    assert line.p_yes == pytest.approx(1 / (1 + math.exp(-2.4)))
    line, _ = answered(out, LABEL, Reply("red", first_token=told))
    assert line.p_yes is None
    assert line.call.first_token == told


def test_lines_of_runs_before_probabilities_are_read(out: Path) -> None:
    line, _ = answered(out, TRUTH, "yes")
    data = json.loads(line_of(line))
    del data["p_yes"], data["call"]["first_token"]
    assert value_of(QuestionLine, json.dumps(data), "here") == line
