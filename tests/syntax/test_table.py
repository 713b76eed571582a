"""The parse table that is shipped is the one of the grammar that is shipped."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from espire_dsl.resources import resource_path
from espire_dsl.syntax.lalr import table_of, text_of
from espire_dsl.syntax.table import Grammar, grammar, read_grammar

FOLDER = resource_path("grammar")


def test_the_table_is_that_of_the_grammar() -> None:
    """`python -m espire_dsl.syntax.lalr` writes it anew."""
    made = text_of(table_of((FOLDER / "espire.lark").read_bytes()))
    assert (FOLDER / "table.json").read_text(encoding="utf-8") == made


def changed(folder: Path, old: bytes, new: bytes) -> Grammar:
    """The grammar after a change that nobody made a table of."""
    shutil.copytree(FOLDER, folder)
    text = (folder / "espire.lark").read_bytes()
    assert old in text
    (folder / "espire.lark").write_bytes(text.replace(old, new))
    return read_grammar(folder)


def test_a_grammar_that_was_changed_is_read_as_it_is_now(tmp_path: Path) -> None:
    assert "glance" not in grammar().keywords
    assert "glance" in changed(tmp_path / "grammar", b'"view" NAME', b'"glance" NAME').keywords


def test_the_ends_of_lines_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "espire_dsl.syntax.lalr", None)
    assert changed(tmp_path / "grammar", b"\n", b"\r\n") == grammar()


def test_checking_makes_no_table() -> None:
    code = (
        "import sys; from espire_dsl.cli import main; "
        f"main(['check', '--no-cache', {str(resource_path('families/core'))!r}]); "
        "print('\\n'.join(sys.modules), file=sys.stderr)"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in ended.stderr.split()}
    assert "espire_dsl" in loaded
    assert "lark" not in loaded
