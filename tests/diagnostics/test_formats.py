"""Findings for programs: the JSON document and the workflow commands."""

import json
import re
from urllib.parse import unquote

from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.diagnostics.github import render_github
from espire_dsl.diagnostics.json_format import render_json
from espire_dsl.diagnostics.value import Diagnostic, Label, Span

TEXT = "use a\r\n\tsay 世界 x\nend\n"
FINDING = Diagnostic(
    "E0203",
    "bad word",
    Label(Span("a.espire", 12, 14), "this"),
    secondary=(Label(Span("a.espire", 0, 12)), Label(Span("gone.espire", 3, 4), "other")),
    notes=("one",),
    help="write another",
)


def test_json_document() -> None:
    warning = Diagnostic("W0301", "w", Label(Span("gone.espire", 3, 4)))
    document = json.loads(render_json([warning, FINDING, FINDING], {"a.espire": TEXT}.get))
    assert document["version"] == 1
    assert document["summary"] == {"errors": 1, "warnings": 1, "files": 2}
    first, second = document["diagnostics"]
    assert first == {
        "code": "E0203",
        "severity": "error",
        "message": "bad word",
        "file": "a.espire",
        "line": 2,
        "column": 6,
        "end_line": 2,
        "end_column": 8,
        "label": "this",
        "secondary": [
            {"file": "a.espire", "line": 1, "column": 1, "end_line": 2, "end_column": 6, "label": ""},
            {
                "file": "gone.espire",
                "line": None,
                "column": None,
                "end_line": None,
                "end_column": None,
                "label": "other",
            },
        ],
        "notes": ["one"],
        "help": "write another",
    }
    assert (second["severity"], second["line"], second["help"]) == ("warning", None, None)


def test_json_of_nothing_is_still_a_document() -> None:
    assert json.loads(render_json([], lambda _: None)) == {
        "version": 1,
        "diagnostics": [],
        "summary": {"errors": 0, "warnings": 0, "files": 0},
    }


def test_github_commands() -> None:
    over_lines = Diagnostic("W0301", "50 %", Label(Span("b,c:d.espire", 0, 12)))
    out = render_github([FINDING, over_lines], lambda _: TEXT)
    assert out.splitlines() == [
        "::error file=a.espire,line=2,col=6,endColumn=8,title=E0203"
        "::bad word (this)%0Anote: one%0Ahelp: write another",
        "::warning file=b%2Cc%3Ad.espire,line=1,endLine=2,title=W0301::50 %25",
    ]


@given(st.text(alphabet="a%:,\r\n世0AD25"), st.text(alphabet="a%:,\r\n世0AD25", min_size=1))
@settings(derandomize=True)
def test_github_escapes_can_be_undone(message: str, path: str) -> None:
    out = render_github([Diagnostic("E0100", message, Label(Span(path, 0, 0)))], lambda _: None)
    command = re.fullmatch(r"::error file=([^:,]*),title=E0100::(.*)\n", out)
    assert command is not None
    assert (unquote(command[1]), unquote(command[2])) == (path, message)
