"""Processes of this machine, as Linux tells of them: whose children they are, and what they do."""

from __future__ import annotations

import os
import signal
from pathlib import Path

WRITING = ("1", "64")  # the number of `write` on x86-64 and on arm64


def workers_of(process: int) -> list[int]:
    return children_of(process, b"spawn_main")


def children_of(process: int, word: bytes = b"") -> list[int]:
    """The processes that one has started, those whose command holds a word."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                meant = word in (entry / "cmdline").read_bytes()
            except (OSError, IndexError):
                continue
            if parent == process and meant:
                found.append(int(entry.name))
    return found


def ticks_of(process: int) -> int:
    """How long a process has computed."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return int(fields[11]) + int(fields[12])


def send(process: int, number: signal.Signals) -> bool:
    """Sends a signal; False if nobody is there."""
    try:
        os.kill(process, number)
    except ProcessLookupError:
        return False
    return True


def blocks_in_write(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/syscall").read_text().split()[0] in WRITING
    except (OSError, IndexError):
        return False


def killed(processes: list[int]) -> int:
    return sum(send(process, signal.SIGKILL) for process in processes)


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def has_begun(worker: int) -> bool:
    """A worker loads NumPy with its first job, and not before."""
    try:
        return "numpy" in Path(f"/proc/{worker}/maps").read_text()
    except OSError:
        return False
