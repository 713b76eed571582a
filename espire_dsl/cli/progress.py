"""Tells how far long work is: one bar a stage on a terminal, a line every few seconds elsewhere."""

from __future__ import annotations

import sys
import time
from typing import Final, TextIO

from attrs import define, field

from espire_dsl.cli.output import write

_EVERY_SECONDS: Final = 3.0
_REDRAW_SECONDS: Final = 0.1
_WIDTH: Final = 24
_NAME: Final = 10


@define
class Progress:
    """Is called with a stage's name, what is done of it and what there is, and more to tell; what was known
    before the stage began counts as done, and not for the rate."""

    stream: TextIO
    terminal: bool
    _stage: str = ""
    _started: float = 0.0
    _known: int = 0
    _last: int = 0
    _shown: float = 0.0
    _open: bool = field(default=False)

    @classmethod
    def on_stderr(cls) -> Progress:
        return cls(sys.stderr, sys.stderr.isatty())

    def __call__(self, stage: str, done: int, total: int, more: str = "") -> None:
        now = time.monotonic()
        if stage != self._stage or done < self._last:
            self.end()
            self._stage, self._started, self._known, self._shown = stage, now, done, 0.0
        self._last = done
        finished = done >= total
        wait = _REDRAW_SECONDS if self.terminal else _EVERY_SECONDS
        if (now - self._shown < wait and not finished) or (finished and not self._news(done, total)):
            return
        self._shown = now
        text = self._text(now - self._started, done, total) + more
        if self.terminal:
            write(f"\r\x1b[K{text}", self.stream)
            self._open = True
        else:
            write(f"{text}\n", self.stream)
        self.stream.flush()

    def _news(self, done: int, total: int) -> bool:
        """Whether the end of a stage is worth a line: not where nothing was to do."""
        return total > 0 and (self.terminal or done > self._known)

    def _text(self, seconds: float, done: int, total: int) -> str:
        share = done / total if total else 1.0
        full = int(share * _WIDTH)
        bar = f"[{'#' * full}{'.' * (_WIDTH - full)}] " if self.terminal else ""
        fresh = done - self._known
        pace = f"  {fresh / seconds:.1f}/s" if fresh and seconds > 0 else ""
        left = ""
        if fresh and done < total:
            left = f"  {_clock((total - done) * seconds / fresh)} left"
        elif done >= total and fresh:
            left = f"  in {_clock(seconds)}"
        elif done >= total:
            left = "  known already"
        return f"{self._stage:<{_NAME}} {bar}{done}/{total}{pace}{left}"

    def end(self) -> None:
        """Leaves the line of a bar."""
        if self._open:
            write("\n", self.stream)
            self.stream.flush()
            self._open = False


def _clock(seconds: float) -> str:
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02d}" if whole >= 60 else f"{whole} s"
