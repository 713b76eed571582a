"""`espirec fmt`, on files and on standard input."""

import io
import shutil
import subprocess
from pathlib import Path

import pytest

from espire_dsl.cli import main
from espire_dsl.syntax import formatting

MESSY = "espire 1\n\nuse   words.pick\nfn far( x ) =  x   # kept\n\n\n\nfn near(x)=x"
BROKEN = "espire 1\nfamily {\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "messy.espire").write_text(MESSY)
    return tmp_path


@pytest.fixture
def tidy(folder: Path) -> str:
    """The messy text as the formatter writes it."""
    return formatting.format_file(folder / "messy.espire").after or ""


def test_files_are_rewritten_once_and_then_left(
    folder: Path, tidy: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fmt", "."]) == 0
    assert (folder / "messy.espire").read_text() == tidy != MESSY
    assert "# kept" in tidy
    assert capsys.readouterr() == ("", "formatted messy.espire\n1 file formatted\n")
    before = (folder / "messy.espire").stat()
    assert main(["fmt", "messy.espire"]) == 0
    assert (folder / "messy.espire").stat().st_ino == before.st_ino
    assert capsys.readouterr().err == "1 file already in form\n"


def test_check_names_files_and_writes_nothing(
    folder: Path, tidy: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "tidy.espire").write_text(tidy)
    assert main(["fmt", "--check", "."]) == 1
    out, err = capsys.readouterr()
    assert out == "messy.espire would be formatted\n"
    assert err == "1 file would be formatted, 1 file already in form\n"
    assert (folder / "messy.espire").read_text() == MESSY
    assert main(["fmt", "--check", "tidy.espire"]) == 0


@pytest.mark.skipif(shutil.which("patch") is None, reason="needs patch")
def test_the_diff_applies(folder: Path, tidy: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fmt", "--diff", "messy.espire"]) == 1
    diff = capsys.readouterr().out
    assert (folder / "messy.espire").read_text() == MESSY
    subprocess.run(["patch", "-s", "messy.espire"], input=diff, text=True, check=True, cwd=folder)
    assert (folder / "messy.espire").read_text() == tidy


def test_a_coloured_diff_colours_both_sides(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fmt", "--diff", "--color", "always", str(folder)]) == 1
    out = capsys.readouterr().out
    assert "\x1b[31m-use   words.pick\x1b[0m\n" in out
    assert "\x1b[32m+use words.pick\x1b[0m\n" in out


def test_files_with_syntax_errors_are_left_alone_and_others_are_not(
    folder: Path, tidy: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "broken.espire").write_text(BROKEN)
    (folder / "bytes.espire").write_bytes(b"espire 1\n\xff\n")
    assert main(["fmt", "."]) == 1
    err = capsys.readouterr().err
    assert "error[E01" in err
    assert "broken.espire: left as it is" in err
    assert "bytes.espire: left as it is" in err
    assert err.endswith("1 file formatted, 2 files left alone\n")
    assert (folder / "broken.espire").read_text() == BROKEN
    assert (folder / "messy.espire").read_text() == tidy


class Stream:
    """Standard input with the bytes given."""

    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)


def test_standard_input_goes_to_standard_output(
    tidy: str, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", Stream(MESSY.encode()))
    assert main(["fmt", "-"]) == 0
    assert capsysbinary.readouterr() == (tidy.encode(), b"")


def test_standard_input_with_errors_gives_no_output(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", Stream(BROKEN.encode()))
    assert main(["fmt", "-"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "--> <stdin>:2:8" in err


def test_standard_input_can_be_checked(
    tidy: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", Stream(MESSY.encode()))
    assert main(["fmt", "--check", "-"]) == 1
    assert capsys.readouterr().out == "<stdin> would be formatted\n"
    monkeypatch.setattr("sys.stdin", Stream(tidy.encode()))
    assert main(["fmt", "--check", "-"]) == 0


def test_standard_input_cannot_be_mixed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fmt", "-", "a.espire"]) == 2
    assert "cannot be mixed" in capsys.readouterr().err


def test_a_change_of_meaning_is_never_written(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(formatting, "print_module", lambda _: "espire 1\n")
    assert main(["fmt", "."]) == 70
    assert "would not mean the same" in capsys.readouterr().err
    assert (folder / "messy.espire").read_text() == MESSY
