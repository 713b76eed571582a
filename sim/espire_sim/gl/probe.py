"""Whether OpenGL works here, tried in another process: a broken driver may end the one that asks.

The answer is found once a process and remembered.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from functools import cache
from typing import Final

from attrs import frozen

from espire_sim.gl.error import GlError
from espire_sim.gl.platforms import wanted_platforms

PATIENCE: Final = 60.0  # seconds, as a first start may compile shaders on a busy machine
WORKS: Final = "a picture was painted"  # what a child that could paint says


@frozen
class Probed:
    """The platform that works, or None and the reason."""

    platform: str | None
    reason: str | None


def probe() -> str | None:
    """Why OpenGL cannot paint here; None if it can."""
    return probed().reason


@cache
def probed() -> Probed:
    """The first platform on which a child process can paint."""
    try:
        platforms = wanted_platforms(os.environ)
    except GlError as error:
        return Probed(None, str(error))
    reasons = []
    for platform in platforms:
        reason = problem_of([sys.executable, "-m", "espire_sim.gl.child", platform], PATIENCE)
        if reason is None:
            return Probed(platform, None)
        reasons.append(reason if reason.startswith(platform) else f"{platform}: {reason}")
    return Probed(None, "; ".join(dict.fromkeys(reasons)))


def problem_of(command: list[str], patience: float) -> str | None:
    """Why a child process did not paint; None if it did."""
    try:
        ended = subprocess.run(command, capture_output=True, text=True, timeout=patience, check=False)
    except subprocess.TimeoutExpired:
        return f"the driver did not paint within {patience:g} s"
    except OSError as error:
        return f"no process to try the driver in: {error.strerror or error}"
    if ended.returncode == 0 and WORKS in ended.stdout:
        return None
    if ended.returncode < 0:
        return f"the driver ended its process ({_signal(-ended.returncode)})"
    lines = [line.strip() for line in (ended.stdout or ended.stderr).splitlines() if line.strip()]
    return lines[-1] if lines else f"the driver ended its process with {ended.returncode}"


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
