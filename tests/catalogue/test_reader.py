"""The packaged catalogue, and how a bad one is refused."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from espire_dsl.catalogue.reader import Catalogue, CatalogueError, Range, load_catalogue

GOOD = """
[jar]
class = "near"
name = "jar"
oriented = false
cm = { length = 6, width = [5, 7], height = 8 }

[bear]
class = "near"
name = "old bear"
oriented = true
front = "-y"
cm = { length = 20, width = 23, height = 25 }
"""


@pytest.fixture(scope="module")
def packaged() -> Catalogue:
    return load_catalogue()


def load(tmp_path: Path, text: str) -> Catalogue:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return load_catalogue(path)


def problems(tmp_path: Path, text: str) -> tuple[str, ...]:
    with pytest.raises(CatalogueError) as caught:
        load(tmp_path, text)
    return caught.value.problems


def test_the_packaged_catalogue_has_the_assets_of_the_suite(packaged: Catalogue) -> None:
    counts = {kind: len(packaged.of_kind(kind)) for kind in ("near", "distant", "shelf", "book", "support")}
    assert counts == {"near": 12, "distant": 12, "shelf": 6, "book": 3, "support": 2}
    assert packaged.get("table").variants == 8
    oriented = {category.id for category in packaged.of_kind("near", "distant") if category.oriented}
    assert oriented == {
        "alarm_clock",
        "rider_statuette",
        "bicycle_sculpture",
        "picture_frame",
        "teddy_bear",
        "cheval_mirror",
        "painting_lady_with_ermine",
        "painting_mona_lisa",
        "painting_adoration_of_the_magi",
        "decorative_disk",
        "marble_bust",
    }


def test_lengths_are_metres_along_the_own_axes(packaged: Catalogue) -> None:
    assert [r.low for r in packaged.get("teddy_bear").extents] == [0.2, 0.23, 0.25]
    assert packaged.get("book_small").extents == (
        Range(0.108, 0.13),
        Range(0.015, 0.018),
        Range(0.175, 0.188),
    )
    assert packaged.get("viewer").extents == (Range(0, 0), Range(0, 0), Range(0, 0))


def test_furniture_is_seen_by_who_stands_before_it(packaged: Catalogue) -> None:
    for category in packaged:
        expected = "encounter" if category.kind in ("table", "shelf") else "own"
        assert category.perspective == expected
        assert category.oriented == (category.front is not None)


def test_what_the_wording_needs(packaged: Catalogue) -> None:
    said = {
        id: f"{packaged.get(id).article} {packaged.get(id).name}"
        for id in ("alarm_clock", "pagoda", "succulents")
    }
    assert said == {"alarm_clock": "an alarm clock", "pagoda": "a pagoda", "succulents": "some succulents"}
    assert [category.id for category in packaged.of_kind("near") if category.plural] == ["succulents"]
    names = [category.name.lower() for category in packaged.of_kind("near", "distant", "support")]
    assert len(set(names)) == len(names)


def test_an_unknown_category_is_named_with_a_suggestion(packaged: Catalogue) -> None:
    assert "teddy_bear" in packaged
    with pytest.raises(CatalogueError, match=r'no category "tedy_bear" \(did you mean "teddy_bear"\?\)'):
        packaged.get("tedy_bear")


def test_a_catalogue_of_ones_own(tmp_path: Path) -> None:
    catalogue = load(tmp_path, GOOD)
    assert list(catalogue.categories) == ["jar", "bear"]
    bear = catalogue.get("bear")
    assert (bear.front, bear.article, bear.perspective) == ((0, -1, 0), "an", "own")
    width = catalogue.get("jar").extents[1]
    assert width == Range(0.05, 0.07)
    assert width.middle == pytest.approx(0.06)
    assert 0.06 in width
    assert 0.08 not in width


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "cm = { length = 6, width = [5, 7], height = 8 }",
            "",
            "category jar: field cm: the size is missing",
        ),
        ("height = 8", "height = -8", "category jar: field cm.height: a length must be more than 0, not -8"),
        ("height = 8", "height = 0", "category jar: field cm.height: a length must be more than 0"),
        ("height = 8", "height = nan", "category jar: field cm.height: nan is not finite"),
        ("height = 8", "height = [8, inf]", "category jar: field cm.height"),
        ("height = 8", "height = true", "a number or a range [low, high]"),
        ("height = 8", "height = [1, 2, 3]", "a number or a range [low, high]"),
        ("height = 8", 'height = "8"', "a number or a range [low, high]"),
        (
            ", height = 8",
            "",
            "category jar: field cm.height: it is missing; a near has length, width, height",
        ),
        (
            "height = 8",
            "height = 8, thickness = 2",
            "category jar: field cm.thickness: there is no such length",
        ),
        (
            "[5, 7]",
            "[7, 5]",
            "category jar: field cm.width: the range [7, 5] ends before it begins; write [5, 7]",
        ),
        (
            "cm = { length = 6, width = [5, 7], height = 8 }",
            "cm = 8",
            "field cm: it must be a table of lengths",
        ),
        ('class = "near"\nname = "jar"', 'class = "nera"\nname = "jar"', 'field class: "nera" is unknown'),
        ('class = "near"\nname = "jar"', 'class = ["near"]\nname = "jar"', "field class: it must be a text"),
        ('class = "near"\nname = "jar"', 'name = "jar"', "category jar: field class: it is missing"),
        ('class = "near"\nname = "jar"', 'class = "book"\nname = "jar"', "field size: it is missing"),
        ('class = "near"\nname = "jar"', 'class = "viewer"\nname = "jar"', "the viewer is a point"),
        ('name = "jar"', 'name = " "', "category jar: field name: it is empty"),
        (
            'name = "jar"',
            'name = "Old bear"',
            'category bear: field name: "Old bear" is the name of jar already',
        ),
        ("oriented = false", "oriented = true", "category jar: field front: it is missing"),
        ("oriented = false", 'oriented = "no"', "field oriented: it must be true or false"),
        ("oriented = false", 'oriented = false\nfront = "+x"', "a thing that is not oriented has none"),
        (
            'front = "-y"',
            'front = "north"',
            'field front: "north" is unknown; it must be one of +x, -x, +y, -y',
        ),
        ("oriented = false", 'oriented = false\nperspective = "mine"', "own, encounter"),
        ("oriented = false", "oriented = false\nvariants = 0", "field variants: 0 is less than 1"),
        (
            "oriented = false",
            "oriented = false\nvariants = true",
            "field variants: it must be a whole number",
        ),
        (
            "oriented = false",
            "orientd = false",
            'field orientd: there is no such field; did you mean "oriented"?',
        ),
        ("[jar]", '["Big Jar"]', '"Big Jar" is no identifier'),
        ("[jar]", "loose = 3\n[jar]", "category loose: it must be a table"),
        ("[jar]", "[jar", "it is not TOML"),
    ],
)
def test_bad_data_are_refused_with_file_category_and_field(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    assert old in GOOD
    found = problems(tmp_path, GOOD.replace(old, new, 1))
    assert any(message in problem for problem in found), found
    assert all("mine.toml: " in problem for problem in found)


def test_all_problems_are_collected(tmp_path: Path) -> None:
    bad = (
        GOOD.replace("length = 6", "length = -6")
        .replace('front = "-y"', "")
        .replace("height = 25", "height = nan")
    )
    found = "\n".join(problems(tmp_path, bad))
    for field in (
        "category jar: field cm.length",
        "category bear: field front",
        "category bear: field cm.height",
    ):
        assert field in found
    assert found.count("\n") == 2


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(CatalogueError, match="cannot be read"):
        load_catalogue(tmp_path / "missing.toml")
    (tmp_path / "latin.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(CatalogueError, match="not UTF-8"):
        load_catalogue(tmp_path / "latin.toml")
    assert "there are no categories" in problems(tmp_path, "")[0]


def test_the_reader_is_imported_without_numpy() -> None:
    code = "import sys, espire_dsl.catalogue.reader; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
