"""Files and what they import: where modules are found, cycles, names from two of them, versions."""

from pathlib import Path

import pytest

from espire_dsl.language.lookup import absent_before, resolve
from tests.language.checking import codes, compiled, write

CLOSE = "fn close(xs, o) = filter_distance(xs, LessThan(30 cm), to: o)"
USES_CLOSE = "fn near_you(xs) = close(xs, viewer)"


def test_a_module_beside_the_file(tmp_path: Path) -> None:
    write(tmp_path, main=f"use sides\n{USES_CLOSE}", sides=CLOSE)
    assert codes(compiled(tmp_path, "main.espire")) == []


def test_a_module_in_a_folder_beside_the_file(tmp_path: Path) -> None:
    write(tmp_path, main=f"use words.sides\n{USES_CLOSE}", words__sides=CLOSE)
    assert codes(compiled(tmp_path, "main.espire")) == []


def test_a_module_above_the_file_as_far_as_the_root(tmp_path: Path) -> None:
    write(tmp_path, words__sides=CLOSE, a__b__main=f"use words.sides\n{USES_CLOSE}")
    assert codes(compiled(tmp_path, "a/b/main.espire")) == []


def test_a_project_ends_at_its_mark(tmp_path: Path) -> None:
    write(tmp_path, words__sides=CLOSE, a__b__main=f"use words.sides\n{USES_CLOSE}")
    (tmp_path / "a" / "espire.toml").touch()
    assert codes(compiled(tmp_path, "a/b/main.espire")) == ["E0501"]
    write(tmp_path, a__words__sides=CLOSE)
    assert codes(compiled(tmp_path, "a/b/main.espire")) == []


def test_without_a_mark_or_a_root_only_the_folder_itself_is_looked_at(tmp_path: Path) -> None:
    write(tmp_path, sides=CLOSE, a__main="use sides")
    assert resolve("sides", tmp_path / "a" / "main.espire", []) is None
    assert resolve("sides", tmp_path / "a" / "main.espire", [tmp_path]) == tmp_path / "sides.espire"


def test_the_nearest_module_wins(tmp_path: Path) -> None:
    write(tmp_path, sides=CLOSE, a__sides=CLOSE, a__main="use sides")
    importer = tmp_path / "a" / "main.espire"
    assert resolve("sides", importer, [tmp_path]) == tmp_path / "a" / "sides.espire"
    (tmp_path / "a" / "sides.espire").unlink()
    assert resolve("sides", importer, [tmp_path]) == tmp_path / "sides.espire"
    assert absent_before(importer, ["sides"], [tmp_path]) == [tmp_path / "a" / "sides.espire"]


def test_a_missing_module_is_told_once_whatever_it_was_to_bring(tmp_path: Path) -> None:
    write(tmp_path, main=f"use sidez\n{USES_CLOSE}\nfn far(xs) = not_there(xs)", sides=CLOSE)
    result = compiled(tmp_path, "main.espire")
    assert codes(result) == ["E0501"]
    assert result.result.findings[0].help == "did you mean `sides`?"


@pytest.mark.parametrize("length", [2, 3, 7])
def test_a_circle_of_imports_is_told_in_each_of_its_files(tmp_path: Path, length: int) -> None:
    for n in range(length):
        write(tmp_path, **{f"m{n}": f"use m{(n + 1) % length}\nfn f{n}(xs) = f{(n + 1) % length}(xs)"})
    result = compiled(tmp_path)
    assert codes(result) == ["E0502"] * length


def test_a_file_that_imports_itself(tmp_path: Path) -> None:
    write(tmp_path, alone="use alone\nfn f(xs) = xs & books")
    assert codes(compiled(tmp_path)) == ["E0502"]


def test_what_is_imported_by_an_import_is_not_seen(tmp_path: Path) -> None:
    write(tmp_path, main="use middle\nfn f(xs) = far(xs) & close(xs, viewer)", sides=CLOSE)
    write(tmp_path, middle="use sides\nfn far(xs) = xs - close(xs, viewer)")
    result = compiled(tmp_path, "main.espire")
    assert codes(result) == ["E0202"]
    assert "`close`" in result.result.findings[0].message


def test_a_name_from_two_modules(tmp_path: Path) -> None:
    write(tmp_path, main=f"use one\nuse two\n{USES_CLOSE}", one=CLOSE, two=CLOSE)
    assert codes(compiled(tmp_path, "main.espire")) == ["E0503"]


def test_imports_that_are_not_needed(tmp_path: Path) -> None:
    write(tmp_path, main=f"use sides\nuse sides\n{USES_CLOSE}", sides=CLOSE, other="use sides")
    assert codes(compiled(tmp_path, "main.espire")) == ["W0502"]
    assert codes(compiled(tmp_path, "other.espire")) == ["W0503"]


def test_what_is_wrong_in_a_module_is_told_there_and_once(tmp_path: Path) -> None:
    write(
        tmp_path,
        one=f"use sides\n{USES_CLOSE}",
        two=f"use sides\n{USES_CLOSE}",
        sides=CLOSE + "\nfn f(x) = x",
    )
    result = compiled(tmp_path, "one.espire", "two.espire")
    assert codes(result) == ["E0224"]
    assert result.result.findings[0].primary.span.path == str(tmp_path / "sides.espire")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["W0501"]),
        ("fn f() = books", ["W0501"]),
        ("espire 1", []),
        ("espire 2", []),
        ("espire 3", ["E0504"]),
        ("espire 1\n\nkind mug is graspable", ["E0505"]),
        ("espire 0", ["E0504"]),
        ("espire 1.5", ["E0142"]),
        ("fn f() = books\nespire 1", ["E0145"]),
    ],
)
def test_versions(tmp_path: Path, text: str, expected: list[str]) -> None:
    (tmp_path / "main.espire").write_text(text)
    assert codes(compiled(tmp_path)) == expected
