"""Shipped sources, damaged: check, test, show and fmt never raise; fmt settles at once and keeps comments."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from espire_dsl.cli import main
from espire_dsl.diagnostics.value import Findings
from espire_dsl.resources import resource_path
from espire_dsl.syntax.formatting import format_bytes
from espire_dsl.syntax.lexer import lex
from espire_dsl.syntax.source import Source
from tests.checking.test_fuzz import PIECES, TOKEN, damaged, seeds

SLOW = settings(suppress_health_check=list(HealthCheck))
COMMANDS = (["check", "--no-cache"], ["test", "--scenes", "2"], ["show", "sentences"], ["show", "tree"])
COMMENTS = ("# a note\n", "\n\n# apart\n\n", " # behind\n")
WHOLE = sorted(resource_path("families").rglob("*.espire"))


@st.composite
def damaged_items(draw: st.DrawFn) -> str:
    """One to three items of shipped files, damaged by the token, some with comments in odd places."""
    text = "\n\n".join(draw(st.lists(st.sampled_from(seeds()), min_size=1, max_size=3)))
    pieces = st.sampled_from([*PIECES, *COMMENTS])
    head = draw(st.sampled_from(["espire 1\n\n", "", "# first\n", '# first\n"""Doc."""\n', "espire 2\n"]))
    return head + draw(damaged(TOKEN.findall(text), pieces))


@settings(SLOW, max_examples=60)
@given(damaged_items())
def test_no_command_raises(capsys: pytest.CaptureFixture[str], text: str) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "mine.espire"
        path.write_text(text, encoding="utf-8", newline="")
        for command in COMMANDS:
            code = main([*command, str(path)])
            said = capsys.readouterr()
            assert code in (0, 1, 2), f"{command}: {code}: {said.err}"


def comments_of(text: str) -> list[str]:
    return sorted(comment.text for comment in lex(Source("x", text), Findings()).comments)


@settings(SLOW, max_examples=200)
@given(damaged_items())
def test_formatting_settles_at_once_and_keeps_comments(text: str) -> None:
    once = format_bytes("x", text.encode())
    if once.after is None:
        return
    assert comments_of(once.after) == comments_of(text)
    twice = format_bytes("x", once.after.encode())
    assert twice.after == once.after


@settings(SLOW, max_examples=20)
@given(st.data())
def test_whole_files_with_comments_anywhere(data: st.DataObject) -> None:
    tokens = TOKEN.findall(data.draw(st.sampled_from(WHOLE)).read_text(encoding="utf-8"))
    for _ in range(data.draw(st.integers(1, 5))):
        tokens.insert(data.draw(st.integers(0, len(tokens))), data.draw(st.sampled_from(COMMENTS)))
    text = "".join(tokens)
    once = format_bytes("x", text.encode())
    if once.after is not None:
        assert comments_of(once.after) == comments_of(text)
        assert format_bytes("x", once.after.encode()).after == once.after
