"""Rules in an espire.toml that cannot be: `check` tells them as `compile` does."""

from __future__ import annotations

from pathlib import Path

import pytest

from espire_dsl.cli import main

FAMILY = """espire 1

family pick.mine {
  spec        attribute coarse
  world       tabletop
  action      pick
  candidates  books
  let R in { Small }
  program     filter_attribute(candidates, R)
  say "{{ Pick }} a {{ R }} book."
}
"""


def told(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    code = main(list(argv))
    said = capsys.readouterr()
    return code, said.out, said.err


def project(folder: Path, rules: str, family: str = FAMILY) -> str:
    (folder / "mine").mkdir()
    (folder / "mine" / "one.espire").write_text(family, encoding="utf-8")
    (folder / "mine" / "two.espire").write_text(FAMILY.replace("pick.mine", "pick.two"), encoding="utf-8")
    (folder / "espire.toml").write_text(rules, encoding="utf-8")
    return str(folder)


@pytest.mark.parametrize(
    "rules",
    [
        "[rules]\nmargn = '5 cm'",
        "[rules]\nmargin = '-5 cm'",
        "[rules.levels.easy]\nchance = 2",
        "[suites.mine.rules]\nzzz = 1",
        "[suites.mime.rules]\nchance = 0.4",
        "[rules",
        "[rulse]\nchance = 0.4",
        "[suites.mine]\nchance = 0.4",
    ],
)
@pytest.mark.parametrize("form", ["text", "json", "github"])
def test_check_tells_what_compile_tells_and_once(
    rules: str, form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = project(tmp_path, rules)
    checked = told(capsys, "check", "--format", form, root)
    compiled = told(capsys, "compile", root, "-o", str(tmp_path / "out"), "--dry-run")
    assert (checked[0], checked[2]) == (compiled[0], compiled[2])
    assert checked[0] == 2
    assert "espire.toml" in checked[2]
    assert checked[2].count("\n") == 1


def test_findings_in_families_are_told_as_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = project(tmp_path, "[rules]\nzzz = 1", FAMILY.replace("coarse", "fine"))
    code, out, err = told(capsys, "check", root)
    assert code == 2
    assert "error[" in out
    assert "there is no rule zzz" in err


def test_rules_that_can_be_are_no_matter(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = told(capsys, "check", project(tmp_path, "[rules]\nmargin = '2 cm'"))
    assert (code, err) == (0, "2 families in 2 files: all well\n")


@pytest.mark.parametrize(
    ("level", "hint"), [("eazy", "did you mean easy?"), ("nowhere", "known are: easy, hard, medium")]
)
def test_rules_for_a_level_that_no_world_has_are_told_and_nothing_is_written(
    level: str, hint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = project(tmp_path, f"[rules.levels.{level}]\nchance = 0.4")
    code, _, err = told(capsys, "compile", root, "-o", str(tmp_path / "out"))
    assert (code, err) == (
        2,
        f"espirec: error: espire.toml: [rules.levels.{level}]: no world has a level {level}; {hint}\n",
    )
    assert not list((tmp_path / "out").glob("*.json*"))
