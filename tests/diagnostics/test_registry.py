"""The pages of codes: the rules that the files keep, and that a broken file is refused."""

from pathlib import Path

import pytest

from espire_dsl.diagnostics.registry import (
    CODES_FOLDER,
    MalformedCodesError,
    all_codes,
    lookup,
    read_pages,
)

GOOD = """
[E0101]
title = "t"
what = "what"
why = "why"
wrong = ""
right = '''
say "x"
'''
"""


def test_all_pages_can_be_read_and_are_in_order() -> None:
    pages = all_codes()
    assert [page.code for page in pages] == sorted({page.code for page in pages})
    assert all(lookup(page.code) is page for page in pages)
    assert {page.area for page in pages} == {path.stem for path in CODES_FOLDER.glob("*.toml")}


def test_titles_are_single_lines_that_differ() -> None:
    titles = [page.title for page in all_codes()]
    assert len(set(titles)) == len(titles)
    assert not [title for title in titles if "\n" in title or title.endswith(".") or title != title.strip()]


def test_an_unknown_code_has_no_page() -> None:
    assert lookup("E9999") is None


def test_a_good_file(tmp_path: Path) -> None:
    (tmp_path / "syntax.toml").write_text(GOOD)
    page = read_pages(tmp_path)["E0101"]
    assert (page.area, page.what, page.wrong, page.right) == ("syntax", "what", "", 'say "x"')


@pytest.mark.parametrize(
    ("broken", "complaint"),
    [
        (GOOD.replace("E0101", "X0101"), "not E or W"),
        (GOOD.replace("E0101", "E101"), "not E or W"),
        (GOOD.replace('why = "why"', ""), "not \\['right'"),
        (GOOD + 'extra = "x"', "extra"),
        (GOOD.replace('"what"', "3"), "what of E0101"),
        (GOOD.replace('"what"', '" "'), "what of E0101"),
        (GOOD.replace('"what"', '"'), "syntax.toml"),
        (GOOD.replace("[E0101]", "E0101 = 3\n[E0102]"), "not a table"),
        (GOOD.replace("E0101", "E0102") + GOOD, "after E0102"),
        (GOOD + GOOD, "syntax.toml"),
    ],
)
def test_a_broken_file_is_refused(tmp_path: Path, broken: str, complaint: str) -> None:
    (tmp_path / "syntax.toml").write_text(broken)
    with pytest.raises(MalformedCodesError, match=complaint):
        read_pages(tmp_path)


def test_a_code_in_two_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "language.toml").write_text(GOOD)
    (tmp_path / "syntax.toml").write_text(GOOD)
    with pytest.raises(MalformedCodesError, match=r"language\.toml already"):
        read_pages(tmp_path)
