"""From an offset into a text to the line and column that an editor shows, and back to the line's text."""

from __future__ import annotations

import re
from bisect import bisect_right

from attrs import field, frozen

_LINE_END = re.compile(r"\r\n|\n|\r")


@frozen(order=True)
class Position:
    """Both count from 1; the column counts characters, so a tab is one."""

    line: int
    column: int


@frozen
class LineIndex:
    """Where the lines of a text begin and end. Build it once a text with `LineIndex.of`."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    _lines: dict[int, str] = field(factory=dict, init=False, eq=False, repr=False)

    @classmethod
    def of(cls, text: str) -> LineIndex:
        """Lines end with a line feed, a carriage return, or both together."""
        breaks = [match.span() for match in _LINE_END.finditer(text)]
        return cls(
            text,
            (0, *(after for _, after in breaks)),
            (*(before for before, _ in breaks), len(text)),
        )

    @property
    def line_count(self) -> int:
        return len(self.starts)

    def position(self, offset: int) -> Position:
        """Where the character at `offset` stands; offsets outside the text are moved to its edge."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self.starts, offset)
        return Position(line, offset - self.starts[line - 1] + 1)

    def line_text(self, line: int) -> str:
        """The text of a line, without what ends it."""
        if line not in self._lines:
            self._lines[line] = self.text[self.starts[line - 1] : self.ends[line - 1]]
        return self._lines[line]
