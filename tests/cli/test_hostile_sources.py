"""Sources that once ended in an internal error, or that `fmt` did not settle at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from espire_dsl.cli import main
from tests.tasks.helpers import pick

CLAUSES = """let O in near
  let R in { Closest, Farthest }
  program filter_distance(candidates, R, to: O)
  say "{{ Pick }} the book {{ R.of(O) }}."
"""
EXAMPLE = """
example "x" of pick.mine {
  scene { viewer at (0, -1) table at (0, 0) near teddy_bear bear at (-0.4, 0) book a at (0.1, 0)%s
  given O = bear
  given R = %s
  expect { a }
}
"""


def family(say: str = "{{ R.of(O) }}", program: str = "filter_distance(candidates, R, to: O)") -> str:
    clauses = CLAUSES.replace("{{ R.of(O) }}", say).replace("filter_distance(candidates, R, to: O)", program)
    return "espire 1\n\n" + pick(clauses, "distance coarse, reference near")


SOURCES = {
    "a form that is none": family("{{ R.nope }}"),
    "a name that is none": family("{{ X }}"),
    "a filter that is none": family("{{ R|nope }}"),
    "a template that is cut off": family("{{ R.of(O) "),
    "a form of another value": family("{{ O.of(R) }}"),
    "a phrase without its argument": family("{{ R.of() }}"),
    "a large number in hexadecimal digits": family("{{ R.of(O) }} {{ 0x" + "f" * 3900 + " }}"),
    "a large number": family("{{ R.of(O) }} {{ " + "9" * 3900 + " }}"),
    "no number of arguments": family(program="ratios()"),
    "no arguments at all": family(program="ratios"),
    "a scene that is not closed": family() + EXAMPLE % ("", "nope"),
    "a scene that is not closed, and the rest sound": family() + EXAMPLE % ("", "Closest"),
    "a law that uses a function whose file part could not be read": (
        'espire 1\n\nDoc."""\n\nlaw l(s: Scene in shelf, by: Angle) {\n  slots(s) == slots(moved(s, by))\n}\n'
    ),
    "an example given an unknown function": family() + (EXAMPLE % (" }", "nope(3)")) + '\n"""\n',
    "a part of an example in a scene": family() + EXAMPLE % (" given b }", "Closest"),
}


@pytest.mark.parametrize("command", ["check --no-cache", "test", "show sentences", "fmt --diff"])
@pytest.mark.parametrize("name", SOURCES)
def test_a_mistake_is_a_finding(
    name: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.espire"
    path.write_text(SOURCES[name], encoding="utf-8")
    assert main([*command.split(), str(path)]) in (0, 1)
    assert "internal error" not in capsys.readouterr().err


@pytest.mark.parametrize(
    "say",
    ["{{ none|a }}", "{{ none ~ 'x' }}", "{{ true|capital }}", "{{ 1e400 }}", "{{ 0x10 }}", "{{ 1_0 }}"],
)
def test_nothing_is_said_that_nobody_says(say: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.espire"
    path.write_text(family("{{ R.of(O) }} " + say), encoding="utf-8")
    assert main(["check", "--no-cache", str(path)]) == 1


@pytest.mark.parametrize(
    "head",
    ['# one\n"""Doc."""\n', '# one\n\n"""Doc."""\n', '# one\n\n\n# two\n"""Doc."""\n', "# one\n"],
)
@pytest.mark.parametrize("version", ["", "espire 1\n", "# zero\n\nespire 1  # here\n"])
def test_one_run_of_the_formatter_is_enough(head: str, version: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.espire"
    path.write_text(version + head + family().removeprefix("espire 1\n"), encoding="utf-8")
    assert main(["fmt", str(path)]) == 0
    once = path.read_text(encoding="utf-8")
    assert "\n\n\n" not in once
    assert once.count("#") == (version + head).count("#")
    assert main(["fmt", "--check", str(path)]) == 0


def test_two_folders_of_one_name_are_not_one_suite(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [tmp_path / above / "d" / "x.espire" for above in ("a", "b")]
    for number, path in enumerate(paths):
        path.parent.mkdir(parents=True)
        path.write_text(family().replace("pick.mine", f"pick.mine{number}"), encoding="utf-8")
    quick = ["--backend", "none", "--scenes", "2", "--per-type", "1", "--workers", "1"]
    assert main(["compile", *map(str, paths), "-o", str(tmp_path / "out"), *quick]) == 2
    assert "two suites would be called d" in capsys.readouterr().err
    (tmp_path / "espire.toml").touch()
    assert main(["compile", *map(str, paths), "-o", str(tmp_path / "out"), *quick]) in (0, 1)
    assert "a: " in capsys.readouterr().out


def test_new_where_nothing_more_fits_leaves_nothing(tmp_path: Path) -> None:
    code = (
        "import resource, signal, sys; from espire_dsl.cli import main;"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100));"
        "sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", code, "new", "pick.mine", "-o", str(tmp_path / "mine.espire")]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (2, "espirec: error: File too large\n")
    assert list(tmp_path.iterdir()) == []
