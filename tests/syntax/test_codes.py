"""Every code of this room has a page, and the examples on the page are what they claim to be."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import espire_dsl.syntax
from espire_dsl.diagnostics.registry import CodePage, all_codes
from espire_dsl.diagnostics.value import Findings
from espire_dsl.syntax.parser import parse
from espire_dsl.syntax.source import Source

PAGES = [page for page in all_codes() if page.area == "syntax"]


def codes(text: str) -> list[str]:
    findings = Findings()
    parse(Source("page.espire", text), findings)
    return [finding.code for finding in findings]


@pytest.mark.parametrize("page", [p for p in PAGES if p.wrong], ids=lambda page: page.code)
def test_the_wrong_example_has_that_mistake_alone_and_the_right_one_none(page: CodePage) -> None:
    assert codes(page.wrong) == [page.code]
    assert codes(page.right) == []


def test_each_code_that_is_used_has_a_page() -> None:
    folder = Path(espire_dsl.syntax.__file__).parent
    used = {code for path in folder.glob("*.py") for code in re.findall(r"\bE01[0-9]{2}\b", path.read_text())}
    assert used == {page.code for page in PAGES}
