"""A run as a folder: a manifest, a file of lines for each protocol, and pictures by their content.

A line is appended whole when its task is done, so that a killed run loses the tasks under way and nothing
else. A last line that was cut is dropped when the run goes on.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Literal

from attrs import asdict, define, field

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.evaluation.plain import RecordError, line_of, value_of
from espire_dsl.evaluation.records import (
    ExecutionLine,
    LocalizationLine,
    QuestionLine,
    RunManifest,
)
from espire_dsl.tasks.files import read_json
from espire_dsl.tasks.writing import own_folder, write_whole

try:
    import fcntl
except ImportError:  # on Windows runs are not locked
    fcntl = None  # type: ignore[assignment]  # a module elsewhere

Protocol = Literal["localization", "execution", "questions"]
PROTOCOLS: Final[tuple[Protocol, ...]] = ("localization", "execution", "questions")
Line = LocalizationLine | ExecutionLine | QuestionLine
_CLASSES: Final[Mapping[Protocol, type[Line]]] = {
    "localization": LocalizationLine,
    "execution": ExecutionLine,
    "questions": QuestionLine,
}
MANIFEST, PICTURES = "manifest.json", "pictures"
FORMAT: Final = "espire run"
SCHEMA: Final = 1


def _silent(_: str) -> None:
    return None


@define(eq=False)
class Run:
    """A run that lines can be added to, or read from. `notice` is told what was mended."""

    folder: Path
    manifest: RunManifest
    notice: Callable[[str], None] = field(default=_silent, repr=False)
    _stored: set[str] = field(factory=set, init=False, repr=False)
    _lock: int | None = field(default=None, init=False, repr=False)

    @classmethod
    def begin(
        cls,
        folder: Path,
        manifest: RunManifest,
        notice: Callable[[str], None] = _silent,
        *,
        alone: bool = True,
    ) -> Run:
        """The run in a folder: a new one, or one that goes on if it was begun with the same choices. `alone`
        keeps other processes from adding to it until it is closed."""
        if folder.exists() and not folder.is_dir():
            raise UsageError(f"{folder}: this is a file; a run is a folder")
        if (folder / MANIFEST).exists():
            known = cls.open(folder).manifest
            _refuse_another(folder, known, manifest)
        elif folder.is_dir() and any(folder.iterdir()):
            raise UsageError(f"{folder}: this folder holds other files and no run; choose another")
        else:
            own_folder(folder)
            text = json.dumps(asdict(manifest), indent=2, ensure_ascii=False, allow_nan=False) + "\n"
            write_whole(folder / MANIFEST, text.encode())
        run = cls(folder, manifest, notice)
        run._lock = _locked(folder) if alone else None
        for protocol in PROTOCOLS:
            run._drop_cut_line(protocol)
        return run

    @classmethod
    def open(cls, folder: Path) -> Run:
        """A run to be read."""
        path = folder / MANIFEST
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            raise UsageError(f"{folder}: this is no run: it has no {MANIFEST} that can be read") from None
        _check_format(folder, text)
        return cls(folder, value_of(RunManifest, text, str(path)))

    def close(self) -> None:
        """Lets another process add lines."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def path(self, protocol: Protocol) -> Path:
        return self.folder / f"{protocol}.jsonl"

    def localizations(self) -> Iterator[LocalizationLine]:
        return self._lines("localization", LocalizationLine)

    def executions(self) -> Iterator[ExecutionLine]:
        return self._lines("execution", ExecutionLine)

    def questions(self) -> Iterator[QuestionLine]:
        return self._lines("questions", QuestionLine)

    def lines(self, protocol: Protocol) -> Iterator[Line]:
        """The lines of a protocol by its name."""
        return self._lines(protocol, _CLASSES[protocol])

    def _lines(self, protocol: Protocol, cls: type[Any]) -> Iterator[Any]:
        """The lines of a protocol; a task that has two is told, as it must not be counted twice."""
        seen: set[str] = set()
        for number, text in self._texts(protocol):
            where = f"{self.path(protocol)}:{number}"
            line = value_of(cls, text, where)
            if line.task in seen:
                raise RecordError(f"{where}: task {line.task} has a line already")
            seen.add(line.task)
            yield line

    def _texts(self, protocol: Protocol) -> Iterator[tuple[int, str]]:
        """Whole lines; one at the end that is cut does not count."""
        try:
            with self.path(protocol).open(encoding="utf-8", newline="\n") as file:
                for number, text in enumerate(file, 1):
                    if text.endswith("\n"):
                        yield number, text
        except FileNotFoundError:
            return
        except UnicodeDecodeError:
            raise RecordError(f"{self.path(protocol)}: this is no text in UTF-8") from None

    def add(self, protocol: Protocol, line: Line) -> None:
        """Appends a line in one write."""
        assert isinstance(line, _CLASSES[protocol])
        content = f"{line_of(line)}\n".encode()
        descriptor = os.open(self.path(protocol), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        try:
            while content:
                content = content[os.write(descriptor, content) :]
        finally:
            os.close(descriptor)

    def keep(self, picture: bytes) -> str:
        """Stores a picture, if it is not there, and gives its name."""
        name = f"{sha256(picture).hexdigest()}.png"
        if name not in self._stored:
            folder = self.folder / PICTURES
            own_folder(folder)
            if not (folder / name).exists():
                write_whole(folder / name, picture)
            self._stored.add(name)
        return name

    def picture(self, name: str) -> bytes:
        """A picture that was sent."""
        return (self.folder / PICTURES / Path(name).name).read_bytes()

    def put_in_order(self, protocol: Protocol, tasks: Sequence[str]) -> None:
        """Sorts the lines of a finished protocol as the tasks are, whichever was done first."""
        place = {task: number for number, task in enumerate(tasks)}
        texts = [text for _, text in self._texts(protocol)]
        ordered = sorted(texts, key=lambda text: place.get(read_json(text)["task"], len(place)))
        if ordered != texts:
            write_whole(self.path(protocol), "".join(ordered).encode())

    def _drop_cut_line(self, protocol: Protocol) -> None:
        try:
            content = self.path(protocol).read_bytes()
        except FileNotFoundError:
            return
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            os.truncate(self.path(protocol), whole)
            self.notice(f"{self.path(protocol)}: its last line was cut, and that task is done again")


def _locked(folder: Path) -> int | None:
    """Keeps other processes from adding lines; the system lets go of it when this one ends."""
    if fcntl is None:
        return None
    descriptor = os.open(folder / MANIFEST, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise UsageError(
            f"{folder}: another process is at work on this run; wait for it, or end it"
        ) from None
    return descriptor


def _check_format(folder: Path, text: str) -> None:
    try:
        data = read_json(text)
    except ValueError:
        data = None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise UsageError(f"{folder}: this is no run: its {MANIFEST} does not say so")
    if data.get("schema") != SCHEMA:
        raise UsageError(
            f"{folder}: this run has layout {data.get('schema')}, and layout {SCHEMA} is read; evaluate again"
        )


def _refuse_another(folder: Path, known: RunManifest, wanted: RunManifest) -> None:
    """A run goes on with the choices that it was begun with, and with no others."""
    if known.task_set != wanted.task_set:
        raise UsageError(f"{folder}: this run is about another task set; choose another folder")
    differing = list(_differences("", asdict(known), asdict(wanted)))
    if differing:
        raise UsageError(
            f"{folder}: this run was begun with other choices ({'; '.join(differing[:3])}); choose another"
            " folder, or the same choices"
        )


def _differences(path: str, one: Any, other: Any) -> Iterator[str]:
    if isinstance(one, dict) and isinstance(other, dict):
        for name in dict.fromkeys([*one, *other]):
            yield from _differences(f"{path}.{name}" if path else name, one.get(name), other.get(name))
    elif json.dumps(one) != json.dumps(other):
        yield f"{path} was {_shown(one)}, and is {_shown(other)} now"


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else f"{text[:37]}..."
