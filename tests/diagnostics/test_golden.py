"""Golden pairs: NAME.espire and, in NAME.expected, all that the compiler says about it.

`UPDATE_GOLDEN=1 pytest tests/diagnostics` writes the expected files anew; read the difference before
you keep it.
"""

import os
from pathlib import Path

import pytest

from espire_dsl.diagnostics.text import render_text
from espire_dsl.diagnostics.value import Findings
from espire_dsl.syntax.parser import parse
from espire_dsl.syntax.source import read_source

GOLDEN = Path(__file__).parent / "golden"
SOURCES = sorted(GOLDEN.glob("*.espire"))
UPDATE = bool(os.environ.get("UPDATE_GOLDEN"))


def said_about(path: Path) -> str:
    """What is printed about a file, with its bare name for a path."""
    findings = Findings()
    source = read_source(path.name, findings)
    if source is not None:
        parse(source, findings)
    return render_text(findings, lambda _: source.text if source else None)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_golden(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(GOLDEN)
    expected = path.with_suffix(".expected")
    said = said_about(path)
    if UPDATE:
        expected.write_text(said, encoding="utf-8")
    assert said == expected.read_text(encoding="utf-8")


def test_every_expected_file_has_its_source() -> None:
    assert {path.stem for path in GOLDEN.glob("*.expected")} == {path.stem for path in SOURCES}
