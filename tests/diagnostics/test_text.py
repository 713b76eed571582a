"""The printed form of findings: exact for typical ones, by property for alignment."""

import re
import time
from collections.abc import Callable
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.diagnostics.cells import text_width
from espire_dsl.diagnostics.excerpt import Mark, _window
from espire_dsl.diagnostics.text import render_text
from espire_dsl.diagnostics.value import Diagnostic, Label, Span

SOURCE = dedent(
    """\
    use words.pick

    family a {
      program  filter_distence(candidates, R, to: O)
      say "x"
    }
    """
)
OTHER = "fn near(x) = x\nfn far(x) = x\n"
TEXTS = {"a.espire": SOURCE, "b.espire": OTHER}


def at(part: str, text: str = "", path: str = "a.espire") -> Label:
    start = TEXTS[path].index(part)
    return Label(Span(path, start, start + len(part)), text)


def printed(*diagnostics: Diagnostic, text_of: Callable[[str], str | None] = TEXTS.get) -> str:
    return render_text(diagnostics, text_of)


def test_one_finding_with_notes_and_help() -> None:
    finding = Diagnostic(
        "E0203",
        "`filter_distence` is not a function",
        at("filter_distence", "unknown function"),
        notes=("functions are defined by `fn`\nor come with the language",),
        help="did you mean `filter_distance`?",
    )
    assert printed(finding) == dedent(
        """\
        error[E0203]: `filter_distence` is not a function
         --> a.espire:4:12
          |
        4 |   program  filter_distence(candidates, R, to: O)
          |            ^^^^^^^^^^^^^^^ unknown function
          |
          = note: functions are defined by `fn`
                  or come with the language
          = help: did you mean `filter_distance`?

        1 error in 1 file
        """
    )


def test_secondary_labels_on_the_line_elsewhere_and_in_another_file() -> None:
    finding = Diagnostic(
        "E0204",
        "these do not fit",
        at("R, to", "a relation"),
        secondary=(
            at("candidates", "a set"),
            at("family a", "in this family"),
            at('say "x"'),
            at("far(x)", "defined here", "b.espire"),
        ),
    )
    assert printed(finding) == dedent(
        """\
        error[E0204]: these do not fit
         --> a.espire:4:40
          |
        3 | family a {
          | -------- in this family
        4 |   program  filter_distence(candidates, R, to: O)
          |                            ----------  ^^^^^ a relation
          |                            |
          |                            a set
        5 |   say "x"
          |   -------
          |
         ::: b.espire:2:4
          |
        2 | fn far(x) = x
          |    ------ defined here

        1 error in 1 file
        """
    )


def test_gaps_between_lines_are_left_out_and_single_lines_filled_in() -> None:
    far = Diagnostic("E0205", "far", at("}", "end"), secondary=(at("use", "start"),))
    assert "1 | use words.pick\n  | --- start\n...\n6 | }\n  | ^ end\n" in printed(far)
    near = Diagnostic("E0205", "near", at("family", "end"), secondary=(at("use", "start"),))
    assert "1 | use words.pick\n  | --- start\n2 |\n3 | family a {\n  | ^^^^^^ end\n" in printed(near)


def test_a_span_over_lines_marks_its_first_and_last_line() -> None:
    finding = Diagnostic(
        "W0301",
        "long",
        at('family a {\n  program  filter_distence(candidates, R, to: O)\n  say "x"\n}\n', "all"),
    )
    assert printed(finding) == dedent(
        """\
        warning[W0301]: long
         --> a.espire:3:1
          |
        3 | family a {
          | ^^^^^^^^^^
        ...
        6 | }
          | ^ all

        1 warning in 1 file
        """
    )


def test_an_empty_span_at_the_end_of_the_text_is_marked() -> None:
    finding = Diagnostic("E0101", "the file ends here", Label(Span("a.espire", len(SOURCE), len(SOURCE))))
    assert printed(finding).endswith(" --> a.espire:7:1\n  |\n7 |\n  | ^\n\n1 error in 1 file\n")


def test_without_the_text_only_the_words_are_printed() -> None:
    finding = Diagnostic("E0110", "cannot be read", at("use", "permission denied"), help="look at its mode")
    assert printed(finding, text_of=lambda _: None) == dedent(
        """\
        error[E0110]: cannot be read
         --> a.espire
          = note: permission denied
          = help: look at its mode

        1 error in 1 file
        """
    )


def test_findings_are_sorted_and_counted_once() -> None:
    b = Diagnostic("E0200", "in b", at("near", path="b.espire"))
    late = Diagnostic("E0100", "late", at("say"))
    early_w = Diagnostic("W0200", "early", at("use"))
    early_e = Diagnostic("E0300", "early", at("use"))
    out = printed(b, late, early_w, early_e, late, b)
    assert re.findall(r"^\w+\[(.*)\]", out, re.MULTILINE) == ["E0300", "W0200", "E0100", "E0200"]
    assert out.endswith("\n3 errors and 1 warning in 2 files\n")
    assert printed() == ""


def test_overlapping_marks_show_the_primary_and_lose_no_text() -> None:
    finding = Diagnostic(
        "E0206", "overlap", at("candidates", "inner"), (at("filter_distence(candidates, R", "outer"),)
    )
    assert printed(finding).splitlines()[4:8] == [
        "  |            ----------------^^^^^^^^^^---",
        "  |            |               |",
        "  |            |               inner",
        "  |            outer",
    ]


