"""Whatever a file holds, checking it ends soon and with findings, never with an exception."""

import os
from functools import cache
from pathlib import Path

import pytest

from espire_dsl.catalogue.reader import load_catalogue
from espire_dsl.checking.check import compile_paths
from espire_dsl.cli import main
from espire_dsl.diagnostics.text import render_text
from espire_dsl.wording.render import Lexicon
from tests.pace import within

FAMILY = """\
espire 1

family pick.attribute.size {
  spec        attribute coarse
  world       tabletop
  candidates  books
  let R in { Small, Medium, Large }
  program     filter_attribute(candidates, R)
  say "{{ Pick }} {{ R.with_article }} book."
}
"""
SOON = 80


@cache
def _lexicon() -> Lexicon:
    return Lexicon.load()


def codes(folder: Path, data: bytes) -> list[str]:
    """What is said about a file of these bytes, which must not take long."""
    path = folder / "main.espire"
    path.write_bytes(data)
    lexicon = _lexicon()
    with within(SOON):
        findings = compile_paths(
            [path], [folder], catalogue=load_catalogue(), lexicon=lexicon
        ).result.findings
    assert render_text(findings, lambda _: data.decode("utf-8-sig", errors="replace")) is not None
    return [d.code for d in findings]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (FAMILY.encode(), []),
        (b"\xef\xbb\xbf" + FAMILY.encode(), []),
        (FAMILY.replace("\n", "\r\n").encode(), []),
        (FAMILY.replace("\n", "\r").encode(), []),
        (FAMILY.replace("  ", "\t").encode(), []),
        (FAMILY.encode() + b"\xff", ["E0102"]),
        (FAMILY.encode("utf-16"), ["E0102"]),
        (b"", ["W0501"]),
        (b"   \n\n\t\n", ["W0501"]),
        (b"# only a comment", ["W0501"]),
        (b"espire 1\n" * 1, []),
        (b"\0" * 1000, ["E0104"]),
        (FAMILY.encode() + b"#" * 5_000_000, ["E0103"]),
    ],
)
def test_bytes_of_all_sorts(tmp_path: Path, data: bytes, expected: list[str]) -> None:
    assert codes(tmp_path, data) == expected


DEEP = 10_000
LONG = 5_000


@pytest.mark.parametrize(
    "expression",
    [
        "(" * DEEP + "books" + ")" * DEEP,
        "(" * DEEP,
        "unique(" * DEEP + "books" + ")" * DEEP,
        "{" * DEEP + "books" + "}" * DEEP,
        "not " * LONG + "true",
        "-" * LONG + "3",
        "let x = books in " * LONG + "x",
        "books" + " | books" * LONG,
        "books" + " |> filter_books()" * LONG,
        "1" * LONG,
        "1" * LONG + " cm",
        "a" * LONG,
        "filter_books(" + ", ".join(["books"] * LONG) + ")",
        "{ " + ", ".join(["viewer"] * LONG) + " }",
        '"' + "x" * DEEP + '"',
    ],
    ids=lambda text: text[:24],
)
def test_expressions_of_all_sizes(tmp_path: Path, expression: str) -> None:
    text = FAMILY.replace("filter_attribute(candidates, R)", expression)
    assert codes(tmp_path, text.encode())
    codes(tmp_path, f"espire 1\nfn f() = {expression}\n".encode())


@pytest.mark.parametrize(
    "template",
    [
        "{{ ''.__class__.__mro__ }}",
        "{{ R.__init__.__globals__ }}",
        "{{ self }}",
        "{{ cycler.__init__ }}",
        "{{ R|attr('__class__') }}",
        "{% for i in range(10**9) %}x{% endfor %}",
        "{{ 'x' * 10**10 }}",
        "{{ 10**10**10 }}",
        "{% include '/etc/passwd' %}",
        "{% import 'os' as os %}",
        "{% set x = 3 %}",
        "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
        "{{ lipsum(10**6) }}",
        "{{ " + "(" * 5000 + "R" + ")" * 5000 + " }}",
        "{{ R }}" * 5000,
        "{% if R %}" * 500,
        "{{ " + " ~ ".join(["R"] * 5000) + " }}",
    ],
)
def test_hostile_templates(tmp_path: Path, template: str) -> None:
    said = template.replace("\\", "\\\\").replace('"', '\\"')
    text = FAMILY.replace("{{ Pick }} {{ R.with_article }} book.", said)
    found = codes(tmp_path, text.encode())
    assert any(code.startswith("E04") for code in found)


@pytest.mark.parametrize("count", [2000])
def test_many_families_and_many_mistakes(tmp_path: Path, count: int) -> None:
    mistakes = "\n".join(f"fn f{n}(x) = nothing_{n}(x)" for n in range(count))
    assert codes(tmp_path, f"espire 1\n{mistakes}\n".encode()) == ["E0202"] * count


@pytest.mark.parametrize(
    "text",
    [
        'family i{"\n|>\noleranc',
        "example of n.\ns{",
        "family pick.x { let R in { Range(²ow, high) } where high in 5 cm .. 9 cm }",
        "law l(s: Scene, s: Scene, s) { s }",
        "fn f() = { }\nfn g() = f() & books",
        "espire 99999999999999999999999999",
        "use a.b.c.d.e.f\nuse .",
    ],
)
def test_what_damaged_files_have_brought_up(tmp_path: Path, text: str) -> None:
    assert codes(tmp_path, text.encode())


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert [d.code for d in compile_paths([tmp_path / "nowhere.espire"]).result.findings] == ["E0101"]


def test_a_folder_called_like_a_file(tmp_path: Path) -> None:
    folder = tmp_path / "folder.espire"
    folder.mkdir()
    assert [d.code for d in compile_paths([folder]).result.findings] == ["E0101"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "main.espire"
    path.write_text(FAMILY)
    path.chmod(0)
    assert [d.code for d in compile_paths([path]).result.findings] == ["E0101"]


@pytest.mark.parametrize("missing", ["nowhere.espire", "nowhere", "."])
def test_nothing_to_check_is_a_mistake_of_the_command(
    tmp_path: Path, missing: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["check", "--no-cache", missing]) == 2
    assert missing in capsys.readouterr().err


def test_the_same_file_by_two_paths_is_checked_once(tmp_path: Path) -> None:
    path = tmp_path / "main.espire"
    path.write_text(FAMILY)
    assert compile_paths([path, path], [tmp_path]).result.findings == ()
