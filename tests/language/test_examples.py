"""Examples whose family is not there, and examples whose family has mistakes of its own."""

from __future__ import annotations

from pathlib import Path

from espire_dsl.checking.check import compile_paths

FAMILY = """
family pick.{name} {{
  spec        distance coarse, reference O
  world       tabletop
  action      pick
  candidates  books
  let O in near
  program     {function}(candidates, Closest, to: O)
  say "{{{{ Pick }}}} the book closest to {{{{ O }}}}."
}}
"""
EXAMPLE = """
example "x" of pick.{name} {{
  scene {{ viewer at (0, -1) table at (0, 0) near pagoda p at (0, 0) book a at (0.2, 0) }}
  expect {{ a }}
}}
"""


def codes(folder: Path, *parts: str) -> list[str]:
    path = folder / "examples.espire"
    path.write_text("espire 1\n" + "".join(parts), encoding="utf-8")
    return sorted(d.code for d in compile_paths([path], [folder]).result.findings)


def test_an_example_of_a_family_with_a_mistake_is_not_blamed(tmp_path: Path) -> None:
    family = FAMILY.format(name="one", function="filter_distnce")
    assert codes(tmp_path, family, EXAMPLE.format(name="one")) == ["E0202"]


def test_a_mistake_elsewhere_does_not_hide_an_example_of_nothing(tmp_path: Path) -> None:
    family = FAMILY.format(name="one", function="filter_distnce")
    assert codes(tmp_path, family, EXAMPLE.format(name="two")) == ["E0202", "E0601"]


def test_a_family_that_was_not_read_may_be_the_one_meant(tmp_path: Path) -> None:
    family = FAMILY.format(name="one", function="filter_distance").replace(
        "family pick.one {", "famly pick.one"
    )
    assert "E0601" not in codes(tmp_path, family, EXAMPLE.format(name="one"))
