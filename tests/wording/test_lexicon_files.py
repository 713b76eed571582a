"""A lexicon of one's own: what may stand in its files, and what is said about those that are not in order."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from espire_dsl.resources import resource_path
from espire_dsl.wording.errors import LexiconError
from espire_dsl.wording.render import Lexicon
from espire_dsl.wording.values import Said, SaidType
from tests.wording.inventory import FRAME


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(resource_path("templates"), tmp_path / "templates")
    return tmp_path / "templates"


def test_one_change_rewords_everything(folder: Path) -> None:
    verbs = folder / "verbs.j2"
    verbs.write_text(verbs.read_text(encoding="utf-8").replace("take / grab", "hand me"), encoding="utf-8")
    assert Lexicon.load(folder).render("{{ Pick }} a book.", {}) == "Hand me a book."


def test_new_words_are_added_in_a_file(folder: Path) -> None:
    (folder / "phrases" / "mood.j2").write_text(
        '{% from "references.j2" import beside as side %}\n'
        '{% macro Cheery_of(o) %}cheerily {{ side("left", o) }}{% endmacro %}\n'
        "{% macro Cheery() %}cheerily beside{% endmacro %}\n",
        encoding="utf-8",
    )
    lexicon = Lexicon.load(folder)
    values: dict[str, Said] = {"R": SaidType("Cheery", (), "mood"), "O": FRAME}
    assert lexicon.render("{{ R.of(O) }}", values) == "Cheerily to the left of the picture frame"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{% macro A() %}{{ A() }}{% endmacro %}", "`A` is not a macro that is defined above"),
        ("{% macro A() %}{{ B() }}{% endmacro %}{% macro B() %}{% endmacro %}", "`B` is not a macro"),
        ("{% macro A() %}{% endmacro %}{% macro A() %}{% endmacro %}", "defined twice"),
        ("{% macro A() %}{{ x }}{% endmacro %}", "`x` is not a parameter"),
        ("{% macro A() %}{% macro B() %}{% endmacro %}{% endmacro %}", "inside itself"),
        ("hello", "only macros and imports"),
        ("{% if true %}{% endif %}", "only macros and imports"),
        ('{% from "nowhere.j2" import x %}', "`nowhere.j2` cannot be imported"),
        ('{% from "/etc/passwd" import x %}', "cannot be imported"),
        ('{% from "phrases/mood.j2" import x %}', "cannot be imported"),
        ('{% from "verbs.j2" import x %}', "`verbs.j2` has no macro `x`"),
        ('{% import "verbs.j2" as v %}', "is not allowed"),
        ("{% for x in y %}{% endfor %}", "is not allowed"),
        ("{% macro A(n) %}{{ n * 2 }}{% endmacro %}", "`*` is not allowed"),
        ("{% macro A(n) %}{{ n.__class__ }}{% endmacro %}", "`__class__` is not allowed"),
        ("{% macro A(n) %}{{ n }", "cannot be read"),
        ("{% macro A() %}x{% endmacro %}" + "{{ A() }}", "only macros and imports"),
        ("x" * 100_001, "too long"),
    ],
)
def test_files_that_are_not_in_order(folder: Path, text: str, message: str) -> None:
    (folder / "phrases" / "mood.j2").write_text(text, encoding="utf-8")
    with pytest.raises(LexiconError) as caught:
        Lexicon.load(folder)
    assert message in str(caught.value)
    assert {finding.primary.span.path for finding in caught.value.findings} == {"phrases/mood.j2"}


def test_macros_that_multiply(folder: Path) -> None:
    text = "{% macro A0() %}ha{% endmacro %}"
    for level in range(1, 40):
        text += f"{{% macro A{level}() %}}{{{{ A{level - 1}() }}}}{{{{ A{level - 1}() }}}}{{% endmacro %}}"
    (folder / "phrases" / "mood.j2").write_text(text, encoding="utf-8")
    with pytest.raises(LexiconError, match="calls too many others"):
        Lexicon.load(folder)


def test_what_is_missing_is_named(folder: Path) -> None:
    (folder / "verbs.j2").unlink()
    units = folder / "units.j2"
    units.write_text(
        units.read_text(encoding="utf-8").replace("macro clock(", "macro cluck("), encoding="utf-8"
    )
    with pytest.raises(LexiconError) as caught:
        Lexicon.load(folder)
    assert "needs this file in `verbs.j2`" in str(caught.value)
    assert "needs the macro `clock` in `units.j2`" in str(caught.value)


def test_a_file_that_is_no_text(folder: Path) -> None:
    (folder / "phrases" / "mood.j2").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(LexiconError, match=r"phrases/mood\.j2: the file cannot be read"):
        Lexicon.load(folder)


def test_an_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(LexiconError, match=r"needs this file in `frames\.j2`"):
        Lexicon.load(tmp_path)
