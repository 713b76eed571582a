"""check, test, show and new, as a user calls them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from espire_dsl.cli import main

WRONG = """espire 1

family pick.wrong {
  spec        distance coarse, reference O
  world       tabletop
  action      pick
  candidates  books

  let O in near
  let R in { Closest, Farthest }

  program     filter_distence(candidates, R, to: O)

  say "{{ Pick }} a book {{ R.of(O) }}."
}
"""


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ESPIRE_CACHE_DIR", str(tmp_path / "cache"))


@pytest.mark.parametrize("name", ["pick.distance.mine", "place.mine", "mine"])
def test_a_new_family_checks_tests_formats_and_reads(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", name]) == 0
    assert main(["check", "--deny", "warnings", "mine.espire"]) == 0
    assert main(["test", "mine.espire"]) == 0
    assert main(["fmt", "--check", "mine.espire"]) == 0
    capsys.readouterr()
    assert main(["show", "sentences", "mine.espire"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"{name}\n")
    assert "book" in said


def test_new_keeps_what_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine.espire").write_text("mine", encoding="utf-8")
    assert main(["new", "mine"]) == 2
    assert Path("mine.espire").read_text(encoding="utf-8") == "mine"
    assert "left as it is" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["Mine", "a..b", "a b", "", "../x"])
def test_new_refuses_what_is_no_name(name: str) -> None:
    assert main(["new", name]) == 2


def test_check_points_at_the_mistake_and_helps(capsys: pytest.CaptureFixture[str]) -> None:
    Path("wrong.espire").write_text(WRONG, encoding="utf-8")
    assert main(["check", "wrong.espire"]) == 1
    out = capsys.readouterr().out
    assert "error[E0202]: there is no function `filter_distence`" in out
    assert "wrong.espire:12:15" in out
    assert "did you mean `filter_distance`?" in out
    assert "\x1b" not in out


def test_a_second_check_says_the_same_from_the_cache(capsys: pytest.CaptureFixture[str]) -> None:
    Path("wrong.espire").write_text(WRONG, encoding="utf-8")
    main(["check", "wrong.espire"])
    first = capsys.readouterr().out
    assert any(Path("cache").iterdir())
    main(["check", "wrong.espire"])
    assert capsys.readouterr().out == first
    main(["check", "--no-cache", "wrong.espire"])
    assert capsys.readouterr().out == first


def test_check_for_machines(capsys: pytest.CaptureFixture[str]) -> None:
    Path("wrong.espire").write_text(WRONG, encoding="utf-8")
    assert main(["check", "--format", "json", "wrong.espire"]) == 1
    (finding,) = json.loads(capsys.readouterr().out)["diagnostics"]
    assert (finding["code"], finding["line"], finding["column"]) == ("E0202", 12, 15)
    assert main(["check", "--format", "github", "wrong.espire"]) == 1
    assert capsys.readouterr().out.startswith("::error file=wrong.espire,line=12,")


def test_warnings_fail_only_when_denied() -> None:
    text = WRONG.replace("filter_distence", "filter_distance").replace(
        "let O in near", "let O in near\n  let unused in 1 .. 3"
    )
    Path("warned.espire").write_text(text, encoding="utf-8")
    assert main(["check", "warned.espire"]) == 0
    assert main(["check", "--deny", "warnings", "warned.espire"]) == 1
    assert main(["check", "--deny", "W0301", "warned.espire"]) == 1
    assert main(["check", "--deny", "W0303", "warned.espire"]) == 0
    assert main(["check", "--deny", "E0202", "warned.espire"]) == 2


def test_a_folder_without_families_and_a_path_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    Path("empty").mkdir()
    assert main(["check", "empty"]) == 2
    assert "no .espire files" in capsys.readouterr().err
    assert main(["check", "nowhere"]) == 2


def test_a_failing_example_fails_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    main(["new", "mine"])
    path = Path("mine.espire")
    path.write_text(
        path.read_text(encoding="utf-8").replace("expect { a }", "expect { b }"), encoding="utf-8"
    )
    capsys.readouterr()
    assert main(["test", "mine.espire"]) == 1
    streams = capsys.readouterr()
    assert "FAILED" in streams.out
    assert "expected { b }, found { a }" in streams.out
    assert "0 passed, 1 failed" in streams.err
    assert main(["test", "-k", "nothing like it", "mine.espire"]) == 0


def test_show_program_and_tree(capsys: pytest.CaptureFixture[str]) -> None:
    main(["new", "mine"])
    capsys.readouterr()
    assert main(["show", "program", "mine.espire"]) == 0
    out = capsys.readouterr().out
    assert "filter_distance : Set[book]" in out
    assert "distance, coarse, no frame, reference near" in out
    assert main(["show", "tree", "mine.espire"]) == 0
    assert "Family" in capsys.readouterr().out
    assert main(["show", "program", "--family", "other.*", "mine.espire"]) == 2
