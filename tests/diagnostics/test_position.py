"""Lines and columns, against a walk over the characters."""

from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.diagnostics.position import LineIndex, Position

texts = st.text(alphabet="ab\n\r\té世", max_size=40)


def walked_position(text: str, offset: int) -> Position:
    line = column = 1
    for i in range(offset):
        ends_here = text[i] == "\n" or (text[i] == "\r" and text[i + 1 : i + 2] != "\n")
        line, column = (line + 1, 1) if ends_here else (line, column + 1)
    return Position(line, column)


@given(texts)
@settings(derandomize=True)
def test_positions_agree_with_a_walk_over_the_text(text: str) -> None:
    index = LineIndex.of(text)
    for offset in range(len(text) + 1):
        assert index.position(offset) == walked_position(text, offset)


@given(texts)
@settings(derandomize=True)
def test_lines_are_those_of_splitlines(text: str) -> None:
    index = LineIndex.of(text)
    lines = [index.line_text(n) for n in range(1, index.line_count + 1)]
    # The stand-in for a last character keeps splitlines from dropping an empty last line.
    *expected, last = f"{text}$".splitlines()
    assert lines == [*expected, last.removesuffix("$")]


def test_offsets_outside_the_text_are_moved_to_its_edge() -> None:
    index = LineIndex.of("ab\ncd")
    assert index.position(-3) == Position(1, 1)
    assert index.position(99) == Position(2, 3)
