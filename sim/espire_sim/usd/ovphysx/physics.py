"""Physics by PhysX in a process of its own: writes a stage, asks the child, judges what comes back."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from types import MappingProxyType
from typing import IO, Any, Final, Self

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.staged import EngineFailedError
from espire_sim.interfaces import Refused, Settled
from espire_sim.settling.before import problem_of
from espire_sim.usd.outcome import PhysicsRun, outcome
from espire_sim.usd.write import write_stage

PYTHON_VARIABLE: Final = "ESPIRE_OVPHYSX_PYTHON"
CHILD: Final = Path(__file__).with_name("child.py")
INSTALL: Final = (
    "make an environment of its own, `pip install ovphysx physx-usd-schemas newton-usd-schemas` in it (about "
    f"1 GB), and let {PYTHON_VARIABLE} name its Python"
)
# The rule of rest is that of the embedded engine.
SETTINGS: Final[Mapping[str, float]] = MappingProxyType(
    {"step": 0.002, "batch": 25, "quiet": 4, "still": 0.01, "seconds": 4.0}
)


class EngineMissingError(Exception):
    """The engine is not there; the sentence says how to get it."""


class OvPhysics:
    """Physics on PhysX, in a child process that lives until `close`.

    A child that dies is made again; one that has not answered for `patience` seconds is killed.
    """

    def __init__(self, python: Path, child: Path = CHILD, patience: float = 120.0) -> None:
        self._patience = patience
        self._command = (str(python), str(child))
        self._process: subprocess.Popen[str] | None = None
        self._asked = 0
        self._folder = TemporaryDirectory(prefix="espire_ovphysx_")

    @classmethod
    def found(cls) -> OvPhysics:
        """The engine of the environment that a variable names, or an error that says how to get one."""
        python = os.environ.get(PYTHON_VARIABLE)
        if python is None:
            raise EngineMissingError(f"ovphysx is not installed: {INSTALL}")
        if not has_engine(Path(python)):
            raise EngineMissingError(
                f"{python}, which {PYTHON_VARIABLE} names, cannot start ovphysx: {INSTALL}"
            )
        return cls(Path(python))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the child and removes its files."""
        if self._process is not None:
            _pipe(self._process.stdin).close()
            self._process.wait()
            _pipe(self._process.stdout).close()
            self._process = None
        self._folder.cleanup()

    def settle(self, scene: Scene) -> Settled | Refused:
        """The scene at rest, or why it is not physically real."""
        problem = problem_of(scene)
        if problem is not None:
            return problem
        # A name of its own, as USD may remember the file that it read under a name before.
        self._asked += 1
        path = Path(self._folder.name) / f"scene_{self._asked}.usda"
        write_stage(scene, None, path, seen=False)
        answer = self._ask({"stage": str(path), **SETTINGS})
        path.unlink()
        if "error" in answer:
            raise EngineFailedError(f"ovphysx cannot run the scene: {answer['error']}")
        return outcome(scene, PhysicsRun(**answer))

    def _ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        if self._process is None:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
            )
        watchdog = Timer(self._patience, self._process.kill)
        watchdog.start()
        try:
            print(json.dumps(request), file=_pipe(self._process.stdin), flush=True)
            line = _pipe(self._process.stdout).readline()
        except BrokenPipeError:
            line = ""
        finally:
            watchdog.cancel()
        if not line:
            return {"error": f"its process ended with {self._forget()}"}
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _forget(self) -> int:
        """Takes leave of a child that died; gives how it ended."""
        process, self._process = self._process, None
        if process is None:
            return 0
        _pipe(process.stdout).close()
        with suppress(BrokenPipeError):  # what was not yet written has no reader any more
            _pipe(process.stdin).close()
        return process.wait()


def has_engine(python: Path) -> bool:
    """Whether the engine starts with a Python."""
    try:
        tried = subprocess.run([str(python), str(CHILD), "check"], capture_output=True, check=False)
    except OSError:
        return False
    return tried.returncode == 0


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None, "the child is started with pipes"
    return pipe
