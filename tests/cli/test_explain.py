"""`espirec explain`."""

import pytest

from espire_dsl.cli import main
from espire_dsl.cli.explain import page_text
from espire_dsl.diagnostics.registry import CodePage, all_codes
from espire_dsl.diagnostics.style import Style
from espire_dsl.tasks.reason import Reason
from espire_dsl.tasks.refusal_help import HELP

PAGE = CodePage("E0203", "language", "unknown function", "What it\nis.\n\nMore.", "Why.", "  a\n    b", "")


def test_the_page_wraps_prose_and_keeps_snippets() -> None:
    assert page_text(PAGE, Style()) == (
        "E0203: unknown function\n\nWhat it is.\n\nMore.\n\nWhy it matters\nWhy.\n\nWrong\n    a\n      b\n"
    )


def test_a_known_code_is_explained_however_it_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    page = all_codes()[0]
    assert main(["explain", page.code.lower()]) == 0
    assert capsys.readouterr().out == page_text(page, Style())


def test_without_a_code_all_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain"]) == 0
    assert capsys.readouterr().out.splitlines() == [f"{page.code}  {page.title}" for page in all_codes()]


def test_an_unknown_code_is_a_usage_error_that_helps(capsys: pytest.CaptureFixture[str]) -> None:
    code = all_codes()[0].code
    assert main(["explain", f"{code}0"]) == 2
    assert f"did you mean {code}?" in capsys.readouterr().err
    assert main(["explain", "nonsense"]) == 2
    assert "`espirec explain` lists all codes" in capsys.readouterr().err


@pytest.mark.parametrize("reason", Reason)
def test_reasons_are_explained_with_what_can_be_done(
    reason: Reason, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", reason.name.lower()]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"{reason.name}: {reason.value}\n")
    assert " ".join(HELP[reason].split()) in " ".join(out.split())


def test_no_help_is_left_over() -> None:
    assert HELP.keys() == set(Reason)


def test_a_reason_that_does_not_exist(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "NO_ANSWERS"]) == 2
    assert "did you mean NO_ANSWER?" in capsys.readouterr().err
