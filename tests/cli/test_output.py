"""How a command ends: exit codes, colours, closed pipes and unexpected errors."""

import io
import os
import shlex
import subprocess
import sys
from collections.abc import Sequence

import pytest

from espire_dsl.cli import main
from espire_dsl.cli.output import UsageError, guarded, use_colour, write


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("choice", "stream", "environ", "expected"),
    [
        ("auto", Terminal(), {}, True),
        ("auto", io.StringIO(), {}, False),
        ("auto", Terminal(), {"NO_COLOR": "1"}, False),
        ("auto", Terminal(), {"NO_COLOR": ""}, True),
        ("auto", Terminal(), {"TERM": "dumb"}, False),
        ("always", io.StringIO(), {"NO_COLOR": "1"}, True),
        ("never", Terminal(), {}, False),
    ],
)
def test_colour_policy(choice: str, stream: io.StringIO, environ: dict[str, str], expected: bool) -> None:
    assert use_colour(choice, stream, environ) is expected


def test_what_an_encoding_lacks_is_escaped() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    write("a世\n", stream)
    stream.flush()
    assert raw.getvalue() == b"a\\u4e16\n"


def ending_with(error: BaseException) -> int:
    def run(_: Sequence[str]) -> int:
        raise error

    return guarded(["check", "a b.espire"], run)


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (UsageError("one\ntwo"), 2, "espirec: error: one\nespirec: error: two\n"),
        (FileNotFoundError(2, "No such file", "x.espire"), 2, "espirec: error: x.espire: No such file\n"),
        (KeyboardInterrupt(), 130, ""),
        (MemoryError(), 2, "espirec: error: there is not enough memory\n"),
        (
            SystemError("NULL"),
            2,
            "espirec: error: Python itself failed, as it may where there is not enough memory: NULL\n",
        ),
        (ImportError("no segment"), 2, "espirec: error: a library cannot be loaded: no segment\n"),
        (
            ImportError("\nREAD THIS\n\nOriginal error was: libstdc++.so.6: no segment\n"),
            2,
            "espirec: error: a library cannot be loaded: libstdc++.so.6: no segment\n",
        ),
        (SystemExit(2), 2, ""),
        (SystemExit(None), 0, ""),
    ],
)
def test_expected_endings(
    error: BaseException, code: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ending_with(error) == code
    assert capsys.readouterr().err == message


def test_an_unexpected_error_asks_for_a_report(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ESPIRE_DEBUG", raising=False)
    assert ending_with(ValueError("odd\nmore")) == 70
    message = capsys.readouterr().err
    assert "internal error: ValueError: odd\n" in message
    assert "espirec --debug check 'a b.espire'" in message
    assert "Traceback" not in message


def test_the_traceback_is_there_when_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ESPIRE_DEBUG", "1")
    assert ending_with(ValueError("odd")) == 70
    assert "Traceback" in capsys.readouterr().err


WRITES = """
import sys
from espire_dsl.cli.output import guarded, write
sys.exit(guarded([], lambda _: write("x") or 0))
"""


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_closed_pipe_ends_quietly(unbuffered: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    ended = subprocess.run(
        [sys.executable, "-c", WRITES],
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
    )
    os.close(writer)
    assert (ended.returncode, ended.stderr) == (141, b"")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(("command", "code"), [("explain E0201", 0), ("check nosuch", 2), ("fmt -", 0)])
def test_closed_streams_are_no_trouble(command: str, code: int, closed: str) -> None:
    line = f"{shlex.quote(sys.executable)} -m espire_dsl.cli {command} {closed}"
    ended = subprocess.run(line, shell=True, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    assert ended.returncode == code
    assert b"internal error" not in ended.stderr
    assert b"Traceback" not in ended.stderr


def test_without_a_command_the_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("usage: espirec")


@pytest.mark.parametrize(("argv", "code"), [(["--help"], 0), (["--version"], 0), (["nosuch"], 2)])
def test_exit_codes_of_the_command_line(
    argv: list[str], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(argv) == code
    out, err = capsys.readouterr()
    assert bool(out) == (code == 0)
    assert bool(err) == (code != 0)
