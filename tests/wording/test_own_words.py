"""Words of an author: a macro of theirs takes the place of the shipped one, and nothing else changes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.checking.cache import CheckCache
from espire_dsl.checking.lexicons import lexicon_for
from espire_dsl.checking.quick import quick_check
from espire_dsl.cli import main
from espire_dsl.diagnostics.report import text_of_file
from espire_dsl.diagnostics.text import render_text
from espire_dsl.diagnostics.value import Diagnostic, Findings
from espire_dsl.wording.errors import LexiconError
from espire_dsl.wording.own_words import LARGEST_OWN, MOST_ENTRIES, lexicon_files, read_words, words_from_json
from espire_dsl.wording.render import Lexicon
from espire_dsl.wording.values import Said, SaidLength, SaidType
from tests.docs.test_docs import ROOT, fences
from tests.wording.inventory import FRAME

PAGE = ROOT / "docs" / "domains.md"
JINJA = fences(PAGE, "jinja")
(FAMILY,) = (text for text in fences(PAGE, "espire") if "pick.distance.nearest" in text)
CLOSEST = SaidType("Closest", (), "distance")
LESS = SaidType("LessThan", (SaidLength(0.3),), "distance")


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / "words" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "mine.espire").write_text(FAMILY, encoding="utf-8")
    return tmp_path


def found(project: Path, cache: CheckCache | None = None) -> list[Diagnostic]:
    return list(quick_check([project / "mine.espire"], [project], cache).findings)


def loaded(**files: str) -> Lexicon:
    return Lexicon.load(own=tuple((f"{name.replace('__', '/')}.j2", text) for name, text in files.items()))


def of(lexicon: Lexicon, value: SaidType) -> str:
    values: dict[str, Said] = {"R": value, "O": FRAME}
    return lexicon.render("{{ R.of(O) }}", values)


def test_the_page_is_what_is_said(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text in JINJA:
        write(project, text.split()[1].removeprefix("words/"), text)
    assert main(["check", str(project)]) == 0
    assert main(["show", "sentences", str(project)]) == 0
    assert capsys.readouterr().out in fences(PAGE, "text")


def test_only_what_is_replaced_changes() -> None:
    shipped = Lexicon.load()
    own = loaded(verbs="{% macro pick() %}lift{% endmacro %}")
    assert own.render("{{ Pick }} and {{ place }}", {}) == "Lift and put"
    assert of(own, CLOSEST) == of(shipped, CLOSEST)
    assert shipped.render("{{ Pick }}", {}) == "Take"


def test_shipped_macros_call_the_new_one() -> None:
    own = loaded(phrases__distance="{% macro Closest() %}nearest to{% endmacro %}")
    assert of(own, CLOSEST) == "Nearest to the picture frame"
    sides = loaded(references="{% macro beside(side, o) %}{{ side }} of {{ o }}{% endmacro %}")
    assert of(sides, SaidType("Left", (), "relationship")) == "Left of the picture frame"


def test_a_macro_may_call_and_import_what_stands_above() -> None:
    own = loaded(
        phrases__distance='{% from "references.j2" import beside as next %}'
        '{% macro Closest_of(o) %}{{ Closest() }} what is {{ next("left", o) }}{% endmacro %}'
    )
    assert of(own, CLOSEST) == "Closest to what is to the left of the picture frame"


def test_a_type_gets_a_form_that_it_lacks() -> None:
    values: dict[str, Said] = {"R": LESS}
    own = loaded(phrases__distance="{% macro LessThan_adjective(d) %}near{% endmacro %}")
    assert own.render("{{ R.with_article }}", values) == "A near"


def test_equal_words_are_read_once() -> None:
    text = "{% macro pick() %}lift{% endmacro %}"
    assert loaded(verbs=text) is loaded(verbs=text)
    assert loaded(verbs=text) is not Lexicon.load()


@given(st.lists(st.sampled_from(["lift", "raise", "hoist", "seize"]), min_size=1, max_size=4, unique=True))
def test_alternatives_take_turns(verbs: list[str]) -> None:
    own = loaded(verbs=f"{{% macro pick() %}}{' / '.join(verbs)}{{% endmacro %}}")
    count = own.variants("{{ pick }}")
    said = {own.render("{{ pick }}", {}, variant=variant).lower() for variant in range(count)}
    assert said == set(verbs)


PIECES = """
{% %} {{ }} macro endmacro pick () ( x= | a / {#  #} {% macro pick() %} {% endmacro %} {% from "references.j2"
import beside {% if 'x' {% macro place() %} {{ pick() }} , . ~
"""


@given(
    st.lists(st.sampled_from([*PIECES.split(), " ", "\n", "\r\n"]), max_size=25).map("".join),
    st.sampled_from(lexicon_files()),
)
def test_whatever_is_wrong_with_a_text_has_its_place_in_it(text: str, name: str) -> None:
    findings: tuple[Diagnostic, ...] = ()
    try:
        Lexicon.load(own=((name, text),))
    except LexiconError as error:
        findings = error.findings
    assert {finding.primary.span.path for finding in findings} <= {name}
    assert all(0 <= f.primary.span.start <= f.primary.span.end <= len(text) for f in findings)


BAD = [
    ("phrases/distance.j2", "\n{% macro Closset() %}x{% endmacro %}", 2, "did you mean `Closest`?"),
    ("verbs.j2", "{% macro Closest() %}x{% endmacro %}", 1, "it stands in `phrases/distance.j2`"),
    ("verbs.j2", "{% macro pick(o) %}x{% endmacro %}", 1, "it has no parameters"),
    ("references.j2", "{% macro thing(name) %}x{% endmacro %}", 1, "its parameters are `name, is_viewer`"),
    ("references.j2", "{% macro thing(name, is_viewer=1) %}x{% endmacro %}", 1, "name, is_viewer"),
    ("phrases/distance.j2", "{% macro LessThan_short() %}x{% endmacro %}", 1, "parameters of `LessThan`"),
    ("phrases/distance.j2", "{% macro LessThan_of() %}x{% endmacro %}", 1, "parameters of the one that it"),
    ("verbs.j2", "{% macro pick() %}{% endmacro %}", 1, "an alternative of `pick` has no words"),
    ("verbs.j2", "{% macro pick() %}take / {% endmacro %}", 1, "an alternative of `pick` has no words"),
    (
        "verbs.j2",
        "{% macro pick() %}{{ 'a' if 1 < 'b' else 'c' }}{% endmacro %}",
        1,
        "`pick` of `verbs.j2` fails",
    ),
    ("verbs.j2", "{% macro pick() %}a{% endmacro %}\n{% macro pick() %}b{% endmacro %}", 2, "defined twice"),
    ("verbs.j2", "\n\nhello", 1, "only macros and imports"),
    ("verbs.j2", "{% macro pick() %}\n{{ oops }}{% endmacro %}", 2, "`oops` is not a parameter"),
    (
        "verbs.j2",
        "{% macro pick() %}{{ place() }}{% endmacro %}",
        1,
        "`place` is not a macro that is defined above",
    ),
    ("verbs.j2", "{% macro place() %}{{ pick(1) }}{% endmacro %}", 1, "not called with 1 argument"),
    ("verbs.j2", '{% from "units.j2" import clock %}', 1, "import from `references.j2`"),
    ("references.j2", '{% from "references.j2" import be %}', 1, "cannot be imported from here"),
    (
        "phrases/distance.j2",
        '{% from "references.j2" import be as Closest %}',
        1,
        "another `Closest` already",
    ),
    ("phrases/orientation.j2", '{% from "references.j2" import be as beside %}', 1, "another `beside`"),
    ("phrases/distance.j2", '{% from "references.j2" import bee %}', 1, "`references.j2` has no macro `bee`"),
    ("verbs.j2", "{% macro pick() %}\r\n{{ x.__class__ }}{% endmacro %}", 2, "`__class__` is not allowed"),
    ("verbs.j2", "{% macro pick() %}a{% endmacro", 1, "cannot be read"),
    ("verbs.j2", "{% for x in y %}{% endfor %}", 1, "is not allowed"),
]


@pytest.mark.parametrize(("name", "text", "line", "told"), BAD)
def test_what_is_not_in_order_is_told_with_its_place(
    project: Path, name: str, text: str, line: int, told: str
) -> None:
    path = write(project, name, "")
    path.write_bytes(text.encode())
    findings = found(project)
    assert {f.primary.span.path for f in findings} == {str(path)}
    shown = render_text(findings, text_of_file)
    assert told in shown
    assert f"{path}:{line}:" in shown


def test_what_makes_shipped_macros_too_heavy_is_told_where_it_stands(project: Path) -> None:
    calls = "{{ be(true, true) }}" * 30
    path = write(project, "references.j2", f"{{% macro beside(side, o) %}}{calls}{{% endmacro %}}")
    twice = "{{ beside('left', o) }}" * 2
    other = write(project, "phrases/orientation.j2", f"{{% macro Left_of(o) %}}{twice}{{% endmacro %}}")
    assert {f.primary.span.path for f in found(project)} == {str(other)}
    other.write_text("", encoding="utf-8")
    assert not found(project)
    heavy = "{{ be(true, true) }}" * 49
    path.write_text(f"{{% macro beside(side, o) %}}{heavy}{{% endmacro %}}", encoding="utf-8")
    findings = found(project)
    assert {f.primary.span.path for f in findings} == {str(path)}
    assert "with this macro of yours" in findings[0].message


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("verb.j2", "did you mean `verbs.j2`?"),
        ("phrases/mood.j2", "the lexicon has no file `phrases/mood.j2`"),
        ("distance.j2", "the lexicon has no file `distance.j2`"),
        ("verbs.txt", "the lexicon has no file `verbs.txt`"),
        ("more/verbs.j2", "`more` is no file"),
    ],
)
def test_files_that_the_lexicon_does_not_have(project: Path, name: str, told: str) -> None:
    write(project, name, "x")
    assert told in render_text(found(project), text_of_file)
    assert {f.code for f in found(project)} == {"E0415"}


def test_notes_families_and_hidden_files_may_lie_beside_words(project: Path) -> None:
    for name in ("README.md", "more.espire", ".verbs.j2.swp"):
        write(project, name, "x")
    assert not found(project)


def test_nothing_outside_of_the_folder_is_read(
    project: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (outside / "verbs.j2").write_text("a secret", encoding="utf-8")
    (project / "words").mkdir()
    (project / "words" / "verbs.j2").symlink_to(outside / "verbs.j2")
    (project / "words" / "phrases").symlink_to(outside)
    shown = render_text(found(project), text_of_file)
    assert "`verbs.j2` is a link that leads out of this folder" in shown
    assert "`phrases` is a link that leads out of this folder" in shown
    assert "secret" not in shown
    for name in ("verbs.j2", "phrases"):
        (project / "words" / name).unlink()
    (project / "words").rmdir()
    (project / "words").symlink_to(outside)
    shown = render_text(found(project), text_of_file)
    assert "this folder is a link that leads elsewhere" in shown
    assert "secret" not in shown


def test_sizes_are_bounded(project: Path) -> None:
    path = write(project, "verbs.j2", "{#" + " " * LARGEST_OWN + "#}")
    assert [f.message for f in found(project)] == [f"`verbs.j2` has more than {LARGEST_OWN:,} bytes"]
    path.unlink()
    for number in range(MOST_ENTRIES + 1):
        write(project, f"{number}.j2", "")
    assert [f.message for f in found(project)] == [f"this folder has more than {MOST_ENTRIES} entries"]


def test_what_is_no_text_and_what_is_no_file(project: Path) -> None:
    write(project, "verbs.j2", "").write_bytes(b"\xff\xfe")
    os.mkfifo(project / "words" / "units.j2")
    shown = render_text(found(project), text_of_file)
    assert "the file cannot be read" in shown
    assert "`units.j2` is no file" in shown


def test_words_lie_beside_the_project_file(project: Path) -> None:
    inner = project / "suite" / "deep"
    inner.mkdir(parents=True)
    path = inner / "mine.espire"
    path.write_text(FAMILY, encoding="utf-8")
    write(project, "verbs.j2", "{% macro pick() %}lift{% endmacro %}")
    assert lexicon_for(path) is Lexicon.load()
    (project / "espire.toml").write_text("", encoding="utf-8")
    assert lexicon_for(path).render("{{ pick }}", {}) == "Lift"


def test_several_files_tell_once_what_is_wrong_with_their_words(project: Path) -> None:
    (project / "other.espire").write_text(FAMILY.replace("nearest", "other"), encoding="utf-8")
    write(project, "verbs.j2", "{% macro pik() %}lift{% endmacro %}")
    paths = [project / "mine.espire", project / "other.espire"]
    result = quick_check(paths, [project], None)
    assert result.errors == 1
    assert all(len(file.findings) == 1 for file in result.files)


def test_the_cache_of_checks_knows_words(project: Path, tmp_path: Path) -> None:
    cache = CheckCache(tmp_path / "cache")
    assert not found(project, cache)
    path = write(project, "verbs.j2", "{% macro pik() %}lift{% endmacro %}")
    assert [f.code for f in found(project, cache)] == ["E0415"]
    path.write_text("{% macro pick() %}lift{% endmacro %}", encoding="utf-8")
    assert not found(project, cache)
    write(project, "verb.j2", "")
    assert [f.code for f in found(project, cache)] == ["E0415"]


def test_a_macro_that_fails_for_some_value_is_a_finding(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(project, "phrases/distance.j2", "{% macro Closest_of(o) %}{{ o.shoe }}{% endmacro %}")
    family = project / "mine.espire"
    example = """
example "one" of pick.distance.nearest {
  scene {
    viewer at (0, -1)
    table at (0, 0)
    near teddy_bear bear at (-0.4, 0) facing +x
    book a at (-0.1, 0)
    book b at (0.3, 0)
  }
  given O = bear
  given R = Closest
  expect says "x"
}
"""
    family.write_text(family.read_text(encoding="utf-8") + example, encoding="utf-8")
    for command in (["check"], ["test"], ["show", "sentences"]):
        assert main([*command, str(family)]) == 1
        assert "error[E04" in capsys.readouterr().out


def test_words_of_a_manifest(project: Path) -> None:
    write(project, "verbs.j2", "{% macro pick() %}lift{% endmacro %}")
    words = read_words(project / "words", Findings())
    assert words_from_json(dict(words)) == words
    for wrong in (
        None,
        [],
        {"verbs.j2": 1},
        {"verb.j2": ""},
        {"../verbs.j2": ""},
        {"verbs.j2": "x" * 20_001},
    ):
        with pytest.raises(ValueError, match=r"words|lexicon|bytes"):
            words_from_json(wrong)