def test_nothing_steers_the_terminal() -> None:
    evil = "say \x1b[31m\u202e \x00 name"
    label = Label(Span("\x1bp.espire", 4, 9), "\x1b]0;label")
    finding = Diagnostic("E0120", "bad \x1b[2J", label, notes=("n\x07",), help="h\x9b")
    out = render_text([finding], lambda _: evil)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", out)


def test_colours_only_add_escape_sequences() -> None:
    finding = Diagnostic("E0206", "c", at("candidates", "inner"), (at("use", "outer"),), ("n",), "h")
    coloured = render_text([finding], TEXTS.get, colour=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == printed(finding)


def marked_text(out: str) -> str:
    """What stands over the carets of a printed finding, read off by terminal columns."""
    rows = out.splitlines()
    at_row = next(i for i, row in enumerate(rows) if re.search(r"\| *\^+$", row))
    first, after = rows[at_row].index("^"), rows[at_row].rindex("^") + 1
    column, found = 0, ""
    for char in rows[at_row - 1]:
        if first <= column < after and text_width(char):
            found += char
        column += text_width(char)
    return found


@given(
    before=st.text(alphabet="a \t世é\u0301", max_size=20),
    part=st.text(alphabet="xy界", min_size=1, max_size=8),
    after=st.text(alphabet="a \t世", max_size=20),
    repeat=st.sampled_from([1, 1, 300]),
)
@settings(derandomize=True, deadline=None)
def test_the_mark_sits_under_the_part_that_is_meant(before: str, part: str, after: str, repeat: int) -> None:
    line = before * repeat + part + "." + after * repeat
    start = len("first\n") + len(before) * repeat
    finding = Diagnostic("E0100", "m", Label(Span("a", start, start + len(part))))
    assert marked_text(render_text([finding], lambda _: f"first\n{line}\nlast")) == part


@pytest.mark.parametrize("start", [0, 1, 30, 2500, 4960, 4999])
def test_a_very_long_line_is_shown_as_a_window(start: int) -> None:
    line = "".join(chr(ord("a") + i % 26) for i in range(5000))
    finding = Diagnostic("E0100", "m", Label(Span("a", start, start + 1)))
    out = render_text([finding], lambda _: line, width=100)
    assert max(map(len, out.splitlines())) <= 100 + len("1 | ")
    assert marked_text(out) == line[start]


@given(st.integers(41, 99), st.integers(20, 40), st.data())
@settings(derandomize=True)
def test_a_window_of_plain_letters_is_cut_as_any_other(length: int, width: int, data: st.DataObject) -> None:
    line = "".join(chr(ord("!") + i % 90) for i in range(length))
    marks = [Mark(start, start + 1) for start in data.draw(st.lists(st.integers(0, length - 1), max_size=1))]
    columns = range(length + 1)
    assert _window(line, columns, marks, width) == _window(list(line), columns, marks, width)


def test_marks_far_apart_on_a_long_line_get_a_window_each() -> None:
    line = "A" + "." * 4000 + "B"
    finding = Diagnostic(
        "E0100", "m", Label(Span("a", 4001, 4002), "here"), (Label(Span("a", 0, 1), "there"),)
    )
    out = render_text([finding], lambda _: line)
    assert re.search(r"1 \| A\.+…\n  \| - there\n1 \| …\.+B\n  \| +\^ here\n", out)


def test_a_whole_long_line_is_marked_within_the_window() -> None:
    finding = Diagnostic("E0100", "m", Label(Span("a", 0, 5000), "all"))
    out = render_text([finding], lambda _: "x" * 5000, width=100)
    assert f"  | {'^' * 100} all\n" in out


@given(
    text=st.text(alphabet="ab \t\r\n世\u0301\x00", max_size=60),
    cuts=st.lists(st.tuples(st.integers(0, 80), st.integers(0, 80)), min_size=1, max_size=4),
    width=st.integers(20, 60),
)
@settings(derandomize=True, deadline=None, max_examples=200)
def test_any_spans_in_any_text_can_be_printed(text: str, cuts: list[tuple[int, int]], width: int) -> None:
    labels = [Label(Span("a", *sorted(cut)), f"label{i}") for i, cut in enumerate(cuts)]
    out = render_text([Diagnostic("E0100", "m", labels[0], tuple(labels[1:]))], lambda _: text, width=width)
    assert all(label.text in out for label in labels)
    assert "^" in out


def seconds_of(findings: int, line: str) -> float:
    step = len(line) // findings
    found = [
        Diagnostic("E0203", "no", Label(Span("a", at, at + 3), "no")) for at in range(0, len(line), step)
    ]
    started = time.process_time()
    render_text(found[:findings], {"a": line}.get)
    return time.process_time() - started


def test_findings_on_one_long_line_cost_no_more_than_on_short_ones() -> None:
    line = "book a " * 15_000
    long = min(seconds_of(500, line) for _ in range(3))
    short = min(seconds_of(500, line[: len(line) // 20]) for _ in range(3))
    # Each finding on the line looked at all of it before, which is a factor of 20 here.
    assert long < 5 * short + 0.2


def test_more_findings_than_anybody_reads_are_counted() -> None:
    found = [Diagnostic("E0203", f"no {n}", Label(Span("a", n, n + 1))) for n in range(1_005)]
    said = render_text(found, {"a": "x" * 2_000}.get)
    assert "... and 5 more" in said
    assert said.endswith("1005 errors in 1 file\n")
