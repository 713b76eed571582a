"""The shipped assets: what there is, how it is called, how large it is; and how they are stored."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.catalogue.json_format import catalogue_from_json, catalogue_to_json
from espire_dsl.catalogue.reader import Catalogue, CatalogueError, Category, LengthRange, load_catalogue
from espire_dsl.catalogue.shape import FORMS, AssetShape, MeshFile, ShapePart
from espire_dsl.language import library

GOLDEN = Path(__file__).with_name("library.golden")


@pytest.fixture(scope="module")
def packaged() -> Catalogue:
    return load_catalogue()


def row(category: Category) -> str:
    """One line about an asset: what it is, its lengths in centimetres, how many parts it is drawn with."""
    lengths = [
        f"{100 * r.low:g}" if r.low == r.high else f"{100 * r.low:g}-{100 * r.high:g}"
        for r in category.extents
    ]
    shape = category.shape
    parts = 0 if shape is None else len(shape.parts) + sum(map(len, shape.variants))
    front = "-" if category.front is None else ",".join(f"{part:g}" for part in category.front)
    words = [category.id, category.kind, category.article, f'"{category.name}"', " x ".join(lengths), front]
    return " | ".join(
        [*words, category.perspective, category.size or "-", str(category.variants), str(parts)]
    )


def test_names_and_sizes_are_those_of_the_golden_file(packaged: Catalogue) -> None:
    said = "".join(f"{row(category)}\n" for category in packaged)
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.write_text(said, encoding="utf-8")
    assert said == GOLDEN.read_text(encoding="utf-8")


def test_the_library_has_the_assets_of_the_suite(packaged: Catalogue) -> None:
    counts = {kind: len(packaged.of_kind(kind)) for kind in ("near", "distant", "shelf", "book", "support")}
    assert counts == {"near": 12, "distant": 12, "shelf": 6, "book": 3, "support": 3}
    assert sum(category.oriented for category in packaged.of_kind("near", "distant")) == 11


def test_lengths_are_metres_along_the_own_axes(packaged: Catalogue) -> None:
    assert [r.low for r in packaged.get("teddy_bear").extents] == [0.2, 0.23, 0.25]
    assert packaged.get("book_small").extents == (
        LengthRange(0.108, 0.13),
        LengthRange(0.015, 0.018),
        LengthRange(0.175, 0.188),
    )
    assert packaged.get("viewer").extents == (LengthRange(0, 0), LengthRange(0, 0), LengthRange(0, 0))
    width = packaged.get("book_small").extents[0]
    assert width.middle == pytest.approx(0.119)
    assert 0.12 in width
    assert 0.14 not in width


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
    names = [category.name.lower() for category in packaged.of_kind("near", "distant", "support")]
    assert len(set(names)) == len(names)


def test_an_unknown_category_is_named_with_a_suggestion(packaged: Catalogue) -> None:
    assert "teddy_bear" in packaged
    with pytest.raises(CatalogueError, match=r'no category "tedy_bear" \(did you mean "teddy_bear"\?\)'):
        packaged.get("tedy_bear")


def test_more_categories_leave_a_catalogue_as_it_was(packaged: Catalogue) -> None:
    mine = evolve(packaged.get("pagoda"), id="mine")
    assert "mine" in packaged.with_more([mine])
    assert "mine" not in packaged


def test_the_reader_is_imported_without_numpy() -> None:
    code = "import sys, espire_dsl.catalogue.reader; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# --- the store ------------------------------------------------------------------------------------


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of its own, and a process that has loaded no library yet."""
    monkeypatch.setenv("ESPIRE_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(library, "_loaded", [])
    folder = tmp_path / "check"
    folder.mkdir()
    return folder


def again(monkeypatch: pytest.MonkeyPatch) -> Catalogue:
    monkeypatch.setattr(library, "_loaded", [])
    return load_catalogue()


def test_the_compiled_library_is_read_from_the_store(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = load_catalogue()
    (entry,) = fresh.iterdir()
    monkeypatch.setattr(library, "compile_library", None)
    stored = again(monkeypatch)
    assert stored == compiled
    assert list(stored.categories) == list(compiled.categories)
    assert json.loads(entry.read_text())


@pytest.mark.parametrize("broken", [b"", b"{", b"[]", b"[1]", b'[{"id": "a"}]', b"null", b"\xff"])
def test_a_broken_entry_is_made_again(
    fresh: Path, broken: bytes, packaged: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_catalogue()
    (entry,) = fresh.iterdir()
    entry.write_bytes(broken)
    assert again(monkeypatch) == packaged
    assert json.loads(entry.read_text())


def test_other_files_have_another_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = library.library_hash()
    (tmp_path / "jar.espire").write_text("espire 2\n", encoding="utf-8")
    monkeypatch.setattr(library, "library_folder", lambda: tmp_path)
    library.library_hash.cache_clear()
    assert library.library_hash() != before
    library.library_hash.cache_clear()


def test_a_broken_library_is_told_and_not_stored(
    fresh: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path_factory.mktemp("library")
    (folder / "jar.espire").write_text("espire 2\n\nasset jar is neer {\n  size 1 cm, 2 cm, 3 cm\n}\n")
    monkeypatch.setattr(library, "library_folder", lambda: folder)
    library.library_hash.cache_clear()
    with pytest.raises(CatalogueError, match=r"jar\.espire: there is no kind `neer`"):
        load_catalogue()
    library.library_hash.cache_clear()
    assert not list(fresh.iterdir())


NUMBERS = st.floats(0.001, 2.0)
VECTORS = st.tuples(NUMBERS, NUMBERS, NUMBERS)
PARTS = st.builds(
    ShapePart,
    form=st.sampled_from(FORMS),
    lengths=VECTORS,
    at=VECTORS,
    axis=st.sampled_from(["x", "y", "z"]),
    turn=VECTORS,
    around=st.integers(1, 9),
    top=NUMBERS,
    hole=st.floats(0, 0.9),
    paint=st.text(min_size=1),
)
MESHES = st.builds(
    MeshFile,
    path=st.text(min_size=1),
    digest=st.text("0123456789abcdef", min_size=64, max_size=64),
    scale=st.none() | NUMBERS,
    up=st.sampled_from(["x", "y", "z"]),
    collider=st.sampled_from(["box", "hull"]),
)
SHAPES = st.builds(
    AssetShape,
    box=VECTORS,
    parts=st.lists(PARTS, max_size=3).map(tuple),
    variants=st.lists(st.lists(PARTS, max_size=2).map(tuple), max_size=2).map(tuple),
    mesh=st.none() | MESHES,
    reaches_out=st.booleans(),
)
RANGES = st.builds(LengthRange, NUMBERS, NUMBERS)
CATEGORIES = st.builds(
    Category,
    id=st.text(min_size=1),
    kind=st.text(),
    name=st.text(),
    article=st.text(),
    plural=st.booleans(),
    oriented=st.booleans(),
    front=st.none() | VECTORS,
    perspective=st.sampled_from(["own", "encounter"]),
    extents=st.tuples(RANGES, RANGES, RANGES),
    size=st.none() | st.text(),
    variants=st.integers(1, 9),
    labels=st.lists(st.tuples(st.text(), st.text()), max_size=2).map(tuple),
    density=NUMBERS,
    shape=st.none() | SHAPES,
)


@given(st.lists(CATEGORIES, min_size=1, max_size=3, unique_by=lambda category: category.id))
def test_what_is_stored_comes_back_as_it_was(categories: list[Category]) -> None:
    catalogue = Catalogue({category.id: category for category in categories})
    assert catalogue_from_json(json.loads(json.dumps(catalogue_to_json(catalogue)))) == catalogue
