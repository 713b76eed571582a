"""The rules of a suite: what an espire.toml and a family may change, and what is told when they go wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from espire_dsl.language.rules import USUAL
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.rulebook import RuleBook, rules_of


def book(tmp_path: Path, text: str, suite: str = "mine") -> RuleBook:
    (tmp_path / "mine").mkdir(exist_ok=True)
    (tmp_path / "espire.toml").write_text(text, encoding="utf-8")
    return rules_of(tmp_path, suite)


def test_a_suite_has_the_usual_rules() -> None:
    assert rules_of(None, "mine") == RuleBook()
    assert RuleBook().of(None, "hard") == USUAL
    assert RuleBook().of(None, "easy").candidate_count == 2


def test_a_file_changes_numbers_for_all_for_a_level_and_for_one_suite(tmp_path: Path) -> None:
    text = """
        [rules]
        margin = "2 cm"
        margin_angle = "3 deg"
        chance = 0.6

        [rules.levels.easy]
        candidate_count = 3
        visible = 0.4

        [suites.mine.rules]
        chance = 0.4
        frames = "open"
        spoken = false
    """
    mine, other = book(tmp_path, text), book(tmp_path, text, "other")
    assert (mine.rules.margin, mine.rules.margin_angle) == (0.02, 3.0)
    assert (mine.rules.chance, other.rules.chance) == (0.4, 0.6)
    assert (mine.rules.frames, other.rules.frames) == ("open", "named")
    assert not mine.rules.spoken
    assert (mine.of(None, "easy").candidate_count, mine.of(None, "easy").visible) == (3, 0.4)
    assert mine.of(None, "medium").visible == 0.5
    assert other.rules == USUAL.changed({"margin": 0.02, "margin_angle": 3.0, "chance": 0.6})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[rules]\nmargn = '5 cm'", "[rules]: there is no rule margn; did you mean margin?"),
        ("[rules]\nzzz = 1", "known are: margin, margin_angle"),
        ("[rules]\nmargin = '-5 cm'", "margin: it must not be negative"),
        ("[rules]\nchance = nan", "chance: it must be a number"),
        ("[rules]\nmargin = 'nan cm'", "margin: it must be a number"),
        ("[rules]\nmargin = 0.05", 'margin: it must be a text with a unit, such as "5 cm"'),
        ("[rules]\nmargin = '5 deg'", 'margin: it must be a text with a unit, such as "5 cm"'),
        ("[rules]\nmargin_angle = '5 cm'", 'margin_angle: it must be a text with a unit, such as "5 deg"'),
        ("[rules]\nmargin = 'much cm'", "margin: it must be a text with a unit"),
        ("[rules]\nchance = 1.5", "chance: it is a part, from 0 to 1"),
        ("[rules]\nchance = true", "chance: it must be a number"),
        ("[rules]\ncandidate_count = 2.5", "candidate_count: it must be a whole number"),
        ("[rules]\nspoken = 1", "spoken: it must be true or false"),
        ("[rules]\nframes = 'shut'", 'frames: it must be "named" or "open"'),
        ("rules = 3", "rules must be a table"),
        ("[rules.levels]\neasy = 3", "[rules.levels.easy]: it must be a table of rules"),
        ("[suites.mine.rules]\nmargn = 1", "[suites.mine.rules]: there is no rule margn"),
        ("[rules", "it cannot be read"),
        ("[rulse]\nchance = 0.4", "there is no table rulse; did you mean rules?"),
        ("[suites.mine]\nchance = 0.4", "[suites.mine]: there is no table chance; known are: rules"),
        ("[suites.mime.rules]\nchance = 0.4", "[suites.mime]: there is no suite mime; did you mean mine?"),
    ],
)
def test_a_rule_that_does_not_exist_or_cannot_be_is_told(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(TaskSetError) as error:
        book(tmp_path, text)
    assert told in str(error.value)
