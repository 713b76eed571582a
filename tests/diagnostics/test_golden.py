"""Golden pairs: NAME.espire, or a folder NAME of files, and in NAME.expected all that is said about it.

What `espirec check` says comes first; where that is no error, what `espirec test` says follows.
`UPDATE_GOLDEN=1 pytest tests/diagnostics` writes the expected files anew; read the difference before
you keep it.
"""

import os
import re
from pathlib import Path

import pytest

from espire_dsl.diagnostics.registry import all_codes
from espire_dsl.diagnostics.report import text_of_file
from espire_dsl.diagnostics.text import render_text
from tests.diagnostics.judge import all_findings

GOLDEN = Path(__file__).parent / "golden"
CASES = sorted({path.name for path in GOLDEN.iterdir() if path.suffix != ".expected"})
UPDATE = bool(os.environ.get("UPDATE_GOLDEN"))
CODE = re.compile(r"^(?:error|warning)\[([EW]\d{4})\]", re.MULTILINE)

NOT_GOLDEN = {
    "E0101": "a file that cannot be opened does not survive a checkout",
    "E0103": "a file of more than a mebibyte has no place in a repository",
    "E0146": "a file of more than 500 mistakes has no place in a repository",
    "E0415": "about files of the lexicon, which tests/wording breaks one by one",
}


def expected_file(case: str) -> Path:
    return GOLDEN / f"{Path(case).stem}.expected"


@pytest.mark.parametrize("case", CASES, ids=lambda case: Path(case).stem)
def test_golden(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(GOLDEN)
    paths = sorted(Path(case).rglob("*.espire")) or [Path(case)]
    said = render_text(all_findings(paths, [Path(case)]), text_of_file)
    if UPDATE:
        expected_file(case).write_text(said, encoding="utf-8")
    assert said == expected_file(case).read_text(encoding="utf-8")


def test_every_expected_file_has_its_source() -> None:
    assert set(GOLDEN.glob("*.expected")) == {expected_file(case) for case in CASES}


def codes_in_golden_files() -> set[str]:
    texts = (path.read_text(encoding="utf-8") for path in GOLDEN.glob("*.expected"))
    return {code for text in texts for code in CODE.findall(text)}


def test_the_golden_files_show_most_codes() -> None:
    assert len(codes_in_golden_files()) >= 75


def test_every_code_with_a_page_is_shown() -> None:
    shown = codes_in_golden_files()
    missing = {page.code for page in all_codes()} - shown - NOT_GOLDEN.keys()
    assert not missing
    assert not shown & NOT_GOLDEN.keys()
