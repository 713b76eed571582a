"""How espirec talks: streams, colours, exit codes, and what happens when something goes wrong."""

from __future__ import annotations

import os
import shlex
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import TextIO

from espire_dsl.diagnostics.error import UsageError as UsageError
from espire_dsl.version import PACKAGE_VERSION

OK = 0
FINDINGS = 1
USAGE = 2
INTERNAL = 70
INTERRUPTED = 130
PIPE_CLOSED = 141


def use_colour(choice: str, stream: TextIO, environ: Mapping[str, str] = os.environ) -> bool:
    """Whether to colour what goes to a stream: `always`, `never`, or `auto`."""
    if choice != "auto":
        return choice == "always"
    if environ.get("NO_COLOR") or environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


def write(text: str, stream: TextIO | None = None) -> None:
    """Writes text, to standard output unless told otherwise; what its encoding lacks is escaped."""
    target = sys.stdout if stream is None else stream
    encoding = target.encoding or "utf-8"
    target.write(text.encode(encoding, "backslashreplace").decode(encoding))


def say(text: str) -> None:
    """One line about the progress or the outcome, to standard error."""
    write(f"{text}\n", sys.stderr)


def guarded(argv: Sequence[str], run: Callable[[Sequence[str]], int]) -> int:
    """Runs a command so that every way of ending gives an exit code and, at worst, a short message."""
    _open_closed_streams()
    try:
        exit_code = _exit_code(argv, run)
        sys.stdout.flush()
        return exit_code
    except BrokenPipeError:
        _drop_output()
        return PIPE_CLOSED
    except KeyboardInterrupt:
        return INTERRUPTED
    except UsageError as error:
        for line in str(error).splitlines():
            say(f"espirec: error: {line}")
        return USAGE
    except OSError as error:
        _show_traceback_if_asked(argv)
        where = f"{error.filename}: " if error.filename else ""
        say(f"espirec: error: {where}{error.strerror or error}")
        return USAGE
    except RecursionError:
        _show_traceback_if_asked(argv)
        say("espirec: error: something that was read is nested too deeply")
        return USAGE
    except MemoryError:
        _show_traceback_if_asked(argv)
        say("espirec: error: there is not enough memory")
        return USAGE
    except SystemError as error:
        _show_traceback_if_asked(argv)
        say(f"espirec: error: Python itself failed, as it may where there is not enough memory: {error}")
        return USAGE
    except ImportError as error:
        _show_traceback_if_asked(argv)
        say(f"espirec: error: a library cannot be loaded: {_last_line(error)}")
        return USAGE
    except Exception as error:
        _show_traceback_if_asked(argv)
        say(_bug_report(argv, error))
        return INTERNAL


def _exit_code(argv: Sequence[str], run: Callable[[Sequence[str]], int]) -> int:
    try:
        return run(argv)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else OK if stop.code is None else USAGE


def _last_line(error: ImportError) -> str:
    """What an import says went wrong. NumPy puts a page of advice before it."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1].removeprefix("Original error was: ") if lines else type(error).__name__


def _bug_report(argv: Sequence[str], error: Exception) -> str:
    lines = str(error).splitlines()
    reason = f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__
    python = ".".join(map(str, sys.version_info[:3]))
    return (
        f"espirec: internal error: {reason}\n"
        "This is a bug in espirec, not in your files. Please report it, with the output of\n"
        f"  {shlex.join(['espirec', '--debug', *argv])}\n"
        f"and these versions: espire-dsl {PACKAGE_VERSION}, Python {python} on {sys.platform}."
    )


def _show_traceback_if_asked(argv: Sequence[str]) -> None:
    if "--debug" in argv or os.environ.get("ESPIRE_DEBUG", "0") not in ("", "0"):
        traceback.print_exc()


def _open_closed_streams() -> None:
    """Leads standard streams that the caller closed to nothing, so that no other file gets their numbers."""
    if None not in (sys.stdin, sys.stdout, sys.stderr):
        return
    nowhere = os.open(os.devnull, os.O_RDWR)
    while nowhere <= 2:
        nowhere = os.dup(nowhere)
    sys.stdin = sys.stdin or os.fdopen(os.dup(nowhere), encoding="utf-8")
    sys.stdout = sys.stdout or os.fdopen(os.dup(nowhere), "w", encoding="utf-8")
    sys.stderr = sys.stderr or os.fdopen(os.dup(nowhere), "w", encoding="utf-8")
    os.close(nowhere)


def _drop_output() -> None:
    """Points standard output at nothing, so that the flush at exit does not fail a second time."""
    try:
        descriptor = sys.stdout.fileno()
    except (OSError, ValueError):
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)
